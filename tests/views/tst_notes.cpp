// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "formatting.h"
#include "ganttview.h"
#include "notebook.h"
#include "noteeditor.h"
#include "notelayer.h"
#include "testprogram.h"
#include "tracetext.h"
#include "workspace.h"

#include <QApplication>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QTest>

#include <cmath>

namespace bubblescope::tst_notes {

namespace {

constexpr TimeNs ms = 1'000'000;

const char* const pipeline = R"(
rank0 stage0: [F0 0-100] [F1 100-200] [B0 400-600]
rank0 stage0 comm pp: [SF0 100-110] [RB0 110-400]
rank1 stage1: [F0 110-200] [B0 200-380] [optimizer 600-640]
rank1 stage1 comm pp: [RF0 0-110] [SB0 380-400]
)";

/// A view of a run, on a screen that is not there.
class Fixture {
public:
    explicit Fixture(const char* picture = pipeline) : view(&workspace)
    {
        show(picture);
        view.resize(1000, 500);
        view.show();
        (void)QTest::qWaitForWindowExposed(&view);
        view.plot().setFocus();
    }
    void show(const char* picture)
    {
        auto opened = std::make_shared<OpenedFolder>();
        Run run;
        run.name = "run";
        run.trace = std::make_shared<const Trace>(traceFromText(picture));
        opened->levels.emplace_back(*run.trace, run.trace->timing());
        opened->folder.runs.push_back(std::move(run));
        workspace.document.updateFolder(opened);
    }
    SpanId find(Operation operation, int rank) const
    {
        const Trace& trace = *workspace.document.trace();
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            if (trace.operation(SpanId(i)) == operation && trace.track(trace.track(SpanId(i))).rank == rank)
                return SpanId(i);
        }
        return {};
    }
    TimeNs at(TimeNs time) const { return workspace.document.trace()->origin() + time; }
    Annotation flag(TimeNs time, const char* text)
    {
        Annotation note;
        note.range = {at(time), at(time)};
        note.text = text;
        note.subject = workspace.document.noteSubject();
        return note;
    }
    Annotation range(TimeNs begin, TimeNs end, const char* text)
    {
        Annotation note = flag(begin, text);
        note.kind = Annotation::Kind::Range;
        note.range.end = at(end);
        return note;
    }
    NoteBook& book() { return workspace.document.notes(); }
    const std::vector<PlacedNote>& placed() { return view.plot().notes().placed(); }
    TimelinePlot& plot() { return view.plot(); }

    Workspace workspace;
    GanttView view;
};

bool overlap(const std::vector<PlacedNote>& notes)
{
    for (size_t i = 0; i < notes.size(); ++i) {
        for (size_t k = i + 1; k < notes.size(); ++k) {
            if (notes[i].card.intersects(notes[k].card))
                return true;
        }
    }
    return false;
}

} // namespace

class TstNotes : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
    }

    void withoutNotesThereIsNoBand()
    {
        Fixture f;
        QCOMPARE(f.plot().geometryOfParts().notes.height(), 0);
        const int top = f.plot().geometryOfParts().spans.top();
        f.book().add(f.flag(50 * ms, "here"));
        QVERIFY(f.plot().geometryOfParts().spans.top() > top);
        QCOMPARE(f.plot().geometryOfParts().header.top(), f.plot().geometryOfParts().spans.top());
        f.book().remove(1);
        QCOMPARE(f.plot().geometryOfParts().spans.top(), top);
    }

    void aTextStandsInTheBandAboveItsTime()
    {
        Fixture f;
        f.book().add(f.flag(300 * ms, "why so long?"));
        QCOMPARE(f.placed().size(), size_t(1));
        const PlacedNote& note = f.placed().front();
        QCOMPARE(note.text, QStringLiteral("why so long?"));
        QVERIFY(QRectF(f.plot().geometryOfParts().notes).contains(note.card));
        QVERIFY(std::abs(note.card.left() - f.plot().timeScale().x(300 * ms)) < 2);
    }

    void manyNotesAtOnePlaceDoNotCoverEachOther()
    {
        Fixture f;
        for (int i = 0; i < 60; ++i)
            f.book().add(f.flag((300 + i % 7) * ms, "a note with quite a long text that cannot stand here whole"));
        for (int i = 0; i < 9; ++i)
            f.book().add(f.range(i * 60 * ms, (i * 60 + 90) * ms, "a range"));
        QVERIFY(!overlap(f.placed()));
        int shown = 0;
        for (const PlacedNote& note : f.placed()) {
            if (!note.card.isNull()) {
                QVERIFY(QRectF(f.plot().geometryOfParts().notes).contains(note.card));
                shown += 1 + note.hiddenCount;
            }
        }
        QCOMPARE(shown, 69); // what has no room is counted by its neighbour
    }

    void aSpansNoteIsTiedToItsBox()
    {
        Fixture f;
        const SpanId span = f.find(Operation::Backward, 1);
        Annotation note = f.flag(0, "slow");
        note.kind = Annotation::Kind::Span;
        note.span = keyOf(*f.workspace.document.trace(), span);
        f.book().add(note);
        QCOMPARE(f.placed().front().anchors.front().toRect().center().y(), f.plot().rectOf(span).toRect().center().y());
        // Read again without the span: the note stays and says so.
        f.show("rank0 stage0: [F0 0-100]\nrank1 stage1: [F0 110-200] [optimizer 600-640]");
        QCOMPARE(f.book().notes().size(), size_t(1));
        QVERIFY(f.placed().front().place.isGone);
    }

    void nWritesANoteOnTheSelectedSpan()
    {
        Fixture f;
        const SpanId span = f.find(Operation::Backward, 1);
        QTest::mouseClick(&f.plot(), Qt::LeftButton, {}, f.plot().rectOf(span).center().toPoint());
        QTest::keyClick(&f.plot(), Qt::Key_N);
        QLineEdit* editor = f.plot().notes().editor();
        QVERIFY(editor->isVisible());
        QTest::keyClicks(editor, QStringLiteral("slow n?")); // letters are text now, not commands
        QCOMPARE(f.book().notes().size(), size_t(0));
        QCOMPARE(f.book().notesWithDraft().front().text, std::string("slow n?")); // what a crash would leave
        QTest::keyClick(editor, Qt::Key_Return);
        QVERIFY(!editor->isVisible());
        QCOMPARE(f.book().notes().size(), size_t(1));
        QCOMPARE(f.book().notes().front().kind, Annotation::Kind::Span);
        QCOMPARE(f.book().notes().front().span, keyOf(*f.workspace.document.trace(), span));
        // Esc keeps what was there, also of a note that was being changed.
        QTest::mouseDClick(&f.plot(), Qt::LeftButton, {}, f.placed().front().card.center().toPoint());
        QVERIFY(editor->isVisible());
        QTest::keyClicks(editor, QStringLiteral("other"));
        QTest::keyClick(editor, Qt::Key_Escape);
        QCOMPARE(f.book().notes().front().text, std::string("slow n?"));
        f.book().setCurrent(1);
        QTest::keyClick(&f.plot(), Qt::Key_Delete);
        QVERIFY(f.book().notes().empty());
    }

    void aDraggedRangeIsNotThatOfASpanSelectedBefore()
    {
        Fixture f;
        f.workspace.selection.setSpan(f.find(Operation::Backward, 1));
        f.workspace.selection.setRange(TimeRange {2 * ms, 8 * ms});
        QTest::keyClick(&f.plot(), Qt::Key_N);
        QCOMPARE(f.book().draft()->kind, Annotation::Kind::Range);
        QTest::keyClick(f.plot().notes().editor(), Qt::Key_Escape);
        f.workspace.selection.setSpan(SpanId());
        f.workspace.selection.setRank(1); // chosen itself
        QTest::keyClick(&f.plot(), Qt::Key_N);
        QCOMPARE(f.book().draft()->kind, Annotation::Kind::Box);
    }

    void nAfterAClickIsAboutTheClickedSpan()
    {
        Fixture f;
        f.workspace.selection.setRange(TimeRange {2 * ms, 8 * ms});
        QTest::keyClick(&f.plot(), Qt::Key_M);
        f.workspace.window.panBy(-0.2);
        QTest::keyClick(&f.plot(), Qt::Key_M);
        f.workspace.window.showAll();
        const SpanId span = f.find(Operation::Backward, 1);
        QTest::mouseClick(&f.plot(), Qt::LeftButton, {}, f.plot().rectOf(span).center().toPoint());
        QCOMPARE(f.workspace.selection.span(), span);
        QTest::keyClick(&f.plot(), Qt::Key_N);
        QCOMPARE(f.book().draft()->kind, Annotation::Kind::Span);
        QCOMPARE(f.book().draft()->span, keyOf(*f.workspace.document.trace(), span));
        QCOMPARE(f.plot().look().markers().size(), size_t(2)); // nothing measured was taken
        QTest::keyClick(f.plot().notes().editor(), Qt::Key_Escape);
        f.workspace.selection.setRange(TimeRange {2 * ms, 9 * ms});
        f.plot().look().setMarkers({});
        QTest::keyClick(&f.plot(), Qt::Key_N);
        QCOMPARE(f.book().draft()->kind, Annotation::Kind::Range);
    }

    void aDraggedFlagSnapsToTheEdgeOfASpan()
    {
        Fixture f;
        f.book().add(f.flag(300 * ms, "here"));
        const SpanId span = f.find(Operation::Backward, 1); // 200 to 380
        const TimeScale scale = f.plot().timeScale();
        const int y = f.plot().rectOf(span).center().toPoint().y();
        const QPoint from(int(std::lround(scale.x(300 * ms))), y);
        const QPoint to(int(std::lround(scale.x(380 * ms))) + 3, y);
        QTest::mousePress(&f.plot(), Qt::LeftButton, {}, from);
        QTest::mouseMove(&f.plot(), (from + to) / 2);
        QTest::mouseMove(&f.plot(), to);
        QCOMPARE(f.book().notes().front().range.begin, f.at(300 * ms)); // one edit, at the end
        QTest::mouseRelease(&f.plot(), Qt::LeftButton, {}, to);
        QCOMPARE(f.book().notes().front().range.begin, f.at(380 * ms));
        QVERIFY(!f.workspace.selection.range());
    }

    void aTextDraggedOutOfTheBandStaysWhereItIsPut()
    {
        Fixture f;
        f.book().add(f.flag(300 * ms, "here"));
        const QPoint from = f.placed().front().card.center().toPoint();
        const QPoint to = from + QPoint(40, 200);
        QTest::mousePress(&f.plot(), Qt::LeftButton, {}, from);
        QTest::mouseMove(&f.plot(), from + QPoint(20, 100));
        QTest::mouseMove(&f.plot(), to);
        QTest::mouseRelease(&f.plot(), Qt::LeftButton, {}, to);
        QVERIFY(f.book().notes().front().offset.has_value());
        QCOMPARE(f.book().notes().front().range.begin, f.at(300 * ms));
        QVERIFY(f.placed().front().card.contains(to));
    }

    void whatWasMeasuredCanBeKept()
    {
        Fixture f;
        const SpanId first = f.find(Operation::Forward, 0);
        const SpanId last = f.find(Operation::Backward, 1);
        const TimeScale scale = f.plot().timeScale();
        const QPoint from(int(std::lround(scale.x(100 * ms))) - 1, f.plot().rectOf(first).center().toPoint().y());
        const QPoint to(int(std::lround(scale.x(380 * ms))) + 2, f.plot().rectOf(last).center().toPoint().y());
        QTest::mousePress(&f.plot(), Qt::LeftButton, Qt::ShiftModifier, from);
        QMouseEvent move(
            QEvent::MouseMove, to, f.plot().mapToGlobal(to), Qt::NoButton, Qt::LeftButton, Qt::ShiftModifier);
        QCoreApplication::sendEvent(&f.plot(), &move);
        QTest::mouseRelease(&f.plot(), Qt::LeftButton, Qt::ShiftModifier, to);
        QVERIFY(f.plot().notes().measure().has_value());
        QCOMPARE(f.plot().notes().measure()->range, (TimeRange {100 * ms, 380 * ms}));
        QTest::keyClick(&f.plot(), Qt::Key_N);
        QTest::keyClick(f.plot().notes().editor(), Qt::Key_Return);
        const Annotation& note = f.book().notes().front();
        QCOMPARE(note.kind, Annotation::Kind::Box);
        QCOMPARE(note.firstRank, 0);
        QCOMPARE(note.lastRank, 1);
        QCOMPARE(note.text, formatDuration(280.0 * ms).toStdString());
        QVERIFY(!f.plot().notes().measure().has_value());
    }

    void aNoteBegunInTheOtherTimelineKeepsWhatIsTypedHere()
    {
        Fixture f;
        Workspace otherWorkspace(nullptr, &f.book());
        otherWorkspace.document.setFolder(f.workspace.document.opened());
        GanttView other(&otherWorkspace);
        other.resize(1000, 500);
        other.show();
        f.book().add(f.flag(300 * ms, "there before"));
        other.plot().notes().addHere({});
        QTest::keyClicks(other.plot().notes().editor(), QStringLiteral("typed below"));
        f.plot().notes().addHere({});
        QVERIFY(!other.plot().notes().isEditing());
        QVERIFY(f.plot().notes().isEditing());
        QTest::keyClicks(f.plot().notes().editor(), QStringLiteral("typed above"));
        other.plot().notes().edit(1);
        QVERIFY(!f.plot().notes().isEditing());
        QTest::keyClick(other.plot().notes().editor(), Qt::Key_Return);
        QCOMPARE(f.book().notes().size(), size_t(3));
        QCOMPARE(f.book().notes()[0].text, std::string("there before"));
        QCOMPARE(f.book().notes()[1].text, std::string("typed below"));
        QCOMPARE(f.book().notes()[2].text, std::string("typed above"));
    }

    void aDragEndsWithItsNote()
    {
        Fixture f;
        f.book().add(f.flag(300 * ms, "here"));
        const QPoint from = f.placed().front().card.center().toPoint();
        const QPoint to = from + QPoint(60, 0);
        QTest::mousePress(&f.plot(), Qt::LeftButton, {}, from);
        QTest::mouseMove(&f.plot(), from + QPoint(30, 0));
        f.book().setNotes({f.flag(100 * ms, "from a session")});
        QTest::mouseMove(&f.plot(), to);
        QTest::mouseRelease(&f.plot(), Qt::LeftButton, {}, to);
        QCOMPARE(f.book().notes().size(), size_t(1));
        QCOMPARE(f.book().notes().front().text, std::string("from a session"));
        QCOMPARE(f.book().notes().front().range.begin, f.at(100 * ms));
    }

    void aMeasureEndsWithItsRun()
    {
        Fixture f;
        const QRect spans = f.plot().geometryOfParts().spans;
        const QPoint to = spans.center() + QPoint(100, 0);
        QTest::mousePress(&f.plot(), Qt::LeftButton, Qt::ShiftModifier, spans.center());
        QTest::mouseMove(&f.plot(), to);
        QTest::mouseRelease(&f.plot(), Qt::LeftButton, Qt::ShiftModifier, to);
        QVERIFY(f.plot().notes().measure().has_value());
        f.show("rank0: [F0 0-10] [B0 10-30]");
        QVERIFY(!f.plot().notes().measure().has_value());
    }

    void whatIsPaintedInAPictureIsWhatIsOnScreen()
    {
        Fixture f;
        f.book().add(f.flag(300 * ms, "why so long?"));
        const NoteFrame frame {f.plot().geometryOfParts(), f.plot().timeScale(), &f.plot().palettes(),
            f.workspace.document.trace().get(), &f.plot().rows().layout()};
        QImage picture(f.plot().size(), QImage::Format_RGB32);
        picture.fill(f.plot().palettes().surface);
        QPainter painter(&picture);
        paintNotes(painter, frame, f.placed());
        painter.end();
        const QRect card = f.placed().front().card.toRect().adjusted(1, 1, -1, -1);
        const QImage screen = f.plot().grab(card).toImage().convertToFormat(QImage::Format_RGB32);
        QCOMPARE(picture.copy(card), screen);
    }
};

BUBBLESCOPE_TEST(TstNotes, QApplication)

} // namespace bubblescope::tst_notes

#include "tst_notes.moc"
