// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "formatting.h"
#include "keptwhatifs.h"
#include "tableexport.h"
#include "testprogram.h"

#include <QAbstractItemModelTester>
#include <QTest>

namespace bubblescope::tst_keptwhatifs {

namespace {

constexpr double ms = 1e6;

/// Step 6 of a demo takes 100 ms with 8 samples, in a stage of 30 and one of 50 GB.
WhatIfSubject subject(std::optional<int64_t> step = 6)
{
    WhatIfSubject s;
    s.title = QStringLiteral("step 6 of demo");
    s.step = step;
    s.baseline.stepNs = 100 * ms;
    s.baseline.samplesPerStep = 8;
    for (const double bytes : {30e9, 50e9}) {
        StepFigures::Stage stage {};
        stage.parameterBytes = bytes;
        s.baseline.stages.push_back(stage);
    }
    return s;
}

SimulatedStep answer(double stepMs)
{
    SimulatedStep step;
    step.figures = subject().baseline;
    step.figures.stepNs = stepMs * ms;
    step.figures.errorNs = 4 * ms;
    return step;
}

Knobs microbatches(int count)
{
    Knobs knobs;
    knobs.microbatches = count;
    return knobs;
}

QString cell(const KeptWhatIfs& model, int row, int column) { return model.index(row, column).data().toString(); }

} // namespace

class TstKeptWhatIfs : public QObject {
    Q_OBJECT
private slots:
    void theFirstOfAStepBringsTheOpenedStepWithIt()
    {
        KeptWhatIfs model;
        const QAbstractItemModelTester tester(&model);
        QCOMPARE(model.keep(keptWhatIf(answer(80), microbatches(16), subject()), keptOpened(subject())), 1);
        QCOMPARE(model.keep(keptWhatIf(answer(90), microbatches(12), subject()), keptOpened(subject())), 2);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(cell(model, 0, KeptWhatIfs::StepColumn), formatDuration(100 * ms));
        QCOMPARE(cell(model, 0, KeptWhatIfs::GainColumn), unknownText());
        QCOMPARE(cell(model, 0, KeptWhatIfs::LowColumn), unknownText());
        QCOMPARE(cell(model, 1, KeptWhatIfs::NameColumn), QStringLiteral("microbatches 16"));
        QCOMPARE(cell(model, 1, KeptWhatIfs::SamplesColumn), formatNumber(100));
        QCOMPARE(cell(model, 1, KeptWhatIfs::GainColumn), formatShareDifference(0.25)); // 100 ms to 80 ms
        QCOMPARE(cell(model, 1, KeptWhatIfs::LowColumn), formatDuration(76 * ms));
        QCOMPARE(cell(model, 1, KeptWhatIfs::HighColumn), formatDuration(84 * ms));
        QCOMPARE(cell(model, 1, KeptWhatIfs::MemoryColumn), formatBytes(50e9));
        // Of another step the opened one is another row.
        QCOMPARE(model.keep(keptWhatIf(answer(90), microbatches(12), subject(7)), keptOpened(subject(7))), 4);
    }

    void theSameKnobsAreKeptOnce()
    {
        KeptWhatIfs model;
        const QAbstractItemModelTester tester(&model);
        model.keep(keptWhatIf(answer(80), microbatches(16), subject()), keptOpened(subject()));
        QCOMPARE(model.keep(keptWhatIf(answer(70), microbatches(16), subject()), keptOpened(subject())), 1);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(cell(model, 1, KeptWhatIfs::StepColumn), formatDuration(70 * ms));
    }

    void tooManyAreRefused()
    {
        KeptWhatIfs model;
        int kept = 0;
        for (int i = 1; i < 300; ++i)
            kept += model.keep(keptWhatIf(answer(80), microbatches(i), subject()), keptOpened(subject())) >= 0;
        QCOMPARE(model.rowCount(), int(KeptWhatIfs::mostKept));
        QCOMPARE(kept, int(KeptWhatIfs::mostKept) - 1);
        model.drop(0);
        QCOMPARE(model.rowCount(), int(KeptWhatIfs::mostKept) - 1);
        model.drop(1000);
        model.drop(-1);
        QCOMPARE(model.rowCount(), int(KeptWhatIfs::mostKept) - 1);
    }

    void whatDoesNotFitSaysSo()
    {
        SimulatedStep step = answer(80);
        step.hardware.memoryBytes = 40e9;
        const KeptWhatIf kept = keptWhatIf(step, microbatches(16), subject());
        QVERIFY(!kept.fits);
        KeptWhatIfs model;
        model.setKept({kept});
        QVERIFY(cell(model, 0, KeptWhatIfs::MemoryColumn).contains(QStringLiteral("does not fit")));
    }

    void aTableForMachinesHasPlainFigures()
    {
        KeptWhatIfs model;
        model.keep(keptWhatIf(answer(80), microbatches(16), subject()), keptOpened(subject()));
        const QStringList lines = tableCsv(model).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines.at(2).trimmed(), QStringLiteral("microbatches=16,100,25,80,76,84,50000000000,step 6 of demo"));
    }
};

BUBBLESCOPE_TEST(TstKeptWhatIfs, QCoreApplication)

} // namespace bubblescope::tst_keptwhatifs

#include "tst_keptwhatifs.moc"
