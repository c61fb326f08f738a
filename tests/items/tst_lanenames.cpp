// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lanenames.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QTest>

namespace bubblescope::tst_lanenames {

class TstLaneNames : public QObject {
    Q_OBJECT
private slots:
    void lanesOfCommunicationAreNamedByTheirGroup()
    {
        const Trace trace = traceFromText("rank0 stage0: [F0 0-10]\nrank0 stage0 comm tp: [allreduce 2-5 in F0]");
        const std::vector<QString> names = laneNames(trace);
        QCOMPARE(names.size(), trace.tracks().size());
        QVERIFY(std::find(names.begin(), names.end(), QStringLiteral("tp")) != names.end());
        QVERIFY(std::find(names.begin(), names.end(), QStringLiteral("compute")) != names.end());
    }

    void withoutRoomTheNumberIsWhatStays()
    {
        QCOMPARE(numberFirst(QStringLiteral("thread 59976")), QStringLiteral("59976"));
        QCOMPARE(numberFirst(QStringLiteral("stream 13 sync")), QStringLiteral("13 sync"));
        QCOMPARE(numberFirst(QStringLiteral("thread pool")), QStringLiteral("thread pool"));
        QCOMPARE(numberFirst(QStringLiteral("stream ")), QStringLiteral("stream "));
        QCOMPARE(numberFirst(QStringLiteral("embedding")), QStringLiteral("embedding"));
    }
};

BUBBLESCOPE_TEST(TstLaneNames, QCoreApplication)

} // namespace bubblescope::tst_lanenames

#include "tst_lanenames.moc"
