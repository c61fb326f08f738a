// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "details.h"
#include "formatting.h"
#include "profilerpicture.h"
#include "reasondetails.h"
#include "samplefolder.h"
#include "stepreasons.h"
#include "testprogram.h"
#include "tracetext.h"
#include "wholerecording.h"

#include <QRegularExpression>
#include <QTest>
#include <QTranslator>

namespace bubblescope::tst_stepreasons {

namespace {

constexpr TimeNs ms = 1'000'000;

// The path: F0 on rank 0, to rank 1, F0 B0 there, back, B0 on rank 0.
const char* const picture = R"(
    rank0 stage0: [F0 0-10] [B0 45-55]
    rank0 stage0 comm pp: [SF0 10-11] [RB0 11-45]
    rank1 stage1: [F0 11-24] [B0 24-44]
    rank1 stage1 comm pp: [RF0 0-11] [SB0 44-45])";

Run runOf(const char* text)
{
    Run run;
    run.layout.world = 2;
    run.layout.pipeline = 2;
    run.layout.tensor = 1;
    run.trace = std::make_shared<const Trace>(traceFromText(text));
    return run;
}

StepReasons reasonsOf(const Run& run)
{
    std::optional<RunAnalysis> analysis = analyzeRun(run);
    return StepReasons(run, *analysis);
}

SpanId find(const Trace& trace, Operation operation, int rank)
{
    for (uint32_t s = 0; s < trace.spanCount(); ++s) {
        if (trace.operation(SpanId(s)) == operation && trace.track(trace.track(SpanId(s))).rank == rank)
            return SpanId(s);
    }
    return SpanId();
}

} // namespace

class TstStepReasons : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void spansOfThePathHaveNoSlack()
    {
        const Run run = runOf(picture);
        const StepReasons reasons = reasonsOf(run);
        const SpanId forward = find(*run.trace, Operation::Forward, 1);
        QVERIFY(reasons.isOnPath(forward));
        QCOMPARE(reasons.slackOf(forward), std::optional<TimeNs>(0));
        QCOMPARE(reasons.gainOf(forward, ms), std::optional<TimeNs>(ms));
        // No more can be gained than there is.
        QCOMPARE(reasons.gainOf(forward, 1000 * ms), std::optional<TimeNs>(13 * ms));
    }

    void aSpanBesideThePathGainsNothing()
    {
        // Rank 1 fetches its batch while it would wait anyway.
        const Run run = runOf(R"(
            rank0 stage0: [F0 0-10] [B0 45-55]
            rank0 stage0 comm pp: [SF0 10-11] [RB0 11-45]
            rank1 stage1 host: [get_batch 0-4]
            rank1 stage1: [F0 11-24] [B0 24-44]
            rank1 stage1 comm pp: [RF0 4-11] [SB0 44-45])");
        const StepReasons reasons = reasonsOf(run);
        const SpanId batch = find(*run.trace, Operation::GetBatch, 1);
        QVERIFY(!reasons.isOnPath(batch));
        QCOMPARE(reasons.slackOf(batch), std::optional<TimeNs>(6 * ms));
        QCOMPARE(reasons.gainOf(batch, ms), std::optional<TimeNs>(0));
    }

    void aBubbleIsFoundByTimeAndByTheSpanThatWaits()
    {
        const Run run = runOf(picture);
        const StepReasons reasons = reasonsOf(run);
        const Bubble* fill = reasons.bubbleAt(1, 5 * ms);
        QVERIFY(fill);
        QCOMPARE(fill->cause, BubbleCause::PipelineFill);
        QCOMPARE(fill, reasons.bubbleOf(find(*run.trace, Operation::RecvForward, 1)));
        QVERIFY(!reasons.bubbleAt(1, 20 * ms)); // it computes
        QVERIFY(!reasons.bubbleAt(9, 5 * ms));
        QVERIFY(!reasons.bubbleOf(find(*run.trace, Operation::Forward, 1)));
        // The transfer is no bubble.
        QVERIFY(!reasons.bubbleAt(1, 10 * ms + ms / 2));
    }

    void aSentenceNamesWhoAndHowLong()
    {
        const Run run = runOf(picture);
        const StepReasons reasons = reasonsOf(run);
        const QString words = bubbleSentence(*run.trace, *reasons.bubbleAt(1, 5 * ms)).simplified();
        QVERIFY2(words.contains(QStringLiteral("rank 0 (stage 0)")), qPrintable(words));
        QVERIFY2(QString(words).replace(QChar(0x202f), QLatin1Char(' ')).contains(QStringLiteral("10.00")),
            qPrintable(words));
    }

    /// Whose message it waits for is one thing, who is at the end of the chain another.
    void aChainOfWaitsIsTold()
    {
        const Trace trace
            = traceFromText("rank0 stage0: [F0 0-30]\nrank1 stage1: [F0 30-40]\nrank2 stage2: [F0 40-50]");
        Bubble bubble;
        bubble.rank = 2;
        bubble.range = {0, 40 * ms};
        bubble.cause = BubbleCause::PipelineFill;
        bubble.awaited = find(trace, Operation::Forward, 1);
        bubble.culpritRank = 0;
        bubble.culpritStage = 0;
        bubble.isPipelines = true;
        QCOMPARE(waitChainText(trace, bubble), QStringLiteral("stage 1, which waits for rank 0"));
        // Not "it waits": the sentence before is about the rank at the end.
        QVERIFY(bubbleSentence(trace, bubble)
                    .contains(QStringLiteral("Its own partner is stage 1, which waits for rank 0.")));
        bubble.awaited = find(trace, Operation::Forward, 0);
        QVERIFY(waitChainText(trace, bubble).isEmpty());
    }

    /// Of a group, its own last member is named, not whom that waits for.
    void whoComesLastIsAMember()
    {
        const Trace trace
            = traceFromText("rank0 stage0: [F0 0-30]\nrank1 stage1: [F0 30-40]\nrank2 stage2: [F0 40-50]");
        Bubble bubble;
        bubble.rank = 2;
        bubble.range = {0, 40 * ms};
        bubble.cause = BubbleCause::EmbeddingGroup;
        bubble.awaited = find(trace, Operation::Forward, 0);
        bubble.culpritRank = 1;
        bubble.culpritStage = 1;
        const QString words = bubbleSentence(trace, bubble);
        QVERIFY2(words.contains(QStringLiteral("rank 0 (stage 0) comes last")), qPrintable(words));
        QVERIFY2(words.contains(QStringLiteral("That rank waits for rank 1 (stage 1).")), qPrintable(words));
        bubble.rank = 0; // the chain leads within its stage
        bubble.cause = BubbleCause::GradientSynchronization;
        QVERIFY(bubbleSentence(trace, bubble).contains(QStringLiteral("That rank waits for rank 1 (stage 1).")));
    }

    void detailsSayWhatASpanMeansForTheStep()
    {
        const Run run = runOf(picture);
        const StepReasons reasons = reasonsOf(run);
        const auto value = [](const DetailFields& fields, const char* label) {
            for (const DetailField& field : fields) {
                if (field.label == QLatin1String(label))
                    return field.value;
            }
            return QString();
        };
        const DetailFields forward = spanDetails(run, find(*run.trace, Operation::Forward, 1), {nullptr, {}, &reasons});
        QCOMPARE(value(forward, "critical path"), QStringLiteral("on it"));
        QVERIFY(value(forward, "1 ms shorter").contains(QStringLiteral("1.00")));
        const DetailFields receive
            = spanDetails(run, find(*run.trace, Operation::RecvForward, 1), {nullptr, {}, &reasons});
        QCOMPARE(value(receive, "waits because"), QStringLiteral("pipeline fill"));
        const DetailFields bubble = bubbleDetails(reasons, *reasons.bubbleAt(1, 5 * ms));
        QCOMPARE(value(bubble, "waits for"), QStringLiteral("stage 0 · rank 0"));
        QCOMPARE(value(bubble, "phase"), QStringLiteral("warmup"));
        QCOMPARE(bubble.front().label, QStringLiteral("Bubble: pipeline fill"));
        // What is not counted as bubble is not called one.
        Bubble other = *reasons.bubbleAt(1, 5 * ms);
        other.isPipelines = false;
        QCOMPARE(bubbleDetails(reasons, other).front().label, QStringLiteral("Waiting: pipeline fill"));
        QCOMPARE(value(bubbleDetails(reasons, other), "phase"), QString());
        // Without a record, it is waiting where somebody was awaited.
        other.span = SpanId();
        QCOMPARE(bubbleDetails(reasons, other).front().label, QStringLiteral("Waiting: pipeline fill"));
        other.awaited = SpanId();
        QCOMPARE(bubbleDetails(reasons, other).front().label, QStringLiteral("Idle: pipeline fill"));
        // On the clock of the step, as the ruler above it.
        const Bubble& waits = *reasons.bubbleAt(1, 5 * ms);
        const DetailFields inStep = bubbleDetails(reasons, waits, waits.range.begin - 20 * ms);
        QVERIFY2(value(inStep, "begin").startsWith(QLatin1String("20")), qPrintable(value(inStep, "begin")));
    }

    void whatThePathConsistsOfIsListed()
    {
        const Run run = runOf(picture);
        const StepReasons reasons = reasonsOf(run);
        const DetailFields fields = pathDetails(reasons);
        QVERIFY(fields.size() > 2 && fields.front().isHeading);
        QVERIFY(fields.front().label.contains(QStringLiteral("55.00")));
        // B0 of stage 1 is the longest: 20 of 55 ms.
        QCOMPARE(fields[1].label, QStringLiteral("backward, stage 1"));
        QVERIFY(fields[1].value.startsWith(QStringLiteral("36.4")));
        struct German : QTranslator {
            bool isEmpty() const override { return false; }
            QString translate(const char*, const char* text, const char*, int) const override
            {
                return QLatin1String(text) == QLatin1String("backward") ? QStringLiteral("rückwärts") : QString();
            }
        } german;
        QCoreApplication::installTranslator(&german);
        QCOMPARE(pathDetails(reasons)[1].label, QStringLiteral("rückwärts, stage 1"));
        QCoreApplication::removeTranslator(&german);
        Run plan = run;
        plan.kind = Run::Kind::Plan;
        QVERIFY(pathDetails(reasonsOf(plan)).empty());
    }

    /// All-reduces of two kinds of group: both are called the same.
    void whatReadsAlikeIsListedOnce()
    {
        const Run run = runOf(R"(
            rank0 stage0: [F0 0-10] [B0 20-30]
            rank0 stage0 comm tp: [allreduce 10-14]
            rank0 stage0 comm dp: [allreduce 14-20])");
        QStringList shares;
        for (const DetailField& field : pathDetails(reasonsOf(run))) {
            if (field.label == QLatin1String("all-reduce, stage 0"))
                shares << field.value;
        }
        QCOMPARE(shares.size(), 1);
        QVERIFY2(shares.front().startsWith(QStringLiteral("33.3")), qPrintable(shares.front()));
    }

    void thePathOfARecordingIsOfNoStep()
    {
        ProfilerPicture recording;
        recording.kernel(0, "stream 7", 5, 15, recording.launch(0, "thread 1", 0));
        recording.builder().addStep(wholeRecording(0, {0, 15'000}));
        Run run;
        run.trace = std::make_shared<const Trace>(recording.finish());
        const DetailFields fields = pathDetails(reasonsOf(run));
        QVERIFY(!fields.empty());
        QVERIFY2(!fields.front().label.contains(QLatin1String("step")), qPrintable(fields.front().label));
    }

    void aTraceThatCanNotBeReTimedSaysWhy()
    {
        Run run = runOf(picture);
        run.kind = Run::Kind::Plan;
        const StepReasons reasons = reasonsOf(run);
        QVERIFY(reasons.path().empty());
        QVERIFY(!reasons.whyNoPath().empty());
        QVERIFY(!reasons.slackOf(SpanId(0)));
        QVERIFY(!reasons.gainOf(SpanId(0), ms));
    }

    void aSpanOfAnotherStepSaysWhichStepIsKnown()
    {
        SampleOptions options;
        options.steps = 3;
        const Result<RunFolder> folder = makeSampleFolder(options);
        const Run& run = folder->runs.front();
        FindingOptions findingOptions;
        findingOptions.step = 1;
        std::optional<RunAnalysis> analysis = analyzeRun(run, findingOptions);
        const StepReasons reasons(run, *analysis);
        const auto inWords = [&](size_t step) {
            for (uint32_t s = 0; s < run.trace->spanCount(); ++s) {
                const SpanId span(s);
                if (run.trace->operation(span) != Operation::Forward
                    || !run.trace->steps()[step].range.contains(run.trace->begin(span)))
                    continue;
                SpanFindings findings;
                findings.reasons = &reasons;
                for (const DetailField& field : spanDetails(run, span, findings)) {
                    if (field.value.contains(QStringLiteral("one step at a time")))
                        return field.value;
                }
                break;
            }
            return QString();
        };
        QVERIFY(inWords(1).isEmpty());
        const QString other = inWords(2);
        QVERIFY2(other.contains(stepText(run.trace->steps()[1].number)), qPrintable(other));
        QVERIFY(other.contains(stepText(run.trace->steps()[2].number)));
    }
};

BUBBLESCOPE_TEST(TstStepReasons, QCoreApplication)

} // namespace bubblescope::tst_stepreasons

#include "tst_stepreasons.moc"
