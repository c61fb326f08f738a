// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A sample's trace is taken apart again, as if it had been measured: a graph is built from its records alone, waiting
// is taken out of every message and collective, and re-timing must bring the step back.
#include "retiming.h"
#include "samplerun.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <array>
#include <map>

using namespace bubblescope;

namespace {

class Replay {
public:
    explicit Replay(const SampleRun& sample)
        : m_sample(sample)
        , m_trace(*sample.run.trace)
        , m_tensor(*sample.truth.layout.tensor)
        , m_data(*sample.truth.layout.data)
        , m_expert(*sample.truth.layout.expert)
    {
        m_origin = std::numeric_limits<TimeNs>::max();
        for (uint32_t i = 0; i < m_trace.spanCount(); ++i)
            m_origin = std::min(m_origin, common(SpanId(i)).begin);
        for (const RankInfo& rank : m_trace.ranks())
            addFirstStep(rank);
        splitOptimizers();
    }

    /// Makespan of the first step, ms; with messages over a link and compute of a rank changed if asked.
    double stepMs(int slowRank = -1, double factor = 1)
    {
        GraphBuilder builder;
        for (Piece& piece : m_pieces) {
            const bool stretched = piece.rank == slowRank;
            const TimeNs lead = stretched && piece.isPart ? TimeNs(double(piece.lead) * factor) : piece.lead;
            const TimeNs cost = stretched ? TimeNs(double(piece.cost) * factor) : piece.cost;
            piece.node = builder.addNode(
                {piece.rank, -1, piece.operation}, cost, lead, piece.isFirst ? DependencyGraph::none : piece.node - 1);
        }
        for (const auto& [key, members] : m_collectives) {
            std::vector<uint32_t> nodes;
            TimeRange last {0, std::numeric_limits<TimeNs>::max()};
            for (size_t member : members) {
                nodes.push_back(m_pieces[member].node);
                last.begin = std::max(last.begin, m_pieces[member].range.begin);
                last.end = std::min(last.end, m_pieces[member].range.end);
            }
            builder.addCollective(nodes, last.duration());
        }
        for (const auto& [key, sends] : m_sends) {
            const std::vector<size_t>& receives = m_receives[key];
            for (size_t i = 0; i < sends.size(); ++i) {
                const Piece& send = m_pieces[sends[i]];
                const Piece& receive = m_pieces[receives[i]];
                const TimeNs t0 = std::max(send.range.begin, receive.range.begin);
                const GraphBuilder::Channel channel {key[0], key[1], key[2]};
                builder.addSend(send.node, channel, std::min(send.range.end, receive.range.end) - t0);
                builder.addReceive(receive.node, channel);
            }
        }
        const Result<DependencyGraph> graph = builder.finish({true});
        if (!graph)
            qFatal("%s", graph.error().message.c_str());
        Retiming retiming;
        retiming.run(*graph, graph->costs());
        return double(retiming.makespan()) / 1e6;
    }

private:
    struct Piece {
        int rank;
        Operation operation;
        TimeRange range; ///< as recorded, by a clock that all share
        TimeNs lead = 0;
        TimeNs cost = 0;
        bool isFirst = false;
        bool isPart = false; ///< lead is compute of the operation around it
        uint32_t node = 0;
    };

    TimeRange common(SpanId span) const
    {
        const size_t host = m_trace.track(m_trace.track(span)).host;
        const auto shift = TimeNs(std::llround(m_sample.truth.clockOffsetsMs[host] * 100)) * 10000;
        return {m_trace.begin(span) + shift, m_trace.end(span) + shift};
    }

    /// Ranks of one group have the same number.
    int groupOf(Category category, int rank) const
    {
        const int t = rank % m_tensor;
        const int d = rank / m_tensor % m_data;
        const int s = rank / m_tensor / m_data;
        switch (category) {
        case Category::TensorComm:
            return rank / m_tensor;
        case Category::DataComm:
            return s * m_tensor + t;
        case Category::ExpertComm:
            return (s * m_tensor + t) * m_data + d / m_expert;
        case Category::ExpertDataComm:
            return (s * m_tensor + t) * m_data + d % m_expert;
        case Category::Optimizer:
            return d;
        default:
            return d * m_tensor + t; // embedding
        }
    }

    void addFirstStep(const RankInfo& rank)
    {
        std::vector<SpanId> operations;
        std::map<SpanId, std::vector<SpanId>> parts;
        std::map<SpanId, SpanId> legs;
        for (uint32_t i = 0; i < m_trace.spanCount(); ++i) {
            const SpanId span(i);
            if (m_trace.track(m_trace.track(span)).rank != rank.rank)
                continue;
            if (m_trace.hasFlag(span, SpanFlag::subOperation))
                parts[m_trace.parent(span)].push_back(span);
            else if (m_trace.hasFlag(span, SpanFlag::fusedLeg))
                legs[m_trace.parent(span)] = span;
            else
                operations.push_back(span);
        }
        const auto byTime = [&](SpanId a, SpanId b) { return m_trace.begin(a) < m_trace.begin(b); };
        std::sort(operations.begin(), operations.end(), byTime);

        std::map<Category, int> occurrence;
        TimeNs cursor = m_origin;
        bool isFirst = true;
        const auto add = [&](SpanId span, TimeRange range) -> Piece& {
            m_pieces.push_back({rank.rank, m_trace.operation(span), range, range.begin - cursor, 0, isFirst, false, 0});
            m_pieces.back().node = uint32_t(m_pieces.size() - 1); // nodes are numbered as pieces are
            isFirst = false;
            cursor = range.end;
            return m_pieces.back();
        };
        const auto meet = [&](Category category) {
            m_collectives[{int(category), groupOf(category, rank.rank), occurrence[category]++}].push_back(
                m_pieces.size() - 1);
        };
        for (SpanId span : operations) {
            const TimeRange whole = common(span);
            const Operation operation = m_trace.operation(span);
            if (isPointToPoint(operation)) {
                add(span, whole);
                addMessage(operation, rank.rank);
                if (const auto leg = legs.find(span); leg != legs.end())
                    addMessage(m_trace.operation(leg->second), rank.rank);
            } else if (isCommunication(m_trace.category(span))) {
                add(span, whole);
                meet(m_trace.category(span));
            } else if (operation == Operation::OptimizerStep) {
                // It synchronizes inside: what follows the last arrival is work, see splitOptimizers().
                add(span, whole);
                meet(Category::Optimizer);
                add(span, {whole.end, whole.end});
                break;
            } else {
                std::vector<SpanId>& subs = parts[span];
                std::sort(subs.begin(), subs.end(), byTime);
                add(span, {whole.begin, whole.begin}); // the gap before it
                for (SpanId sub : subs) {
                    add(sub, common(sub)).isPart = true;
                    meet(m_trace.category(sub));
                }
                Piece& rest = add(span, {cursor, whole.end});
                rest.cost = rest.range.duration();
            }
        }
    }

    void splitOptimizers()
    {
        for (const auto& [key, members] : m_collectives) {
            if (key[0] != int(Category::Optimizer))
                continue;
            TimeNs last = 0;
            for (size_t member : members)
                last = std::max(last, m_pieces[member].range.begin);
            for (size_t member : members) {
                m_pieces[member + 1].cost = m_pieces[member].range.end - last;
                m_pieces[member].range.end = last;
            }
        }
    }

    void addMessage(Operation operation, int rank)
    {
        const bool forward = operation == Operation::SendForward || operation == Operation::RecvForward;
        const int next = rank
            + m_tensor * m_data
                * (operation == Operation::SendForward || operation == Operation::RecvBackward ? 1 : -1);
        if (isSend(operation))
            m_sends[{rank, next, forward}].push_back(m_pieces.size() - 1);
        else
            m_receives[{next, rank, forward}].push_back(m_pieces.size() - 1);
    }

    const SampleRun& m_sample;
    const Trace& m_trace;
    int m_tensor;
    int m_data;
    int m_expert;
    TimeNs m_origin = 0; // begin of all
    std::vector<Piece> m_pieces;
    std::map<std::array<int, 3>, std::vector<size_t>> m_collectives; // category, group, occurrence
    std::map<std::array<int, 3>, std::vector<size_t>> m_sends;       // source, destination, forward
    std::map<std::array<int, 3>, std::vector<size_t>> m_receives;
};

SampleRun sampleOf(const SampleOptions& options)
{
    Result<SampleRun> sample = makeSample(options);
    if (!sample)
        qFatal("%s", sample.error().message.c_str());
    return std::move(sample).value();
}

} // namespace

class TstSampleReplay : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void replayBringsTheStepBack_data()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("default") << 0;
        QTest::newRow("demo") << 1;
        QTest::newRow("mixture of experts") << 2;
        QTest::newRow("GPipe") << 3;
        QTest::newRow("noisy, slow link, four hosts") << 4;
        QTest::newRow("one stage") << 5;
    }
    void replayBringsTheStepBack()
    {
        QFETCH(int, which);
        SampleOptions options = which == 1 ? demoOptions() : SampleOptions();
        options.steps = 2;
        if (which == 2) {
            options.data = 4;
            options.expert = 2;
            options.expertImbalance = 1.6;
        } else if (which == 3) {
            options.schedule = ScheduleKind::GPipe;
        } else if (which == 4) {
            options.noise = 0.05;
            options.slowLinks = {{2, 20}};
            options.hosts = 4;
        } else if (which == 5) {
            options.stages = 1;
        }
        const SampleRun sample = sampleOf(options);
        const double replayed = Replay(sample).stepMs();
        const double measured = sample.truth.stepMs.front();
        QVERIFY2(qAbs(replayed / measured - 1) < 1e-3,
            qPrintable(QStringLiteral("replayed %1 ms, measured %2 ms").arg(replayed).arg(measured)));
    }

    void aSlowerRankInTheReplayIsASlowerRankInTheSample()
    {
        SampleOptions options;
        options.tensor = 1;
        options.noise = 0;
        options.steps = 1;
        const SampleRun clean = sampleOf(options);
        options.stragglers = {{3, 1.2}};
        const SampleRun slow = sampleOf(options);
        const double predicted = Replay(clean).stepMs(3, 1.2);
        QVERIFY2(qAbs(predicted / slow.truth.stepMs.front() - 1) < 2e-3,
            qPrintable(QStringLiteral("%1 ms, %2 ms").arg(predicted).arg(slow.truth.stepMs.front())));
    }
};

QTEST_APPLESS_MAIN(TstSampleReplay)
#include "tst_samplereplay.moc"
