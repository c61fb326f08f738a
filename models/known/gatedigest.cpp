// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gatedigest.h"

#include "packedtext.h"
#include "parallel.h"
#include "runcontext.h"
#include "stepcells.h"
#include "traceexchange.h"
#include "tracegraph.h"
#include "typicalstep.h"
#include "whatif.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope {

template <typename Archive, Either<StepSeries> Value> void exchange(Archive& archive, Value& value)
{
    auto& [numbers, values, isExact] = value;
    archive(numbers, values, isExact);
}

/// Without what its run knows, and what `summary` has found.
template <typename Archive, Either<GateRun> Value> void exchange(Archive& archive, Value& value)
{
    auto& [name, kind, device, layout, ranks, hosts, globalBatch, messageBytes, gradientBytes, expertGradientBytes,
        expertGatherBytes, steps, series, run, log, findings, context, whole, unread]
        = value;
    (static_cast<void>(name), static_cast<void>(kind), static_cast<void>(layout), static_cast<void>(findings));
    (static_cast<void>(run), static_cast<void>(log), static_cast<void>(context), static_cast<void>(whole));
    static_cast<void>(unread);
    archive(
        device, ranks, hosts, globalBatch, messageBytes, gradientBytes, expertGradientBytes, expertGatherBytes, steps);
    for (auto& one : series)
        archive(one);
}

template <typename Archive, Either<StepCells::LinkKey> Value> void exchange(Archive& archive, Value& value)
{
    archive(value.category, value.from, value.to);
}

namespace {
using KeptTransfers = std::vector<std::pair<StepCells::LinkKey, double>>;

void writeCells(BinaryWriter& archive, const std::optional<StepCells>& cells)
{
    archive(cells.has_value());
    if (!cells)
        return;
    archive(cells->typicalStep, KeptTransfers(cells->transfers.begin(), cells->transfers.end()));
    archive.column(cells->works);
}

/// Of whole nanoseconds, divided by a few steps: ratios of them are within what can be reckoned with.
bool isTime(double ns) { return ns == 0 || (ns > 0.01 && ns < 1e18); }

bool areSoundCells(const StepCells& cells, const Trace& trace)
{
    const auto isKnown = [](const auto& transfer) {
        return static_cast<int>(transfer.first.category) < categoryCount && isTime(transfer.second);
    };
    return cells.typicalStep >= 0 && size_t(cells.typicalStep) < std::max<size_t>(trace.steps().size(), 1)
        && cells.works.size() == trace.ranks().size() * size_t(categoryCount)
        && std::all_of(cells.works.begin(), cells.works.end(), isTime)
        && std::all_of(cells.transfers.begin(), cells.transfers.end(), isKnown);
}

std::optional<StepCells> readCells(BinaryReader& archive, const TracePtr& tables)
{
    bool isThere = false;
    archive(isThere);
    if (!isThere)
        return std::nullopt;
    StepCells cells;
    KeptTransfers transfers;
    archive(cells.typicalStep, transfers);
    archive.column(cells.works);
    cells.transfers.insert(transfers.begin(), transfers.end());
    cells.trace = tables;
    if (!areSoundCells(cells, *tables))
        archive.fail();
    return cells;
}

bool isSoundSeries(const StepSeries& series)
{
    const auto isAmount = [](double value) { return std::isfinite(value) && std::abs(value) < 1e19; };
    return series.numbers.size() == series.values.size() && std::is_sorted(series.numbers.begin(), series.numbers.end())
        && std::all_of(series.values.begin(), series.values.end(), isAmount);
}

bool isSoundRun(const GateRun& run)
{
    const auto isAmount = [](const std::optional<double>& value) { return !value || std::isfinite(*value); };
    return run.ranks >= 0 && run.hosts >= 0 && run.steps >= 0 && isAmount(run.messageBytes)
        && isAmount(run.gradientBytes) && isAmount(run.expertGradientBytes) && isAmount(run.expertGatherBytes)
        && std::all_of(
            run.series.begin(), run.series.end(), [](const StepSeries& series) { return isSoundSeries(series); });
}

uint64_t spansOfTables(const Trace& tables)
{
    uint64_t spans = 0;
    for (const RankSpans& rank : spansByRank(tables))
        spans += rank.count;
    return spans;
}

/// What a digest knows of a run, and its typical step, read when it is asked for.
class KeptCells : public UnreadCells {
public:
    KeptCells(std::optional<StepCells> cells, KnownIndexPtr index, uint32_t run, ParallelLayout layout, uint64_t memory)
        : m_cells(std::move(cells))
        , m_index(std::move(index))
        , m_run(run)
        , m_layout(std::move(layout))
        , m_memory(memory)
    {
    }

    Result<std::optional<StepCells>> cells(bool withGraph) const override
    {
        std::optional<StepCells> made = m_cells;
        if (!made || !withGraph)
            return made;
        const auto steps = made->trace->steps();
        if (steps.empty())
            return takesTooMuch(say("Everything"), spansOfTables(*made->trace) * RankBlocks::bytesOfSpan, m_memory);
        const int32_t number = steps[size_t(made->typicalStep)].number;
        const RankBlocks::Read read
            = m_index->blocks(m_run)->readStep(number, m_memory / RankBlocks::bytesOfSpan, threadCount());
        if (!read.trace && read.spans > 0)
            return takesTooMuch(say("Step {} of all ranks", number), read.spans * RankBlocks::bytesOfSpan, m_memory);
        if (!read.trace || read.damaged > 0)
            return m_index->runs().damaged();
        made->context = std::make_shared<RunContext>(read.trace, m_layout);
        made->trace = read.trace;
        Result<std::shared_ptr<const TraceGraph>> graph = sharedTraceGraph(*made->context, made->typicalStep);
        if (!graph)
            return graph.error();
        made->typical = std::move(graph).value();
        return made;
    }

private:
    std::optional<StepCells> m_cells;
    KnownIndexPtr m_index;
    uint32_t m_run;
    ParallelLayout m_layout;
    uint64_t m_memory;
};
} // namespace

std::string measuredHardware(const RunFolder& folder, size_t run)
{
    if (run >= folder.runs.size())
        return {};
    const Result<Simulator> simulator
        = Simulator::make(folder, {SimulationSource::Kind::Run, run, typicalStep(*folder.runs[run].trace)});
    if (!simulator || simulator->machine().by == MachineGuess::By::Assumed)
        return {};
    return simulator->machine().hardware.name;
}

std::string gateDigest(const RunFolder& folder, size_t run)
{
    const GateRun made = gateRunOf(folder.runs[run], false);
    return archived([&](BinaryWriter& archive) {
        archive(made, measuredHardware(folder, run));
        writeCells(archive, made.of(GateQuantity::Step).values.empty() ? std::nullopt : StepCells::measure(made));
    });
}

Result<KeptGate> keptGate(const KnownIndexPtr& index, uint32_t run, uint64_t memory)
{
    const std::shared_ptr<const SummarizedFolder>& known = index->summarized();
    if (!known)
        return index->whyUnknown(IndexSection::Summary);
    const Run& summarized = known->folder.runs[run];
    const TracePtr tables = tablesOf(index->blocks(run));
    const Result<std::string> digest = index->runs().analysis(IndexSection::Gate, run);
    if (!digest)
        return digest.error();
    KeptGate kept;
    std::optional<StepCells> cells;
    const bool isWhole = isDigestOf(summarized, *tables) && restored(*digest, [&](BinaryReader& archive) {
        archive(kept.run, kept.hardware);
        cells = readCells(archive, tables);
    });
    if (!isWhole || !isSoundRun(kept.run))
        return index->runs().damaged();
    kept.run.name = summarized.name;
    kept.run.kind = runKindName(summarized.kind);
    kept.run.layout = summarized.layout;
    kept.run.run = &summarized;
    kept.run.findings = known->analyses[run].findings;
    kept.run.unread = std::make_shared<KeptCells>(std::move(cells), index, run, summarized.layout, memory);
    return kept;
}

} // namespace bubblescope
