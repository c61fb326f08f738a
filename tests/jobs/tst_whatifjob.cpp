// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "samplefolder.h"
#include "smallsample.h"
#include "testprogram.h"
#include "whatif.h"
#include "whatifjob.h"

#include <QSignalSpy>
#include <QTest>

namespace bubblescope::tst_whatifjob {

namespace {

OpenedFolderPtr sample()
{
    auto opened = std::make_shared<OpenedFolder>();
    opened->folder = std::move(makeSampleFolder(smallSample())).value();
    const Run& run = opened->folder.runs.front();
    opened->levels.emplace_back(*run.trace, run.trace->timing());
    return opened;
}

Knobs microbatches(int count)
{
    Knobs knobs;
    knobs.microbatches = count;
    return knobs;
}

/// A job and what it said.
struct Asked {
    explicit Asked(const OpenedFolderPtr& opened, const SimulationSource& source = {}) : job(opened, source)
    {
        QObject::connect(&job, &WhatIfJob::subjectReady, &job, [this](const WhatIfSubject& ready) { subject = ready; });
        QObject::connect(&job, &WhatIfJob::answered, &job,
            [this](const ShownSimulationPtr& simulation) { answers.push_back(simulation); });
        QObject::connect(&job, &WhatIfJob::refused, &job,
            [this](const Knobs& knobs, const Error& error) { refusals.emplace_back(knobs, error); });
        QObject::connect(&job, &WhatIfJob::impossible, &job, [this](const Error& error) { impossible = error; });
        QObject::connect(&job, &WhatIfJob::gainsChanged, &job, [this](const std::vector<KnobGain>& found, bool runs) {
            gains = found;
            isGaining = runs;
        });
    }

    std::optional<WhatIfSubject> subject;
    std::vector<ShownSimulationPtr> answers;
    std::vector<std::pair<Knobs, Error>> refusals;
    std::optional<Error> impossible;
    std::vector<KnobGain> gains;
    bool isGaining = true;
    WhatIfJob job;
};

} // namespace

class TstWhatIfJob : public QObject {
    Q_OBJECT
private slots:
    void theAnswerIsThatOfTheSimulator()
    {
        const OpenedFolderPtr opened = sample();
        Asked asked(opened);
        QTRY_VERIFY(asked.subject.has_value());
        asked.job.ask(microbatches(8));
        QTRY_COMPARE(asked.answers.size(), size_t(1));
        Result<Simulator> simulator = Simulator::make(opened->folder, {});
        QVERIFY(simulator);
        const Result<SimulatedStep> step = simulator->simulate(microbatches(8));
        QVERIFY(step);
        QCOMPARE(asked.answers.front()->step.figures.stepNs, step->figures.stepNs);
        QVERIFY(asked.answers.front()->knobs == microbatches(8));
        QCOMPARE(asked.subject->baseline.stepNs, simulator->baseline().stepNs);
    }

    void onlyTheNewestOfPendingQuestionsIsAnswered()
    {
        Asked asked(sample());
        for (int count = 2; count <= 40; ++count)
            asked.job.ask(microbatches(count)); // before its thread is ready
        QTRY_VERIFY(!asked.answers.empty() && asked.answers.back()->knobs == microbatches(40));
        QVERIFY2(asked.answers.size() < 10, "a queue was built up");
    }

    void anImpossibleConfigurationIsRefusedAndTheNextOneAnswered()
    {
        Asked asked(sample());
        asked.job.ask(microbatches(-3));
        QTRY_COMPARE(asked.refusals.size(), size_t(1));
        QVERIFY(asked.refusals.front().first == microbatches(-3));
        QVERIFY(!asked.refusals.front().second.message.text().empty());
        asked.job.ask(microbatches(6));
        QTRY_COMPARE(asked.answers.size(), size_t(1));
    }

    void whatHasNoStepIsImpossible()
    {
        auto opened = std::make_shared<OpenedFolder>();
        opened->folder.runLogs.emplace_back().name = "a log without steps";
        Asked asked(opened, {SimulationSource::Kind::RunLog, 0, 0});
        QTRY_VERIFY(asked.impossible.has_value());
        QVERIFY(!asked.subject && asked.answers.empty());
    }

    void aQuestionEndsTheSearchForGains()
    {
        Asked asked(sample());
        asked.job.askGains(microbatches(5)); // of moved knobs there is no combination beside them
        QTRY_VERIFY(!asked.isGaining);
        const size_t all = asked.gains.size();
        QVERIFY(all > 3);
        asked.isGaining = true;
        asked.job.askGains(microbatches(5));
        asked.job.ask(microbatches(7));
        QTRY_VERIFY(!asked.answers.empty() && asked.answers.back()->knobs == microbatches(7));
        QVERIFY2(asked.isGaining || asked.gains.size() < all, "the question waited for the search");
    }

    void aCancelledJobSaysNothingMore()
    {
        Asked asked(sample());
        QTRY_VERIFY(asked.subject.has_value());
        asked.job.ask(microbatches(9));
        asked.job.cancel();
        QTRY_VERIFY(asked.job.isOver());
        QCoreApplication::processEvents();
        QVERIFY(asked.answers.empty());
    }
};

BUBBLESCOPE_TEST(TstWhatIfJob, QCoreApplication)

} // namespace bubblescope::tst_whatifjob

#include "tst_whatifjob.moc"
