// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "closestword.h"
#include "testprogram.h"

#include <QTest>

#include <array>

namespace bubblescope::tst_closestword {

class TstClosestWord : public QObject {
    Q_OBJECT
private slots:
    void typosFindTheirWord_data()
    {
        QTest::addColumn<QByteArray>("typed");
        QTest::addColumn<QByteArray>("meant");
        QTest::newRow("a letter too many") << QByteArray("nicc") << QByteArray("nic");
        QTest::newRow("a letter missing") << QByteArray("inspct") << QByteArray("inspect");
        QTest::newRow("two letters changed") << QByteArray("sumnery") << QByteArray("summary");
        QTest::newRow("only begun") << QByteArray("micro") << QByteArray("microbatches");
        QTest::newRow("another word") << QByteArray("bandwidth") << QByteArray();
        QTest::newRow("too short to tell") << QByteArray("xyz") << QByteArray();
        QTest::newRow("nothing") << QByteArray() << QByteArray();
        QTest::newRow("endless") << QByteArray("nic").repeated(1000) << QByteArray();
    }
    void typosFindTheirWord()
    {
        QFETCH(QByteArray, typed);
        QFETCH(QByteArray, meant);
        constexpr std::array<std::string_view, 4> words {"inspect", "summary", "microbatches", "nic"};
        const std::string_view found = closestWord({typed.constData(), size_t(typed.size())}, words);
        QCOMPARE(QByteArray(found.data(), qsizetype(found.size())), meant);
    }
};

BUBBLESCOPE_TEST(TstClosestWord, QCoreApplication)

} // namespace bubblescope::tst_closestword

#include "tst_closestword.moc"
