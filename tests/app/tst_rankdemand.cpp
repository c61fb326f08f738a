// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// An index that does not fit into memory: ranks are read when they come into sight.
#include "../index/indexing.h"

#include "desktopcolours.h"
#include "formatting.h"
#include "ganttview.h"
#include "mainwindow.h"
#include "messagebar.h"
#include "runanalysis.h"
#include "runcontext.h"
#include "indexreading.h"
#include "runsteps.h"
#include "samplecommand.h"
#include "searchresultsview.h"
#include "selectionview.h"
#include "settings.h"
#include "simulatepane.h"
#include "stepofranks.h"
#include "tablepanel.h"
#include "testprogram.h"
#include "theme.h"
#include "timelineplot.h"
#include "whatif.h"
#include "whatifcontrol.h"
#include "workspace.h"

#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <set>

namespace bubblescope::tst_rankdemand {

namespace {
std::vector<std::pair<TimeNs, std::string>> spansOf(const Trace& trace, int32_t rank)
{
    std::vector<std::pair<TimeNs, std::string>> spans;
    for (const Track& track : trace.tracksOf(rank)) {
        for (const Row& row : trace.rowsOf(trace.idOf(track))) {
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i)
                spans.emplace_back(trace.begin(SpanId(i)), std::string(trace.name(SpanId(i))));
        }
    }
    return spans;
}

constexpr uint64_t spanBytes = 70; // of memory, at most

/// A window on the index with room for a quarter of its ranks.
struct Fixture {
    Fixture(const std::string& index, const Trace& whole)
        : memory(uint64_t(whole.spanCount()) * spanBytes / 2), window(settings, nullptr)
    {
        settings.setHintWasShown();
        window.resize(1280, 720);
        window.show();
        window.setMemory(memory);
        QSignalSpy complete(&window, &MainWindow::folderComplete);
        window.open({QString::fromStdString(index)});
        if (!complete.wait(20'000))
            qCritical("the index cannot be opened");
    }
    Workspace& workspace() { return window.workspace(); }
    const Trace& trace() { return *workspace().document.trace(); }
    TimelineRows& rows() { return window.timeline().plot().rows(); }
    bool isRead(int32_t rank) { return !spansOf(trace(), rank).empty(); }

    uint64_t memory;
    Settings settings {Settings::Storage::None};
    MainWindow window;
};
} // namespace

class TstRankDemand : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void everyRankHasALine();
    void ranksAreReadWhenTheyComeIntoSight();
    void ranksInSightStayWhileOthersGo();
    void theViewStaysAsItIs();
    void goingToARankReadsIt();
    void aSearchFindsWhatIsNotInMemory();
    void goingToAMatchReadsItsRank();
    void aSearchThatReadsRanksCanBeEnded();
    void aSelectedRangeIsCountedOverAllRanks();
    void findingsAreThoseOfAllRanks();
    void stepsAreThoseOfAllRanks();
    void aStepIsSimulatedOfAllRanks();
    void aStepThatDoesNotFitIsRefused();
    void whatIsShownStaysWhereTheIndexHasGoneBad();

private:
    QTemporaryDir m_folder;
    std::string m_index;
    OpenedFolderPtr m_opened; ///< the run itself
    const Trace& whole() const { return *m_opened->folder.runs.front().trace; }
};

void TstRankDemand::initTestCase()
{
    rememberDesktopColours();
    applyTheme(*qApp, ThemeChoice::Light);
    SampleOptions options;
    options.data = 16;
    options.steps = 2;
    options.stragglers = {{9, 1.5}};
    const std::string run = m_folder.filePath(QStringLiteral("run")).toStdString();
    m_index = m_folder.filePath(QStringLiteral("run.bubbleindex")).toStdString();
    QVERIFY(writeSample(options, run).isOk());
    QCOMPARE(indexed({run}, m_index, 1), ExitCode::Fine);
    m_opened = openedQuietly(run);
}

void TstRankDemand::everyRankHasALine()
{
    Fixture f(m_index, whole());
    QCOMPARE(f.workspace().document.folder()->report.count(IssueKind::PartOnly), uint64_t(1));
    f.rows().setGroupsAlike(false);
    QCOMPARE(f.rows().layout().blocks().size(), whole().ranks().size());
    const std::set<int> unread = f.rows().options().unread;
    QVERIFY(!unread.empty());
    for (const RankBlock& block : f.rows().layout().blocks())
        QCOMPARE(block.isUnread, unread.count(block.rank) > 0);
}

void TstRankDemand::ranksAreReadWhenTheyComeIntoSight()
{
    Fixture f(m_index, whole());
    f.rows().setGroupsAlike(false);
    for (const double at : {1.0, 0.5, 0.0, 1.0}) {
        f.rows().setScroll(at * f.rows().maximumScroll());
        const std::vector<int> inSight = f.rows().ranksInSight();
        QVERIFY(!inSight.empty());
        const auto areRead
            = [&] { return std::all_of(inSight.begin(), inSight.end(), [&](int rank) { return f.isRead(rank); }); };
        QTRY_VERIFY_WITH_TIMEOUT(areRead(), 20'000);
        // What is read may be taller than its line was, but nothing jumps.
        const std::vector<int> now = f.rows().ranksInSight();
        QVERIFY(std::find(inSight.begin(), inSight.end(), now.front()) != inSight.end());
        QVERIFY(at == 1 || now.front() == inSight.front());
        for (const int rank : inSight)
            QVERIFY(spansOf(f.trace(), rank) == spansOf(whole(), rank));
    }
}

void TstRankDemand::ranksInSightStayWhileOthersGo()
{
    Fixture f(m_index, whole());
    f.rows().setGroupsAlike(false);
    std::set<int> seen;
    constexpr int positions = 15; // each overlaps the one before
    for (int i = 0; i <= positions; ++i) {
        f.rows().setScroll(f.rows().maximumScroll() * i / positions);
        const std::vector<int> inSight = f.rows().ranksInSight();
        seen.insert(inSight.begin(), inSight.end());
        // The last one may leave while those above it grow.
        QTRY_VERIFY_WITH_TIMEOUT(f.isRead(inSight.front()) && f.isRead(f.rows().ranksInSight().back()), 20'000);
        QVERIFY(uint64_t(f.trace().spanCount()) * spanBytes <= f.memory * 11 / 20);
    }
    QCOMPARE(seen.size(), whole().ranks().size());
    QVERIFY(!f.rows().options().unread.empty());
}

void TstRankDemand::theViewStaysAsItIs()
{
    Fixture f(m_index, whole());
    f.rows().setGroupsAlike(false);
    f.rows().setStageFilter(1);
    const TimeRange all = f.workspace().window.visibleRange();
    const TimeRange part {all.begin + all.duration() / 4, all.begin + all.duration() / 2};
    f.workspace().window.setVisibleRange(part);
    QSignalSpy read(&f.workspace().document, &Document::runChanged);
    f.rows().setScroll(f.rows().maximumScroll());
    const double scroll = f.rows().scrollOffset();
    QVERIFY(read.wait(20'000));
    QVERIFY(f.workspace().window.visibleRange() == part);
    QVERIFY(!f.rows().groupsAlike());
    QCOMPARE(f.rows().options().onlyStages, std::set<int> {1});
    QCOMPARE(f.rows().scrollOffset(), scroll);
}

void TstRankDemand::goingToARankReadsIt()
{
    Fixture f(m_index, whole());
    f.rows().setGroupsAlike(true);
    const std::set<int> unread = f.rows().options().unread;
    QVERIFY(!unread.empty());
    const int rank = *unread.rbegin();
    f.workspace().selection.setRank(rank);
    QTRY_VERIFY_WITH_TIMEOUT(f.isRead(rank), 20'000);
    QCOMPARE(f.workspace().selection.rank(), rank);
}

void TstRankDemand::aSearchFindsWhatIsNotInMemory()
{
    Fixture f(m_index, whole());
    SearchState& search = f.workspace().search;
    QSignalSpy changed(&search, &SearchState::changed);
    search.setText(QStringLiteral("backward"));
    QTRY_VERIFY_WITH_TIMEOUT(!search.isPending() && !search.isReadingRanks(), 20'000);
    const SearchResultPtr expected = searchTrace(whole(), *SpanQuery::parse("backward"));
    QCOMPARE(search.count(), uint64_t(expected->byBegin.size()));
    QVERIFY(search.matches().size() < search.count()); // in memory
    const RankMatchesPtr found = search.ofRanks();
    QCOMPARE(found->ranks.size(), whole().ranks().size());
    QCOMPARE(search.histogram().bars.size(), expected->durations.bars.size());
    for (size_t bar = 0; bar < expected->durations.bars.size(); ++bar)
        QCOMPARE(search.histogram().bars[bar].count, expected->durations.bars[bar].count);
    for (size_t i = 0; i < found->first.size(); ++i) {
        const FoundSpan& match = found->first[i];
        const FoundSpan other = foundSpan(whole(), spanOf(match, whole()));
        QCOMPARE(match.begin, other.begin);
        QCOMPARE(match.duration, other.duration);
        QVERIFY(i == 0 || match.begin >= found->first[i - 1].begin);
    }
    f.window.dock(QStringLiteral("search"))->raise();
    const auto* view = f.window.findChild<SearchResultsView*>();
    QTRY_COMPARE(view->model().rowCount(), int(found->first.size()));
    const auto says = [view](const QString& text) {
        const auto labels = view->findChildren<QLabel*>();
        return std::any_of(
            labels.begin(), labels.end(), [&](const QLabel* label) { return label->text().contains(text); });
    };
    QVERIFY(says(QStringLiteral("in %1 of %1 ranks").arg(found->ranks.size())));
    // A bar lists its matches alone, also when ranks come and go.
    QVERIFY(search.histogram().bars.size() > 1);
    const DurationHistogram::Bar bar = search.histogram().bars.back();
    search.setDurations(TimeRange {bar.from, bar.to});
    QTRY_COMPARE(view->model().rowCount(), int(bar.count));
    // Reading other ranks changes nothing of that.
    f.rows().setGroupsAlike(false);
    QSignalSpy read(&f.workspace().document, &Document::runChanged);
    f.rows().setScroll(f.rows().maximumScroll());
    QVERIFY(read.wait(20'000));
    QCOMPARE(search.ofRanks(), found);
    QTRY_VERIFY_WITH_TIMEOUT(!search.isPending() && search.durations(), 20'000);
    QCOMPARE(view->model().rowCount(), int(bar.count));
    search.setText(QStringLiteral("no such name anywhere"));
    QTRY_VERIFY_WITH_TIMEOUT(!search.isPending() && !search.isReadingRanks(), 20'000);
    QCOMPARE(search.count(), uint64_t(0));
}

void TstRankDemand::goingToAMatchReadsItsRank()
{
    Fixture f(m_index, whole());
    const int rank = *f.rows().options().unread.rbegin();
    SearchState& search = f.workspace().search;
    search.setText(QStringLiteral("rank:%1 cat:compute").arg(rank));
    QTRY_VERIFY_WITH_TIMEOUT(!search.isPending() && !search.isReadingRanks(), 20'000);
    QVERIFY(!f.isRead(rank) && search.matches().empty() && search.count() > 3);
    QCOMPARE(search.ofRanks()->ranks, std::vector<int32_t> {rank});
    f.window.dock(QStringLiteral("search"))->raise();
    const auto* view = f.window.findChild<SearchResultsView*>();
    QTRY_COMPARE(view->model().rowCount(), int(search.count()));
    emit view->findChild<TablePanel*>()->rowActivated(2);
    const auto labels = view->findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [rank](const QLabel* label) {
        return label->toolTip() == QStringLiteral("Ranks with matches: %1").arg(rank);
    }));
    const FoundSpan match = search.ofRanks()->first[2];
    QTRY_VERIFY_WITH_TIMEOUT(f.workspace().selection.span().isValid(), 20'000);
    QCOMPARE(f.workspace().selection.rank(), rank);
    QCOMPARE(f.trace().begin(f.workspace().selection.span()), match.begin);
    QCOMPARE(search.index(), 2);
    search.goToNext(1); // now it is there
    QCOMPARE(f.trace().begin(f.workspace().selection.span()), search.ofRanks()->first[3].begin);
    QCOMPARE(search.index(), 3);
}

void TstRankDemand::aSearchThatReadsRanksCanBeEnded()
{
    Fixture f(m_index, whole());
    SearchState& search = f.workspace().search;
    search.setText(QStringLiteral("cat:compute"));
    QVERIFY(search.isReadingRanks());
    search.stopReadingRanks();
    QVERIFY(!search.isReadingRanks());
    QTRY_VERIFY_WITH_TIMEOUT(!search.isPending(), 20'000);
    search.setText(QString());
    QVERIFY(!search.ofRanks());
    QCOMPARE(search.count(), uint64_t(0));
}

void TstRankDemand::aSelectedRangeIsCountedOverAllRanks()
{
    Fixture f(m_index, whole());
    f.window.dock(QStringLiteral("selection"))->raise();
    auto* view = f.window.findChild<SelectionView*>();
    const TimeRange all = whole().range();
    const TimeRange range {all.begin + all.duration() / 4, all.begin + all.duration() / 2};
    f.workspace().selection.setRange(range);
    QTRY_VERIFY_WITH_TIMEOUT(view->isCounting(), 20'000);
    QTRY_VERIFY_WITH_TIMEOUT(!view->isCounting() && view->model().rowCount() > 0, 20'000);
    SelectionSummary expected(m_opened->folder.runs.front().trace, range, SelectionSummary::GroupBy::Name);
    while (!expected.advance(1'000'000)) { }
    QCOMPARE(view->model().rowCount(), int(expected.groups().size()));
    QCOMPARE(view->model().index(0, SelectionModel::CountColumn).data(TableModel::PlainRole).toString(),
        QString::number(expected.groups().front().count));
    QCOMPARE(view->model().index(0, SelectionModel::WaitingColumn).data().toString(), unknownText());
}

void TstRankDemand::findingsAreThoseOfAllRanks()
{
    Fixture f(m_index, whole());
    const RunAnalysis expected = *analyzeRun(m_opened->folder.runs.front(), {});
    QTRY_VERIFY_WITH_TIMEOUT(f.workspace().diagnosis.findings(), 20'000);
    const auto idsOf = [](const Findings& findings) {
        std::vector<std::string> ids;
        for (const Finding& finding : findings.list)
            ids.push_back(finding.id + finding.title.text());
        return ids;
    };
    const Findings& found = *f.workspace().diagnosis.findings();
    const std::vector<std::string> ids = idsOf(found);
    for (const std::string& id : idsOf(expected.findings))
        QVERIFY2(std::find(ids.begin(), ids.end(), id) != ids.end(), id.c_str());
    for (const Finding& finding : found.list) {
        for (const SpanId span : finding.evidence.spans)
            QVERIFY(span.value < f.trace().spanCount());
    }
    // They stay while ranks are read, and so does the one that the user is at.
    f.workspace().diagnosis.markFinding(1);
    QSignalSpy read(&f.workspace().document, &Document::runChanged);
    f.rows().setGroupsAlike(false);
    f.rows().setScroll(f.rows().maximumScroll());
    QVERIFY(read.wait(20'000));
    QVERIFY(f.workspace().diagnosis.findings());
    QCOMPARE(idsOf(*f.workspace().diagnosis.findings()), ids);
    QCOMPARE(f.workspace().diagnosis.findingIndex(), 1);
}

void TstRankDemand::stepsAreThoseOfAllRanks()
{
    Fixture f(m_index, whole());
    auto* steps = f.window.findChild<RunSteps*>();
    QTRY_VERIFY_WITH_TIMEOUT(steps->table(), 20'000);
    const StepTable expected = StepTable::ofRun(*contextOf(m_opened->folder.runs.front()));
    const StepTablePtr table = steps->table();
    QCOMPARE(table->rowCount(), expected.rowCount());
    for (size_t r = 0; r < expected.rowCount(); ++r)
        QCOMPARE(table->value(StepMeasure::Waiting, r, 1), expected.value(StepMeasure::Waiting, r, 1));
    QTRY_VERIFY_WITH_TIMEOUT(steps->whatIf(), 20'000);
    const Result<StragglerWhatIf> whatIf = findStragglerWhatIf(*contextOf(m_opened->folder.runs.front()));
    QVERIFY(steps->whatIf()->isOk() && whatIf.isOk());
    QCOMPARE((*steps->whatIf())->slowdown, whatIf->slowdown);
    QCOMPARE((*steps->whatIf())->ranks.size(), whole().ranks().size());
}

void TstRankDemand::aStepIsSimulatedOfAllRanks()
{
    Fixture f(m_index, whole());
    f.window.whatIf().setMostPreparedSpans(10);
    f.workspace().window.setStep(2);
    const auto* pane = f.window.findChild<SimulatePane*>();
    const auto offer = [pane]() -> QPushButton* {
        for (auto* button : pane->findChildren<QPushButton*>()) {
            if (button->isVisibleTo(pane) && button->text() == QStringLiteral("Prepare the simulation"))
                return button;
        }
        return nullptr;
    };
    QTRY_VERIFY_WITH_TIMEOUT(offer(), 20'000);
    Knobs knobs;
    knobs.computeScale = 0.9;
    f.window.whatIf().moveKnobs(knobs, QStringLiteral("faster compute"));
    QTRY_VERIFY_WITH_TIMEOUT(f.workspace().document.simulation(), 20'000);
    const auto isOfAllRanks = [&] {
        const ShownSimulationPtr& shown = f.workspace().document.simulation();
        return shown && shown->knobs == knobs
            && std::all_of(whole().ranks().begin(), whole().ranks().end(),
                [&](const RankInfo& rank) { return !spansOf(*shown->step.run.trace, rank.rank).empty(); });
    };
    QVERIFY(isOfAllRanks());
    const Result<Simulator> simulator = Simulator::make(m_opened->folder, {SimulationSource::Kind::Run, 0, 1});
    const Result<StepFigures> expected = simulator->figures(knobs);
    const StepFigures& figures = f.workspace().document.simulation()->step.figures;
    QCOMPARE(figures.wholeStepNs(), expected->wholeStepNs());
    QCOMPARE(figures.makespanNs, expected->makespanNs);
    QCOMPARE(f.workspace().document.simulation()->openedNs, simulator->baseline().wholeStepNs());
    // Its lanes are not those that are in memory: nothing is laid between them.
    f.workspace().document.setTimeline(Document::Timeline::Interleaved);
    QTRY_VERIFY_WITH_TIMEOUT(!f.window.whatIf().isBusy() && isOfAllRanks(), 20'000);
    QVERIFY(!f.workspace().document.simulation()->interleaved);
    // The answer comes back when other ranks are in sight.
    f.workspace().document.setTimeline(Document::Timeline::Opened);
    QSignalSpy read(&f.workspace().document, &Document::runChanged);
    f.rows().setGroupsAlike(false);
    f.rows().setScroll(f.rows().maximumScroll());
    QVERIFY(read.wait(20'000));
    QTRY_VERIFY_WITH_TIMEOUT(isOfAllRanks(), 20'000);
    QCOMPARE(f.workspace().document.simulation()->step.figures.wholeStepNs(), expected->wholeStepNs());
}

void TstRankDemand::aStepThatDoesNotFitIsRefused()
{
    FolderLoad load;
    load.paths = {m_index};
    load.levels = false;
    load.asksByRank = true;
    load.memory = uint64_t(whole().spanCount()) * spanBytes;
    OpenedFolder opened = *FolderLoader(std::move(load)).load();
    if (opened.blocks.empty())
        opened.blocks = {openRunIndex(IndexPlaces(m_index).run())->blocks(0)};
    const SimulationSource second {SimulationSource::Kind::Run, 0, 1};
    StepOfRanks steps;
    QVERIFY(steps.folderWith(opened, second, {}));
    steps.forget();
    opened.memory = 10'000;
    const Result<OpenedFolderPtr> refused = steps.folderWith(opened, second, {});
    QVERIFY(!refused);
    const QString words = QString::fromStdString(refused.error().message.text());
    QVERIFY2(words.startsWith(QStringLiteral("Step 2 of all ranks takes ")), qPrintable(words));
    QVERIFY2(words.endsWith(QStringLiteral("more than the 0 MB that may be used.")), qPrintable(words));
}

void TstRankDemand::whatIsShownStaysWhereTheIndexHasGoneBad()
{
    Fixture f(m_index, whole());
    const TracePtr before = f.workspace().document.trace();
    QVERIFY(QFile::resize(QString::fromStdString(IndexPlaces(m_index).run()), 5000));
    f.rows().setGroupsAlike(false);
    f.rows().setScroll(f.rows().maximumScroll());
    const auto isTold = [&] {
        for (const MessageBar* bar : f.window.findChildren<MessageBar*>()) {
            if (bar->text().contains(QStringLiteral("More ranks cannot be read")))
                return true;
        }
        return false;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isTold(), 20'000);
    QCOMPARE(f.workspace().document.trace(), before);
}

BUBBLESCOPE_TEST(TstRankDemand, QApplication)

} // namespace bubblescope::tst_rankdemand

#include "tst_rankdemand.moc"
