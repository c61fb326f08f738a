// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Made up in the shape of what NCCL prints in its public reports (NVIDIA/nccl#743, #1412, #1453, #1610, #1814).
#include "readlog.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <fmt/format.h>

#include <string>

namespace bubblescope::tst_nccllines {

namespace {

std::string nccl(int rank, const std::string& said, const char* level = "INFO", const char* place = "")
{
    return fmt::format(
        "gpu{:02}:{}:{} [{}] {}NCCL {} {}\n", rank / 4, 4000 + rank, 4100 + rank, rank % 4, place, level, said);
}

std::string communicator(int rank, int ranks, const char* state)
{
    return nccl(rank,
        fmt::format("ncclCommInitRank comm 0x55d{:x} rank {} nranks {} cudaDev {} nvmlDev {} busId {}8000 "
                    "commId 0x996ee6f117cb8e1e - Init {}",
            rank, rank, ranks, rank % 4, rank % 4, rank % 4, state));
}

/// Two hosts of four GPUs; `late` does not complete, -1 for none.
std::string job(int late = -1)
{
    std::string text = "NCCL version 2.21.5+cuda12.4\n";
    for (int rank = 0; rank < 8; ++rank) {
        text += nccl(rank, "Bootstrap : Using eth0:10.1.0.1<0>")
            + nccl(rank, "NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [RO]; OOB eth0:10.1.0.1<0>")
            + nccl(rank, "Using network IB") + communicator(rank, 8, "START")
            + nccl(rank, "Trees [0] 1/-1/-1->0->-1 [1] 1/-1/-1->0->-1");
        if (rank == 0)
            text += nccl(rank, "Channel 00/02 :    0   1   2   3   4   5   6   7");
        text += nccl(rank,
            rank % 4 == 3 ? "Channel 00/0 : 3[3] -> 4[0] [send] via NET/IB/0(3)/GDRDMA"
                          : "Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM");
        if (rank != late)
            text += communicator(rank, 8, "COMPLETE");
    }
    return text;
}

std::string steps(int last)
{
    std::string text;
    for (int step = 1; step <= last; ++step)
        text += fmt::format(
            " iteration {:8}/     500 | elapsed time per iteration (ms): 2500.0 | lm loss: 8.0E+00 |\n", step);
    return text;
}

std::string timedOut(int rank)
{
    return fmt::format("[rank{0}]:[E603 17:48:01.005 ProcessGroupNCCL.cpp:632] [Rank {0}] Watchdog caught collective "
                       "operation timeout: WorkNCCL(SeqNum=2398, OpType=ALLREDUCE, NumelIn=8, NumelOut=8, "
                       "Timeout(ms)=600000) ran for 600068 milliseconds before timing out.\n",
        rank);
}

QString said(const ReadLog& read, IssueKind kind)
{
    for (const Issue& issue : read.report.issues()) {
        if (issue.kind == kind)
            return QString::fromStdString(issue.first.front().message.text());
    }
    return {};
}

} // namespace

class TstNcclLines : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aLogOfNcclSaysWhatItStates()
    {
        QVERIFY(sniffLog(job()) > 0);
        const ReadLog read = readLog(job(), "nccl.gpu00.4000.log");
        QVERIFY(read.contents.isForeign);
        QCOMPARE(read.issues(), QByteArray("not-shown"));
        QCOMPARE(said(read, IssueKind::NotShown),
            QStringLiteral(
                "a log of NCCL 2.21.5+cuda12.4 itself, a communicator of 8 ranks, on 2 hosts, network IB over mlx5_0, "
                "mlx5_1, 2 rings, 2 trees, links by NET/IB/GDRDMA, P2P/CUMEM. It has no times of operations: those of "
                "the same run are in a trace of a profiler, or in what NCCL Inspector writes "
                "(NCCL_PROFILER_PLUGIN=inspector NCCL_INSPECTOR_ENABLE=1)"));
    }

    void labelsAndTimesBeforeLinesAreNoHosts_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::newRow("srun") << QByteArray("3: ");
        QTest::newRow("mpirun") << QByteArray("[1,3]<stdout>:");
        QTest::newRow("torchrun") << QByteArray("[rank3]:");
        QTest::newRow("torchrun with tee") << QByteArray("[default3]:");
        QTest::newRow("time") << QByteArray("[2026-11-01 10:00:03] ");
        QTest::newRow("number of the process") << QByteArray("[3] ");
        QTest::newRow("time without brackets") << QByteArray("2026-11-01 10:00:03 ");
    }
    void labelsAndTimesBeforeLinesAreNoHosts()
    {
        QFETCH(QByteArray, before);
        std::string text;
        for (const std::string& line : {communicator(0, 2, "START"), communicator(1, 2, "START"),
                 communicator(0, 2, "COMPLETE"), communicator(1, 2, "COMPLETE")})
            text += before.toStdString() + line;
        const QString what = said(readLog(text), IssueKind::NotShown);
        QVERIFY2(what.startsWith(QStringLiteral("a log of NCCL itself, a communicator of 2 ranks, on gpu00. ")),
            qPrintable(what));
    }

    void whatFailedIsNamed()
    {
        const std::string warning = nccl(5, "NET/IB : Got completion from peer 10.1.0.1<52001> with status=12", "WARN",
            "transport/net_ib.cc:1295 ");
        const ReadLog read = readLog(job(6) + warning + warning);
        const QString what = said(read, IssueKind::NotShown);
        QVERIFY2(what.contains(QStringLiteral("; of communicator 0x996ee6f117cb8e1e, 1 of 8 ranks began and did not "
                                              "complete it: 6; 2 warnings, the first on gpu01: NET/IB : Got completion "
                                              "from peer 10.1.0.1<52001> with status=12. ")),
            qPrintable(what));
        QCOMPARE(read.offsetOf(IssueKind::NotShown), qlonglong(job(6).size()));
    }

    void whatIsCompleteDidNotFail_data()
    {
        const std::string begun = communicator(0, 2, "START") + communicator(1, 2, "START");
        const auto withoutBreak = [](std::string line) {
            line.pop_back();
            return line;
        };
        QTest::addColumn<QByteArray>("text");
        const auto add = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QByteArray::fromStdString(text);
        };
        add("the last line is not ended",
            begun + communicator(0, 2, "COMPLETE") + withoutBreak(communicator(1, 2, "COMPLETE")));
        add("two lines in one", begun + withoutBreak(communicator(0, 2, "COMPLETE")) + communicator(1, 2, "COMPLETE"));
        add("more behind it",
            begun + withoutBreak(communicator(0, 2, "COMPLETE")) + " (1.5 s)\n" + communicator(1, 2, "COMPLETE"));
        add("another that begins without its number",
            begun + communicator(0, 2, "COMPLETE") + communicator(1, 2, "COMPLETE")
                + nccl(0, "ncclCommSplit comm 0x7 rank 0 nranks 1 cudaDev 0 parent 0x55d0 color 1 key 0 - Init START"));
    }
    void whatIsCompleteDidNotFail()
    {
        QFETCH(QByteArray, text);
        const QString what = said(readLog(text.toStdString()), IssueKind::NotShown);
        QVERIFY2(what.startsWith(QStringLiteral("a log of NCCL itself, a communicator of 2 ranks, on gpu00. ")),
            qPrintable(what));
    }

    /// The line of one rank may be lost among those of others.
    void aRunThatWentOnHadItsCommunicators()
    {
        QCOMPARE(readLog(job(6) + steps(6)).issues(), QByteArray());
        const QString what = said(readLog(steps(6) + job(6)), IssueKind::NotShown);
        QVERIFY2(what.startsWith(QStringLiteral("NCCL says: of communicator 0x996ee6f117cb8e1e, 1 of 8 ranks began")),
            qPrintable(what));
    }

    void aWarningInTheLogOfATrainerIsSaid()
    {
        QCOMPARE(readLog(job() + steps(6)).issues(), QByteArray());
        const ReadLog read = readLog(job() + steps(6) + nccl(5, "Call to ibv_poll_cq failed", "WARN", "a.cc:1 "));
        QVERIFY(read.isLog());
        QCOMPARE(read.log().steps.size(), size_t(6));
        QCOMPARE(read.issues(), QByteArray("not-shown"));
        QCOMPARE(said(read, IssueKind::NotShown),
            QStringLiteral("NCCL says: a warning on gpu01: Call to ibv_poll_cq failed"));
    }

    void aTimeOutBeforeTheFirstStepIsToldWithAllItsRanks()
    {
        std::string text = job();
        for (int rank = 0; rank < 64; ++rank)
            text += rank == 13 ? std::string() : timedOut(rank);
        const ReadLog read = readLog(text);
        QVERIFY(read.contents.isForeign);
        QCOMPARE(read.issues(), QByteArray("run-crashed, not-shown"));
        QCOMPARE(said(read, IssueKind::RunCrashed),
            QStringLiteral(
                "before the first step: ALLREDUCE, number 2398 of its group, timed out on ranks 0-12, 14-63"));
        // The errors of one rank, in a file of their own.
        QVERIFY(sniffLog(timedOut(3)) > 0);
        QCOMPARE(readLog(timedOut(3)).issues(), QByteArray("run-crashed"));
    }

    void chosenAlgorithmsAreCounted()
    {
        // By number, and since NCCL 2.23 by name.
        const QString what = said(readLog(nccl(0, "805306368 Bytes -> Algo 1 proto 2 time 3970.683594")
                                      + nccl(0, "262144 Bytes -> Algo 0 proto 1 time 54.7")
                                      + nccl(0, "262144 Bytes -> Algo 5 proto 2 time 54.7")
                                      + nccl(0, "AllReduce: 64 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..1}")
                                      + nccl(0, "AllReduce: 64 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..1}")),
            IssueKind::NotShown);
        QVERIFY2(what.contains(QStringLiteral(
                     "algorithms RING/LL (2), Ring/Simple (1), Tree/LL128 (1), algorithm 5/Simple (1). ")),
            qPrintable(what));
    }

    void otherTextIsNoneOfIt_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("prose") << QByteArray("Set NCCL_DEBUG=INFO and look for NCCL INFO lines.\n");
        QTest::newRow("a command") << QByteArray("grep 'NCCL WARN ' *.log [all]\n");
        QTest::newRow("a variable") << QByteArray("NCCL_DEBUG=INFO\n");
    }
    void otherTextIsNoneOfIt()
    {
        QFETCH(QByteArray, text);
        QCOMPARE(sniffLog(text.toStdString()), 0);
        QCOMPARE(readLog(text.toStdString()).issues(), QByteArray());
    }

    void hostileLinesTakeNoHarm()
    {
        std::string text;
        for (const char* line : {"a:1:2 [0] NCCL INFO comm 0x1 rank 9 nranks 4 commId 0x2 - Init START\n",
                 "a:1:2 [0] NCCL INFO comm 0x1 rank -1 nranks 99999999999 commId 0x2 - Init COMPLETE\n",
                 "[] [0] NCCL INFO Channel 00/99999999999999999999 : 0\n", "::: [0] NCCL INFO Trees [[[[\n",
                 "a:1:2 [0] NCCL INFO NET/IB : Using [ [] [x]y [1] [2]:1/IB\n", "[0] NCCL WARN \n", "NCCL INFO"})
            text += line;
        const ReadLog read = readLog(text);
        QVERIFY(read.finished);
        QVERIFY(said(read, IssueKind::NotShown).startsWith(QStringLiteral("a log of NCCL itself, on a, 4 trees")));
    }

    void lossesWithoutAKnownLineAskForAPattern()
    {
        std::string text = job();
        for (int step = 0; step < 5; ++step)
            text += fmt::format("round {} of training is over with loss {}\n", step, 4.5 - 0.1 * step);
        const ReadLog read = readLog(text);
        QVERIFY(read.contents.isForeign);
        QCOMPARE(said(read, IssueKind::UnknownLog), QStringLiteral("5 of its lines tell a loss"));
    }
};

BUBBLESCOPE_TEST(TstNcclLines, QCoreApplication)

} // namespace bubblescope::tst_nccllines

#include "tst_nccllines.moc"
