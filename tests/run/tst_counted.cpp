// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "counted.h"
#include "testprogram.h"

#include <QCoreApplication>
#include <QtTest>

namespace bubblescope::tst_counted {

class TestCounted : public QObject {
    Q_OBJECT

private slots:
    void nounsFitTheirNumber()
    {
        QCOMPARE(counted(0, "file"), std::string("0 files"));
        QCOMPARE(counted(1, "file"), std::string("1 file"));
        QCOMPARE(counted(12, "file"), std::string("12 files"));
        QCOMPARE(counted(1, "microbatch", "microbatches"), std::string("1 microbatch"));
        QCOMPARE(counted(2, "microbatch", "microbatches"), std::string("2 microbatches"));
    }
};

BUBBLESCOPE_TEST(TestCounted, QCoreApplication)

} // namespace bubblescope::tst_counted

#include "tst_counted.moc"
