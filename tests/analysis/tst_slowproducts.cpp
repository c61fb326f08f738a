// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Products of matrices that could be faster, with planted faults, and runs that have none.
#include "profilerpicture.h"
#include "realfolder.h"
#include "runanalysis.h"
#include "testprogram.h"

#include <fmt/format.h>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope::tst_slowproducts {

namespace {

/// Products that a host launches ahead, one after the other on a busy GPU; times in us.
class Products {
public:
    /// [4096, summed] x [summed, columns]
    Products add(int count, TimeNs length, int columns, std::string_view type = "c10::BFloat16", int summed = 4096)
    {
        for (int i = 0; i < count; ++i) {
            const uint32_t span = m_picture.host(0, "thread 1", "aten::mm", m_host, m_host + 3);
            TraceBuilder& builder = m_picture.builder();
            builder.setDetail(span, builder.intern(fmt::format("[4096, {}] [{}, {}]", summed, summed, columns)));
            builder.setInputs(
                span, builder.intern(fmt::format("{0}|4096,{1}|{1},1;{0}|{1},{2}|{2},1", type, summed, columns)));
            m_picture.kernel(0, "stream 7", m_device, m_device + length, m_picture.launch(0, "thread 1", m_host + 1),
                Category::OtherCompute, "gemm");
            m_host += 4;
            m_device += length;
        }
        return std::move(*this);
    }
    /// Another stream is busy from there on, until all products are done.
    Products besideFrom(TimeNs begin)
    {
        m_picture.kernel(
            0, "stream 9", begin, m_device, m_picture.launch(0, "thread 1", m_host), Category::OtherCompute, "other");
        return std::move(*this);
    }
    RunAnalysis analysis()
    {
        Run run;
        run.layout.world = 1;
        run.trace = std::make_shared<Trace>(m_picture.finish());
        return *analyzeRun(run);
    }

private:
    ProfilerPicture m_picture;
    TimeNs m_host = 0;
    TimeNs m_device = 200;
};

const Finding* findingOf(const RunAnalysis& analysis, std::string_view id)
{
    const auto& list = analysis.findings.list;
    const auto found = std::find_if(list.begin(), list.end(), [&](const Finding& f) { return f.id == id; });
    return found == list.end() ? nullptr : &*found;
}

QString words(const Message& message) { return QString::fromStdString(message.text()); }

bool isSilent(const RunAnalysis& analysis)
{
    return !findingOf(analysis, "slow-products") && !findingOf(analysis, "whole-precision")
        && !findingOf(analysis, "unaligned-sizes");
}

} // namespace

class TstSlowProducts : public QObject {
    Q_OBJECT
private slots:
    void aSlowShapeIsPricedByWhatTheGpuReached()
    {
        // 2 x 4096 x 4096 x 4096 operations in 200 us are 687 TFLOP/s; the same and 8 columns more in 500 us are 275.
        const RunAnalysis analysis = Products().add(6, 200, 4096).add(3, 500, 4104).analysis();
        const Finding* const slow = findingOf(analysis, "slow-products");
        QVERIFY(slow);
        // At 687 TFLOP/s each of the three takes 200 x 4104 / 4096 us.
        QVERIFY2(std::abs(slow->costNs - 3 * (500'000 - 200'000 * 4104.0 / 4096)) < 10,
            qPrintable(QString::number(slow->costNs)));
        QVERIFY2(words(slow->sentence).contains(QStringLiteral("275.4 TFLOP/s")), qPrintable(words(slow->sentence)));
        QVERIFY(words(slow->sentence).contains(QStringLiteral("687.2")));
        QVERIFY(words(slow->sentence).contains(QStringLiteral("[4096, 4096] [4096, 4104]")));
        QCOMPARE(slow->evidence.spans.size(), size_t(3));
        QVERIFY(!findingOf(analysis, "whole-precision"));
        QVERIFY(!findingOf(analysis, "unaligned-sizes"));
    }

    void itIsWorthNoMoreThanTheCriticalPathAllows()
    {
        // What takes 900 us too long runs beside another stream, which ends no sooner without that.
        const auto products = [] { return Products().add(3, 500, 4104).add(6, 200, 4096); };
        const RunAnalysis alone = products().analysis();
        const RunAnalysis beside = products().besideFrom(250).analysis();
        const Finding* const free = findingOf(alone, "slow-products");
        QVERIFY(free);
        QVERIFY(free->costNs > 800'000);
        const Finding* const bound = findingOf(beside, "slow-products");
        QVERIFY(!bound || bound->costNs <= 300'000);
    }

    void wholePrecisionAmongHalvesIsNamed()
    {
        const RunAnalysis analysis = Products().add(6, 200, 4096).add(2, 2800, 4096, "float").analysis();
        const Finding* const whole = findingOf(analysis, "whole-precision");
        QVERIFY(whole);
        QVERIFY2(std::abs(whole->costNs - 2 * 2'600'000.0) < 10, qPrintable(QString::number(whole->costNs)));
        QVERIFY2(words(whole->sentence).contains(QStringLiteral("49.09 TFLOP/s")), qPrintable(words(whole->sentence)));
        QVERIFY(words(whole->sentence).contains(QStringLiteral("75.0 %"))); // 6 of 8 equal products
        QVERIFY(!findingOf(analysis, "slow-products"));
    }

    /// Memory bounds both, and the second have nearly twice the FLOPs for each byte: as many bytes in as long.
    void whatMemoryBoundsIsNotSlow()
    {
        QVERIFY(isSilent(
            Products().add(40, 25, 4096, "c10::BFloat16", 64).add(40, 25, 4096, "c10::BFloat16", 128).analysis()));
        // Slower than that by far.
        const RunAnalysis analysis
            = Products().add(40, 75, 4096, "c10::BFloat16", 64).add(40, 25, 4096, "c10::BFloat16", 128).analysis();
        const Finding* const slow = findingOf(analysis, "slow-products");
        QVERIFY(slow);
        // With the bytes/s of the others each takes 25 us x 34.6 MB / 35.7 MB.
        const double bytes = 2 * (2 * 4096.0 * 64 + 4096.0 * 4096);
        const double others = 2 * (2 * 4096.0 * 128 + 4096.0 * 4096);
        QVERIFY2(std::abs(slow->costNs - 40 * (75'000 - 25'000 * bytes / others)) < 100,
            qPrintable(QString::number(slow->costNs)));
    }

    /// What it would take in half precision only others tell that memory bounds as much.
    void wholePrecisionIsNotPricedByWhatMemoryBoundsLess()
    {
        QVERIFY(isSilent(Products().add(40, 20, 512, "c10::BFloat16", 512).add(10, 50, 4096, "float", 64).analysis()));
    }

    void aRunInWholePrecisionFallsBackToNothing()
    {
        QVERIFY(isSilent(Products().add(2, 200, 4096).add(6, 2800, 4096, "float").analysis()));
    }

    void sizesOffTheFastMultiplesAreNamed()
    {
        const RunAnalysis analysis = Products().add(6, 200, 4096).add(3, 600, 4097).analysis();
        const Finding* const unaligned = findingOf(analysis, "unaligned-sizes");
        QVERIFY(unaligned);
        // Padded to 4104 columns, at the speed of the others.
        QVERIFY2(std::abs(unaligned->costNs - 3 * (600'000 - 200'000 * 4104.0 / 4096)) < 10,
            qPrintable(QString::number(unaligned->costNs)));
        QVERIFY2(words(unaligned->suggestion).contains(QStringLiteral("Pad 4,097 to 4,104")),
            qPrintable(words(unaligned->suggestion)));
        QVERIFY(!findingOf(analysis, "slow-products")); // one cause
    }

    void shapesThatDifferAsTheyDoAreNoFinding()
    {
        QVERIFY(isSilent(Products().add(6, 200, 4096).add(6, 300, 4104).add(3, 90, 1024).analysis()));
        // Not worth it, by 1 % of the step.
        QVERIFY(isSilent(Products().add(100, 200, 4096).add(1, 400, 4104).analysis()));
        // Much smaller ones are slower, and so are short ones.
        QVERIFY(isSilent(Products().add(6, 200, 4096).add(40, 60, 512).add(200, 15, 64).analysis()));
        // Of other types nothing is known.
        QVERIFY(isSilent(Products().add(6, 200, 4096).add(3, 2800, 4096, "double").analysis()));
    }

    void realRunsWithShapesHaveNone_data()
    {
        QTest::addColumn<QString>("folder");
        for (const char* folder : {"kineto/operators/h100_qwen", "kineto/operators/h100_bert", "kineto/queued",
                 "kineto/hta", "kineto/dlrm_8ranks"})
            QTest::newRow(folder) << QString::fromLatin1(folder);
    }

    void realRunsWithShapesHaveNone()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, folder);
        for (const Run& run : realRuns(folder.toUtf8().constData())) {
            if (const auto analysis = analyzeRun(run))
                QVERIFY2(isSilent(*analysis), run.name.c_str());
        }
    }
};

BUBBLESCOPE_TEST(TstSlowProducts, QCoreApplication)

} // namespace bubblescope::tst_slowproducts

#include "tst_slowproducts.moc"
