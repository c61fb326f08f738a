// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Traces are taken apart into a graph by their records alone; waiting is taken out of every message and collective, and
// re-timing must bring the step back. Of samples, whose truth is known, and of real runs, whose step was measured.
#include "clockalignment.h"
#include "folderscan.h"
#include "importerregistry.h"
#include "retiming.h"
#include "samplerun.h"
#include "shareddata.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <array>
#include <map>

using namespace bubblescope;

namespace {

/// The first step of an aligned run.
class Replay {
public:
    explicit Replay(const Run& run)
        : m_trace(*run.trace)
        , m_tensor(run.layout.tensor.value_or(1))
        , m_data(run.layout.data.value_or(1))
        , m_expert(run.layout.expert.value_or(1))
    {
        std::map<int, std::vector<SpanId>> byRank;
        for (uint32_t i = 0; i < m_trace.spanCount(); ++i)
            byRank[m_trace.track(m_trace.track(SpanId(i))).rank].push_back(SpanId(i));
        for (const RankInfo& rank : m_trace.ranks())
            addFirstStep(rank.rank, byRank[rank.rank]);
        splitOptimizers();
        findMeetings();
    }

    /// First start to last end of what was recorded, ms.
    double recordedMs() const
    {
        TimeRange all = TimeRange::nothing();
        for (const Piece& piece : m_pieces)
            all = all.united(piece.range);
        return double(all.duration()) / 1e6;
    }

    /// Makespan of the re-timed step, ms; with all compute of a rank changed if asked.
    double replayedMs(int slowRank = -1, double factor = 1) const
    {
        GraphBuilder builder;
        for (size_t i = 0; i < m_pieces.size(); ++i) {
            const Piece& piece = m_pieces[i];
            // Where the piece before was over for the graph, which is when its message or collective was.
            const TimeNs before = piece.isFirst ? m_start : m_pieces[i - 1].over;
            TimeNs lead = std::max<TimeNs>(0, piece.range.begin - before);
            TimeNs cost = piece.cost;
            if (piece.rank == slowRank) {
                lead = piece.isPart ? TimeNs(double(lead) * factor) : lead;
                cost = TimeNs(double(cost) * factor);
            }
            const uint32_t after = piece.isFirst ? DependencyGraph::none : uint32_t(i - 1);
            builder.addNode({piece.rank, -1, piece.operation}, cost, lead, after);
        }
        for (const Meeting& meeting : m_meetings) {
            if (meeting.channel) {
                builder.addSend(uint32_t(meeting.members[0]), *meeting.channel, meeting.range.duration());
                builder.addReceive(uint32_t(meeting.members[1]), *meeting.channel);
            } else {
                const std::vector<uint32_t> nodes(meeting.members.begin(), meeting.members.end());
                builder.addCollective(nodes, meeting.range.duration());
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
        TimeRange range; ///< as recorded
        TimeNs cost = 0;
        TimeNs over = 0; ///< end, without what a record takes longer than its meeting
        bool isFirst = false;
        bool isPart = false; ///< what lies before it is compute of the operation around it
        bool meets = false;
    };
    struct Meeting {
        std::vector<size_t> members; ///< pieces; of a message: sender, receiver
        TimeRange range;             ///< last arrival to first departure
        std::optional<GraphBuilder::Channel> channel;
    };

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

    void addFirstStep(int rank, const std::vector<SpanId>& spans)
    {
        std::vector<SpanId> operations;
        std::map<SpanId, std::vector<SpanId>> parts;
        std::map<SpanId, SpanId> legs;
        for (SpanId span : spans) {
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
        bool isFirst = true;
        const auto add = [&](SpanId span, TimeRange range) -> Piece& {
            m_pieces.push_back({rank, m_trace.operation(span), range, 0, range.end, isFirst, false, false});
            isFirst = false;
            m_start = std::min(m_start, range.begin);
            return m_pieces.back();
        };
        const auto meet = [&](Category category) {
            m_collectives[{int(category), groupOf(category, rank), occurrence[category]++}].push_back(
                m_pieces.size() - 1);
        };
        for (SpanId span : operations) {
            const TimeRange whole = m_trace.range(span);
            const Operation operation = m_trace.operation(span);
            if (isPointToPoint(operation)) {
                add(span, whole);
                addMessage(operation, rank);
                if (const auto leg = legs.find(span); leg != legs.end())
                    addMessage(m_trace.operation(leg->second), rank);
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
                    add(sub, m_trace.range(sub)).isPart = true;
                    meet(m_trace.category(sub));
                }
                add(span, {whole.end, whole.end}).isPart = true; // the rest is its lead
            }
        }
    }

    void addMessage(Operation operation, int rank)
    {
        const bool forward = operation == Operation::SendForward || operation == Operation::RecvForward;
        const bool upwards = operation == Operation::SendForward || operation == Operation::RecvBackward;
        const int other = rank + m_tensor * m_data * (upwards ? 1 : -1);
        if (isSend(operation))
            m_sends[{rank, other, forward}].push_back(m_pieces.size() - 1);
        else
            m_receives[{other, rank, forward}].push_back(m_pieces.size() - 1);
    }

    /// An optimizer that waits for the others ends when they do; one that does not is work from its own begin.
    void splitOptimizers()
    {
        constexpr TimeNs together = 5'000'000;
        for (auto it = m_collectives.begin(); it != m_collectives.end();) {
            if (it->first[0] != int(Category::Optimizer)) {
                ++it;
                continue;
            }
            TimeNs last = std::numeric_limits<TimeNs>::min();
            TimeRange ends = TimeRange::nothing();
            for (size_t member : it->second) {
                last = std::max(last, m_pieces[member].range.begin);
                ends = ends.united({m_pieces[member].range.end, m_pieces[member].range.end});
            }
            const bool waits = ends.duration() <= together;
            for (size_t member : it->second) {
                Piece& arrival = m_pieces[member];
                Piece& rest = m_pieces[member + 1];
                const TimeNs start = waits ? last : arrival.range.begin;
                rest.cost = rest.range.end - start;
                rest.range.begin = arrival.range.end = arrival.over = start;
            }
            it = waits ? std::next(it) : m_collectives.erase(it);
        }
    }

    /// When each message and collective took place; records that last longer give the rest to what follows.
    void findMeetings()
    {
        const auto add = [&](const std::vector<size_t>& members, std::optional<GraphBuilder::Channel> channel) {
            TimeRange range {std::numeric_limits<TimeNs>::min(), std::numeric_limits<TimeNs>::max()};
            for (size_t member : members) {
                range.begin = std::max(range.begin, m_pieces[member].range.begin);
                range.end = std::min(range.end, m_pieces[member].range.end);
            }
            range.end = std::max(range.end, range.begin);
            for (size_t member : members) {
                Piece& piece = m_pieces[member];
                piece.over = piece.meets ? std::max(piece.over, range.end) : range.end;
                piece.meets = true;
            }
            m_meetings.push_back({members, range, channel});
        };
        for (const auto& [key, members] : m_collectives)
            add(members, std::nullopt);
        for (const auto& [key, sends] : m_sends) {
            const std::vector<size_t>& receives = m_receives[key];
            QCOMPARE(receives.size(), sends.size());
            for (size_t i = 0; i < sends.size(); ++i)
                add({sends[i], receives[i]}, GraphBuilder::Channel {key[0], key[1], key[2]});
        }
    }

    const Trace& m_trace;
    int m_tensor;
    int m_data;
    int m_expert;
    TimeNs m_start = std::numeric_limits<TimeNs>::max();
    std::vector<Piece> m_pieces; // by rank, in order; nodes of the graph have the same numbers
    std::vector<Meeting> m_meetings;
    std::map<std::array<int, 3>, std::vector<size_t>> m_collectives; // category, group, occurrence
    std::map<std::array<int, 3>, std::vector<size_t>> m_sends;       // source, destination, forward
    std::map<std::array<int, 3>, std::vector<size_t>> m_receives;
};

Run sampleOf(const SampleOptions& options)
{
    Result<RunFolder> folder = makeSampleFolder(options);
    if (!folder)
        qFatal("%s", folder.error().message.c_str());
    return std::move(folder->runs.front());
}

Run openShared(const char* name)
{
    ImportReport report;
    const FolderScan scan = scanPaths({sharedData(name)}, ImporterRegistry::builtin(), report);
    std::vector<NamedPart> parts;
    for (const ScannedFile& file : scan.files) {
        auto source = openFile(file.path, file.name);
        FileContents contents;
        if (source)
            file.importer->import(**source, contents, report, {});
        for (TracePart& part : contents.traceParts)
            parts.push_back({file.name, std::move(part)});
    }
    std::vector<Run> runs = groupRuns(std::move(parts), scan.root, report);
    if (runs.size() != 1)
        qFatal("%s holds %d runs", name, int(runs.size()));
    alignRun(runs.front(), report);
    return std::move(runs.front());
}

} // namespace

class TstReplay : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void replayBringsASamplesStepBack_data()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("default") << 0;
        QTest::newRow("demo") << 1;
        QTest::newRow("mixture of experts") << 2;
        QTest::newRow("GPipe") << 3;
        QTest::newRow("noisy, slow link, four hosts") << 4;
        QTest::newRow("one stage") << 5;
    }
    void replayBringsASamplesStepBack()
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
        const Result<SampleRun> sample = makeSample(options);
        QVERIFY(sample);
        const Replay replay(sampleOf(options));
        const double measured = sample->truth.stepMs.front();
        QVERIFY2(qAbs(replay.replayedMs() / measured - 1) < 1e-3,
            qPrintable(QStringLiteral("replayed %1 ms, measured %2 ms").arg(replay.replayedMs()).arg(measured)));
    }

    void aSlowerRankInTheReplayIsASlowerRankInTheSample()
    {
        SampleOptions options;
        options.tensor = 1;
        options.noise = 0;
        options.steps = 1;
        const double predicted = Replay(sampleOf(options)).replayedMs(3, 1.2);
        options.stragglers = {{3, 1.2}};
        const Result<SampleRun> slow = makeSample(options);
        QVERIFY(slow);
        QVERIFY2(qAbs(predicted / slow->truth.stepMs.front() - 1) < 2e-3,
            qPrintable(QStringLiteral("%1 ms, %2 ms").arg(predicted).arg(slow->truth.stepMs.front())));
    }

    void replayBringsARealStepBack_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<double>("measured"); // ms, as the run itself or its description states
        QTest::newRow("4 ranks, TP 2, PP 2") << QStringLiteral("echo/measured_tp2_pp2_4ranks_known_step") << 911.0;
        QTest::newRow("16 ranks, PP 4, 2 hosts") << QStringLiteral("echo/measured_pp4_16ranks_2hosts") << 671.2;
        QTest::newRow("8 ranks, TP 2, PP 4") << QStringLiteral("echo/measured_tp2_pp4_8ranks") << 0.0;
        QTest::newRow("4 ranks, PP 2") << QStringLiteral("echo/measured_tp1_pp2_4ranks") << 0.0;
    }
    void replayBringsARealStepBack()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, folder);
        QFETCH(double, measured);
        const Run run = openShared(folder.toUtf8().constData());
        const Replay replay(run);
        const double replayed = replay.replayedMs();
        const double expected = measured > 0 ? measured : replay.recordedMs();
        QVERIFY2(qAbs(replayed / expected - 1) < 0.01,
            qPrintable(QStringLiteral("replayed %1 ms, recorded %2 ms, stated %3 ms")
                           .arg(replayed)
                           .arg(replay.recordedMs())
                           .arg(measured)));
        qInfo("%s: replayed %.2f ms, recorded %.2f ms, stated %.1f ms", qPrintable(folder), replayed,
            replay.recordedMs(), measured);
    }
};

QTEST_APPLESS_MAIN(TstReplay)
#include "tst_replay.moc"
