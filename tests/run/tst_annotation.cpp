// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "annotation.h"

#include "testprogram.h"
#include "tracetext.h"

#include <QRegularExpression>
#include <QTest>

#include <limits>

namespace bubblescope::tst_annotation {

namespace {

constexpr TimeNs ms = 1'000'000;

SpanId named(const Trace& trace, std::string_view name, int rank, uint32_t ordinal = 0)
{
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        if (trace.name(SpanId(i)) == name && trace.track(trace.track(SpanId(i))).rank == rank && ordinal-- == 0)
            return SpanId(i);
    }
    return {};
}

const char* const twoRanks = R"(
rank0: [F0 0-10] [F1 12-20] [optimizer 20-30]
rank1: [F0 10-20] [optimizer 20-24] [optimizer 30-34]
)";

} // namespace

class TstAnnotation : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aSpanIsFoundAgainAfterARankWasAdded()
    {
        const Trace before = traceFromText("rank1: [F0 10-20] [optimizer 20-24] [optimizer 30-34]");
        const Trace after = traceFromText(twoRanks);
        const SpanId span = named(before, "optimizer", 1, 1);
        const SpanKey key = keyOf(before, span);
        QCOMPARE(key.ordinal, 1u);
        QCOMPARE(findSpan(after, key).value, named(after, "optimizer", 1, 1).value);
        QVERIFY(findSpan(after, key) != span); // its number did change
    }

    void aSpanOfShiftedClocksIsFoundByItsNumberAndDuration()
    {
        const Trace before = traceFromText("rank0: [F0 0-10]\nrank1: [optimizer 20-24] [optimizer 30-34]");
        const Trace after = traceFromText("rank0: [F0 0-10]\nrank1: [optimizer 21-25] [optimizer 31-35]");
        const SpanKey key = keyOf(before, named(before, "optimizer", 1, 1));
        QCOMPARE(findSpan(after, key).value, named(after, "optimizer", 1, 1).value);
    }

    void aSpanThatIsNotThereIsGoneAndKeepsItsTime()
    {
        const Trace before = traceFromText(twoRanks);
        Annotation note;
        note.kind = Annotation::Kind::Span;
        note.span = keyOf(before, named(before, "F1", 0));
        note.range = {note.span.begin, note.span.begin + note.span.duration};
        QVERIFY(!placeOf(note, before).isGone);
        const Trace shorter = traceFromText("rank0: [F0 0-10]");
        const AnchorPlace gone = placeOf(note, shorter);
        QVERIFY(gone.isGone);
        QVERIFY(!gone.span.isValid());
        QCOMPARE(gone.range.begin, 12 * ms);
    }

    void aBoxNeedsOneOfItsRanksAndItsTime()
    {
        const Trace trace = traceFromText(twoRanks);
        Annotation note;
        note.kind = Annotation::Kind::Box;
        note.range = {trace.origin() + 5 * ms, trace.origin() + 9 * ms};
        note.firstRank = 1;
        note.lastRank = 3;
        QVERIFY(!placeOf(note, trace).isGone);
        QCOMPARE(placeOf(note, trace).range, (TimeRange {5 * ms, 9 * ms}));
        note.firstRank = 2;
        QVERIFY(placeOf(note, trace).isGone);
        note.firstRank = 0;
        note.range = {trace.origin() + 500 * ms, trace.origin() + 900 * ms};
        QVERIFY(placeOf(note, trace).isGone);
    }

    void timesOfAnySizeAreTaken()
    {
        const Trace trace = traceFromText(twoRanks);
        for (const TimeNs time : {std::numeric_limits<TimeNs>::min(), std::numeric_limits<TimeNs>::max()}) {
            Annotation note;
            note.range = {time, time};
            QVERIFY(placeOf(note, trace).isGone);
            note.kind = Annotation::Kind::Span;
            note.span = {0, "compute", "F0", time, time, 7};
            QVERIFY(placeOf(note, trace).isGone);
        }
    }

    void kindsHaveNames()
    {
        for (int i = 0; i < 4; ++i)
            QCOMPARE(annotationKind(annotationKindName(Annotation::Kind(i))), Annotation::Kind(i));
        QVERIFY(!annotationKind("sticker"));
    }
};

BUBBLESCOPE_TEST(TstAnnotation, QCoreApplication)

} // namespace bubblescope::tst_annotation

#include "tst_annotation.moc"
