// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrometraceimporter.h"
#include "rungrouping.h"
#include "chrometracewriter.h"
#include "folderscan.h"
#include "importtext.h"
#include "samplerun.h"
#include "testprogram.h"

#include <QTest>

namespace bubblescope::tst_samplechrometrace {

class TstSampleChromeTrace : public QObject {
    Q_OBJECT
private slots:
    void aSampleRunComesBackToTheNanosecond()
    {
        SampleOptions options = demoOptions();
        options.clockSpreadMs = 0;
        const Result<SampleRun> sample = makeSample(options);
        QVERIFY(bool(sample));
        const Trace& trace = *sample.value().run.trace;
        std::string text;
        ChromeTraceWriter writer([&text](std::string_view piece) {
            text += piece;
            return true;
        });
        QVERIFY(writer.addRun(trace, trace.timing()) && writer.finish());
        Imported imported = importText(ChromeTraceImporter(), text, "sample.json");
        QCOMPARE(imported.issues(), QByteArray());
        std::vector<NamedPart> parts;
        for (TracePart& part : imported.contents.traceParts)
            parts.push_back({"sample.json", std::move(part)});
        const std::vector<Run> runs = groupRuns(std::move(parts), "folder", imported.report);
        QCOMPARE(runs.size(), size_t(1));
        const Trace& again = *runs.front().trace;
        QCOMPARE(again.spanCount(), trace.spanCount());
        QCOMPARE(again.origin(), trace.origin());
        QCOMPARE(again.timing().begin, trace.timing().begin);
        QCOMPARE(again.timing().end, trace.timing().end);
        QCOMPARE(again.steps().size(), trace.steps().size());
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            const SpanId span(i);
            QCOMPARE(again.name(span), trace.name(span));
            QCOMPARE(again.parent(span).value, trace.parent(span).value);
            QCOMPARE(again.category(span), trace.category(span));
            QCOMPARE(again.operation(span), trace.operation(span));
            QCOMPARE(again.microbatch(span), trace.microbatch(span));
            QCOMPARE(again.bytes(span), trace.bytes(span));
            QCOMPARE(again.flags(span), trace.flags(span));
        }
    }
};

BUBBLESCOPE_TEST(TstSampleChromeTrace, QCoreApplication)

} // namespace bubblescope::tst_samplechrometrace

#include "tst_samplechrometrace.moc"
