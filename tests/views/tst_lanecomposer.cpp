// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lanecomposer.h"
#include "rowcontents.h"
#include "runsummary.h"
#include "samplefolder.h"
#include "searchhits.h"
#include "smallsample.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QRegularExpression>
#include <QTest>

#include <array>
#include <string>

namespace bubblescope::tst_lanecomposer {

namespace {

constexpr TimeNs ms = 1'000'000;

/// A trace's rows as text, a character a column. Letters are the colours of the categories, '#' another colour; 'o' is
/// a bubble, '/' waiting, '.' ground that nothing covers.
class Composed {
public:
    explicit Composed(std::string_view text, const std::vector<Waiting>& waiting = {}) : m_trace(traceFromText(text))
    {
        m_detail = LevelOfDetail(m_trace, m_trace.timing());
        m_waiting = std::make_shared<const WaitingTimes>(m_trace.spanCount(), m_trace.timing(), waiting);
        setBubbles({});
        m_colors = SpanColors(m_palette, ColorBy::Category, m_trace);
        scene.trace = &m_trace;
        scene.timing = &m_trace.timing();
        scene.detail = &m_detail;
        scene.waits = &m_waits;
        scene.colors = &m_colors;
        scene.palette = &m_palette;
    }
    Composed(const Composed&) = delete;

    /// Of the first rank.
    void setBubbles(const std::vector<TimeRange>& ranges)
    {
        RankWaits loss;
        for (const TimeRange& range : ranges)
            loss.bubbles.add(range, SpanId());
        setLoss(loss);
    }
    void setLoss(const RankWaits& loss)
    {
        m_waits = WaitTable(m_trace, m_waiting, std::make_shared<const BubblesAndWaits>(std::vector<RankWaits> {loss}));
    }
    const Trace& trace() const { return m_trace; }
    const Palette& palette() const { return m_palette; }
    const SpanColors& colors() const { return m_colors; }

    /// The upper lines of a row, from 0 to `columns` ms unless the scene has a range.
    QByteArray lane(
        int columns, uint32_t row = 0, const std::vector<TimeRange>& bubbles = {}, int height = 20, int scale = 1)
    {
        if (!bubbles.empty())
            setBubbles(bubbles);
        if (scene.range.isEmpty())
            scene.range = {0, columns * ms};
        LaneComposer composer(scene, columns * scale, scale);
        m_strip = composer.compose(RowId(row), nullptr, 7, height, true, true, true);
        m_labels = composer.labels();
        return text(m_strip.upper);
    }
    QByteArray foot() const { return text(m_strip.lower); }
    const LaneStrip& strip() const { return m_strip; }
    /// "F0 at 3+20, …" of the boxes that are wide enough for a label.
    QByteArray labels() const
    {
        QByteArray all;
        for (const LabelBox& label : m_labels) {
            all += label.span.isValid() ? QByteArray::fromStdString(std::string(m_trace.name(label.span))) : "gap";
            all += " at " + QByteArray::number(label.x) + '+' + QByteArray::number(label.width) + ", ";
        }
        return all;
    }

    SpanScene scene;

private:
    QByteArray text(const std::vector<QRgb>& colors) const
    {
        QByteArray all;
        for (size_t x = 0; x < colors.size(); ++x) {
            if (m_strip.patterns[x] != LaneStrip::Pattern::None)
                all += m_strip.patterns[x] == LaneStrip::Pattern::Bubble ? 'o' : '/';
            else
                all += letter(colors[x]);
        }
        return all;
    }
    char letter(QRgb color) const
    {
        if (color == 0)
            return '.';
        for (const auto& [category, character] : {std::pair(Category::Forward, 'F'), {Category::Backward, 'B'},
                 {Category::Optimizer, 'O'}, {Category::PipelineComm, 'P'}, {Category::TensorComm, 'T'}}) {
            if (color == m_palette.color(category).rgb())
                return character;
        }
        return '#';
    }

    Palette m_palette = Palette::light();
    Trace m_trace;
    LevelOfDetail m_detail;
    std::shared_ptr<const WaitingTimes> m_waiting;
    WaitTable m_waits;
    SpanColors m_colors;
    LaneStrip m_strip;
    std::vector<LabelBox> m_labels;
};

QByteArray times(int count, char character) { return QByteArray(count, character); }

} // namespace

class TstLaneComposer : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void wideSpansAreBoxesThatStayApart()
    {
        Composed row("rank0: [F0 0-10] [B0 10-30]");
        // The last column of each is ground, so that neighbours are told apart.
        QCOMPARE(row.lane(40), times(9, 'F') + '.' + times(19, 'B') + '.' + times(10, '.'));
        QCOMPARE(row.foot(), row.lane(40));
    }

    void aBoxThatGoesOnBeyondTheRangeReachesItsEnd()
    {
        Composed row("rank0: [F0 0-10] [B0 10-50]");
        row.scene.range = {5 * ms, 35 * ms};
        QCOMPARE(row.lane(30), times(4, 'F') + '.' + times(25, 'B'));
    }

    void narrowSpansAreColumnsInTheColourOfWhatDominates()
    {
        // Ten spans of 0.1 ms in the first column, of which most is backward.
        Composed row("rank0: [F0 0-0.3] [B0 0.3-1] [F1 4-5] [F2 8-8.5]");
        const QByteArray lane = row.lane(12);
        QCOMPARE(lane[0], 'B');
        QCOMPARE(lane[4], 'F');
        QCOMPARE(lane[8], '#'); // half a column is a lighter forward
        QVERIFY(lane.at(1) == '.' && lane.at(6) == '.');
        // The foot marks what stands for several.
        QVERIFY(row.strip().lower[0]
            == row.colors().marked(row.colors().indexOf(row.trace(), row.trace().timing(), SpanId(1))));
        QCOMPARE(row.strip().lower[4], row.strip().upper[4]);
    }

    void bubblesAreWhatIsCountedAsSuch()
    {
        Composed row("rank0: [F0 0-10] [B0 20-30]");
        QCOMPARE(row.lane(40, 0, {{0, 30 * ms}}),
            times(9, 'F') + 'o' + times(10, 'o') + times(9, 'B') + 'o' + times(10, '.'));
        QCOMPARE(row.lane(40, 0, {{12 * ms, 15 * ms}}),
            times(9, 'F') + "..." + "ooo" + times(5, '.') + times(9, 'B') + times(11, '.'));
    }

    void gapsInWhichARankWaitsAreHatched()
    {
        Composed row("rank0: [F0 0-10] [B0 20-30]");
        RankWaits loss;
        loss.waiting.add({2 * ms, 8 * ms}, SpanId(0)); // of a record: not beside it
        loss.waiting.add({12 * ms, 20 * ms}, SpanId());
        row.setLoss(loss);
        QCOMPARE(row.lane(30), times(9, 'F') + "..." + times(8, '/') + times(9, 'B') + '.');
        QCOMPARE(row.strip().waiting.size(), size_t(1));
        QCOMPARE(row.strip().waiting[0].x0, 12);
        QCOMPARE(row.strip().waiting[0].x1, 20);
    }

    void waitingIsTheHatchedBeginOfABox()
    {
        Composed row("rank0 comm pp: [RF0 0-20] [SF0 20-30]", {{SpanId(0), {}, 15 * ms}});
        QCOMPARE(row.lane(30), times(15, '/') + "PPPP." + times(9, 'P') + '.');
        QCOMPARE(row.strip().waiting.size(), size_t(1));
        QCOMPARE(row.strip().waiting[0].x0, 0);
        QCOMPARE(row.strip().waiting[0].x1, 15);
    }

    void aReceiveIsABubbleWhereItIsCountedAsOne()
    {
        Composed row("rank0 comm pp: [RF0 0-20] [SF0 20-30]", {{SpanId(0), {}, 15 * ms}});
        QCOMPARE(row.lane(30, 0, {{0, 15 * ms}}), times(15, 'o') + "PPPP." + times(9, 'P') + '.');
        // Beside work of its rank, what waits costs nothing.
        QCOMPARE(row.lane(30, 0, {{5 * ms, 15 * ms}}), times(5, '/') + times(10, 'o') + "PPPP." + times(9, 'P') + '.');
        QVERIFY(row.strip().waiting.size() == 1 && row.strip().waiting[0].x1 == 5);
        // Waiting for a collective is never one.
        Composed other("rank0 comm tp: [allreduce 0-20]", {{SpanId(0), {}, 15 * ms}});
        QCOMPARE(other.lane(20, 0, {{0, 15 * ms}}), times(15, '/') + "TTTT.");
    }

    void anOptimizerThatOnlyWaitsIsAllHatched()
    {
        Composed row("rank0 comm pp: [RF0 0-20]", {{SpanId(0), {}, 20 * ms}});
        QCOMPARE(row.lane(30), times(19, '/') + times(11, '.'));
        QVERIFY(row.labels().isEmpty());
    }

    void narrowWaitingIsTheColourOfItsLines()
    {
        Composed row("rank0 comm pp: [RF0 4-6] [SF0 8-10]", {{SpanId(0), {}, 4 * ms + 1'800'000}});
        row.lane(20);
        // Times count from the first span.
        QCOMPARE(row.strip().upper[0], row.palette().waitingLines.rgb());
        QVERIFY(row.strip().upper[4] != row.palette().waitingLines.rgb());
    }

    void onlyWideBoxesAreRememberedForLabels()
    {
        Composed row("rank0: [F0 0-30] [F1 30-40] [B0 40-60]");
        row.lane(60);
        QCOMPARE(row.labels(), QByteArray("F0 at 0+29, B0 at 40+19, "));
        row.lane(60, 0, {}, 8); // too low for text
        QVERIFY(row.labels().isEmpty());
    }

    void wideBubblesAreRememberedForLabelsToo()
    {
        Composed row("rank0: [F0 0-50] [B0 200-250]");
        row.lane(250, 0, {{0, 250 * ms}});
        QCOMPARE(row.labels(), QByteArray("F0 at 0+49, gap at 50+150, B0 at 200+49, "));
    }

    void whatIsNotMeasuredIsHollow()
    {
        TraceBuilder builder = builderFromText("rank0: [F0 0-10] [B0 10-30]");
        builder.setFlag(1, SpanFlag::notMeasured);
        ImportReport report;
        const Trace trace = std::move(builder).finish({}, report);
        Composed row("rank0: [F0 0-10] [B0 10-30]");
        row.scene.trace = &trace;
        row.lane(30);
        QCOMPARE(row.strip().hollow.size(), size_t(1));
        QCOMPARE(row.strip().hollow[0].x0, 11);
        row.lane(30, 0, {}, 5); // no room for an inside
        QVERIFY(row.strip().hollow.empty());
    }

    void aSearchDimsTheOthersAndShowsNarrowMatches()
    {
        Composed row("rank0: [F0 0-10] [F1 10-20] [B0 22-22.1] [B1 24-24.1]");
        const std::vector<uint32_t> matches {1, 3};
        row.scene.matches = &matches;
        const QByteArray lane = row.lane(30);
        QCOMPARE(lane.left(20), times(9, '#') + '.' + times(9, 'F') + '.');
        QCOMPARE(row.strip().upper[0], row.colors().dimmed(int(Category::Forward)));
        QVERIFY(lane[22] == '#' && lane[24] == 'B');
        const std::vector<uint32_t> none;
        row.scene.matches = &none;
        QVERIFY(!row.lane(30).contains('F'));
    }

    void aNameThatIsEmphasizedDimsTheOthers()
    {
        Composed row("rank0: [F0 0-10] [F1 10-20] [F0 20-30]");
        row.scene.emphasizedName = row.trace().nameId(SpanId(0));
        QCOMPARE(row.lane(30), times(9, 'F') + '.' + times(9, '#') + '.' + times(9, 'F') + '.');
    }

    void twiceTheScaleIsTwiceTheColumns()
    {
        Composed row("rank0: [F0 0-10] [B0 10-30]");
        QCOMPARE(row.lane(30, 0, {}, 40, 2), times(18, 'F') + ".." + times(38, 'B') + "..");
    }

    void barsAreAsHighAsTheBusyShare()
    {
        Composed lanes("rank0: [F0 0-10] [F1 15-20]\nrank1: [B0 0-5]");
        lanes.scene.range = {0, 20 * ms};
        LaneComposer composer(lanes.scene, 20, 1);
        const auto bars = [&](const std::vector<RowId>& rows, int columnWidth) {
            const BarStrip& strip = composer.composeBars(rows, 10, columnWidth);
            QByteArray heights;
            for (const int top : strip.tops)
                heights += char('0' + std::min(9, 10 - top));
            return heights;
        };
        // Of both ranks five columns are all busy, of one alone five and five more.
        QCOMPARE(bars({RowId(0), RowId(1)}, 1), QByteArray("99999555550000055555"));
        QCOMPARE(bars({RowId(0)}, 1), QByteArray("99999999990000099999"));
        QCOMPARE(bars({RowId(0)}, 4), QByteArray("99999999555533339999"));
        const BarStrip& strip = composer.composeBars({RowId(1)}, 10, 1);
        QCOMPARE(strip.colors[0], lanes.palette().color(Category::Backward).rgb());
        QCOMPARE(strip.highest, 0);
        QCOMPARE(strip.lowest, 10);
    }

    void barsAreDimmedWhereTheirRankHasNoMatch()
    {
        Composed lanes("rank0: [F0 0-20]\nrank0 comm tp: [allreduce 12-14 in F0]\nrank1: [F0 0-20]");
        lanes.scene.range = {0, 20 * ms};
        const uint32_t allreduce = lanes.scene.trace->row(RowId(1)).firstSpan;
        std::vector<uint32_t> matches;
        lanes.scene.matches = &matches;
        LaneComposer composer(lanes.scene, 20, 1);
        const QRgb plain = lanes.palette().color(Category::Forward).rgb();
        const auto lit = [&](int32_t rank) {
            QByteArray columns;
            for (const QRgb color : composer.composeBars({RowId(0)}, 10, 1, std::array {rank}).colors)
                columns += color == plain ? '#' : '.';
            return columns;
        };
        QCOMPARE(lit(0), QByteArray(20, '.')); // nothing is found
        matches = {allreduce};                 // on a lane that a folded rank does not show
        QCOMPARE(lit(0), QByteArray("............##......"));
        QCOMPARE(lit(1), QByteArray(20, '.'));
        QCOMPARE(hitsOfRank(*lanes.scene.trace, matches, 0), size_t(1));
        QCOMPARE(hitsOfRank(*lanes.scene.trace, matches, 1), size_t(0));
    }

    void barsKeepWaitingAndBubblesInSight()
    {
        Composed row("rank0: [F0 0-10] [F1 15-20]");
        row.scene.range = {0, 20 * ms};
        RankWaits loss;
        loss.waiting.add({5 * ms, 10 * ms}, SpanId(0));
        loss.bubbles.add({10 * ms, 14 * ms}, SpanId());
        const WaitTable waits(
            row.trace(), nullptr, std::make_shared<const BubblesAndWaits>(std::vector<RankWaits> {loss}));
        row.scene.waits = &waits;
        LaneComposer composer(row.scene, 20, 1);
        const BarStrip& fine = composer.composeBars({RowId(0)}, 10, 1);
        QByteArray picture;
        for (size_t x = 0; x < 20; ++x)
            picture += fine.tops[x] == 0          ? 'F'
                : fine.waitingTops[x] < fine.tops[x]         ? '/'
                : fine.bubbleTops[x] < fine.waitingTops[x] ? 'o'
                                                           : '.';
        QCOMPARE(picture, QByteArray("FFFFF/////oooo.FFFFF"));
        QVERIFY(fine.hasWaiting && fine.hasBubbles);
        // Of the whole: half work, a quarter waiting, a fifth bubble, the rest idle.
        const BarStrip& whole = composer.composeBars({RowId(0)}, 20, 20);
        QCOMPARE(20 - whole.tops[0], 10);
        QCOMPARE(20 - whole.waitingTops[0], 15);
        QCOMPARE(20 - whole.bubbleTops[0], 19);
    }

    /// Over all lanes of a rank, dots cover what the figures call bubble, and nothing else.
    void drawnBubblesAreTheCountedOnes()
    {
        const Result<RunFolder> folder = makeSampleFolder(smallSample(2));
        QVERIFY(folder);
        const Run& run = folder->runs.front();
        const Trace& trace = *run.trace;
        const RunSummary summary = summarizeRun(*contextOf(run), trace.timing());
        const LevelOfDetail detail(trace, trace.timing());
        const Palette palette = Palette::light();
        const SpanColors colors(palette, ColorBy::Category, trace);
        const WaitTable waits(trace,
            std::make_shared<const WaitingTimes>(summary.waiting), summary.lost);
        SpanScene scene;
        scene.trace = &trace;
        scene.timing = &trace.timing();
        scene.detail = &detail;
        scene.waits = &waits;
        scene.colors = &colors;
        scene.palette = &palette;
        scene.range = trace.range();
        constexpr int columns = 100'000;
        const double nsPerColumn = double(scene.range.duration()) / columns;
        const TimelineLayout layout(trace, {});
        RowContents contents(trace, layout, palette, {0, uint32_t(layout.rows().size())});
        TimeNs counted = 0;
        for (size_t r = 0; r < summary.ranks.size(); ++r) {
            std::vector<bool> isDotted(columns, false);
            LaneComposer composer(scene, columns, 1);
            for (uint32_t i = 0; i < layout.rows().size(); ++i) {
                const TimelineRow& row = layout.rows()[i];
                const RowContent& content = contents.of(i);
                if (row.rank != summary.ranks[r].rank || !content.isLane)
                    continue;
                const LaneStrip& lane
                    = composer.compose(row.row, nullptr, 0, 20, content.showsBubbles, row.isMain, false);
                for (int x = 0; x < columns; ++x)
                    isDotted[size_t(x)] = isDotted[size_t(x)] || lane.patterns[size_t(x)] == LaneStrip::Pattern::Bubble;
            }
            const double drawn = double(std::count(isDotted.begin(), isDotted.end(), true)) * nsPerColumn;
            const size_t stretches = summary.lost->of(r)->bubbles.all().size();
            counted += summary.ranks[r].split.bubble();
            QVERIFY2(std::abs(drawn - double(summary.ranks[r].split.bubble())) <= double(2 * stretches + 2) * nsPerColumn,
                qPrintable(QStringLiteral("rank %1: drawn %2, counted %3 ns")
                               .arg(summary.ranks[r].rank)
                               .arg(drawn)
                               .arg(summary.ranks[r].split.bubble())));
        }
        QVERIFY(counted > 0);
    }

    void aCollapsedRankShowsItsSpansUnlessThereAreMany()
    {
        for (const int ranks : {2, 48, 49}) {
            std::string text;
            for (int rank = 0; rank < ranks; ++rank)
                text += "rank" + std::to_string(rank) + ": [F0 0-10]\n";
            const Trace trace = traceFromText(text);
            TimelineLayout::Options options;
            options.rowHeight = 12;
            for (int rank = 0; rank < ranks; ++rank)
                options.collapsedRanks.insert(rank);
            const TimelineLayout layout(trace, options);
            const Palette palette = Palette::light();
            RowContents contents(trace, layout, palette, {0, uint32_t(layout.rows().size())});
            const RowContent& content = contents.of(0);
            const bool areFew = ranks <= 48;
            QCOMPARE(content.isLane, areFew);
            QCOMPARE(content.showsBubbles, areFew);
            QCOMPARE(content.wantsLabels, areFew); // it is ten pixels high
            QCOMPARE(content.bars.empty(), areFew);
        }
    }

    void noColumnsAreNoLane()
    {
        Composed row("rank0: [F0 0-10] [B0 10-30]");
        const std::vector<uint32_t> matches {0};
        row.scene.matches = &matches;
        row.scene.range = {0, 30 * ms};
        QCOMPARE(row.lane(0), QByteArray());
    }

    void aRangeWithoutSpansIsGround()
    {
        Composed row("rank0: [F0 0-10] [B0 10-30]");
        row.scene.range = {100 * ms, 130 * ms};
        QCOMPARE(row.lane(3), QByteArray("..."));
    }
};

BUBBLESCOPE_TEST(TstLaneComposer, QCoreApplication)

} // namespace bubblescope::tst_lanecomposer

#include "tst_lanecomposer.moc"
