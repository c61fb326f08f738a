// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "testprogram.h" // before the other: moc stumbles over a file that begins with <compare>

#include "stringpool.h"

#include <QRegularExpression>
#include <QTest>

#include <map>
#include <random>
#include <string>

namespace bubblescope::tst_stringpool {

class TstStringPool : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aTextIsThereOnce()
    {
        StringPool pool;
        QVERIFY(!pool.find("a").isValid());
        const StringId a = pool.intern("a");
        const StringId b = pool.intern("b");
        QCOMPARE(a, StringId(0));
        QCOMPARE(b, StringId(1));
        QCOMPARE(pool.intern(std::string("a")), a);
        QCOMPARE(pool.find("b"), b);
        QVERIFY(!pool.find("c").isValid());
        QCOMPARE(pool.size(), 2u);
        QCOMPARE(pool.text(b), std::string_view("b"));
    }

    void theEmptyTextIsOneToo()
    {
        StringPool pool;
        const StringId empty = pool.intern({});
        QVERIFY(empty.isValid() && pool.text(empty).empty());
        QCOMPARE(pool.find(""), empty);
        QVERIFY(pool.text(StringId()).empty());
        QVERIFY(pool.intern("x") != empty);
    }

    void manyTextsOfAllLengthsAreThoseOfAMap()
    {
        std::mt19937 random(7);
        StringPool pool;
        std::map<std::string, StringId> expected;
        for (int i = 0; i < 100'000; ++i) {
            std::string text(random() % 40, char('a' + random() % 2));
            if (random() % 2)
                text += std::to_string(random() % 20'000);
            if (i % 10'000 == 0)
                text.append(3 << 20, char('a' + i / 10'000)); // larger than any block
            const auto [place, isNew] = expected.try_emplace(text, StringId(uint32_t(expected.size())));
            QCOMPARE(pool.find(text).isValid(), !isNew);
            QCOMPARE(pool.intern(text), place->second);
        }
        QCOMPARE(size_t(pool.size()), expected.size());
        for (const auto& [text, id] : expected) {
            QCOMPARE(pool.text(id), std::string_view(text));
            QCOMPARE(pool.text(id).data()[text.size()], '\0');
        }
    }

    void viewsStayValidWhileThePoolGrowsAndMoves()
    {
        StringPool pool;
        const std::string_view first = pool.text(pool.intern("the first"));
        for (int i = 0; i < 50'000; ++i)
            pool.intern(std::to_string(i));
        StringPool other = std::move(pool);
        QCOMPARE(other.text(StringId(0)).data(), first.data());
        QCOMPARE(first, std::string_view("the first"));
        QCOMPARE(other.find("49999"), StringId(50'000));
    }

    void whatWasMovedFromCanBeFilledAgain()
    {
        StringPool pool;
        pool.intern("before");
        const StringPool other = std::move(pool);
        pool = StringPool();
        QCOMPARE(pool.intern("after"), StringId(0));
        QCOMPARE(pool.text(StringId(0)), std::string_view("after"));
        QCOMPARE(other.text(StringId(0)), std::string_view("before"));
    }

    void aSmallPoolIsSmall()
    {
        StringPool pool;
        QCOMPARE(pool.memoryBytes(), size_t(0));
        for (int i = 0; i < 10; ++i)
            pool.intern(std::to_string(i));
        QVERIFY(pool.memoryBytes() < 4096);
    }
};

BUBBLESCOPE_TEST(TstStringPool, QCoreApplication)

} // namespace bubblescope::tst_stringpool

#include "tst_stringpool.moc"
