// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// One run, asked where it is in memory, where some of its ranks are, and where only its index knows it: the same
// answers.
#include "indexing.h"
#include "openings.h"

#include "comparereport.h"
#include "printedby.h"
#include "samplecommand.h"
#include "smallsample.h"
#include "testprogram.h"

#include <QTemporaryDir>
#include <QTest>

namespace bubblescope::tst_knownrun {

class TstKnownRun : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void nobodyCanTellWhereItIs_data();
    void nobodyCanTellWhereItIs();
    void aDamagedRankIsAnsweredFor();
    void whatIsNotOfTheIndexIsInMemory();
    void aCommandOpensItsIndexOnce();

private:
    std::string pathOf(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)).toStdString(); }
    OpenedFolderPtr opened(const std::string& path, Asked asked, bool isShort = false) const
    {
        FolderLoad load;
        load.paths = {path};
        load.levels = false;
        load.asked = asked;
        load.memory = isShort ? m_littleMemory : 0;
        return FolderLoader(std::move(load)).load();
    }

    QTemporaryDir m_folder;
    std::string m_run;
    std::string m_index;
    std::string m_other; ///< the same
    uint64_t m_littleMemory = 0;
};

void TstKnownRun::initTestCase()
{
    m_run = pathOf("run");
    m_index = pathOf("run.bubbleindex");
    m_other = pathOf("other.bubbleindex");
    SampleOptions options = buildOfJob(1);
    options.stragglers = {{5, 1.3}};
    QVERIFY(writeSample(options, m_run).isOk());
    QCOMPARE(indexed({m_run}, m_index, 2), ExitCode::Fine);
    QCOMPARE(indexed({m_run}, m_other, 1), ExitCode::Fine);
    m_littleMemory = opened(m_run, Asked::Spans)->folder.statistics.spans * 40;
}

void TstKnownRun::nobodyCanTellWhereItIs_data()
{
    QTest::addColumn<int>("asked");
    QTest::addColumn<bool>("isShort");
    QTest::addColumn<bool>("lacksSpans");
    QTest::newRow("all in memory") << int(Asked::Spans) << false << false;
    QTest::newRow("some ranks") << int(Asked::Spans) << true << true;
    QTest::newRow("findings") << int(Asked::Findings) << false << true;
    QTest::newRow("stragglers") << int(Asked::Stragglers) << false << true;
    QTest::newRow("comparison") << int(Asked::Comparison) << false << true;
    QTest::newRow("comparison, some ranks at a time") << int(Asked::Comparison) << true << true;
    QTest::newRow("builds that fit") << int(Asked::Builds) << false << false;
    QTest::newRow("builds that do not") << int(Asked::Builds) << true << true;
}

void TstKnownRun::nobodyCanTellWhereItIs()
{
    QFETCH(const int, asked);
    QFETCH(const bool, isShort);
    const OpenedFolderPtr whole = opened(m_run, Asked::Spans);
    const OpenedFolderPtr other = opened(m_index, Asked(asked), isShort);
    const KnownFolder expected = knownOf(*whole);
    const KnownFolder known = knownOf(*other);
    QTEST(known.lacksSpans(), "lacksSpans");
    QCOMPARE(QByteArray::fromStdString(*summaryJson(known, {})), QByteArray::fromStdString(*summaryJson(expected, {})));
    const KnownRun a = expected.run(0);
    const KnownRun b = known.run(0);
    QVERIFY(!a.whyOutdated() && !b.whyOutdated());
    const Result<KnownAnalysis> one = b.analysis({-1, 1, {}});
    QVERIFY(one && one->analysis.findings.list.size() == 1);
    QVERIFY(a.stepParts() && b.stepParts());
    for (const TimePart part : {TimePart::Compute, TimePart::ExposedComm, TimePart::Waiting, TimePart::Idle})
        QCOMPARE(b.stepParts()->of(part), a.stepParts()->of(part));
    const Result<StepTablePtr> stepsA = a.steps();
    const Result<StepTablePtr> stepsB = b.steps();
    QVERIFY(stepsA && stepsB);
    QCOMPARE((*stepsB)->steps(), (*stepsA)->steps());
    for (size_t row = 0; row < (*stepsA)->rowCount(); ++row) {
        for (size_t step = 0; step < (*stepsA)->stepCount(); ++step)
            QCOMPARE((*stepsB)->value(StepMeasure(0), row, step), (*stepsA)->value(StepMeasure(0), row, step));
    }
    const Result<StragglerWhatIf> stragglersA = a.stragglers();
    const Result<StragglerWhatIf> stragglersB = b.stragglers();
    QVERIFY(stragglersA && stragglersB);
    QCOMPARE(stragglersB->slowdown, stragglersA->slowdown);
    QCOMPARE(stragglersB->ranks.front().rank, stragglersA->ranks.front().rank);
    const Result<GateRun> gateA = a.gate();
    const Result<GateRun> gateB = b.gate();
    QVERIFY(gateA && gateB);
    for (size_t quantity = 0; quantity < gateA->series.size(); ++quantity)
        QCOMPARE(gateB->series[quantity].values, gateA->series[quantity].values);
    QCOMPARE(gateB->findings.verdict.text(), gateA->findings.verdict.text());
    QCOMPARE(b.hardware(), a.hardware());
    const Result<ComparedFolders> itself = compareFolders({expected}, {expected});
    const Result<ComparedFolders> compared = compareFolders({known}, {known});
    QVERIFY(itself && compared);
    QCOMPARE(QByteArray::fromStdString(comparisonJson(*compared)), QByteArray::fromStdString(comparisonJson(*itself)));
}

void TstKnownRun::aDamagedRankIsAnsweredFor()
{
    const std::string index = pathOf("damaged.bubbleindex");
    QCOMPARE(indexed({m_run}, index, 1), ExitCode::Fine);
    QVERIFY(isDamaged(index, 3));
    const OpenedFolderPtr damaged = opened(index, Asked::Spans);
    QCOMPARE(damaged->damagedRanks, (std::vector<std::vector<int32_t>> {{3}}));
    QVERIFY(knownOf(*damaged).lacksSpans());
    QCOMPARE(QByteArray::fromStdString(*summaryJson(knownOf(*damaged), {})),
        QByteArray::fromStdString(*summaryJson(opened(m_run, Asked::Spans)->folder, {})));
    QVERIFY(!knownOf(*damaged).run(0).compared()); // that reads the rank
}

void TstKnownRun::whatIsNotOfTheIndexIsInMemory()
{
    // A run that was made of another one is beside it.
    OpenedFolder opened = *this->opened(m_index, Asked::Spans);
    opened.folder.runs.push_back(opened.folder.runs.front());
    const Result<StepTablePtr> steps = knownOf(opened).run(1).steps();
    QVERIFY(steps && !(*steps)->isEmpty());
    // Of a range, what the merge found is not said: that is of the whole run.
    FolderLoad load;
    load.paths = {m_index};
    load.levels = false;
    load.asked = Asked::Findings;
    load.slice = opened.folder.runs.front().trace->steps()[1].range;
    const OpenedFolderPtr part = FolderLoader(std::move(load)).load();
    QVERIFY(!part->index && !knownOf(*part).lacksSpans());
    QVERIFY((*knownOf(*part).run(0).steps())->stepCount() < (*steps)->stepCount());
}

void TstKnownRun::aCommandOpensItsIndexOnce()
{
    Source source;
    source.paths = {m_index};
    source.useCache = false;
    SummaryCommand summary;
    summary.source = source;
    InspectCommand inspect;
    inspect.source = source;
    inspect.json = true;
    StragglersCommand stragglers;
    stragglers.source = source;
    QueryCommand query;
    query.source = source;
    query.source.memory = m_littleMemory;
    query.sql = "SELECT verdict FROM runs";
    CompareCommand compare;
    compare.a = m_index;
    compare.b = m_run;
    compare.useCache = false;
    CheckCommand check;
    check.run = m_index;
    check.baselines = {m_run};
    check.useCache = false;
    CheckCommand shortCheck = check;
    shortCheck.baselines = {m_other}; // files would be cut short
    shortCheck.memory = m_littleMemory;
    Openings openings(IndexPlaces(m_index).run());
    QVERIFY(openings.isWatching());
    const auto openedBy = [&openings](const auto& command) {
        const QString told = printedBy(command);
        if (told.startsWith(QLatin1String("2: ")))
            qFatal("%s", qPrintable(told));
        return openings.count();
    };
    QCOMPARE(openedBy(summary), 1);
    QCOMPARE(openedBy(inspect), 1);
    QCOMPARE(openedBy(stragglers), 1);
    QCOMPARE(openedBy(query), 1);
    QCOMPARE(openedBy(compare), 1);
    QCOMPARE(openedBy(check), 1);
    QCOMPARE(openedBy(shortCheck), 1);
}

BUBBLESCOPE_TEST(TstKnownRun, QCoreApplication)

} // namespace bubblescope::tst_knownrun

#include "tst_knownrun.moc"
