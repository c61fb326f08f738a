// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "jsoncursor.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <random>

namespace bubblescope::tst_jsoncursor {

namespace {

/// JSON as tests write it: ' for ".
std::string q(std::string text)
{
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

/// What is read of a value, as "kind text", or what keeps it from being read.
std::string read(std::string_view json)
{
    JsonCursor cursor(json);
    JsonSlice slice;
    if (!cursor.value(slice))
        return cursor.state() == JsonState::Incomplete ? "incomplete" : "damaged";
    const char* kinds[] {"absent", "string", "token", "container"};
    return std::string(kinds[int(slice.kind)]) + ' ' + std::string(slice.text());
}

/// Where the first bracket of a text is closed, one character after the other; npos where it is not.
size_t closedAt(std::string_view json)
{
    int depth = 0;
    bool isInString = false;
    for (size_t i = 0; i < json.size(); ++i) {
        if (isInString) {
            if (json[i] == '\\')
                ++i;
            else if (json[i] == '"')
                isInString = false;
        } else if (json[i] == '"') {
            isInString = true;
        } else if (json[i] == '{' || json[i] == '[') {
            ++depth;
        } else if ((json[i] == '}' || json[i] == ']') && --depth == 0) {
            return i;
        }
    }
    return std::string_view::npos;
}

std::string text(std::string_view escaped, size_t longest = 1000) { return jsonText(escaped, longest); }

} // namespace

class TstJsonCursor : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void valuesAreSlicesOfTheText_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const std::string& json, const std::string& expected) {
            QTest::newRow(json.c_str()) << QByteArray::fromStdString(json) << QByteArray::fromStdString(expected);
        };
        row(q("'a b',"), "string a b");
        row(q("  'say \\'hi\\'' ]"), q("string say \\'hi\\'"));
        row(q("'ends with \\\\'}"), "string ends with \\\\");
        row("12.5e3,", "token 12.5e3");
        row("-1 ", "token -1");
        row("NaN}", "token NaN");
        row("true]", "token true");
        row(q("{'a': [1, {'b': '}'}]}, 2"), q("container {'a': [1, {'b': '}'}]}"));
        row("[] []", "container []");
        row("\n\t\r [1]", "container [1]");
    }

    void valuesAreSlicesOfTheText()
    {
        QFETCH(const QByteArray, json);
        QFETCH(const QByteArray, expected);
        QCOMPARE(QByteArray::fromStdString(read({json.data(), size_t(json.size())})), expected);
    }

    void textThatEndsEarlyIsIncompleteNotDamaged()
    {
        // A token may go on behind the end, so it needs what follows.
        const std::string whole = q(" {'name': 'a \\'b\\' \\\\', 'args': [1, {'c': null}], 'x': -1e5} ");
        QCOMPARE(read(whole), "container " + whole.substr(1, whole.size() - 2));
        for (size_t size = 0; size + 1 < whole.size(); ++size)
            QCOMPARE(read(std::string_view(whole).substr(0, size)), std::string("incomplete"));
        QCOMPARE(read("123"), std::string("incomplete"));
        QCOMPARE(read(q("'abc\\")), std::string("incomplete"));
        QCOMPARE(read(q("'abc\\'")), std::string("incomplete"));
    }

    void whatNoValueCanBeginWithIsDamaged()
    {
        for (const char* json : {",", "}", "]", ": 1,", "12\"3\",", "a:1,", "tr[ue],"})
            QVERIFY2(read(json) == "damaged", json);
    }

    void anObjectIsWalkedKeyByKey()
    {
        const std::string json = q("{'pid': 3 , 'name' : 'k', 'args': {'a': 1}}");
        JsonCursor cursor(json);
        std::string seen;
        QVERIFY(cursor.take('{'));
        for (;;) {
            std::string_view key;
            JsonSlice slice;
            QVERIFY(cursor.key(key));
            QVERIFY(cursor.value(slice));
            seen += std::string(key) + '=' + std::string(slice.text()) + ' ';
            if (cursor.peek() != ',')
                break;
            cursor.skip();
        }
        QVERIFY(cursor.take('}'));
        QCOMPARE(seen, std::string(q("pid=3 name=k args={'a': 1} ")));
        QCOMPARE(cursor.at(), json.data() + json.size());
        QCOMPARE(cursor.peek(), char(0));
        QCOMPARE(cursor.state(), JsonState::Incomplete);
    }

    void aKeyWithoutQuotesOrColonIsDamaged()
    {
        std::string_view key;
        JsonCursor bare("name: 1}");
        QVERIFY(!bare.key(key));
        QCOMPARE(bare.state(), JsonState::Damaged);
        const std::string comma = q("'name', 1}");
        JsonCursor alone(comma);
        QVERIFY(!alone.key(key));
        QCOMPARE(alone.state(), JsonState::Damaged);
        const std::string end = q("'name'");
        JsonCursor cut(end);
        QVERIFY(!cut.key(key));
        QCOMPARE(cut.state(), JsonState::Incomplete);
    }

    void containersEndWhereTheirBracketIsClosed()
    {
        // Blocks of 64 characters go a way of their own: quotes, escapes and brackets must fall on all places of one.
        std::mt19937 random(11);
        constexpr std::string_view alphabet = "\"\\{}[]aaaaaaaa,: \x80\xff";
        int closed = 0;
        for (int number = 0; number < 4000; ++number) {
            std::string json(random() % 2 == 0 ? "{" : "[");
            const size_t size = random() % 400;
            const unsigned plain = 1 + random() % 40; // how rarely anything but letters comes
            while (json.size() < size)
                json += random() % plain == 0 ? alphabet[random() % alphabet.size()] : 'a';
            json += random() % 2 == 0 ? "}]" : "]";
            const size_t expected = closedAt(json);
            const std::string wanted
                = expected == std::string::npos ? "incomplete" : "container " + json.substr(0, expected + 1);
            closed += expected != std::string::npos && expected > 130;
            QVERIFY2(read(json) == wanted, json.c_str());
        }
        QVERIFY2(closed > 100, "long ones must occur");
    }

    void stringsEndAtTheirQuoteWhereverItStands()
    {
        for (size_t size = 0; size < 80; ++size) {
            const std::string plain(size, 'x');
            QCOMPARE(read('"' + plain + "\"," + plain), "string " + plain);
            QCOMPARE(read('"' + plain + q("\\'y',")), "string " + plain + q("\\'y"));
            QCOMPARE(read('"' + plain + q("\\\\',")), "string " + plain + "\\\\");
            QCOMPARE(read('"' + plain), std::string("incomplete"));
        }
    }

    void depthCostsNoStack()
    {
        const std::string deep = std::string(2'000'000, '[') + std::string(2'000'000, ']');
        JsonCursor cursor(deep);
        JsonSlice slice;
        QVERIFY(cursor.value(slice));
        QCOMPARE(slice.text().size(), deep.size());
        QCOMPARE(read(std::string_view(deep).substr(0, deep.size() - 1)), std::string("incomplete"));
    }

    void escapesBecomeWhatTheyMean()
    {
        QCOMPARE(text(q("a\\/b\\\\c\\'d")), std::string(q("a/b\\c'd")));
        QCOMPARE(text("one\\ntwo\\tthree"), std::string("one two three")); // names are shown on one line
        QCOMPARE(text("\\u0041\\u00e9\\u20ac"), std::string("Aé€"));
        QCOMPARE(text("\\ud83d\\ude00!"), std::string("\xf0\x9f\x98\x80!"));
        QCOMPARE(text("plain\x01text"), std::string("plain text"));
        QCOMPARE(text("\\u0000x"), std::string(" x"));
        QCOMPARE(text("ends in \\"), std::string("ends in \\"));
    }

    void halfAPairIsAReplacementCharacter()
    {
        QCOMPARE(text("\\ud83d!"), std::string("\xef\xbf\xbd!"));
        QCOMPARE(text("\\ude00!"), std::string("\xef\xbf\xbd!"));
        QCOMPARE(text("\\ud83d\\u0041"),
            std::string("\xef\xbf\xbd"
                        "A"));
        QCOMPARE(text("\\ud83d\\ud83d\\ude00"), std::string("\xef\xbf\xbd\xf0\x9f\x98\x80"));
        // What is not a number keeps its characters, but for the mark.
        QCOMPARE(text("\\u12"), std::string("12"));
        QCOMPARE(text("\\uzzzz!"), std::string("zzzz!"));
    }

    void longTextIsClippedBetweenCharacters()
    {
        QCOMPARE(text("abcdef", 6), std::string("abcdef"));
        const std::string clippedText = text(std::string(1000, 'x'), 100);
        QVERIFY(clippedText.size() <= 110);
        // Every length cuts the two bytes of é somewhere.
        const QByteArray accents = QByteArray("é").repeated(50);
        for (size_t longest = 1; longest < 20; ++longest) {
            const std::string shortened = text({accents.data(), size_t(accents.size())}, longest);
            QVERIFY(QString::fromStdString(shortened).toStdString() == shortened);
        }
    }

    void whatIsWrittenIsReadBack()
    {
        const std::string name = q("a 'quoted' \\ name, é, {[]}");
        std::string json = "\"";
        appendJsonText(json, name);
        json += '"';
        JsonCursor cursor(json);
        JsonSlice slice;
        QVERIFY(cursor.value(slice));
        QCOMPARE(text(slice.text()), name);
        std::string control;
        appendJsonText(control, std::string_view("\x1b[31m\n", 6));
        QCOMPARE(control, std::string("\\u001b[31m\\u000a"));
    }
};

BUBBLESCOPE_TEST(TstJsonCursor, QCoreApplication)

} // namespace bubblescope::tst_jsoncursor

#include "tst_jsoncursor.moc"
