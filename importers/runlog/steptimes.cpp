// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "steptimes.h"

#include <fmt/format.h>

#include <algorithm>

namespace bubblescope {
namespace {

using logtext::Cursor;

constexpr std::string_view timeMark = "sum(1f1b+optim) time:";
constexpr std::string_view rankMark = "rank_id:";
constexpr size_t maximumTimes = size_t(8) << 20;
constexpr int largestRank = 1 << 24;
constexpr size_t maximumRanks = size_t(1) << 20;

class StepTimesLogReader final : public LogReader {
public:
    RunLog::Kind kind() const override { return RunLog::Kind::StepTimes; }

    int sniff(std::string_view head) const override { return logtext::contains(head, timeMark) ? 85 : 0; }

    /// `rank_id: 1, sum(1f1b+optim) time: 910.775`; the line may have other output before and after it.
    void read(const LogLine& line, LogSheet& sheet) override
    {
        if (!logtext::contains(line.text, timeMark))
            return;
        for (size_t at = logtext::find(line.text, timeMark); at != std::string_view::npos;
             at = logtext::find(line.text, timeMark, at + timeMark.size())) {
            m_hasMarks = true;
            const size_t rankAt = line.text.substr(0, at).rfind(rankMark);
            Cursor cursor(line.text, rankAt == std::string_view::npos ? at : rankAt + rankMark.size());
            cursor.skipSpaces();
            const auto rank = cursor.integer();
            const bool isWhole = rank && *rank >= 0 && *rank <= largestRank && cursor.skip(", ")
                && cursor.position() == at && cursor.skip(timeMark);
            cursor.skipSpaces();
            const auto number = isWhole ? cursor.number() : std::nullopt;
            // If the file ends before the decimal point, digits may be missing.
            const bool isCut = line.isCut && cursor.atEnd() && !logtext::contains(line.text.substr(at), ".");
            if (!number || isCut) {
                sheet.report.add(line.isCut ? IssueKind::TruncatedFile : IssueKind::BadRecord, line.offset + at,
                    say("the step time of a rank cannot be read"));
                continue;
            }
            const auto ms = sheet.time(*number, 1, line, [&] { return say("step time of rank {}", *rank); });
            if (ms)
                add(static_cast<int>(*rank), *ms, line, sheet);
        }
    }

    uint64_t evidence() const override { return m_times.size(); }
    bool hasMarks() const override { return m_hasMarks; }

    void finish(RunLog& log, LogSheet&) override
    {
        log.rankSteps = std::move(m_times);
        if (log.kind != kind())
            return;
        // A step ends with its slowest rank.
        for (const RankStepTime& time : log.rankSteps) {
            const size_t index = static_cast<size_t>(time.occurrence);
            while (log.steps.size() <= index) {
                log.steps.emplace_back();
                log.steps.back().step = static_cast<int64_t>(log.steps.size());
                log.steps.back().offset = m_offsets[log.steps.size() - 1];
            }
            LogStep& step = log.steps[index];
            step.stepMs = std::max(step.stepMs.value_or(0), time.ms);
        }
    }

private:
    void add(int rank, double ms, const LogLine& line, LogSheet& sheet)
    {
        const auto found = m_occurrences.find(rank);
        const bool isNewRank = found == m_occurrences.end();
        if (m_times.size() >= maximumTimes || (isNewRank && m_occurrences.size() >= maximumRanks)) {
            if (!m_isFull)
                sheet.report.add(IssueKind::OversizedFile, line.offset, say("further step times are left out"));
            m_isFull = true;
            return;
        }
        int& next = isNewRank ? m_occurrences[rank] : found->second;
        if (static_cast<size_t>(next) >= m_offsets.size())
            m_offsets.push_back(line.offset);
        m_times.push_back({rank, next++, ms});
    }

    std::vector<RankStepTime> m_times;
    std::vector<uint64_t> m_offsets;  ///< offset of the first line of each occurrence
    std::map<int, int> m_occurrences; ///< by rank
    bool m_isFull = false;
    bool m_hasMarks = false;
};

} // namespace

std::unique_ptr<LogReader> makeStepTimesLogReader() { return std::make_unique<StepTimesLogReader>(); }

} // namespace bubblescope
