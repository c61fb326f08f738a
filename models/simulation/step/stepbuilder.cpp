// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepbuilder.h"

#include "joblayout.h"
#include "parallel.h"
#include "passtimes.h"
#include "recordednames.h"
#include "roundedtime.h"
#include "scheduledwork.h"
#include "schedulemessages.h"
#include "stepdraft.h"
#include "stepmessages.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

constexpr uint32_t none = StepGraph::none;
constexpr size_t mostStepNodes = 12'000'000; // a few GB including their spans
constexpr size_t mostDrawnPieces = 2000;     // inside the passes of a single rank

class StepBuilder {
public:
    StepBuilder(const StructuredJob& made, const Pricing& own, const ProgressFn& progress, bool isDrawn)
        : m_job(made.job)
        , m_schedule(made.schedule)
        , m_own(own)
        , m_progress(progress)
        , m_layout(made.job)
        , m_places(made.job.replicasAreAlike ? 1 : m_layout.ranksPerStage())
        , m_draft(m_job, m_layout)
        , m_work(m_job, m_schedule, m_layout.ranksPerStage(), m_places)
        , m_messages(made, m_layout, m_own, m_draft, m_places)
    {
        m_draft.step.isDrawn = isDrawn;
        m_draft.builder.describeBy([this](uint32_t node) {
            return DependencyGraph::NodeInfo {m_draft.step.ranks[m_draft.step.nodes[node].rank].rank,
                m_doing[node].microbatch, m_doing[node].operation};
        });
    }

    Result<StepGraph> run()
    {
        m_drawsPieces = m_job.origin != Origin::Measured && m_schedule.ranks * m_places == 1
            && m_work.pieceCount() <= mostDrawnPieces;
        m_programs = m_job.blockingSends ? withBlockingMessages(m_schedule) : withMessages(m_schedule);
        if (holdsSenders(m_job, m_schedule)
            && !timePasses(m_schedule, PassCosts::uniform(m_schedule.modelStages(), 1, 1, 1, 0))) {
            return Error {say("The schedule deadlocks: its passes wait for each other in a cycle."),
                say("Choose another schedule."), {}};
        }
        for (int p = 0; p < m_schedule.ranks; ++p) {
            if (!mayContinue(0))
                return stopped();
            for (int place = 0; place < m_places; ++place) {
                addRank(p, place);
                if (m_draft.step.ranks.size() == 1) {
                    if (std::optional<Error> error = makeRoom())
                        return *std::move(error);
                }
            }
        }
        m_draft.meetings.addCollectives();
        Result<DependencyGraph> graph = stopped();
        forEachParallel(2, m_draft.step.spans.size() >= spansWorthThreadsOfAnalysis ? 2 : 1, [&](size_t task) {
            if (task == 0)
                graph = m_draft.builder.finish({m_job.blockingSends && !holdsSenders(m_job, m_schedule),
                    [this](uint64_t, uint64_t) { return mayContinue(1); }});
            else
                m_draft.records.flush();
        });
        if (!graph)
            return graph.error();
        m_draft.step.graph = std::make_shared<const DependencyGraph>(std::move(graph).value());
        m_messages.link();
        m_draft.step.chunks = m_schedule.bidirectional ? 1 : m_schedule.chunks;
        m_draft.step.sumUpKinds();
        return std::move(m_draft.step);
    }

private:
    /// State of the rank being built.
    struct Cursor {
        int rank = 0;       // in the job
        uint32_t index = 0; // in the graph
        uint32_t last = none;
        uint32_t lastOnStream = none;
        const HostGaps* gaps = nullptr;
        Operation before = Operation::Other; // its last, for the gap until the next
    };
    /// What a node is, for messages about it.
    struct Doing {
        Operation operation : 8;
        int32_t microbatch : 24; ///< a step of more has more nodes than are made
    };
    static_assert(sizeof(Doing) == 4);
    struct StreamPiece {
        const WorkPiece* piece;
        uint32_t launcher;
    };

    /// For all ranks, once the first is there.
    std::optional<Error> makeRoom()
    {
        const auto places = size_t(m_places);
        const size_t nodes = ofAllPrograms(m_programs, m_draft.step.nodes.size()) * places;
        if (nodes > mostStepNodes) {
            return Error {say("A step of {} microbatches on {} ranks has more operations than can be simulated.",
                              m_schedule.microbatches, size_t(m_schedule.ranks) * places),
                say("Choose fewer microbatches."), {}};
        }
        m_draft.step.nodes.reserve(nodes * 33 / 32);
        m_doing.reserve(nodes * 33 / 32);
        m_draft.builder.reserve(nodes * 33 / 32);
        m_draft.step.spans.reserve(ofAllPrograms(m_programs, m_draft.step.spans.size()) * places * 33 / 32);
        m_draft.records.reserve(m_draft.step.spans.capacity());
        return std::nullopt;
    }

    bool mayContinue(uint64_t done) const { return !m_progress || m_progress(done, buildingParts); }

    uint32_t kindOf(const WorkPiece& piece, int rank)
    {
        return m_draft.step.kindOf(
            piece.operation, piece.category, piece.bytes, m_draft.meetings.placement(piece.category, rank));
    }

    double transferNs(const WorkPiece& piece, int rank)
    {
        return piece.ns >= 0 ? piece.ns : pricedNs(m_draft.step.kinds[kindOf(piece, rank)], m_own);
    }

    uint32_t addNode(Cursor& cursor, Doing doing, StepGraph::Node node, TimeNs cost, double leadNs)
    {
        node.rank = cursor.index;
        m_draft.step.nodes.push_back(node);
        m_doing.push_back(doing);
        uint32_t& last = node.isStream ? cursor.lastOnStream : cursor.last;
        return last = m_draft.builder.addNode(cost, roundedNs(leadNs), last);
    }

    void meet(const Cursor& cursor, const WorkPiece& piece, uint32_t node)
    {
        const uint32_t kind = kindOf(piece, cursor.rank);
        if (piece.ns >= 0)
            m_draft.step.kinds[kind].origin = m_job.origin;
        const TimeNs ns = roundedNs(piece.ns >= 0 ? piece.ns : pricedNs(m_draft.step.kinds[kind], m_own));
        m_draft.meetings.arrive(piece.category, cursor.rank, node, {ns, kind});
    }

    static double gapBefore(Cursor& cursor, Operation next)
    {
        return cursor.gaps->ns(std::exchange(cursor.before, next), next);
    }

    /// Adds one operation of the rank's program. `factor`: on all of its compute; `variation`: by microbatch, on what
    /// does not vary on its own.
    void addWork(Cursor& cursor, Operation operation, int microbatch, const Work& work, bool launches,
        double factor = 1, const std::vector<float>& variation = {})
    {
        const RecordedAs recorded = recordedOperation(operation);
        const double usual = variationOf(variation, microbatch);
        double lead = gapBefore(cursor, operation);
        double exact = 0;
        TimeNs placed = 0;
        uint32_t first = none;
        bool extends = false; // the last node is compute of this operation and may be extended
        const auto compute = [&](ComputeClass computeClass, uint8_t attentionPercent, double ns) {
            exact += ns;
            const TimeNs length = roundedNs(exact) - placed;
            placed += length;
            if (extends && m_draft.step.nodes[cursor.last].computeClass == computeClass
                && m_draft.step.nodes[cursor.last].attentionPercent == attentionPercent) {
                m_draft.builder.addCost(cursor.last, length);
                return;
            }
            StepGraph::Node node;
            node.computeClass = computeClass;
            node.attentionPercent = attentionPercent;
            node.category = recorded.category;
            node.isInputGradient = m_splitPass == Pass::InputGradient;
            node.isWeightGradient = m_splitPass == Pass::WeightGradient;
            addNode(cursor, {operation, microbatch}, node, length, lead);
            lead = 0;
            first = first == none ? cursor.last : first;
            extends = true;
        };
        m_parts.clear();
        for (const WorkPiece& piece : work) {
            if (!piece.isCommunication()) {
                const bool isPart = m_drawsPieces && !piece.name.empty();
                extends = extends && !isPart;
                const double varied = piece.variation < 0
                    ? usual
                    : variationOf((*m_job.variations)[size_t(piece.variation)], microbatch);
                compute(piece.computeClass, piece.attentionPercent, piece.ns * factor * varied);
                extends = extends && !isPart;
                if (isPart && m_draft.step.isDrawn)
                    m_parts.emplace_back(&piece, cursor.last);
                continue;
            }
            if (piece.isAsynchronous) {
                if (launches) {
                    if (first == none)
                        compute(ComputeClass::Host, unknownPercent, 0);
                    m_launches.push_back({&piece, cursor.last});
                    extends = false;
                }
                continue;
            }
            if (first == none)
                compute(ComputeClass::Host, unknownPercent, 0);
            StepGraph::Node node;
            node.category = piece.category;
            node.isCommunication = true;
            const uint32_t made = addNode(cursor, {piece.operation, microbatch}, node, 0, 0);
            meet(cursor, piece, made);
            extends = false;
            const bool isRecorded = !piece.name.empty() || piece.category != Category::OtherComm;
            if (isRecorded && m_draft.step.isDrawn)
                m_parts.emplace_back(&piece, made);
        }
        if (first == none)
            compute(ComputeClass::Host, unknownPercent, 0);
        const uint32_t span = m_draft.records.addOperation(operation, microbatch, first);
        m_draft.step.spans[span].lastNode = cursor.last;
        for (const auto& [piece, node] : m_parts) {
            const uint32_t part = piece->isCommunication()
                ? m_draft.records.addCommunication(
                    *piece, recordedCollective(piece->operation, piece->category), microbatch, node)
                : m_draft.records.addPart(*piece, operation, microbatch, node);
            m_draft.records.putInto(part, span, SpanFlag::subOperation);
        }
    }

    void addMessage(Cursor& cursor, int p, int place, const ScheduledOperation& operation)
    {
        if (!operation.joinsPrevious) {
            StepGraph::Node node;
            node.category = Category::PipelineComm;
            node.isCommunication = true;
            addNode(
                cursor, {operation.operation, operation.microbatch}, node, 0, gapBefore(cursor, operation.operation));
        }
        m_messages.add(p, place, cursor.rank, operation, cursor.last);
    }

    void addRank(int p, int place)
    {
        Cursor cursor;
        const RankWork& front = m_work.of(p, place, 0);
        cursor.rank = front.rank;
        cursor.index = uint32_t(m_draft.step.ranks.size());
        cursor.gaps = &front.gaps;
        StepGraph::Rank rank;
        rank.rank = front.rank;
        rank.stage = int16_t(p);
        rank.host = m_layout.hostName(front.rank);
        rank.firstNode = uint32_t(m_draft.step.nodes.size());
        rank.lateNs = roundedNs(front.lateNs);
        for (const WorkPiece& piece : front.optimizer)
            rank.optimizerNs += front.lateNs > 0 && !piece.isCommunication() ? roundedNs(piece.ns) : 0;
        m_launches.clear();
        m_draft.meetings.startRank();
        m_draft.records.startRank(front.rank, int16_t(p));
        m_joined = m_work.backwardWithWeights(p, place);
        std::vector<int> left(size_t(m_schedule.chunks), 0); // remaining backward passes by chunk
        for (const ScheduledOperation& operation : m_programs[size_t(p)])
            left[size_t(operation.chunk)] += m_work.launchesGradients(operation, p, place);
        bool isSecond = false; // of two passes that overlap
        for (const ScheduledOperation& operation : m_programs[size_t(p)]) {
            if (!operation.isWork()) {
                addMessage(cursor, p, place, operation);
                continue;
            }
            const double together = operation.overlapsNext || isSecond ? m_job.together : 1;
            isSecond = operation.overlapsNext;
            const RankWork& work = m_work.of(p, place, operation.chunk);
            if (operation.pass == Pass::Forward) {
                if (!work.getBatch.empty())
                    addWork(cursor, Operation::GetBatch, operation.microbatch, work.getBatch, false);
                addWork(cursor, Operation::Forward, operation.microbatch, work.forward, false, together,
                    work.forwardVariation);
                if (!work.loss.empty())
                    addWork(cursor, Operation::Loss, operation.microbatch, work.loss, false);
                continue;
            }
            const bool launches = m_work.launchesGradients(operation, p, place) && --left[size_t(operation.chunk)] == 0;
            const Work& pieces = operation.pass == Pass::Backward ? m_joined[size_t(operation.chunk)]
                : operation.pass == Pass::WeightGradient          ? work.weightGradient
                                                                  : work.backward;
            m_splitPass = m_job.weightShareIsUsual ? operation.pass : Pass::Backward;
            addWork(
                cursor, operation.operation, operation.microbatch, pieces, launches, together, work.backwardVariation);
            m_splitPass = Pass::Backward;
        }
        addEnd(cursor, front);
        addStream(cursor);
        rank.nodeCount = uint32_t(m_draft.step.nodes.size()) - rank.firstNode;
        m_draft.step.ranks.push_back(std::move(rank));
    }

    /// Adds synchronization and optimizer; their first operation waits for the gradient stream.
    void addEnd(Cursor& cursor, const RankWork& work)
    {
        m_joinAt = none;
        for (const WorkPiece& piece : work.finalize) {
            StepGraph::Node node;
            node.category = piece.category;
            node.computeClass = piece.computeClass;
            node.isCommunication = piece.isCommunication();
            const Operation operation = node.isCommunication ? piece.operation : Operation::Other;
            const TimeNs cost = node.isCommunication ? 0 : roundedNs(piece.ns);
            const uint32_t made = addNode(cursor, {operation, -1}, node, cost, gapBefore(cursor, operation));
            m_joinAt = m_joinAt == none ? made : m_joinAt;
            if (!node.isCommunication) {
                m_draft.records.addOther(piece, made);
                continue;
            }
            meet(cursor, piece, made);
            m_draft.records.addCommunication(piece, recordedGradients(piece.operation, piece.category), -1, made);
        }
        if (!work.optimizer.empty()) {
            const auto before = uint32_t(m_draft.step.nodes.size());
            addWork(cursor, Operation::OptimizerStep, -1, work.optimizer, false);
            m_joinAt = m_joinAt == none ? before : m_joinAt;
        }
        if (m_joinAt == none && !m_launches.empty()) {
            StepGraph::Node node; // stands for the wait only
            node.computeClass = ComputeClass::Host;
            addNode(cursor, {Operation::Other, -1}, node, 0, 0);
            m_joinAt = cursor.last;
        }
    }

    void addStream(Cursor& cursor)
    {
        for (const StreamPiece& launch : m_launches) {
            const WorkPiece& piece = *launch.piece;
            StepGraph::Node node;
            node.category = piece.category;
            node.isCommunication = true;
            node.isStream = true;
            const uint32_t made = addNode(cursor, {piece.operation, -1}, node, 0, 0);
            m_draft.builder.addEdge(launch.launcher, made);
            meet(cursor, piece, made);
            m_draft.records.addCommunication(piece, recordedStream(piece.category), -1, made);
        }
        if (cursor.lastOnStream != none)
            m_draft.builder.addEdge(cursor.lastOnStream, m_joinAt);
    }

    const JobProfile& m_job;
    const Schedule& m_schedule;
    const Pricing& m_own;
    const ProgressFn& m_progress;
    const JobLayout m_layout;
    const int m_places; // number of drawn ranks per stage
    StepDraft m_draft;
    std::vector<Doing> m_doing; // by node
    const ScheduledWork m_work;
    StepMessages m_messages;
    std::vector<OperationList> m_programs;
    std::vector<StreamPiece> m_launches;                        // of the current rank
    std::vector<std::pair<const WorkPiece*, uint32_t>> m_parts; // of an operation, with their nodes
    std::vector<Work> m_joined;        // of the current rank, see ScheduledWork::backwardWithWeights()
    Pass m_splitPass = Pass::Backward; // that is being added, if its share of a backward pass is a guess
    bool m_drawsPieces = false;        // what a table or workload says of a pass, inside it
    uint32_t m_joinAt = none;
};

} // namespace

Result<StepGraph> buildStep(const StructuredJob& job, const Pricing& own, const ProgressFn& progress, bool isDrawn)
{
    return StepBuilder(job, own, progress, isDrawn).run();
}

} // namespace bubblescope
