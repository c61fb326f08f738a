// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "message.h"
#include "testprogram.h"

#include <QTest>

#include <map>

namespace bubblescope::tst_message {

namespace {

std::string german(const std::string& english)
{
    static const std::map<std::string, std::string> catalog {{"{} waits {} for {}", "{2} lässt {0} {1} warten"},
        {"Rank {}", "Rang {}"}, {" and {} more", " und {} weitere"}, {"communication", "kommunikation"},
        {"{} is {}", "{} ist {} {}"}, {"gemm", "never"}};
    const auto found = catalog.find(english);
    return found == catalog.end() ? english : found->second;
}

} // namespace

class TstMessage : public QObject {
    Q_OBJECT
private slots:
    void itIsEnglishAtFirst()
    {
        const Message message = say("{} waits {} for {}", say("Rank {}", 3), "4 ms", "gemm");
        QCOMPARE(message.text(), std::string("Rank 3 waits 4 ms for gemm"));
        QCOMPARE(Message("{} {").text(), std::string("{} {")); // plain text is no pattern
        QVERIFY(Message().empty());
    }

    void aTranslationMayTurnValuesRound()
    {
        Message message = say("{} waits {} for {}", say("Rank {}", 3), "4 ms", "gemm");
        message += say(" and {} more", 2);
        QCOMPARE(message.in(german), std::string("gemm lässt Rang 3 4 ms warten und 2 weitere"));
        QCOMPARE(message.text(), std::string("Rank 3 waits 4 ms for gemm and 2 more"));
    }

    void aTranslationThatAsksForMoreIsNotTaken()
    {
        QCOMPARE(say("{} is {}", "a", "b").in(german), std::string("a is b"));
    }

    void wordsOfTablesAreTranslatedAndNamesAreNot()
    {
        const Message message = say("{}: {}", named("communication"), "communication").capitalized();
        QCOMPARE(message.text(), std::string("Communication: communication"));
        QCOMPARE(message.in(german), std::string("Kommunikation: communication"));
    }

    void itsPartsMakeItAgain()
    {
        const Message message = say("{} waits {} for {}", say("Rank {}", 3), "4 ms", "gemm");
        const std::optional<Message> again = Message::ofParts(message.parts());
        QVERIFY(again);
        QCOMPARE(again->text(), message.text());
        QCOMPARE(again->in(german), message.in(german));
    }

    void partsThatDoNotFitMakeNone()
    {
        QVERIFY(!Message::ofParts({{"{} and {}", {Message("one")}, false}}));
        QVERIFY(!Message::ofParts({{"{:d}", {Message("one")}, false}}));
        QCOMPARE(Message::ofParts({{"{", {}, true}})->text(), std::string("{"));
    }

    void itCanBeAddedToItself()
    {
        Message message = say("Rank {}", 1);
        message += message;
        QCOMPARE(message.in(german), std::string("Rang 1Rang 1"));
    }
};

BUBBLESCOPE_TEST(TstMessage, QCoreApplication)

} // namespace bubblescope::tst_message

#include "tst_message.moc"
