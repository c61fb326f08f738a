// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "slicecache.h"
#include "testprogram.h"

#include <QTest>

#include <string>

namespace bubblescope::tst_slicecache {

namespace {

using Cache = SliceCache<int, 2>;

/// Inserts keys 0 to `count`, and says how many are still known then.
int knownOf(int count, const std::string& padding = {})
{
    Cache cache;
    const auto visit = [&](int number, const auto& take) {
        const std::string text = std::to_string(number);
        const Cache::Key key {text, padding};
        take(key, Cache::hashOf(key));
    };
    for (int i = 0; i < count; ++i)
        visit(i, [&](const Cache::Key& key, uint64_t hash) { cache.insert(key, hash, i); });
    int known = 0;
    for (int i = 0; i < count; ++i) {
        visit(i, [&](const Cache::Key& key, uint64_t hash) {
            const int* value = cache.find(key, hash);
            known += value && *value == i;
        });
    }
    return known;
}

} // namespace

class TstSliceCache : public QObject {
    Q_OBJECT
private slots:
    /// Threads and process groups of a large job that come in turn: none may push the others out.
    void twoHundredThousandKeysAreRemembered() { QCOMPARE(knownOf(200'000), 200'000); }

    void longKeysDoNotFillTheMemory()
    {
        const int known = knownOf(20'000, std::string(4000, 'x'));
        QVERIFY(known > 0 && known < 9'000);
    }

    void piecesAreToldApart()
    {
        Cache cache;
        const Cache::Key key {"ab", "c"};
        const Cache::Key other {"a", "bc"};
        cache.insert(key, Cache::hashOf(key), 1);
        QVERIFY(cache.find(key, Cache::hashOf(key)));
        QVERIFY(!cache.find(other, Cache::hashOf(key)));
    }
};

BUBBLESCOPE_TEST(TstSliceCache, QCoreApplication)

} // namespace bubblescope::tst_slicecache

#include "tst_slicecache.moc"
