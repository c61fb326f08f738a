// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rpdreader.h"

#include "amdwords.h"
#include "databaseimporter.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t mostGpus = 4096;
constexpr size_t mostThreads = 100'000;

std::string gpuKey(int64_t gpu) { return fmt::format("gpu {}", gpu); }

} // namespace

RpdReader::RpdReader(SqliteFile& file, TracePart& part, ImportReport& report, std::optional<TimeRange> slice,
    const ImportChoices& choices)
    : m_file(file)
    , m_report(report)
    , m_spans(part, report, slice, choices)
    , m_texts(file, "rocpd_string", "id", "string")
{
}

bool RpdReader::takeTime(const SqliteRows& rows, TimeRange& range)
{
    return takeRowTime(rows.integer(0), rows.integer(1), false, latestTraceTime, m_report, range)
        && m_spans.meets(range);
}

void RpdReader::readOperations()
{
    m_file.rowsToExpect("rocpd_op");
    std::map<std::pair<int64_t, int64_t>, const RowSpans::Named*> known; // by description and type
    std::map<std::tuple<int64_t, int64_t, EventPlace>, uint32_t> lanes;
    SqliteRows rows
        = m_file.rows("rocpd_op", {"start", "end", "gpuId", "queueId", "description_id", "opType_id", "id"});
    while (rows.next()) {
        TimeRange range;
        if (!takeTime(rows, range))
            continue;
        const int64_t description = rows.integer(4).value_or(-1);
        const int64_t type = rows.integer(5).value_or(-1);
        const auto [named, isNew] = known.try_emplace({description, type}, nullptr);
        if (isNew) {
            const std::string& typeName = m_texts.of(type);
            const std::string_view copy = copyOfAmdName(typeName);
            const std::string& text = m_texts.of(description);
            named->second = copy.empty() ? &m_spans.named(text.empty() ? typeName : text, "kernel"sv)
                                         : &m_spans.named(copy, "gpu_memcpy"sv);
        }
        int64_t gpu = std::max<int64_t>(rows.integer(2).value_or(0), 0);
        if (m_gpus.size() == mostGpus && m_gpus.count(gpu) == 0)
            gpu = *m_gpus.begin();
        const int64_t queue = rows.integer(3).value_or(0);
        const EventPlace place = named->second->meaning.place;
        const auto [lane, isNewLane] = lanes.try_emplace({gpu, queue, place}, 0);
        if (isNewLane) {
            m_gpus.insert(gpu);
            lane->second = m_spans.laneOf(gpuKey(gpu), std::to_string(queue), place);
        }
        const std::optional<uint32_t> span = m_spans.add(range, lane->second, *named->second);
        if (const std::optional<int64_t> id = rows.integer(6); span && id)
            m_spans.trace.launches.addStarted(static_cast<uint64_t>(*id), lane->second, *span);
    }
}

/// By what its calls started.
void RpdReader::voteForThreads()
{
    SqliteRows starts = m_file.rows("rocpd_api_ops", {"api_id", "op_id"});
    while (starts.next()) {
        const std::optional<int64_t> call = starts.integer(0);
        const std::optional<int64_t> operation = starts.integer(1);
        if (call && operation)
            m_starts.emplace_back(*call, *operation);
    }
    std::sort(m_starts.begin(), m_starts.end());
    if (m_gpus.size() < 2)
        return;
    std::unordered_map<int64_t, int64_t> gpuOfOperation;
    SqliteRows operations = m_file.rows("rocpd_op", {"id", "gpuId"});
    while (operations.next())
        gpuOfOperation.emplace(operations.integer(0).value_or(-1), operations.integer(1).value_or(0));
    std::map<Thread, std::map<int64_t, uint64_t>> votes;
    std::map<int64_t, std::map<int64_t, uint64_t>> ofProcess;
    SqliteRows calls = m_file.rows("rocpd_api", {"id", "pid", "tid"});
    while (calls.next() && votes.size() < mostThreads) {
        const int64_t id = calls.integer(0).value_or(-1);
        const Thread thread {calls.integer(1).value_or(0), calls.integer(2).value_or(0)};
        const auto start = std::lower_bound(m_starts.begin(), m_starts.end(), std::pair(id, INT64_MIN));
        const auto gpu
            = start != m_starts.end() && start->first == id ? gpuOfOperation.find(start->second) : gpuOfOperation.end();
        if (gpu == gpuOfOperation.end() || m_gpus.count(gpu->second) == 0)
            continue;
        ++votes[thread][gpu->second];
        ++ofProcess[thread.first][gpu->second];
    }
    const auto most = [](const std::map<int64_t, uint64_t>& counts) {
        return std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
            return a.second < b.second;
        })->first;
    };
    for (const auto& [thread, counts] : votes)
        m_gpuOfThread[thread] = most(counts);
    for (const auto& [process, counts] : ofProcess)
        m_gpuOfProcess[process] = most(counts);
}

int64_t RpdReader::gpuOf(const Thread& thread) const
{
    if (const auto known = m_gpuOfThread.find(thread); known != m_gpuOfThread.end())
        return known->second;
    if (const auto known = m_gpuOfProcess.find(thread.first); known != m_gpuOfProcess.end())
        return known->second;
    return m_gpus.empty() ? -1 : *m_gpus.begin();
}

void RpdReader::readCalls()
{
    m_file.rowsToExpect("rocpd_api");
    std::map<Thread, uint32_t> lanes;
    std::unordered_map<int64_t, const RowSpans::Named*> known;
    std::vector<bool> isTaken(m_starts.size()); // by the first of a call
    SqliteRows rows = m_file.rows("rocpd_api", {"start", "end", "pid", "tid", "apiName_id", "args_id", "id"});
    while (rows.next()) {
        TimeRange range;
        if (!takeTime(rows, range))
            continue;
        const int64_t name = rows.integer(4).value_or(-1);
        const auto [named, isNew] = known.try_emplace(name, nullptr);
        if (isNew) {
            const std::string& text = m_texts.of(name);
            if (text != "UserMarker"sv)
                named->second = &m_spans.named(text, text.starts_with("nccl"sv) ? "nccl"sv : "cuda_runtime"sv);
        }
        // The text of a range of roctx is its argument.
        const RowSpans::Named& meant
            = named->second ? *named->second : m_spans.named(m_texts.of(rows.integer(5)), "user_annotation"sv);
        const Thread thread {rows.integer(2).value_or(0), rows.integer(3).value_or(0)};
        const auto [lane, isNewLane] = lanes.try_emplace(thread, 0);
        if (isNewLane)
            lane->second = m_spans.laneOf(gpuKey(gpuOf(thread)), std::to_string(thread.second), EventPlace::Thread);
        const std::optional<uint32_t> span = m_spans.add(range, lane->second, meant);
        const std::optional<int64_t> id = rows.integer(6);
        if (!span || !id)
            continue;
        // What started is started once: where calls share a number, as in damaged files, by the first of them.
        auto start = std::lower_bound(m_starts.begin(), m_starts.end(), std::pair(*id, INT64_MIN));
        for (; start != m_starts.end() && start->first == *id && !isTaken[size_t(start - m_starts.begin())]; ++start) {
            isTaken[size_t(start - m_starts.begin())] = true;
            m_spans.trace.launches.addCall(static_cast<uint64_t>(start->second), lane->second, *span);
        }
    }
    if (m_gpus.empty() && !lanes.empty())
        m_gpus.insert(-1);
}

void RpdReader::nameGpus()
{
    const std::vector<int32_t> ranks = m_spans.countedRanks(m_gpus.size());
    size_t at = 0;
    for (const int64_t gpu : m_gpus) {
        TraceProcesses::Process process;
        process.name = gpu < 0 ? std::string("process") : gpuKey(gpu);
        if (gpu >= 0)
            process.labels = fmt::format("GPU {}", gpu);
        process.rank = ranks[at++];
        process.launchScope = 0; // operations are numbered in the file
        m_spans.trace.processes.add(gpuKey(gpu), std::move(process));
    }
}

bool RpdReader::read()
{
    readOperations();
    voteForThreads();
    readCalls();
    if (m_file.isCancelled())
        return false;
    if (m_gpus.empty())
        return true;
    nameGpus();
    return m_spans.settle(0, [this] { return !m_file.isCancelled(); });
}

} // namespace bubblescope
