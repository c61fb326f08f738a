// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "knownrun.h"

#include "gatedigest.h"
#include "helpfulknobs.h"
#include "keptsteps.h"
#include "operatordigest.h"
#include "parallel.h"
#include "runcontext.h"
#include "runoverview.h"
#include "stragglerdigest.h"
#include "traceranges.h"
#include "typicalstep.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace bubblescope {

namespace {
/// Half of the memory is for what they are read of, and for what is found out about them.
uint64_t spansAtOnce(uint64_t memory)
{
    constexpr uint64_t most = 1'000'000; // more at once are no faster
    return std::clamp<uint64_t>(memory / 2 / RankBlocks::bytesOfSpan, 1, most);
}
} // namespace

KnownRun::KnownRun(const RunFolder& folder, size_t number, KnownIndexPtr index, bool lacksSpans, uint64_t memory)
    : m_folder(folder), m_number(number), m_index(std::move(index)), m_lacksSpans(lacksSpans), m_memory(memory)
{
}

Result<KnownAnalysis> KnownRun::analysis(const FindingOptions& options) const
{
    if (m_lacksSpans && options.step < 0) {
        const std::shared_ptr<const SummarizedFolder>& kept = m_index->summarized();
        if (!kept)
            return m_index->whyUnknown(IndexSection::Summary);
        KnownAnalysis known {{kept, &kept->folder.runs[m_number]}, kept->analyses[m_number]};
        if (std::vector<Finding>& list = known.analysis.findings.list; list.size() > options.top)
            list.resize(options.top);
        return known;
    }
    std::optional<RunAnalysis> found = analyzeRun(run(), options);
    if (!found)
        return Error {say("cancelled"), {}, {}};
    keepHelpfulKnobs(found->findings, m_folder, m_number, options.progress);
    return KnownAnalysis {{std::shared_ptr<const Run>(), &run()}, *std::move(found)};
}

std::optional<TimeParts> KnownRun::stepParts() const
{
    const auto known = [](const TimeParts& parts) { return parts.whole() > 0 ? std::optional(parts) : std::nullopt; };
    if (m_index && m_index->summarized())
        return known(m_index->summarized()->analyses[m_number].summary.parts());
    const Trace& trace = *run().trace;
    if (m_lacksSpans || trace.spanCount() == 0 || holdsPartOfRun(trace))
        return {};
    const std::shared_ptr<const RunContext> context = contextOf(run());
    const std::optional<TimeRange> step = windowOfStep(trace, typicalStep(trace));
    return known(summarizeStep(*context, trace.timing(), step, findWaiting(*context, trace.timing())).parts());
}

Result<std::vector<OperatorUse>> KnownRun::operators(int step) const
{
    const Trace& trace = *run().trace;
    if (!m_lacksSpans || step >= 0)
        return operatorsOf(trace, step >= 0 ? step : typicalStep(trace));
    const Result<std::string> text = m_index->runs().analysis(IndexSection::Operators, uint32_t(m_number));
    if (!text)
        return text.error();
    std::optional<std::vector<OperatorUse>> kept = restoredOperators(*text);
    return kept ? Result(*std::move(kept)) : Result<std::vector<OperatorUse>>(m_index->runs().damaged());
}

Result<StepTablePtr> KnownRun::steps() const
{
    if (m_index) {
        const Result<std::string> text = m_index->runs().analysis(IndexSection::Steps, uint32_t(m_number));
        if (StepTablePtr kept = text ? restoredSteps(*text) : nullptr)
            return kept;
        if (m_lacksSpans)
            return m_index->whyUnknown(IndexSection::Steps, uint32_t(m_number));
    }
    return std::make_shared<const StepTable>(StepTable::ofRun(*contextOf(run())));
}

Result<StragglerWhatIf> KnownRun::stragglers() const
{
    if (!m_lacksSpans)
        return findStragglerWhatIf(*contextOf(run()));
    const Result<std::string> text = m_index->runs().analysis(IndexSection::Stragglers, uint32_t(m_number));
    if (!text)
        return text.error();
    std::optional<Result<StragglerWhatIf>> kept = restoredStragglers(*text, m_index->blocks(m_number)->tables());
    return kept ? *std::move(kept) : Result<StragglerWhatIf>(m_index->runs().damaged());
}

Result<GateRun> KnownRun::gate(bool wantsFindings) const
{
    if (!m_lacksSpans)
        return gateRunOf(run(), wantsFindings);
    Result<KeptGate> kept = keptGate(m_index, uint32_t(m_number), m_memory);
    return kept ? Result<GateRun>(std::move(kept->run)) : Result<GateRun>(kept.error());
}

std::string KnownRun::hardware() const
{
    if (!m_lacksSpans)
        return measuredHardware(m_folder, m_number);
    const Result<KeptGate> kept = keptGate(m_index, uint32_t(m_number), m_memory);
    return kept ? kept->hardware : std::string();
}

Result<ComparedRun> KnownRun::compared(const ComparedPart& part) const
{
    const auto goOn = [] { return true; };
    if (!m_lacksSpans)
        return *comparedRun(run(), goOn, part);
    const std::shared_ptr<const SummarizedFolder>& known = m_index->summarized();
    const Result<std::string> text = m_index->runs().analysis(IndexSection::Overview, uint32_t(m_number));
    if (!text)
        return text.error();
    const std::shared_ptr<const RunSummary> summary = restoredOverview(*text);
    const RankBlocks& blocks = *m_index->blocks(m_number);
    const Trace& tables = blocks.tables();
    const Error damaged {say("What the index holds of its first run is damaged."), say("Index the run again."), {}};
    if (!known || !isDigestOf(known->folder.runs[m_number], tables) || !summary || !isOverviewOf(*summary, tables))
        return damaged;
    std::vector<uint32_t> ranks(tables.ranks().size());
    std::iota(ranks.begin(), ranks.end(), 0u);
    NameTimes names;
    DeviceSums devices(part);
    for (const std::vector<uint32_t>& batch : rankBatches(tables, ranks, spansAtOnce(m_memory))) {
        const RankBlocks::Read read = blocks.read(batch, threadCount());
        if (!read.trace || read.damaged > 0)
            return damaged;
        devices.add(*read.trace, goOn);
        if (devices.parts() == 0)
            names.add(*read.trace, goOn);
    }
    if (devices.parts() > 0)
        names = {}; // of the ranks before the first one with a device: who has all at once does not add them
    if (part != ComparedPart())
        return comparedPart(part, devices, tables);
    return ComparedRun(*summary, known->analyses[m_number].stragglers, names, devices, tables);
}

std::optional<Error> KnownRun::whyOutdated() const
{
    return m_lacksSpans && m_index->runs().isOutdated() ? std::optional(m_index->runs().unusable()) : std::nullopt;
}

bool KnownFolder::lacksSpans() const
{
    return std::find(m_lacksSpans.begin(), m_lacksSpans.end(), true) != m_lacksSpans.end();
}

} // namespace bubblescope
