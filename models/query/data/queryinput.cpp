// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queryinput.h"

#include "hangs.h"
#include "hangwords.h"
#include "helpfulknobs.h"
#include "logfindings.h"
#include "querystop.h"
#include "typicalstep.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr size_t mostStepsBytes = 64 << 20;

size_t memoryOf(const QueryInput::Step& step)
{
    const size_t ofPath = step.path ? step.path->pieces.size() * sizeof(CriticalPath::Piece) : 0;
    return sizeof(step) + step.summary.ranks.size() * sizeof(RankSummary) + step.bubbles.all.size() * sizeof(Bubble)
        + ofPath;
}

} // namespace

QueryInput::QueryInput(const RunFolder& folder, SimulationSource source, int number, const std::atomic<bool>& stopped)
    : m_folder(folder)
    , m_source(source)
    , m_number(number)
    , m_hang(recorded() ? hangOf(*recorded(), folder) : -1)
    , m_stopped(stopped)
{
    m_name = recorded() ? recorded()->name
        : log()         ? log()->name
        : workload()    ? workload()->name
        : layerTable()  ? layerTable()->name
                        : m_folder.jobs[m_source.index].name;
}

const char* QueryInput::kind() const
{
    constexpr std::array<const char*, 5> kinds {"run", "layer table", "workload", "run log", "described job"};
    return isHang() ? "hang" : kinds[size_t(m_source.kind)];
}

Origin QueryInput::origin() const
{
    if (recorded())
        return recorded()->origin;
    return layerTable() ? layerTable()->origin : log() ? Origin::Measured : Origin::Modelled;
}

const Run* QueryInput::recorded() const
{
    return m_source.kind == SimulationSource::Kind::Run ? &m_folder.runs[m_source.index] : nullptr;
}

const RunLog* QueryInput::log() const
{
    return m_source.kind == SimulationSource::Kind::RunLog ? &m_folder.runLogs[m_source.index] : nullptr;
}

const Workload* QueryInput::workload() const
{
    return m_source.kind == SimulationSource::Kind::Workload ? &m_folder.workloads[m_source.index] : nullptr;
}

const LayerTable* QueryInput::layerTable() const
{
    return m_source.kind == SimulationSource::Kind::LayerTable ? &m_folder.layerTables[m_source.index] : nullptr;
}

void QueryInput::stopIfAsked() const
{
    if (m_stopped)
        throw QueryStopped();
}

const ModelledInput& QueryInput::modelled()
{
    if (!m_modelled) {
        stopIfAsked();
        m_modelled = modelledInput(m_folder, m_source);
        if (m_modelled->step && m_modelled->step->figures.stepNs <= 0)
            m_modelled->step = nullptr;
    }
    return *m_modelled;
}

const Run* QueryInput::run()
{
    if (recorded())
        return recorded();
    if (log())
        return nullptr;
    return modelled().step ? &modelled().step->run : nullptr;
}

void QueryInput::setUnread(UnreadSpans spans, QueryNotices& notices)
{
    if (recorded() && spans.blocks)
        m_unread = std::make_unique<UnreadRun>(std::move(spans), *recorded(), m_stopped, notices);
}

const QuerySpansPtr& QueryInput::spans()
{
    if (!m_spans)
        m_spans = std::make_shared<QuerySpans>(contextOf(*run()), hasTimes(), m_stopped);
    return m_spans;
}

void QueryInput::shareContextOf(QueryInput& other)
{
    if (other.recorded())
        m_spans = std::make_shared<QuerySpans>(other.spans()->sharedContext(), hasTimes(), m_stopped);
}

bool QueryInput::hasTimes() { return run() && run()->kind != Run::Kind::Plan && spanCount() > 0; }

const RunAnalysis& QueryInput::analysis()
{
    if (m_unread) {
        if (const std::optional<Error>& whyNot = m_unread->known().whyNot)
            throw QueryRefused(*whyNot);
        if (!m_unread->known().analysis)
            throw QueryRefused(Error {say("The index does not say what was found in all of its ranks."),
                say("Give the query more memory, --memory, or make the index again."), {}});
        return *m_unread->known().analysis;
    }
    if (!m_analysis) {
        FindingOptions options;
        options.progress = [this](uint64_t, uint64_t) { return !m_stopped; };
        std::optional<RunAnalysis> analysis = analyzeRun(*run(), options);
        if (!analysis)
            throw QueryStopped();
        if (recorded())
            keepHelpfulKnobs(analysis->findings, m_folder, m_source.index, options.progress);
        stopIfAsked();
        m_analysis = std::move(analysis);
    }
    return *m_analysis;
}

int QueryInput::stepCount() { return isHang() ? 0 : std::max(int(trace().steps().size()), 1); }

int32_t QueryInput::stepNumber(int index)
{
    const auto steps = trace().steps();
    return size_t(index) < steps.size() ? steps[size_t(index)].number : 1;
}

int QueryInput::representativeStep()
{
    if (m_unread)
        return analysis().step;
    return hasTimes() ? typicalStep(trace()) : 0;
}

const Stragglers& QueryInput::stragglers()
{
    if (!m_stragglers)
        m_stragglers = m_unread ? analysis().stragglers
            : hasTimes()        ? findStragglers(spans()->context())
                                : Stragglers();
    return *m_stragglers;
}

QueryInput::Step QueryInput::made(int index)
{
    if (m_analysis && m_analysis->step == index)
        return {index, spans(), m_analysis->summary, m_analysis->bubbles, m_analysis->criticalPath, true, {}, {}};
    Step step;
    step.spans = m_unread ? m_unread->stepOfAll(index) : spans();
    const RunContext& context = step.spans->context();
    const Timing& timing = context.trace().timing();
    const std::vector<Waiting>& waiting = step.spans->waiting();
    std::vector<std::vector<IdleStretch>> idle;
    step.summary = summarizeStep(context, timing, windowOfStep(trace(), index), waiting, &idle);
    step.bubbles = explainBubbles(context, timing, idle, waiting, stragglers());
    step.index = index;
    return step;
}

const QueryInput::Step& QueryInput::step(int index)
{
    if (m_step && m_step->index == index)
        return *m_step;
    auto known = m_steps.find(index);
    if (known == m_steps.end()) {
        stopIfAsked();
        // What is read of steps takes much memory: only those that share it stay.
        const bool isElsewhere = m_unread && !m_unread->keepsStepOfAll(index);
        if (m_stepsBytes > mostStepsBytes || isElsewhere) {
            m_step = nullptr;
            m_steps.clear();
            m_stepsBytes = 0;
        }
        known = m_steps.emplace(index, made(index)).first;
        m_stepsBytes += memoryOf(known->second);
    }
    m_step = &known->second;
    return *m_step;
}

const CriticalPath* QueryInput::path(int index)
{
    step(index);
    if (!m_step->hasPath) {
        Result<StepPricer> pricer
            = StepPricer::make(m_step->spans->context(), index, [this](uint64_t, uint64_t) { return !m_stopped; });
        stopIfAsked();
        const size_t before = memoryOf(*m_step);
        if (pricer)
            m_step->path = pricer->criticalPath();
        m_step->hasPath = true;
        m_stepsBytes += memoryOf(*m_step) - before;
    }
    return m_step->path ? &*m_step->path : nullptr;
}

const std::vector<IdleCause>& QueryInput::idleCauses(int index)
{
    step(index);
    if (!m_step->idleCauses) {
        const RunContext& context = m_step->spans->context();
        const auto pauses
            = devicePauses(context, context.trace().timing(), windowOfStep(trace(), index), m_step->spans->waiting());
        m_step->idleCauses = idleCausesOf(context.trace(), pauses);
        m_stepsBytes += m_step->idleCauses->size() * sizeof(IdleCause);
    }
    return *m_step->idleCauses;
}

const std::vector<RankOperator>& QueryInput::operators(int index)
{
    step(index);
    if (!m_step->operators) {
        std::vector<RankOperator> found
            = operatorsByRank(m_step->spans->trace(), index, [this] { return !m_stopped; });
        stopIfAsked();
        m_step->operators = std::move(found);
        for (const RankOperator& of : *m_step->operators)
            m_stepsBytes += sizeof of + of.use.name.size() + of.use.shapes.size() + of.use.dataTypes.size();
    }
    return *m_step->operators;
}

const std::vector<QueryInput::LogStage>& QueryInput::logStages()
{
    if (!m_logStages) {
        m_logStages.emplace();
        const std::vector<double> forward = log() ? log()->stageForwardMsPerMicrobatch() : std::vector<double>();
        for (size_t s = 0; s < forward.size(); ++s) {
            if (std::isfinite(forward[s]))
                m_logStages->push_back({int(s), forward[s] * 1e6});
        }
    }
    return *m_logStages;
}

const std::vector<TimerMedian>& QueryInput::logTimers()
{
    if (!m_logTimers)
        m_logTimers = log() ? medianTimers(*log()) : std::vector<TimerMedian>();
    return *m_logTimers;
}

const Findings& QueryInput::findings()
{
    if (recorded() && !isHang())
        return analysis().findings;
    if (!log() && !isHang())
        return modelled().findings;
    if (!m_ownFindings && log())
        m_ownFindings = findLogFindings(*log());
    if (!m_ownFindings) {
        const std::span<const FlightDump> dumps = hangsAmong(m_folder.flightDumps)[size_t(m_hang)];
        m_ownFindings.emplace().verdict = hangSentence(analyseHang(dumps));
    }
    return *m_ownFindings;
}

double QueryInput::stepNs()
{
    if (isHang())
        return 0;
    if (recorded())
        return double(analysis().stepTime);
    if (log())
        return findings().stepNs;
    return modelled().step ? modelled().step->figures.stepNs : 0;
}

std::optional<MeasuredThroughput> QueryInput::throughput()
{
    if (const RunLog* own = log())
        return measuredThroughput(*own, stepNs());
    const Run* own = recorded();
    return own && !isHang() ? measuredThroughput(m_folder, *own, stepNs()) : std::nullopt;
}

} // namespace bubblescope
