// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sizes of groups that no job has, wherever they come from.
#include "joblayout.h"
#include "scalingstep.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QTest>

#include <limits>
#include <memory>

namespace bubblescope::tst_joblayout {

class TstJobLayout : public QObject {
    Q_OBJECT
private slots:
    void sizesThatNoJobHasAreRefused()
    {
        constexpr int64_t most = std::numeric_limits<int>::max();
        QVERIFY(!whyTooLarge(1, 1, 1));
        QVERIFY(!whyTooLarge(8, 2048, 64));
        QVERIFY(!whyTooLarge(1, maximumGpus, 1));
        QVERIFY(whyTooLarge(2, maximumGpus, 1));
        QVERIFY(whyTooLarge(1, 1, maximumLayers + 1));
        QVERIFY(whyTooLarge(most, most, most));
        QVERIFY(whyTooLarge(65536, 65536, 1)); // 0 in 32 bits
    }

    /// Names of files and folders tell the layout, and anybody names them.
    void aScalingRunOfAbsurdSizesIsRefused()
    {
        Run run;
        run.name = "tp1_pp2000000000";
        run.kind = Run::Kind::Scaling;
        run.trace = std::make_shared<Trace>(traceFromText("rank0 stage0: [F0 0-10] [B0 12-30]"));
        QVERIFY(profileOfScalingRun(run).isOk());
        run.layout.pipeline = 2'000'000'000;
        run.layout.layers = 2'000'000'000;
        QVERIFY(!profileOfScalingRun(run));
        run.layout.tensor = 2'000'000'000;
        run.layout.data = 2'000'000'000;
        QVERIFY(!profileOfScalingRun(run));
    }
};

BUBBLESCOPE_TEST(TstJobLayout, QCoreApplication)

} // namespace bubblescope::tst_joblayout

#include "tst_joblayout.moc"
