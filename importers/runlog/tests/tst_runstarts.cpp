// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Several runs in one file, and what only looks like it.
#include "readlog.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <fmt/format.h>

#include <string>

namespace bubblescope::tst_runstarts {

namespace {

/// Steps `first` to `last`, one a minute from `minute` on; without stamps if that is negative.
std::string megatron(int first, int last, double ms, double loss, int minute = -1, const std::string& label = {})
{
    std::string text;
    for (int step = first; step <= last; ++step) {
        const std::string stamp
            = minute < 0 ? std::string() : fmt::format(" [2026-03-01 10:{:02}:00]", minute + step - first);
        text += fmt::format(
            "{}{} iteration {:8}/     500 | elapsed time per iteration (ms): {:.1f} | lm loss: {:.6E} |\n", label,
            stamp, step, ms, loss - 0.01 * step);
    }
    return text;
}

} // namespace

class TstRunStarts : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aLaterRunIsARunOfItsOwn()
    {
        const ReadLog read = readLog("using world size: 8, data-parallel-size: 8\n" + megatron(1, 6, 2500, 9, 0)
            + "+ torchrun train.py\nusing world size: 4, data-parallel-size: 4\n" + megatron(1, 4, 3500, 9, 20));
        QCOMPARE(read.contents.runLogs.size(), size_t(2));
        const RunLog& first = read.contents.runLogs[0];
        const RunLog& second = read.contents.runLogs[1];
        QCOMPARE(first.name, std::string("train"));
        QCOMPARE(second.name, std::string("train (2)"));
        QCOMPARE(first.steps.size(), size_t(6));
        QCOMPARE(second.steps.size(), size_t(4));
        QVERIFY(isNear(first.medianStepMs(), 2500) && isNear(second.medianStepMs(), 3500));
        // What was printed between them is told of the second.
        QCOMPARE(first.worldSize, std::optional(8));
        QCOMPARE(second.worldSize, std::optional(4));
        QCOMPARE(read.issues(), QByteArray());
    }

    void aRunAfterACrashThatBeginsAnewIsAnother()
    {
        const ReadLog read = readLog(megatron(1, 6, 2500, 9)
            + "Traceback (most recent call last):\nRuntimeError: NCCL error\n" + megatron(1, 9, 2500, 9));
        QCOMPARE(read.contents.runLogs.size(), size_t(2));
        QVERIFY(read.contents.runLogs[0].crash.text().starts_with("after step 6: RuntimeError"));
        QVERIFY(read.contents.runLogs[1].crash.empty());
        QCOMPARE(read.contents.runLogs[1].steps.size(), size_t(9));
        QCOMPARE(read.issues(), QByteArray("run-crashed"));
    }

    void withoutStampsOtherLossesTell()
    {
        QCOMPARE(readLog(megatron(1, 6, 2500, 9) + megatron(1, 6, 2501, 8.5)).contents.runLogs.size(), size_t(2));
        // Ranks of one run print the same loss, and nearly the same time.
        QVERIFY(readLog(megatron(1, 6, 2500, 9) + megatron(1, 6, 2501, 9)).isLog());
    }

    void ranksOneAfterAnotherAreOneRun()
    {
        // Their clocks go back together with their numbers.
        const ReadLog back = readLog(megatron(1, 6, 2500, 9, 0) + megatron(1, 6, 2600, 8, 0));
        QVERIFY(back.isLog());
        QCOMPARE(back.log().steps.size(), size_t(6));
        QVERIFY(
            readLog(megatron(1, 6, 2500, 9, -1, "[default0]:") + megatron(1, 6, 3500, 8, -1, "[default1]:")).isLog());
        QVERIFY(readLog(megatron(1, 6, 2500, 9, -1, "0: ") + megatron(1, 6, 3500, 8, -1, "1: ")).isLog());
    }

    void aResumedRunIsNone()
    {
        QVERIFY(readLog(megatron(1, 9, 2500, 9, 0) + megatron(6, 15, 2500, 9, 20)).isLog());
        QVERIFY(readLog(megatron(41, 50, 2500, 9, 0) + megatron(41, 50, 2500, 8, 20)).isLog());
    }

    void epochsThatCountAnewAreNone()
    {
        std::string text;
        for (int line = 0; line < 12; ++line)
            text += fmt::format(
                "Epoch [{}/3], Step [{}/4], Loss: {:.2f}, 0.5 s/step\n", 1 + line / 4, 1 + line % 4, 3 - 0.1 * line);
        QVERIFY(readLog(text).isLog());
    }

    void dictionariesOfALaterRunAreItsOwn()
    {
        std::string text;
        for (int run = 0; run < 2; ++run) {
            for (int line = 1; line <= 5; ++line)
                text += fmt::format("{{'loss': {:.2f}, 'grad_norm': 1.5, 'learning_rate': 1e-05, 'epoch': {:.2f}}}\n",
                    3.0 - run - 0.1 * line, 0.1 * line);
            text += "{'train_runtime': 10.0, 'train_steps_per_second': 0.5, 'train_loss': 1.5, 'epoch': 0.5}\n";
        }
        const ReadLog read = readLog(text);
        QCOMPARE(read.contents.runLogs.size(), size_t(2));
        for (const RunLog& log : read.contents.runLogs) {
            QCOMPARE(log.steps.size(), size_t(5));
            QCOMPARE(log.steps.back().step, int64_t(5));
        }
        QVERIFY(isNear(read.contents.runLogs[1].steps.front().loss, 1.9));
    }
};

BUBBLESCOPE_TEST(TstRunStarts, QCoreApplication)

} // namespace bubblescope::tst_runstarts

#include "tst_runstarts.moc"
