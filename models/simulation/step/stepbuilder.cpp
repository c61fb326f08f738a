// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepbuilder.h"

#include "joblayout.h"
#include "recordednames.h"
#include "roundedtime.h"
#include "schedulemessages.h"
#include "stepmeetings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {

constexpr uint32_t none = StepGraph::none;
constexpr size_t maximumNodes = 12'000'000; // a few GB including their spans
constexpr size_t mostDrawnPieces = 2000;    // inside the passes of a single rank

class StepBuilder {
public:
    StepBuilder(const StructuredJob& made, const Pricing& own, bool isDrawn)
        : m_job(made.job)
        , m_schedule(made.schedule)
        , m_own(own)
        , m_layout(made.job)
        , m_places(made.job.replicasAreAlike ? 1 : m_layout.ranksPerStage())
        , m_meetings(m_layout, made.job.replicasAreAlike, m_made, m_builder)
    {
        m_made.isDrawn = isDrawn;
    }

    Result<StepGraph> run()
    {
        indexWork();
        m_drawsPieces = m_job.origin != Origin::Measured && m_schedule.ranks * m_places == 1 && pieceCount() <= mostDrawnPieces;
        const auto links = size_t(std::max(m_schedule.modelStages() - 1, 0));
        m_messages.resize(links * 2 * size_t(m_schedule.microbatches) * size_t(m_places));
        if (m_job.blockingSends && !pairsItsMessages(m_schedule)) {
            m_programs = withRendezvous(m_schedule, passCosts());
            if (m_programs.empty())
                return Error {say("The schedule deadlocks: its passes wait for each other in a cycle."),
                    say("Choose another schedule."), {}};
        } else {
            for (int p = 0; p < m_schedule.ranks; ++p)
                m_programs.push_back(withMessages(m_schedule, p));
        }
        prepareNames();
        for (int p = 0; p < m_schedule.ranks; ++p) {
            for (int place = 0; place < m_places; ++place) {
                addRank(p, place);
                if (m_made.ranks.size() == 1) {
                    // All ranks have about the same number.
                    const size_t ranks = size_t(m_schedule.ranks) * size_t(m_places);
                    if (m_made.nodes.size() * ranks > maximumNodes) {
                        return Error {say("A step of {} microbatches on {} ranks has more operations than can "
                                          "be simulated.",
                                          m_schedule.microbatches, ranks),
                            say("Choose fewer microbatches."), {}};
                    }
                    m_made.nodes.reserve(m_made.nodes.size() * ranks * 9 / 8);
                    m_made.spans.reserve(m_made.spans.size() * ranks * 9 / 8);
                    if (m_made.isDrawn)
                        m_made.builder.reserve(m_made.spans.capacity());
                    m_builder.reserve(m_made.nodes.size() * ranks * 9 / 8);
                }
            }
        }
        m_meetings.addCollectives();
        Result<DependencyGraph> graph = m_builder.finish({m_job.blockingSends});
        if (!graph)
            return graph.error();
        m_made.graph = std::make_shared<const DependencyGraph>(std::move(graph).value());
        for (const Message& message : m_messages) {
            if (message.receiver != none)
                m_meetings.note(message.receiver, message.meeting);
            if (message.send != none && message.receive != none)
                m_made.links.emplace_back(message.send, message.receive);
        }
        m_made.chunks = m_schedule.bidirectional ? 1 : m_schedule.chunks;
        m_made.sumUpKinds();
        return std::move(m_made);
    }

private:
    struct Message {
        uint32_t send = none; // spans
        uint32_t receive = none;
        uint32_t receiver = none; // node
        uint32_t meeting = none;
    };
    /// State of the rank being built.
    struct Cursor {
        int rank = 0;       // in the job
        uint32_t index = 0; // in the graph
        int16_t stage = 0;
        uint32_t last = none;
        uint32_t lastOnStream = none;
        const HostGaps* gaps = nullptr;
        Operation before = Operation::Other; // its last, for the gap until the next
        std::array<TrackId, operationCount> tracks {};
        std::array<TrackId, categoryCount> groupTracks {};
    };
    struct StreamPiece {
        const WorkPiece* piece;
        uint32_t launcher;
    };

    void indexWork()
    {
        m_work.assign(size_t(m_schedule.ranks) * size_t(m_schedule.chunks) * size_t(m_places), nullptr);
        std::vector<int> next(size_t(m_schedule.ranks) * size_t(m_places), 0);
        for (const RankWork& work : m_job.ranks) {
            const int p = m_layout.ranksPerStage() > 0 ? work.rank / m_layout.ranksPerStage() : 0;
            const int place = m_places == 1 ? 0 : work.rank % m_layout.ranksPerStage();
            int& chunk = next[size_t(p) * size_t(m_places) + size_t(place)];
            if (chunk < m_schedule.chunks)
                m_work[workIndex(p, place, chunk++)] = &work;
        }
    }
    /// Pieces of all passes.
    size_t pieceCount() const
    {
        size_t count = 0;
        for (const RankWork* work : m_work)
            count += work ? work->forward.size() + work->backward.size() + work->weightGradient.size() : 0;
        return count * size_t(std::max(m_schedule.microbatches, 1));
    }
    size_t workIndex(int p, int place, int chunk) const
    {
        return (size_t(p) * size_t(m_places) + size_t(place)) * size_t(m_schedule.chunks) + size_t(chunk);
    }
    const RankWork& workOf(int p, int place, int chunk) const { return *m_work[workIndex(p, place, chunk)]; }

    double lengthOf(const Work& work, int rank)
    {
        double ns = 0;
        for (const WorkPiece& piece : work) {
            if (!piece.isAsynchronous)
                ns += piece.isCommunication() ? transferNs(piece, rank) : piece.ns;
        }
        return ns;
    }

    /// Costs on the first of the ranks that hold a stage; only used to order messages.
    PassCosts passCosts()
    {
        PassCosts costs = PassCosts::uniform(m_schedule.modelStages(), 0, 0, 0, 0);
        for (int p = 0; p < m_schedule.ranks; ++p) {
            for (int chunk = 0; chunk < m_schedule.chunks; ++chunk) {
                const RankWork& work = workOf(p, 0, chunk);
                const auto stage = size_t(m_schedule.stageOf(p, chunk));
                costs.forward[stage] = roundedNs(lengthOf(work.forward, work.rank));
                costs.inputGradient[stage] = roundedNs(lengthOf(work.backward, work.rank));
                costs.weightGradient[stage] = roundedNs(lengthOf(work.weightGradient, work.rank));
            }
        }
        for (size_t stage = 0; m_job.together != 1 && stage < costs.forward.size(); ++stage) {
            const double sum = double(costs.forward[stage] + costs.inputGradient[stage] + costs.weightGradient[stage]);
            costs.together.push_back(roundedNs(sum * m_job.together));
        }
        for (TimeNs& send : costs.send)
            send = std::max<TimeNs>(0, roundedNs(m_job.messageNs));
        return costs;
    }

    uint32_t kindOf(const WorkPiece& piece, int rank)
    {
        return m_made.kindOf(piece.operation, piece.category, piece.bytes, m_meetings.placement(piece.category, rank));
    }

    double priced(uint32_t kind) const
    {
        return m_made.kinds[kind].bytes >= 0 ? priceOf(m_made.kinds[kind], m_own).ns : 0;
    }

    double transferNs(const WorkPiece& piece, int rank)
    {
        return piece.ns >= 0 ? piece.ns : priced(kindOf(piece, rank));
    }

    void prepareNames()
    {
        for (int i = 0; i < operationCount; ++i)
            m_names[size_t(i)] = m_made.builder.intern(recordedOperation(Operation(i)).name);
    }

    TrackId trackOf(const Cursor& cursor, const RecordedAs& recorded)
    {
        return m_made.builder.track({cursor.rank, cursor.stage, recorded.lane, recorded.group, recorded.track});
    }

    uint32_t addNode(
        Cursor& cursor, const DependencyGraph::NodeInfo& info, StepGraph::Node node, TimeNs cost, double leadNs)
    {
        node.rank = cursor.index;
        cursor.last = m_builder.addNode(info, cost, roundedNs(leadNs), cursor.last);
        m_made.nodes.push_back(node);
        return cursor.last;
    }

    uint32_t addSpan(Cursor& cursor, Operation operation, int microbatch, StringId name, TrackId track,
        Category category, uint32_t node)
    {
        SpanRecord record;
        record.track = track;
        record.name = name;
        record.category = category;
        record.operation = operation;
        record.stage = cursor.stage;
        record.microbatch = microbatch;
        return m_made.addSpan(record, node, node);
    }

    uint32_t addOwnSpan(Cursor& cursor, Operation operation, int microbatch, uint32_t node)
    {
        const RecordedAs recorded = recordedOperation(operation);
        TrackId& track = cursor.tracks[size_t(operation)];
        if (!track.isValid())
            track = trackOf(cursor, recorded);
        return addSpan(cursor, operation, microbatch, m_names[size_t(operation)], track, recorded.category, node);
    }

    /// Caches the last text: the same names come in bursts.
    struct KnownText {
        std::string_view text;
        StringId id;
    };
    StringId intern(KnownText& last, std::string_view text)
    {
        if (!last.id.isValid() || last.text != text)
            last = {text, m_made.builder.intern(text)};
        return last.id;
    }

    uint32_t addGroupSpan(
        Cursor& cursor, const WorkPiece& piece, const RecordedAs& recorded, int microbatch, uint32_t node)
    {
        TrackId track;
        if (recorded.lane == Lane::Stream) {
            track = trackOf(cursor, recorded);
        } else {
            TrackId& known = cursor.groupTracks[size_t(piece.category)];
            if (!known.isValid())
                known = trackOf(cursor, recorded);
            track = known;
        }
        // Pieces from a trace have the name of their record, those from a table that of the requesting row.
        const bool isRecorded = m_job.origin == Origin::Measured && !piece.name.empty();
        const StringId name = intern(m_lastName, isRecorded ? std::string_view(piece.name) : recorded.name);
        const uint32_t span = addSpan(cursor, piece.operation, microbatch, name, track, piece.category, node);
        if (!isRecorded && m_made.isDrawn)
            m_made.builder.setDetail(span, intern(m_lastDetail, piece.name));
        setBytes(span, piece.bytes);
        return span;
    }

    void setBytes(uint32_t span, double bytes)
    {
        if (bytes >= 0 && m_made.isDrawn)
            m_made.builder.setBytes(span, int64_t(std::min(bytes, 9e18)));
    }

    void meet(const Cursor& cursor, const WorkPiece& piece, uint32_t node)
    {
        const uint32_t kind = kindOf(piece, cursor.rank);
        if (piece.ns >= 0)
            m_made.kinds[kind].origin = m_job.origin;
        const TimeNs ns = roundedNs(piece.ns >= 0 ? piece.ns : priced(kind));
        m_meetings.arrive(piece.category, cursor.rank, node, {ns, kind});
    }

    static double gapBefore(Cursor& cursor, Operation next)
    {
        return cursor.gaps->ns(std::exchange(cursor.before, next), next);
    }

    /// Adds one operation of the rank's program; returns its span.
    uint32_t addWork(
        Cursor& cursor, Operation operation, int microbatch, const Work& work, bool launches, double factor = 1)
    {
        const DependencyGraph::NodeInfo info {cursor.rank, microbatch, operation};
        const RecordedAs recorded = recordedOperation(operation);
        double lead = gapBefore(cursor, operation);
        double exact = 0;
        TimeNs placed = 0;
        uint32_t first = none;
        bool extends = false; // the last node is compute of this operation and may be extended
        const auto compute = [&](ComputeClass computeClass, double ns) {
            exact += ns * factor;
            const TimeNs length = roundedNs(exact) - placed;
            placed += length;
            if (extends && m_made.nodes[cursor.last].computeClass == computeClass) {
                m_builder.addCost(cursor.last, length);
                return;
            }
            StepGraph::Node node;
            node.computeClass = computeClass;
            node.category = recorded.category;
            addNode(cursor, info, node, length, lead);
            lead = 0;
            first = first == none ? cursor.last : first;
            extends = true;
        };
        uint32_t span = none;
        std::vector<std::pair<const WorkPiece*, uint32_t>> parts;
        for (const WorkPiece& piece : work) {
            if (!piece.isCommunication()) {
                const bool isPart = m_drawsPieces && !piece.name.empty();
                extends = extends && !isPart;
                compute(piece.computeClass, piece.ns);
                extends = extends && !isPart;
                if (isPart && m_made.isDrawn)
                    parts.emplace_back(&piece, cursor.last);
                continue;
            }
            if (piece.isAsynchronous) {
                if (launches) {
                    if (first == none)
                        compute(ComputeClass::Host, 0);
                    m_launches.push_back({&piece, cursor.last});
                    extends = false;
                }
                continue;
            }
            if (first == none)
                compute(ComputeClass::Host, 0);
            StepGraph::Node node;
            node.category = piece.category;
            node.isCommunication = true;
            const uint32_t made = addNode(cursor, {cursor.rank, microbatch, piece.operation}, node, 0, 0);
            meet(cursor, piece, made);
            extends = false;
            const bool isRecorded = !piece.name.empty() || piece.category != Category::OtherComm;
            if (isRecorded && m_made.isDrawn)
                parts.emplace_back(&piece, made);
        }
        if (first == none)
            compute(ComputeClass::Host, 0);
        span = addOwnSpan(cursor, operation, microbatch, first);
        m_made.spans[span].lastNode = cursor.last;
        for (const auto& [piece, node] : parts) {
            const uint32_t part = piece->isCommunication()
                ? addGroupSpan(cursor, *piece, recordedCollective(piece->operation, piece->category), microbatch, node)
                : addSpan(cursor, Operation::Other, microbatch, intern(m_lastName, piece->name),
                    cursor.tracks[size_t(operation)], recorded.category, node);
            m_made.putInto(part, span, SpanFlag::subOperation);
        }
        return span;
    }

    static double factorOf(const std::vector<float>& variation, int microbatch)
    {
        const size_t count = variation.size();
        if (count < 2)
            return count == 0 ? 1 : double(variation.front());
        const auto number = size_t(microbatch);
        return double(variation[number < count ? number : 1 + (number - 1) % (count - 1)]);
    }

    void addMessage(Cursor& cursor, int p, int place, const ScheduledOperation& operation)
    {
        if (!operation.joinsPrevious) {
            StepGraph::Node node;
            node.category = Category::PipelineComm;
            node.isCommunication = true;
            addNode(cursor, {cursor.rank, operation.microbatch, operation.operation}, node, 0,
                gapBefore(cursor, operation.operation));
            m_call = none;
        }
        addLeg(cursor, p, place, operation.operation, operation, operation.microbatch);
        if (operation.isFused())
            addLeg(cursor, p, place, operation.second, operation, operation.secondMicrobatch);
    }

    void addLeg(Cursor& cursor, int p, int place, Operation leg, const ScheduledOperation& operation, int microbatch)
    {
        const uint32_t node = cursor.last;
        const int peer = operation.peer;
        const uint32_t span = addOwnSpan(cursor, leg, microbatch, node);
        setBytes(span, m_job.messageBytes);
        if (m_call == none) {
            m_call = span;
        } else {
            if (m_made.isDrawn)
                m_made.builder.setFlag(m_call, SpanFlag::fused);
            m_made.putInto(span, m_call, SpanFlag::fusedLeg);
        }
        const bool forward = leg == Operation::SendForward || leg == Operation::RecvForward;
        const bool upwards = leg == Operation::SendForward || leg == Operation::RecvBackward;
        const int stage = m_schedule.stageOf(p, operation.chunk);
        const int link = upwards ? stage : stage - 1;
        const int32_t tag = link * 2 + (forward ? 0 : 1);
        const int peerRank
            = m_job.replicasAreAlike ? m_layout.rank(peer, 0, 0) : place + m_layout.ranksPerStage() * peer;
        const size_t index
            = (size_t(tag) * size_t(m_schedule.microbatches) + size_t(microbatch)) * size_t(m_places) + size_t(place);
        if (isReceive(leg)) {
            m_messages[index].receive = span;
            m_messages[index].receiver = node;
            m_builder.addReceive(node, {peerRank, cursor.rank, tag});
            return;
        }
        m_messages[index].send = span;
        const uint32_t kind = m_made.kindOf(Operation::SendForward, Category::PipelineComm, m_job.messageBytes,
            m_layout.between(cursor.rank, peerRank));
        double ns = m_job.messageNs;
        const auto pipelineLink = size_t(std::min(p, peer));
        if (!m_job.messageNsOfLink.empty() && std::abs(p - peer) == 1 && pipelineLink < m_job.messageNsOfLink.size())
            ns = m_job.messageNsOfLink[pipelineLink];
        if (ns >= 0)
            m_made.kinds[kind].origin = m_job.origin;
        else
            ns = priced(kind);
        const uint32_t meeting = m_builder.addSend(node, {cursor.rank, peerRank, tag}, roundedNs(ns));
        m_meetings.add(meeting, {roundedNs(ns), kind});
        m_messages[index].meeting = meeting;
        m_meetings.note(node, meeting);
    }

    void addRank(int p, int place)
    {
        Cursor cursor;
        const RankWork& front = workOf(p, place, 0);
        cursor.rank = front.rank;
        cursor.index = uint32_t(m_made.ranks.size());
        cursor.stage = int16_t(p);
        cursor.gaps = &front.gaps;
        StepGraph::Rank rank;
        rank.rank = front.rank;
        rank.stage = int16_t(p);
        rank.host = m_layout.world() > m_layout.ranksPerNode ? fmt::format("node{}", front.rank / m_layout.ranksPerNode)
                                                             : std::string();
        rank.firstNode = uint32_t(m_made.nodes.size());
        m_launches.clear();
        m_meetings.startRank();
        m_joined.clear();
        for (int chunk = 0; chunk < m_schedule.chunks; ++chunk) {
            const RankWork& work = workOf(p, place, chunk);
            Work& both = m_joined.emplace_back(work.backward);
            both.insert(both.end(), work.weightGradient.begin(), work.weightGradient.end());
        }

        std::vector<int> left(size_t(m_schedule.chunks), 0); // remaining backward passes by chunk
        for (const ScheduledOperation& operation : m_programs[size_t(p)])
            left[size_t(operation.chunk)] += launchesGradients(operation, p, place);
        bool isSecond = false; // of two passes that overlap
        for (const ScheduledOperation& operation : m_programs[size_t(p)]) {
            if (!operation.isWork()) {
                addMessage(cursor, p, place, operation);
                continue;
            }
            const double together = operation.overlapsNext || isSecond ? m_job.together : 1;
            isSecond = operation.overlapsNext;
            const RankWork& work = workOf(p, place, operation.chunk);
            if (operation.pass == Pass::Forward) {
                if (!work.getBatch.empty())
                    addWork(cursor, Operation::GetBatch, operation.microbatch, work.getBatch, false);
                addWork(cursor, Operation::Forward, operation.microbatch, work.forward, false,
                    together * factorOf(work.forwardVariation, operation.microbatch));
                if (!work.loss.empty())
                    addWork(cursor, Operation::Loss, operation.microbatch, work.loss, false);
                continue;
            }
            const double factor = together * factorOf(work.backwardVariation, operation.microbatch);
            const bool launches = launchesGradients(operation, p, place) && --left[size_t(operation.chunk)] == 0;
            const Work& pieces = operation.pass == Pass::Backward ? m_joined[size_t(operation.chunk)]
                : operation.pass == Pass::WeightGradient          ? work.weightGradient
                                                                  : work.backward;
            addWork(cursor, operation.operation, operation.microbatch, pieces, launches, factor);
        }
        addEnd(cursor, front);
        addStream(cursor);
        rank.nodeCount = uint32_t(m_made.nodes.size()) - rank.firstNode;
        m_made.ranks.push_back(std::move(rank));
        m_lastName = m_lastDetail = {}; // they may refer to joined work
    }

    /// True for the last pass that contributes to the gradients.
    bool launchesGradients(const ScheduledOperation& operation, int p, int place) const
    {
        if (!operation.isWork() || operation.pass == Pass::Forward)
            return false;
        const RankWork& work = workOf(p, place, operation.chunk);
        const auto has = [](const Work& w) {
            return std::any_of(w.begin(), w.end(), [](const WorkPiece& piece) { return piece.isAsynchronous; });
        };
        switch (operation.pass) {
        case Pass::Backward:
            return has(work.backward) || has(work.weightGradient);
        case Pass::WeightGradient:
            return has(work.weightGradient);
        default:
            return has(work.backward);
        }
    }

    /// Adds synchronization and optimizer; their first operation waits for the gradient stream.
    void addEnd(Cursor& cursor, const RankWork& work)
    {
        m_joinAt = none;
        const auto join = [&] {
            if (m_joinAt == none)
                m_joinAt = cursor.last;
        };
        for (const WorkPiece& piece : work.finalize) {
            StepGraph::Node node;
            if (!piece.isCommunication()) {
                node.category = piece.category;
                node.computeClass = piece.computeClass;
                addNode(cursor, {cursor.rank, -1, Operation::Other}, node, roundedNs(piece.ns),
                    gapBefore(cursor, Operation::Other));
                join();
                const RecordedAs recorded = recordedOperation(Operation::Other);
                const StringId name
                    = piece.name.empty() ? m_names[size_t(Operation::Other)] : m_made.builder.intern(piece.name);
                addSpan(cursor, Operation::Other, -1, name, trackOf(cursor, recorded), piece.category, cursor.last);
                continue;
            }
            node.category = piece.category;
            node.isCommunication = true;
            const uint32_t made = addNode(
                cursor, {cursor.rank, -1, piece.operation}, node, 0, gapBefore(cursor, piece.operation));
            join();
            meet(cursor, piece, made);
            addGroupSpan(cursor, piece, recordedGradients(piece.category), -1, made);
        }
        if (!work.optimizer.empty()) {
            const auto before = uint32_t(m_made.nodes.size());
            addWork(cursor, Operation::OptimizerStep, -1, work.optimizer, false);
            if (m_joinAt == none)
                m_joinAt = before;
        }
        if (m_joinAt == none && !m_launches.empty()) {
            StepGraph::Node node; // stands for the wait only
            node.computeClass = ComputeClass::Host;
            addNode(cursor, {cursor.rank, -1, Operation::Other}, node, 0, 0);
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
            node.rank = cursor.index;
            const uint32_t made = m_builder.addNode({cursor.rank, -1, piece.operation}, 0, 0, cursor.lastOnStream);
            m_made.nodes.push_back(node);
            m_builder.addEdge(launch.launcher, made);
            cursor.lastOnStream = made;
            meet(cursor, piece, made);
            addGroupSpan(cursor, piece, recordedStream(piece.category), -1, made);
        }
        if (cursor.lastOnStream != none)
            m_builder.addEdge(cursor.lastOnStream, m_joinAt);
    }

    const JobProfile& m_job;
    const Schedule& m_schedule;
    const Pricing& m_own;
    const JobLayout m_layout;
    const int m_places; // number of drawn ranks per stage
    StepGraph m_made;
    GraphBuilder m_builder;
    StepMeetings m_meetings;
    std::vector<const RankWork*> m_work; // by pipeline rank, place, chunk
    std::vector<OperationList> m_programs;
    std::array<StringId, operationCount> m_names;
    std::vector<Message> m_messages;     // by tag, microbatch, place
    std::vector<StreamPiece> m_launches; // of the current rank
    std::vector<Work> m_joined;          // by chunk of the current rank: backward and weight gradient joined
    KnownText m_lastName;                // texts of the job
    KnownText m_lastDetail;
    bool m_drawsPieces = false;          // what a table or workload says of a pass, inside it
    uint32_t m_joinAt = none;
    uint32_t m_call = none; // first record of the messages in transfer
};

} // namespace

Result<StepGraph> buildStep(const StructuredJob& job, const Pricing& own, bool isDrawn)
{
    return StepBuilder(job, own, isDrawn).run();
}

} // namespace bubblescope
