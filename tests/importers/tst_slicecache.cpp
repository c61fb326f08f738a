// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "slicecache.h"
#include "testprogram.h"

#include <QTest>

#include <string>

namespace bubblescope::tst_slicecache {

namespace {

/// Inserts keys 0 to `count`, and says how many are still known then, each with its own value.
int knownOf(int count)
{
    SliceCache<int> cache;
    const auto keyOf = [](int number) { return *sliceKeyOf({std::to_string(number), "padding"}); };
    for (int i = 0; i < count; ++i)
        cache.insert(keyOf(i), i);
    int known = 0;
    for (int i = 0; i < count; ++i) {
        const int* value = cache.find(keyOf(i));
        known += value && *value == i;
    }
    return known;
}

} // namespace

class TstSliceCache : public QObject {
    Q_OBJECT
private slots:
    /// Threads and process groups of a large job that come in turn: none may push the others out.
    void twoHundredThousandKeysAreRemembered() { QCOMPARE(knownOf(200'000), 200'000); }

    void moreKeysDoNotFillTheMemory()
    {
        const int known = knownOf(300'000);
        QVERIFY(known > 0 && known < 270'000);
    }

    void longTextsHaveNoKey()
    {
        QVERIFY(sliceKeyOf({std::string(4000, 'x'), "y"}));
        QVERIFY(!sliceKeyOf({std::string(5000, 'x'), "y"}));
        QVERIFY(!sliceKeyOf({"y", std::string(2500, 'x'), std::string(2500, 'x')}));
    }

    void piecesAreToldApart()
    {
        SliceCache<int> cache;
        QVERIFY(!cache.find(*sliceKeyOf({"ab", "c"})));
        cache.insert(*sliceKeyOf({"ab", "c"}), 1);
        QVERIFY(cache.find(*sliceKeyOf({"ab", "c"})));
        QVERIFY(!cache.find(*sliceKeyOf({"a", "bc"})));
        QVERIFY(!cache.find(*sliceKeyOf({"ab", "c", ""})));
    }
};

BUBBLESCOPE_TEST(TstSliceCache, QCoreApplication)

} // namespace bubblescope::tst_slicecache

#include "tst_slicecache.moc"
