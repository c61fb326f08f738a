// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankstext.h"
#include "testprogram.h"

#include <QTest>

namespace bubblescope::tst_rankstext {

class TstRanksText : public QObject {
    Q_OBJECT
private slots:
    void ranksThatFollowEachOtherAreARange()
    {
        QCOMPARE(ranksText({}), std::string());
        QCOMPARE(ranksText({3}), std::string("3"));
        QCOMPARE(ranksText({3, 4}), std::string("3, 4"));
        QCOMPARE(ranksText({0, 1, 2, 3, 8, 10, 11}), std::string("0-3, 8, 10, 11"));
    }

    void ofManyTheFirstAreListed()
    {
        std::vector<int32_t> odd;
        for (int rank = 1; rank < 100; rank += 2)
            odd.push_back(rank);
        QCOMPARE(ranksText(odd), std::string("1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, …"));
    }
};

BUBBLESCOPE_TEST(TstRanksText, QCoreApplication)

} // namespace bubblescope::tst_rankstext

#include "tst_rankstext.moc"
