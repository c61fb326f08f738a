// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "clockalignment.h"
#include "runcontext.h"
#include "statedcollectives.h"
#include "testprogram.h"
#include "tracebuilder.h"

#include <QRegularExpression>
#include <QTest>

namespace bubblescope::tst_statedcollectives {

namespace {

/// Kernels of profiled ranks that say which collective they are.
class Job {
public:
    struct Kernel {
        int rank = 0;
        TimeNs begin = 0;
        int64_t sequence = -1;
        Operation operation = Operation::AllReduce;
        int64_t bytes = 1024;
        int peer = -1;
    };

    explicit Job(std::vector<int32_t> ranks)
    {
        Communicator group;
        group.name = m_builder.intern("3");
        group.description = m_builder.intern("mesh_dp");
        group.size = static_cast<int32_t>(ranks.size());
        group.ranks = std::move(ranks);
        m_size = group.size;
        m_group = m_builder.communicator(group);
    }

    void add(const Kernel& kernel)
    {
        SpanRecord span;
        span.track = m_builder.track({kernel.rank, -1, Lane::Communication, Category::DataComm, "comm mesh_dp (3)"});
        span.name = m_builder.intern("ncclDevKernel");
        span.begin = kernel.begin;
        span.end = kernel.begin + 50;
        span.category = Category::DataComm;
        span.operation = kernel.operation;
        span.bytes = kernel.bytes;
        CollectiveCall call;
        call.span = SpanId(m_builder.addSpan(span));
        call.communicator = m_group;
        call.groupSize = m_size;
        call.sequence = kernel.sequence;
        call.peer = kernel.peer;
        m_builder.addCollective(call);
    }

    Trace finish() { return m_builder.finish({}, m_report); }
    Run run()
    {
        Run made;
        made.name = "job";
        made.trace = std::make_shared<Trace>(finish());
        return made;
    }

private:
    TraceBuilder m_builder;
    ImportReport m_report;
    uint32_t m_group = 0;
    int32_t m_size = 0;
};

/// "0@10 1@900": rank and begin of each member, one line per collective.
QStringList picture(const Trace& trace, const Collectives& collectives)
{
    QStringList lines;
    for (const Collectives::Instance& instance : collectives.instances) {
        QStringList members;
        for (const SpanId member : collectives.membersOf(instance))
            members << QStringLiteral("%1@%2").arg(trace.track(trace.track(member)).rank).arg(trace.begin(member));
        lines << members.join(QLatin1Char(' '));
    }
    lines.sort();
    return lines;
}

} // namespace

class TstStatedCollectives : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void sequencesMatchWhateverTimeAndOrder()
    {
        // Rank 0 lacks sequence 7, which by order would push all that follow one place on.
        Job job({0, 1});
        job.add({0, 0, 6});
        job.add({0, 1000, 8});
        job.add({1, 5000, 6});
        job.add({1, 6000, 7});
        job.add({1, 7000, 8});
        const Trace trace = job.finish();
        const RunContext context(trace, {});
        const Collectives& all = context.collectives();
        QCOMPARE(picture(trace, all), QStringList({"0@0 1@5000", "0@1000 1@7000"}));
        const SpanId asked = all.membersOf(all.instances.back()).front();
        QCOMPARE(context.collectiveWith(asked).size(), size_t(2));
        QVERIFY(context.collectiveWith(asked).front() == asked);
    }

    void membersOfManyCollectivesAreFound()
    {
        constexpr int rounds = 150'000;
        Job job({0, 1});
        for (int round = 0; round < rounds; ++round) {
            for (const int rank : {0, 1})
                job.add({rank, round * TimeNs(100) + rank, round});
        }
        const Trace trace = job.finish();
        const RunContext context(trace, {});
        QCOMPARE(context.collectives().instances.size(), size_t(rounds));
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            const auto members = context.collectiveWith(SpanId(i));
            QCOMPARE(members.size(), size_t(2));
            QVERIFY(members.front() == SpanId(i) || members.back() == SpanId(i));
        }
        QVERIFY(context.collectiveWith(SpanId(trace.spanCount())).empty());
    }

    void aDisagreementIsReportedAndNotMatched_data()
    {
        QTest::addColumn<int>("rank");
        QTest::addColumn<int>("operation");
        QTest::addColumn<qlonglong>("bytes");
        QTest::addColumn<QString>("words");
        QTest::newRow("another operation")
            << 1 << int(Operation::AllGather) << 1024LL << QStringLiteral("all-gather of 1024 bytes on rank 1");
        QTest::newRow("another size") << 1 << int(Operation::AllReduce) << 2048LL
                                      << QStringLiteral("all-reduce of 2048 bytes on rank 1");
        QTest::newRow("a rank that is not of the group")
            << 5 << int(Operation::AllReduce) << 1024LL << QStringLiteral("rank 5 does not belong to it");
    }
    void aDisagreementIsReportedAndNotMatched()
    {
        QFETCH(int, rank);
        QFETCH(int, operation);
        QFETCH(qlonglong, bytes);
        QFETCH(QString, words);
        Job job({0, 1});
        job.add({0, 0, 6});
        job.add({rank, 10, 6, Operation(operation), bytes});
        Run run = job.run();
        QVERIFY(RunContext(*run.trace, {}).collectives().instances.empty());
        ImportReport report;
        alignRun(run, report);
        QCOMPARE(report.count(IssueKind::CollectivesDiffer), uint64_t(1));
        const auto issue = std::find_if(report.issues().begin(), report.issues().end(),
            [](const Issue& i) { return i.kind == IssueKind::CollectivesDiffer; });
        const QString message = QString::fromStdString(issue->first.front().message.text());
        QVERIFY2(message.contains(words) && message.contains("3 (mesh_dp), sequence 6"), qPrintable(message));
    }

    void messagesGoToThePeersTheyState()
    {
        Job job({0, 1, 2});
        job.add({0, 0, -1, Operation::SendForward, 64, 2});
        job.add({0, 100, -1, Operation::SendForward, 64, 1});
        job.add({0, 200, -1, Operation::SendForward, 64, 2});
        job.add({2, 10, -1, Operation::RecvForward, 64, 0});
        job.add({2, 210, -1, Operation::RecvForward, 64, 0});
        job.add({1, 110, -1, Operation::RecvForward, 32, 0}); // another size: not what was sent
        Run run = job.run();
        const MessageMatches messages = matchMessages(*run.trace, RankGroups(*run.trace, {}));
        QCOMPARE(messages.matches.size(), size_t(2));
        for (const MessageMatch& match : messages.matches)
            QCOMPARE(run.trace->begin(match.receive) - run.trace->begin(match.send), TimeNs(10));
        QCOMPARE(messages.unmatched, 2u);
        ImportReport report;
        alignRun(run, report);
        QCOMPARE(report.count(IssueKind::CollectivesDiffer), uint64_t(1));
        QCOMPARE(run.trace->links().size(), size_t(2));
    }
};

BUBBLESCOPE_TEST(TstStatedCollectives, QCoreApplication)

} // namespace bubblescope::tst_statedcollectives

#include "tst_statedcollectives.moc"
