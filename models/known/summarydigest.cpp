// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "summarydigest.h"

#include "derivedtrace.h"
#include "folderarchive.h"
#include "helpfulknobs.h"
#include "packedtext.h"
#include "packedtrace.h"
#include "summaryexchange.h"

#include <algorithm>

namespace bubblescope {

template <typename Archive, Either<Stragglers::Rank> Value> void exchange(Archive& archive, Value& value)
{
    auto& [rank, stage, factor, samples, isStraggler, peersAreStages] = value;
    archive(rank, stage, factor, samples, isStraggler, peersAreStages);
}

template <typename Archive, Either<CriticalPath::Lever> Value> void exchange(Archive& archive, Value& value)
{
    auto& [operation, category, stage, count, time] = value;
    archive(operation, category, stage, count, time);
}

template <typename Archive, Either<CriticalPath> Value> void exchange(Archive& archive, Value& value)
{
    auto& [pieces, length, byCategory, levers, gaps, gapsBesideCompute] = value;
    static_cast<void>(pieces);
    archive(length, levers, gaps, gapsBesideCompute);
    for (auto& time : byCategory)
        archive(time);
}

template <typename Archive, Either<SpanId> Value> void exchange(Archive& archive, Value& value) { archive(value.value); }

template <typename Archive, Either<Evidence> Value> void exchange(Archive& archive, Value& value)
{
    auto& [spans, range, ranks, stages, rows, steps, layer] = value;
    archive(spans, range, ranks, stages, rows, steps, layer);
}

template <typename Archive, Either<Finding> Value> void exchange(Archive& archive, Value& value)
{
    auto& [id, title, sentence, costNs, share, costOrigin, kind, evidence, howComputed, suggestion, tryKnobs, gainNs]
        = value;
    static_cast<void>(gainNs); // they are in order
    archive(id, title, sentence, costNs, share, costOrigin, kind, evidence, howComputed, suggestion, tryKnobs);
}

template <typename Archive, Either<Findings> Value> void exchange(Archive& archive, Value& value)
{
    auto& [list, verdict, stepNs, step] = value;
    archive(list, verdict, stepNs, step);
}

template <typename Archive, Either<RunAnalysis> Value> void exchange(Archive& archive, Value& value)
{
    archive(value.step, value.stepTime, value.summary, value.stragglers.ranks, value.criticalPath,
        value.whyNoCriticalPath, value.findings);
}

namespace {
/// The spans that findings name, each once.
std::vector<SpanId> namedSpans(const Findings& findings)
{
    std::vector<SpanId> spans;
    for (const Finding& finding : findings.list)
        spans.insert(spans.end(), finding.evidence.spans.begin(), finding.evidence.spans.end());
    std::sort(spans.begin(), spans.end());
    spans.erase(std::unique(spans.begin(), spans.end()), spans.end());
    return spans;
}

bool isSoundAnalysis(const RunAnalysis& analysis, const Trace& trace)
{
    const auto steps = trace.steps().size();
    if (analysis.step < 0 || (size_t(analysis.step) >= steps && analysis.step != 0)
        || !isSound(analysis.summary.stageTimes, steps))
        return false;
    for (const Stragglers::Rank& rank : analysis.stragglers.ranks) {
        if (rank.rank >= trace.ranks().size())
            return false;
    }
    if (analysis.criticalPath) {
        for (const CriticalPath::Lever& lever : analysis.criticalPath->levers) {
            if (static_cast<int>(lever.operation) >= operationCount || static_cast<int>(lever.category) >= categoryCount)
                return false;
        }
    }
    for (const Finding& finding : analysis.findings.list) {
        if (finding.kind > Finding::Kind::Caveat || finding.costOrigin > Origin::Assumed)
            return false;
        for (const SpanId span : finding.evidence.spans) {
            if (span.value >= trace.spanCount())
                return false;
        }
    }
    return true;
}
} // namespace

std::string summaryDigest(const RunFolder& folder, const AfterRun& afterEach)
{
    return archived([&](BinaryWriter& archive) {
        archive(static_cast<uint64_t>(folder.runs.size()));
        for (size_t number = 0; number < folder.runs.size(); ++number) {
            const Run& run = folder.runs[number];
            FindingOptions options;
            options.top = SIZE_MAX;
            RunAnalysis analysis = analyzeRun(run, options).value();
            keepHelpfulKnobs(analysis.findings, folder, number);
            const std::vector<SpanId> kept = namedSpans(analysis.findings);
            for (Finding& finding : analysis.findings.list) {
                for (SpanId& span : finding.evidence.spans)
                    span.value = uint32_t(std::lower_bound(kept.begin(), kept.end(), span) - kept.begin());
            }
            writeTrace(archive, DerivedTrace::reduced(*run.trace, kept, false));
            archive(analysis);
            std::shared_ptr<StepPricer> pricer = std::move(analysis.pricer);
            analysis = {};
            if (afterEach)
                afterEach(uint32_t(number), std::move(pricer));
        }
    });
}

std::optional<SummarizedFolder> summarizedFolder(RunFolder tables, const std::string& digest)
{
    SummarizedFolder made;
    made.folder = std::move(tables);
    const bool isWhole = restored(digest, [&made](BinaryReader& archive) {
        uint64_t count = 0;
        archive(count);
        if (count != made.folder.runs.size())
            return archive.fail();
        for (Run& run : made.folder.runs) {
            run.trace = archive.isOk() ? readTrace(archive) : nullptr;
            RunAnalysis& analysis = made.analyses.emplace_back();
            archive(analysis);
            if (!run.trace || !archive.isOk() || !isSoundAnalysis(analysis, *run.trace))
                return archive.fail();
        }
    });
    return isWhole ? std::optional(std::move(made)) : std::nullopt;
}

bool isDigestOf(const Run& summarized, const Trace& tables)
{
    return summarized.trace->ranks().size() == tables.ranks().size()
        && summarized.trace->steps().size() == tables.steps().size();
}

} // namespace bubblescope
