// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "messagestack.h"
#include "testprogram.h"

#include <QApplication>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

namespace bubblescope::tst_messagestack {

namespace {

using About = MessageStack::About;
using Tone = MessageBar::Tone;

struct Fixture {
    Fixture()
    {
        stack.resize(700, 300);
        stack.show();
    }
    QStringList visible() const
    {
        QStringList texts;
        for (const MessageBar* bar : bars())
            texts += bar->text();
        return texts;
    }
    QList<MessageBar*> bars() const
    {
        QList<MessageBar*> seen;
        for (auto* bar : stack.findChildren<MessageBar*>()) {
            if (bar->isVisible())
                seen += bar;
        }
        QCoreApplication::sendPostedEvents(); // layouts
        std::sort(seen.begin(), seen.end(), [](const MessageBar* a, const MessageBar* b) { return a->y() < b->y(); });
        return seen;
    }
    void close(int line) const
    {
        auto* button = bars()[line]->findChild<QToolButton*>();
        QVERIFY(button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
    }
    void press(int line) const { QTest::mouseClick(bars()[line]->findChild<QPushButton*>(), Qt::LeftButton); }

    MessageStack stack;
};

} // namespace

class TstMessageStack : public QObject {
    Q_OBJECT
private slots:
    void noMessageTakesThePlaceOfOneAboutSomethingElse()
    {
        Fixture f;
        f.stack.set(About::Alignment, {Tone::Good, "clocks agree"});
        f.stack.add(About::Export, Tone::Warning, "not exported");
        f.stack.add(About::Opening, Tone::Warning, "not opened");
        f.stack.set(About::Changed, {Tone::Notice, "changed on disk"});
        QCOMPARE(f.visible(), QStringList({"changed on disk", "not opened", "not exported", "clocks agree"}));
        QCOMPARE(f.stack.texts(), f.visible());
        f.close(1);
        QCOMPARE(f.visible(), QStringList({"changed on disk", "not exported", "clocks agree"}));
    }

    void eachHasItsOwnButton()
    {
        Fixture f;
        QStringList pressed;
        f.stack.set(About::Changed, {Tone::Notice, "changed", {}, "Reload", [&] {
                        pressed += "reload";
                        f.stack.withdraw(About::Changed); // while its button is pressed
                    }});
        f.stack.set(About::Recovered,
            {Tone::Notice, "notes", {}, "Restore", [&] { pressed += "restore"; }, [&] { pressed += "dismissed"; }});
        f.press(0);
        QCOMPARE(pressed, QStringList({"restore"}));
        QCOMPARE(f.visible().size(), 2); // until it says that it is done
        f.press(1);
        QCOMPARE(pressed, QStringList({"restore", "reload"}));
        QCOMPARE(f.visible(), QStringList({"notes"}));
        f.close(0);
        QCOMPARE(pressed, QStringList({"restore", "reload", "dismissed"}));
        QVERIFY(f.stack.texts().isEmpty());
    }

    void whatStandsIsReplacedAndWhatHappenedAddsUp()
    {
        Fixture f;
        f.stack.set(About::Issues, {Tone::Warning, "1 error"});
        f.stack.set(About::Issues, {Tone::Warning, "2 errors"});
        QCOMPARE(f.visible(), QStringList({"2 errors"}));
        f.stack.add(About::Notes, Tone::Warning, "first");
        f.stack.add(About::Notes, Tone::Warning, "second");
        f.stack.add(About::Notes, Tone::Warning, "first"); // again: on top, once
        QCOMPARE(f.visible(), QStringList({"first", "second", "2 errors"}));
        f.stack.set(About::Issues, {});
        QCOMPARE(f.visible(), QStringList({"first", "second"}));
        for (int i = 0; i < 20; ++i)
            f.stack.add(About::Notes, Tone::Warning, QString::number(i));
        QCOMPARE(f.stack.texts(), QStringList({"19", "18", "17", "16", "15"}));
    }

    void whatWasAboutAFolderEndsWithIt()
    {
        Fixture f;
        f.stack.set(About::Unsaved, {Tone::Warning, "disk full"});
        f.stack.set(About::Changed, {Tone::Notice, "changed"});
        f.stack.add(About::Simulation, Tone::Warning, "no such knob");
        f.stack.add(About::Program, Tone::Notice, "from the next start on");
        f.stack.leaveFolder();
        QCOMPARE(f.visible(), QStringList({"disk full", "from the next start on"}));
    }

    void whatHasToBeActedOnCannotBeClosed()
    {
        Fixture f;
        f.stack.set(About::Unsaved, {Tone::Warning, "disk full", {}, "Save as …"});
        QVERIFY(!f.bars().front()->findChild<QToolButton*>()->isVisible());
        QVERIFY(f.bars().front()->findChild<QPushButton*>()->isVisible());
    }

    void moreThanFitAreCountedAndShownWhenAskedFor()
    {
        Fixture f;
        for (int i = 0; i < 3; ++i)
            f.stack.add(About::Export, Tone::Warning, QString::number(i));
        f.stack.add(About::Analysis, Tone::Warning, "analysis");
        QCOMPARE(f.visible().size(), MessageStack::mostShown);
        f.stack.set(About::Alignment, {Tone::Good, "clocks agree"});
        QCOMPARE(f.visible(), QStringList({"analysis", "2", "1", "2 more messages"}));
        f.press(3);
        QCOMPARE(f.visible(), QStringList({"analysis", "2", "1", "0", "clocks agree", "5 messages"}));
        f.press(5);
        QCOMPARE(f.visible().size(), MessageStack::mostShown);
        f.close(0); // the next one moves up
        QCOMPARE(f.visible(), QStringList({"2", "1", "0", "clocks agree"}));
    }
};

BUBBLESCOPE_TEST(TstMessageStack, QApplication)

} // namespace bubblescope::tst_messagestack

#include "tst_messagestack.moc"
