// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "overviewstrip.h"
#include "testprogram.h"
#include "tracetext.h"
#include "workspace.h"

#include <QApplication>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <optional>

namespace bubblescope::tst_overviewstrip {

namespace {

constexpr TimeNs ms = 1'000'000;

OpenedFolderPtr folder()
{
    auto opened = std::make_shared<OpenedFolder>();
    Run run;
    run.trace = std::make_shared<const Trace>(traceFromText(R"(
rank0 stage0: [F0 0-500] [B0 500-1000]
rank1 stage1: [F0 500-750] [B0 750-1000]
rank1 stage1 comm pp: [RF0 0-500]
)"));
    opened->levels.emplace_back(*run.trace, run.trace->timing());
    opened->folder.runs.push_back(std::move(run));
    return opened;
}

class NoBlocks : public RankBlocks {
public:
    explicit NoBlocks(uint64_t identity) : m_identity(identity) { }
    const Trace& tables() const override { return m_tables; }
    uint64_t identity() const override { return m_identity; }
    std::vector<std::vector<StringId>> namesByRank() const override { return {}; }
    Read read(const std::vector<uint32_t>&, unsigned) const override { return {}; }
    Read readRange(TimeRange, uint64_t, unsigned, const ProgressFn&) const override { return {}; }

private:
    Trace m_tables = traceFromText("rank0 stage0: [F0 0-1]\n");
    uint64_t m_identity;
};

/// Ranks 0 to 2 of an index, of which some are in memory.
OpenedFolderPtr someRanks(const char* read, uint64_t index)
{
    auto opened = std::make_shared<OpenedFolder>();
    Run run;
    run.trace = std::make_shared<const Trace>(traceFromText(read));
    opened->levels.emplace_back(*run.trace, run.trace->timing());
    opened->folder.runs.push_back(std::move(run));
    opened->folder.report.add(IssueKind::PartOnly, std::nullopt, "run.index");
    auto summary = std::make_shared<RunSummary>();
    summary->isOverview = true;
    for (int rank = 0; rank < 3; ++rank)
        summary->ranks.emplace_back().rank = rank;
    opened->summaries = {summary};
    opened->blocks = {std::make_shared<const NoBlocks>(index)};
    return opened;
}

/// The strip of that run on a screen that is not there.
struct Fixture {
    explicit Fixture(std::optional<TimeRange> visible = std::nullopt)
    {
        strip.resize(1000, 40);
        workspace.document.setFolder(folder());
        if (visible)
            workspace.window.setVisibleRange(*visible);
        strip.show();
        (void)QTest::qWaitForWindowExposed(&strip);
    }
    void drag(QPoint from, QPoint by)
    {
        QTest::mousePress(&strip, Qt::LeftButton, {}, from);
        QTest::mouseMove(&strip, from + by);
        QTest::mouseRelease(&strip, Qt::LeftButton, {}, from + by);
    }

    Workspace workspace;
    OverviewStrip strip {&workspace};
};

} // namespace

class TstOverviewStrip : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
    }

    void itShowsTheMeanBusyShareOfTheComputeLanes()
    {
        Fixture f;
        OverviewStrip& strip = f.strip;
        const auto& shares = strip.busyShares();
        QCOMPARE(shares.size(), size_t(1000));
        const auto at = [&](TimeNs time) { return shares[size_t(strip.timeScale().x(time))]; };
        QVERIFY(std::abs(at(250 * ms) - 0.5f) < 0.02f); // rank 1 only receives
        QVERIFY(std::abs(at(800 * ms) - 1.0f) < 0.02f);
        QVERIFY(shares.front() < 0.02f); // the air before the run
    }

    void itIsOfTheWholeRunWhicheverRanksAreRead()
    {
        Fixture f;
        f.workspace.document.setFolder(someRanks("rank0 stage0: [F0 0-500] [B0 900-1000]\n", 7));
        const std::vector<float> first = f.strip.busyShares();
        QVERIFY(first[size_t(f.strip.timeScale().x(250 * ms))] > 0.9f);
        QVERIFY(first[size_t(f.strip.timeScale().x(700 * ms))] < 0.1f);
        f.workspace.document.setFolder(someRanks("rank1 stage0: [F0 0-100] [B0 600-1000]\n", 7));
        QCOMPARE(f.strip.busyShares(), first);
        f.workspace.document.setFolder(someRanks("rank1 stage0: [F0 0-100] [B0 600-1000]\n", 8)); // another index
        QVERIFY(f.strip.busyShares() != first);
    }

    void theWindowIsDragged()
    {
        Fixture f(TimeRange {200 * ms, 400 * ms});
        auto& [workspace, strip] = f;
        const QPoint middle = strip.windowRect().center().toPoint();
        f.drag(middle, QPoint(100, 0));
        const double moved = 100 * strip.timeScale().nsPerPixel();
        QCOMPARE(workspace.window.visibleRange().duration(), 200 * ms);
        QVERIFY(std::abs(double(workspace.window.visibleRange().begin - 200 * ms) - moved)
            < 2 * strip.timeScale().nsPerPixel());
        QCOMPARE(workspace.window.historyRanges().size(), size_t(2)); // a drag is a place to come back from
    }

    void itsEdgesArePulled()
    {
        Fixture f(TimeRange {200 * ms, 400 * ms});
        auto& [workspace, strip] = f;
        const QPoint edge(int(strip.windowRect().right()), 20);
        f.drag(edge, QPoint(150, 0));
        QCOMPARE(workspace.window.visibleRange().begin, 200 * ms);
        QVERIFY(workspace.window.visibleRange().end > 540 * ms && workspace.window.visibleRange().end < 580 * ms);
    }

    void aClickElsewhereCentresTheWindowThere()
    {
        Fixture f(TimeRange {100 * ms, 200 * ms});
        auto& [workspace, strip] = f;
        const QPoint place(int(strip.timeScale().x(700 * ms)), 20);
        QTest::mouseClick(&strip, Qt::LeftButton, {}, place);
        const TimeRange range = workspace.window.visibleRange();
        QCOMPARE(range.duration(), 100 * ms);
        QVERIFY(std::abs(double(range.begin + 50 * ms - 700 * ms)) < 2 * strip.timeScale().nsPerPixel());
        QTest::mouseDClick(&strip, Qt::LeftButton, {}, place);
        QVERIFY(workspace.window.visibleRange().contains(TimeRange {0, 1000 * ms}));
    }

    void aTinyRangeStillHasAWindow()
    {
        Fixture f(TimeRange {500 * ms, 500 * ms + 10});
        QVERIFY(f.strip.windowRect().width() >= 6);
    }

    void theCrosshairFollowsTheMouse()
    {
        Fixture f;
        auto& [workspace, strip] = f;
        QMouseEvent move(QEvent::MouseMove, QPointF(500, 20), strip.mapToGlobal(QPointF(500, 20)), Qt::NoButton,
            Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&strip, &move);
        QVERIFY(workspace.window.crosshair().has_value());
        QCOMPARE(*workspace.window.crosshair(), strip.timeScale().time(500));
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(&strip, &leave);
        QVERIFY(!workspace.window.crosshair());
    }

    void withoutARunItIsBlankAndHarmless()
    {
        Workspace workspace;
        OverviewStrip strip(&workspace);
        strip.resize(300, 40);
        QTest::mouseClick(&strip, Qt::LeftButton, {}, QPoint(20, 20));
        QVERIFY(!strip.grab().isNull());
        QVERIFY(strip.busyShares().empty());
    }
};

BUBBLESCOPE_TEST(TstOverviewStrip, QApplication)

} // namespace bubblescope::tst_overviewstrip

#include "tst_overviewstrip.moc"
