// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What hosts do while their GPUs have no work.
#include "idlecauses.h"
#include "profilerpicture.h"
#include "testprogram.h"

#include <QTest>

namespace bubblescope::tst_idlecauses {

class TstIdleCauses : public QObject {
    Q_OBJECT
private slots:
    void recordsThatOutlastWhatEnclosesThemCountOnce()
    {
        // Clocks let the inner operator end a moment later: nothing encloses it then.
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 5, 10, picture.launch(0, "thread 1", 1));
        picture.host(0, "thread 1", "aten::linear", 15, 999);
        picture.host(0, "thread 1", "aten::addmm", 520, 1000);
        picture.kernel(0, "stream 7", 1010, 1020, picture.launch(0, "thread 1", 1001));
        const Trace trace = picture.finish();
        const RunContext context {trace, {}};
        const auto pauses = devicePauses(context, trace.timing(), {}, {});
        TimeNs hostWait = 0;
        for (const DevicePause& pause : pauses.at(0))
            hostWait += pause.hostWait().duration();
        QVERIFY(hostWait > 900'000);
        TimeNs told = 0;
        TimeNs ofOuter = 0;
        for (const IdleCause& cause : idleCausesOf(trace, pauses)) {
            told += cause.time;
            ofOuter += cause.name.isValid() && trace.strings().text(cause.name) == "aten::linear" ? cause.time : 0;
        }
        QCOMPARE(told, hostWait);
        QCOMPARE(ofOuter, TimeNs(505'000)); // the rest is the inner one's, which began last
    }
};

BUBBLESCOPE_TEST(TstIdleCauses, QCoreApplication)

} // namespace bubblescope::tst_idlecauses

#include "tst_idlecauses.moc"
