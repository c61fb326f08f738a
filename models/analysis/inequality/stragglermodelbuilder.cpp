// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stragglermodelbuilder.h"

#include "partoftrace.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace bubblescope {

namespace {

/// Later starts than ends by this much are clocks that differ, not transfers.
constexpr double differingClocks = -1e7; // ns

bool isForwardMessage(StepOperation o) { return o == StepOperation::SendForward || o == StepOperation::ReceiveForward; }
bool isStepReceive(StepOperation o)
{
    return o == StepOperation::ReceiveForward || o == StepOperation::ReceiveBackward;
}

} // namespace

StragglerModelBuilder::StragglerModelBuilder(const RunContext& context) : m_context(context), m_operations(context) { }

bool StragglerModelBuilder::readPrograms()
{
    m_firstStep = m_operations.usualStep(cutSteps(m_context.trace()));
    const Trace& trace = m_context.trace();
    const RankGroups& groups = m_context.groups();
    const size_t ranks = trace.ranks().size();
    std::set<int> dataRanks;
    m_made.m_stageOf.resize(ranks);
    m_made.m_dataRankOf.resize(ranks);
    for (size_t r = 0; r < ranks; ++r) {
        m_made.m_stageOf[r] = std::max(groups.stage(r), 0); // without stages, all ranks run one program
        m_made.m_dataRankOf[r] = static_cast<int>(groups.modelReplica(r));
        m_made.m_stages = std::max(m_made.m_stages, m_made.m_stageOf[r] + 1);
        dataRanks.insert(m_made.m_dataRankOf[r]);
    }
    m_hasData = dataRanks.size() > 1;
    bool hasCompute = false;
    for (size_t r = 0; r < ranks; ++r) {
        const auto [program, isNew] = m_programs.try_emplace(m_made.m_stageOf[r]);
        if (!isNew)
            continue;
        uint32_t nth = 0;
        for (const RecordedOperation& recorded : m_operations.of(r, m_firstStep)) {
            std::vector<StagePlace>& places = program->second.places;
            nth = !places.empty() && places.back().kind == recorded.kind ? nth + 1 : 0;
            places.push_back({recorded.kind, nth, recorded.chunk, trace.begin(recorded.span), recorded.meets, {}});
            m_chunks = std::max(m_chunks, recorded.chunk + 1);
            m_overlaps = m_overlaps || recorded.kind == StepOperation::SeparateGradients;
            hasCompute = hasCompute || recorded.kind == StepOperation::Forward;
        }
    }
    return hasCompute;
}

void StragglerModelBuilder::connect(StageProgram& program, int stage)
{
    std::vector<StagePlace>& places = program.places;
    const auto chain = [&places](const std::vector<uint32_t>& order) {
        for (size_t i = 1; i < order.size(); ++i)
            places[order[i]].inputs.push_back(order[i - 1]);
    };
    const std::vector<uint32_t> computes = program.inOrder(isStepCompute);
    chain(computes);
    for (const StepOperation kind : {StepOperation::SendForward, StepOperation::ReceiveForward,
             StepOperation::SendBackward, StepOperation::ReceiveBackward}) {
        chain(program.inOrder([kind](StepOperation o) { return o == kind; }));
        connectMessages(
            program, stage, kind, isForwardMessage(kind) ? StepOperation::Forward : StepOperation::Backward);
    }
    // The first messages of the backward passes are posted before the last forward of the warmup.
    const std::vector<uint32_t> passes
        = program.inOrder([](StepOperation o) { return o == StepOperation::Forward || o == StepOperation::Backward; });
    size_t warmup = 0;
    while (warmup < passes.size() && places[passes[warmup]].kind == StepOperation::Forward)
        ++warmup;
    if (warmup >= 2 && warmup < passes.size()) {
        for (const StepOperation kind : {StepOperation::ReceiveBackward, StepOperation::SendBackward}) {
            if (program.count(kind) > 0)
                places[program.first(kind)].inputs.push_back(passes[warmup - 2]);
        }
    }
    if (m_hasData) {
        chain(program.inOrder([](StepOperation o) {
            return o == StepOperation::ParamsAllGather || o == StepOperation::GradientsReduceScatter;
        }));
        std::set<int16_t> gathered;
        const uint32_t first = program.first(StepOperation::ParamsAllGather);
        for (uint32_t p = first + program.count(StepOperation::ParamsAllGather); p-- > first;) {
            if (!gathered.insert(places[p].chunk).second)
                continue;
            const auto user = std::find_if(passes.begin(), passes.end(), [&](uint32_t pass) {
                return places[pass].kind == StepOperation::Forward && places[pass].chunk == places[p].chunk;
            });
            if (user != passes.end())
                places[*user].inputs.push_back(p);
        }
    }
    if (!computes.empty())
        connectEnd(program, computes.back());
}

/// A compute precedes the send of its result; a receive precedes the compute that uses it and is posted after the one
/// before that.
void StragglerModelBuilder::connectMessages(StageProgram& program, int stage, StepOperation kind, StepOperation compute)
{
    std::vector<StagePlace>& places = program.places;
    const uint32_t messages = program.first(kind);
    const uint32_t messageCount = program.count(kind);
    const uint32_t firstCompute = program.first(compute);
    const uint32_t computeCount = program.count(compute);
    const int toPeer = kind == StepOperation::SendForward || kind == StepOperation::ReceiveBackward ? 1 : -1;
    std::vector<uint32_t> partners; // those that have a neighbour
    for (uint32_t c = 0; c < computeCount; ++c) {
        const int peer = places[firstCompute + c].chunk * m_made.m_stages + stage + toPeer;
        if (peer >= 0 && peer < m_made.m_stages * m_chunks)
            partners.push_back(c);
    }
    if (partners.size() != messageCount) {
        partners.resize(computeCount);
        std::iota(partners.begin(), partners.end(), 0U);
    }
    for (uint32_t k = 0; k < messageCount && k < partners.size(); ++k) {
        const uint32_t pass = firstCompute + partners[k];
        if (!isStepReceive(kind)) {
            places[messages + k].inputs.push_back(pass);
            continue;
        }
        places[pass].inputs.push_back(messages + k);
        if (partners[k] > 0)
            places[messages + k].inputs.push_back(pass - 1);
    }
}

/// From the last compute to the optimizer.
void StragglerModelBuilder::connectEnd(StageProgram& program, uint32_t lastCompute)
{
    std::vector<StagePlace>& places = program.places;
    std::vector<uint32_t> before {lastCompute};
    bool isFirstAfterGradients = true; // that they overlap compute
    for (uint32_t p = program.first(StepOperation::GarbageCollection); p < places.size(); ++p) {
        const StepOperation kind = places[p].kind;
        const bool isGradients = kind == StepOperation::GradientsReduceScatter;
        if (isGradients && m_overlaps) {
            // Reduced as soon as the last backward of its chunk has ended; the end of the step waits for the last one.
            bool isFirst = true;
            for (uint32_t other = program.first(kind); other < p; ++other)
                isFirst = isFirst && places[other].chunk != places[p].chunk;
            const uint32_t backward = program.first(StepOperation::Backward);
            for (uint32_t b = backward + program.count(StepOperation::Backward); isFirst && b-- > backward;) {
                if (places[b].chunk == places[p].chunk) {
                    places[p].inputs.push_back(b);
                    break;
                }
            }
            continue;
        }
        if (isFirstAfterGradients && kind != StepOperation::GarbageCollection && m_overlaps
            && program.count(StepOperation::GradientsReduceScatter) > 0) {
            isFirstAfterGradients = false;
            before.push_back(program.first(StepOperation::GradientsReduceScatter)
                + program.count(StepOperation::GradientsReduceScatter) - 1);
        }
        places[p].inputs.insert(places[p].inputs.end(), before.begin(), before.end());
        before = {p};
    }
}

void StragglerModelBuilder::addNodes()
{
    const size_t ranks = m_made.m_stageOf.size();
    for (size_t r = 0; r < ranks; ++r) {
        const StageProgram& program = m_programs.at(m_made.m_stageOf[r]);
        m_firstNode.push_back(static_cast<uint32_t>(m_made.m_nodes.size()));
        const bool hasOptimizer = program.count(StepOperation::Optimizer) > 0;
        for (const StagePlace& place : program.places) {
            StragglerModel::Node node;
            node.kind = place.kind;
            node.rank = static_cast<uint32_t>(r);
            m_made.m_nodes.push_back(node);
            m_made.m_isLast.push_back(!hasOptimizer || place.kind == StepOperation::Optimizer);
        }
    }
    m_made.m_firstInput.push_back(0);
    for (size_t r = 0; r < ranks; ++r) {
        for (const StagePlace& place : m_programs.at(m_made.m_stageOf[r]).places) {
            for (const uint32_t input : place.inputs)
                m_made.m_inputs.push_back(nodeOf(r, input));
            m_made.m_firstInput.push_back(static_cast<uint32_t>(m_made.m_inputs.size()));
        }
    }
}

void StragglerModelBuilder::group(std::vector<uint32_t> members)
{
    for (const uint32_t member : members)
        m_made.m_nodes[member].group = m_made.m_groups;
    ++m_made.m_groups;
    m_members.push_back(std::move(members));
}

void StragglerModelBuilder::addGroups()
{
    const RankGroups& groups = m_context.groups();
    const size_t ranks = m_made.m_stageOf.size();
    // A send and its receive: the k-th of each, on the rank at the same place of the next stage.
    for (size_t r = 0; r < ranks; ++r) {
        const int next = groups.next(r);
        if (next < 0 || m_made.m_stages < 2)
            continue;
        const StageProgram& own = m_programs.at(m_made.m_stageOf[r]);
        const StageProgram& other = m_programs.at(m_made.m_stageOf[size_t(next)]);
        const auto pair = [&](StepOperation here, StepOperation there) {
            for (uint32_t k = 0; k < std::min(own.count(here), other.count(there)); ++k)
                group({nodeOf(r, own.first(here) + k), nodeOf(size_t(next), other.first(there) + k)});
        };
        pair(StepOperation::SendForward, StepOperation::ReceiveForward);
        pair(StepOperation::ReceiveBackward, StepOperation::SendBackward);
    }
    // Collectives: the k-th of all members. Where clipping is not recorded apart, optimizer steps meet.
    const bool isClippingRecorded = std::any_of(m_programs.begin(), m_programs.end(),
        [](const auto& entry) { return entry.second.count(StepOperation::ClipGradients) > 0; });
    const bool optimizersMeet = !isClippingRecorded && !m_context.optimizerSteps().instances.empty();
    std::map<std::tuple<StepOperation, int64_t, uint32_t>, std::vector<uint32_t>> met;
    for (size_t r = 0; r < ranks; ++r) {
        const StageProgram& program = m_programs.at(m_made.m_stageOf[r]);
        for (uint32_t p = 0; p < program.places.size(); ++p) {
            const StagePlace& place = program.places[p];
            int64_t members = -1;
            switch (place.kind) {
            case StepOperation::Loss:
                members = place.meets && m_hasData ? groups.group(r, Category::DataComm) : -1;
                break;
            case StepOperation::ParamsAllGather:
            case StepOperation::GradientsReduceScatter:
            case StepOperation::SeparateGradients:
                members = m_hasData ? groups.group(r, Category::DataComm) : -1;
                break;
            case StepOperation::ExpertGradients:
                members = groups.group(r, Category::ExpertDataComm);
                break;
            case StepOperation::EmbeddingGradients:
                members = groups.group(r, Category::EmbeddingComm);
                break;
            case StepOperation::ClipGradients:
                members = 0;
                break;
            case StepOperation::Optimizer:
                members = optimizersMeet ? groups.modelReplica(r) : -1;
                break;
            default:
                break;
            }
            if (members >= 0)
                met[{place.kind, members, place.nth}].push_back(nodeOf(r, p));
        }
    }
    for (auto& [key, members] : met)
        group(std::move(members));
}

bool StragglerModelBuilder::isSame(const StageProgram& program, std::span<const RecordedOperation> recorded) const
{
    return recorded.size() == program.places.size()
        && std::equal(recorded.begin(), recorded.end(), program.places.begin(),
            [](const RecordedOperation& a, const StagePlace& b) { return a.kind == b.kind; });
}

void StragglerModelBuilder::takeSteps()
{
    const size_t ranks = m_made.m_stageOf.size();
    const std::vector<bool> cut = cutSteps(m_context.trace());
    for (size_t step = 0; step < m_operations.stepCount(); ++step) {
        bool isWhole = step >= cut.size() || !cut[step];
        TimeRange range = TimeRange::nothing();
        for (size_t r = 0; r < ranks && isWhole; ++r) {
            const auto recorded = m_operations.of(r, step);
            isWhole = isSame(m_programs.at(m_made.m_stageOf[r]), recorded);
            for (const RecordedOperation& operation : recorded)
                range = range.united(m_context.trace().range(operation.span));
        }
        if (isWhole) {
            m_made.m_steps.push_back(static_cast<uint32_t>(step));
            m_made.m_recorded.push_back(double(range.duration()));
        } else {
            ++m_made.m_leftOut;
        }
    }
}

void StragglerModelBuilder::takeDurations()
{
    const size_t steps = m_made.m_steps.size();
    m_made.m_duration = ColumnVector<float>(m_context.trace().pool());
    m_made.m_span = ColumnVector<SpanId>(m_context.trace().pool());
    m_made.m_duration.resize(m_made.m_nodes.size() * steps);
    m_made.m_span.resize(m_made.m_nodes.size() * steps);
    const Trace& trace = m_context.trace();
    std::vector<TimeNs> latest(m_made.m_groups);
    for (size_t s = 0; s < steps; ++s) {
        std::fill(latest.begin(), latest.end(), std::numeric_limits<TimeNs>::min());
        const auto forEach = [&](const auto& visit) {
            for (size_t r = 0; r < m_firstNode.size(); ++r) {
                uint32_t n = m_firstNode[r];
                for (const RecordedOperation& recorded : m_operations.of(r, m_made.m_steps[s]))
                    visit(n++, recorded);
            }
        };
        forEach([&](uint32_t n, const RecordedOperation& recorded) {
            if (const uint32_t group = m_made.m_nodes[n].group; group != StragglerModel::none)
                latest[group] = std::max(latest[group], trace.begin(recorded.span));
        });
        forEach([&](uint32_t n, const RecordedOperation& recorded) {
            const uint32_t group = m_made.m_nodes[n].group;
            const TimeNs begin = group == StragglerModel::none ? trace.begin(recorded.span) : latest[group];
            double duration = double(trace.end(recorded.span) - begin);
            if (group != StragglerModel::none && duration <= differingClocks)
                duration = 0;
            m_made.m_duration[n * steps + s] = static_cast<float>(duration);
            m_made.m_span[n * steps + s] = recorded.span;
        });
    }
}

/// Kahn's algorithm over nodes and groups: what waits for a member of a group waits for all of its members. False for a
/// cycle.
bool StragglerModelBuilder::sort()
{
    const auto nodes = static_cast<uint32_t>(m_made.m_nodes.size());
    // Items: nodes, then groups. A node feeds its group; a group, or a node without one, feeds what waits for the node.
    std::vector<uint32_t> missing(nodes + m_made.m_groups, 0);
    std::vector<std::vector<uint32_t>> fed(nodes + m_made.m_groups);
    for (uint32_t n = 0; n < nodes; ++n) {
        for (uint32_t i = m_made.m_firstInput[n]; i < m_made.m_firstInput[n + 1]; ++i) {
            const uint32_t input = m_made.m_inputs[i];
            const uint32_t group = m_made.m_nodes[input].group;
            fed[group == StragglerModel::none ? input : nodes + group].push_back(n);
            ++missing[n];
        }
        if (const uint32_t group = m_made.m_nodes[n].group; group != StragglerModel::none) {
            fed[n].push_back(nodes + group);
            ++missing[nodes + group];
        }
    }
    std::vector<uint32_t> ready;
    for (uint32_t n = 0; n < nodes; ++n) {
        if (missing[n] == 0)
            ready.push_back(n);
    }
    while (!ready.empty()) {
        const uint32_t item = ready.back();
        ready.pop_back();
        if (item < nodes)
            m_made.m_order.push_back(item);
        for (const uint32_t next : fed[item]) {
            if (--missing[next] == 0)
                ready.push_back(next);
        }
    }
    return m_made.m_order.size() == nodes;
}

Result<StragglerModel> StragglerModelBuilder::build()
{
    if (!m_context.trace().ranksAreComparable()) {
        return Error {say("The ranks were recorded one after another: they share no step."),
            say("Straggler what-ifs need a measured run."), {}};
    }
    if (!readPrograms()) {
        if (std::optional<Error> cut = StragglerModel::whyNoWholeStep(m_context.trace()))
            return *std::move(cut);
        return Error {say("The trace records no forward passes as operations."),
            say("Straggler what-ifs need the operations of a step: the rank traces of Echo or of Megatron's tracer, or "
                "those of ByteDance's."),
            {}};
    }
    for (auto& [stage, program] : m_programs)
        connect(program, stage);
    addNodes();
    addGroups();
    takeSteps();
    if (!sort()) {
        return Error {say("The recorded order of operations cannot be run: some wait for each other."),
            say("Open the traces of all ranks, and check their clocks."), {}};
    }
    takeDurations();
    return std::move(m_made);
}

} // namespace bubblescope
