// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What repeats in a sequence of launches, written as letters.
#include "repetitions.h"
#include "testprogram.h"

#include <QTest>

#include <random>

namespace bubblescope::tst_repetitions {

namespace {

using Hint = LaunchSequence::Hint;

/// 'i' is input, 'o' the optimizer, 's' a sampled token.
LaunchSequence sequenceOf(const std::string& letters)
{
    LaunchSequence sequence;
    for (const char c : letters) {
        sequence.names.push_back(uint32_t(c));
        sequence.hints.push_back(c == 'i' ? Hint::Begins : c == 'o' ? Hint::Ends : c == 's' ? Hint::Within : Hint::None);
    }
    return sequence;
}

/// The repetitions, joined by bars.
QString foundIn(const std::string& letters)
{
    QStringList parts;
    for (const Repetition& found : findRepetitions(sequenceOf(letters)))
        parts << QString::fromStdString(letters.substr(found.first, found.last - found.first));
    return parts.join('|');
}

std::string times(int count, const std::string& letters)
{
    std::string all;
    for (int i = 0; i < count; ++i)
        all += letters;
    return all;
}

} // namespace

class TstRepetitions : public QObject {
    Q_OBJECT
private slots:
    void stepsBeginBehindTheOptimizerWhereverTheRecordingBegins()
    {
        const std::string step = "iabcabcabcdeoo";
        const QString three = QStringLiteral("iabcabcabcdeoo|iabcabcabcdeoo|iabcabcabcdeoo");
        QCOMPARE(foundIn(times(3, step)), three);
        QCOMPARE(foundIn("deoo" + times(3, step) + "iabca"), three);
        QCOMPARE(foundIn("bcabcdeoo" + times(3, step) + "iabcabcabcde"), three);
    }

    void withoutAnOptimizerTheyBeginWithTheInput()
    {
        QCOMPARE(foundIn("cabcdes" + times(3, "iabcabcabcdes") + "iab"),
            QStringLiteral("iabcabcabcdes|iabcabcabcdes|iabcabcabcdes"));
    }

    void layersOfOneStepAreNone()
    {
        // Each layer copies something from the host, but the step has a head and a tail.
        QCOMPARE(foundIn("ed" + times(24, "iabcdefghj") + "klmnk"), QString());
        // As has a training step of microbatches.
        QCOMPARE(foundIn(times(8, "iabcabcabcBCABCABCA") + "oooxyo"), QString());
    }

    void layersWithoutAnythingOfAStepAreNone()
    {
        QCOMPARE(foundIn(times(24, "abcdefghjk")), QString()); // a second of a long forward pass
        QVERIFY(!foundIn(times(24, "abcdefghis")).isEmpty());
    }

    void fewRepetitionsAreNone()
    {
        QCOMPARE(foundIn(times(2, "iabcabcabcdeoo") + "iabcabc"), QString());
        QCOMPARE(foundIn(times(100, "is")), QString()); // a benchmark of one operation
        QCOMPARE(foundIn(""), QString());
        QCOMPARE(foundIn("iabcdefghjklmnop"), QString());
    }

    void smallDifferencesDoNotMatter()
    {
        const std::string other = "iabcabcabcabcabcabxcabcabcdeoo"; // a kernel more
        const std::string step = "iabcabcabcabcabcabcabcabcdeoo";
        QCOMPARE(findRepetitions(sequenceOf(times(3, step) + other + times(3, step))).size(), size_t(7));
    }

    void whatHappensEveryThirdStepMakesNoStepOfThree()
    {
        const std::string step = "iabcabcabcabcabcabcabcabcabcabcabcabcdeoo";
        std::string all;
        for (int i = 0; i < 9; ++i)
            all += i % 3 == 2 ? step + "l" : step; // a logged loss
        QCOMPARE(findRepetitions(sequenceOf(all)).size(), size_t(9));
    }

    void startUpMayPrecede()
    {
        const std::string step = "iabcabcabcdeoo";
        QCOMPARE(findRepetitions(sequenceOf("uvwxyzuvvw" + times(5, step))).size(), size_t(5));
        QCOMPARE(foundIn(times(30, "uvwxyzu") + times(5, step)), QString()); // most is something else
    }

    void chanceRepeatsNothing()
    {
        std::mt19937 random(7);
        for (int i = 0; i < 50; ++i) {
            std::string letters;
            for (int k = 0; k < 2000; ++k)
                letters += char('a' + random() % 26);
            QCOMPARE(foundIn(letters), QString());
        }
    }
};

BUBBLESCOPE_TEST(TstRepetitions, QCoreApplication)

} // namespace bubblescope::tst_repetitions

#include "tst_repetitions.moc"
