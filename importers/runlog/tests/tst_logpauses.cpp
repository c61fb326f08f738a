// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readlog.h"
#include "testprogram.h"

#include <QTest>

#include <fmt/format.h>

namespace bubblescope::tst_logpauses {

namespace {

/// "120 save-checkpoint 60020; …" for each timer of a log in which some lines follow the line of step 110.
QString timersAfter(const std::string& lines)
{
    std::string text;
    for (int step = 100; step <= 140; step += 10) {
        text
            += fmt::format("[rank0]:[titan] 2025-06-25 13:0{}:00,000 - root - INFO - step: {}  loss: 7.9  tps: 5,868\n",
                step / 10 - 10, step);
        text += step == 110 ? lines : std::string();
    }
    const ReadLog read = readLog(text);
    QStringList timers;
    for (const LogTimer& timer : read.log().timers)
        timers += QStringLiteral("%1 %2 %3").arg(timer.step).arg(QString::fromStdString(timer.name)).arg(timer.ms);
    return timers.join(QStringLiteral("; "));
}

std::string at(const char* second, const char* what)
{
    return fmt::format("[rank0]:[titan] 2025-06-25 13:01:{},000 - root - INFO - {}\n", second, what);
}

} // namespace

class TstLogPauses : public QObject {
    Q_OBJECT
private slots:
    void whatIsSaidBetweenStepsBelongsToTheNext_data()
    {
        QTest::addColumn<QString>("lines");
        QTest::addColumn<QString>("timers");
        const auto add = [](const char* name, const std::string& lines, const char* timers) {
            QTest::newRow(name) << QString::fromStdString(lines) << QString::fromUtf8(timers);
        };
        add("torchtitan",
            at("10", "Saving the checkpoint (or staging if async is enabled).")
                + at("50", "Finished saving the checkpoint in 40.02 seconds."),
            "120 save-checkpoint 40020");
        add("by time stamps",
            at("10", "saving checkpoint at iteration 110 to /ckpt")
                + at("22", "successfully saved checkpoint from iteration 110"),
            "120 save-checkpoint 12000");
        add("of several ranks", at("10", "Checkpoint saved in 1.5s") + at("11", "Checkpoint saved in 2.5s"),
            "120 save-checkpoint 2500");
        add("garbage", at("10", "[GC] Peforming periodical GC collection. 1.52 seconds."),
            "120 garbage-collection 1520");
        add("evaluation", at("10", "Validation done, took 320 ms"), "120 evaluation 320");
        add("what will be saved", at("10", "Rank 4 will save checkpoint every 30 seconds"), "");
        add("what was loaded", at("10", "Loaded the checkpoint that was saved, in 3 s"), "");
        add("no time", at("10", "Saving the checkpoint"), "");
        add("a flag", at("10", "save_checkpoint_dir = /ckpt/step100s"), "");
    }
    void whatIsSaidBetweenStepsBelongsToTheNext()
    {
        QFETCH(QString, lines);
        QFETCH(QString, timers);
        QCOMPARE(timersAfter(lines.toStdString()), timers);
    }
};

BUBBLESCOPE_TEST(TstLogPauses, QCoreApplication)

} // namespace bubblescope::tst_logpauses

#include "tst_logpauses.moc"
