// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatorwork.h"
#include "testprogram.h"

#include <QTest>

#include <string>

namespace bubblescope::tst_operatorwork {

class TstOperatorWork : public QObject {
    Q_OBJECT
private slots:
    void productsOfMatrices_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("shapes");
        QTest::addColumn<double>("flops");
        // GFLOP as TraceLens has them for two traces of H100s.
        QTest::newRow("mm") << "aten::mm" << "[8944, 1024] [1024, 2816]" << 51.581550592e9;
        QTest::newRow("addmm") << "aten::addmm" << "[1024] [8944, 1024] [1024, 1024]" << 18.766086144e9;
        QTest::newRow("linear") << "aten::linear" << "[16, 559, 1024] [1024, 1024] [1024]" << 18.766086144e9;
        QTest::newRow("linear without bias") << "aten::linear" << "[16, 559, 1024] [2816, 1024]" << 51.581550592e9;
        QTest::newRow("bmm") << "aten::bmm" << "[2, 3, 5] [2, 5, 7]" << 2.0 * 2 * 3 * 5 * 7;
        QTest::newRow("baddbmm") << "aten::baddbmm" << "[2, 3, 7] [2, 3, 5] [2, 5, 7]" << 2.0 * 2 * 3 * 5 * 7 + 2 * 3 * 7;
        QTest::newRow("empty") << "aten::mm" << "[0, 1024] [1024, 8]" << 0.0;
    }
    void productsOfMatrices()
    {
        QFETCH(QString, name);
        QFETCH(QString, shapes);
        QFETCH(double, flops);
        const auto found = operatorFlops(name.toStdString(), shapes.toStdString());
        QVERIFY(found.has_value());
        QCOMPARE(*found, flops);
    }

    void unknownWorkIsNone()
    {
        QVERIFY(!operatorFlops("aten::add", "[8, 8] [8, 8]"));
        for (const char* shapes : {"", "[8, 8]", "[8, 9] [8, 8]", "[8, 8] [8, x]", "[8, 8] [8", "[8] [8, 8]", "[-1, 8] [8, 8]",
                 "[8, 8, 8] [8, 8, 8]", "[inf, 8] [8, 0]", "[nan, 8] [8, 8]", "[1e300, 8] [8, 1e300]"})
            QVERIFY2(!operatorFlops("aten::mm", shapes), shapes);
        QVERIFY(!operatorFlops("aten::bmm", "[2, 3, 5] [3, 5, 7]"));
    }
};

BUBBLESCOPE_TEST(TstOperatorWork, QCoreApplication)

} // namespace bubblescope::tst_operatorwork

#include "tst_operatorwork.moc"
