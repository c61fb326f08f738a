// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Everything in the window by keyboard, and by name for those who do not see it.
#include "exportcontrol.h"
#include "exportdialog.h"
#include "ganttview.h"
#include "hardwaredialog.h"
#include "helpdialog.h"
#include "mainwindow.h"
#include "palette.h"
#include "samplecommand.h"
#include "samplefolder.h"
#include "sanitized.h"
#include "settings.h"
#include "startpage.h"
#include "testprogram.h"
#include "theme.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QListWidget>
#include <QMenuBar>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <set>

namespace bubblescope::tst_keyboard {

namespace {
/// What Tab must reach: shown, usable, and of those that take the focus by Tab.
std::set<QWidget*> tabStops(const QWidget& root)
{
    std::set<QWidget*> stops;
    for (QWidget* widget : root.findChildren<QWidget*>()) {
        const bool takesTab = (widget->focusPolicy() & Qt::TabFocus) != 0 && !widget->focusProxy();
        if (takesTab && widget->isVisible() && widget->isEnabled() && widget->window() == &root)
            stops.insert(widget);
    }
    return stops;
}

QString describe(const QWidget* widget)
{
    QStringList path;
    for (; widget; widget = widget->parentWidget())
        path.prepend(QString::fromLatin1(widget->metaObject()->className())
            + (widget->objectName().isEmpty() ? QString() : QLatin1Char('#') + widget->objectName()));
    return path.mid(std::max<qsizetype>(0, path.size() - 4)).join(QLatin1Char('/'));
}

QString accessibleName(QWidget* widget)
{
    QAccessibleInterface* access = QAccessible::queryAccessibleInterface(widget);
    return access ? access->text(QAccessible::Name) : QString();
}

/// Presses the key as often as there are stops and a few times more; what was not reached.
QStringList notReached(QWidget& root, Qt::Key key)
{
    std::set<QWidget*> wanted = tabStops(root);
    constexpr int linksOfAPage = 60; // are walked, too
    const int presses = int(wanted.size()) * 2 + linksOfAPage;
    for (int i = 0; i < presses && !wanted.empty(); ++i) {
        QWidget* focus = QApplication::focusWidget();
        if (!focus)
            return {QStringLiteral("nothing has the focus")};
        wanted.erase(focus);
        QTest::keyClick(focus, key, key == Qt::Key_Backtab ? Qt::ShiftModifier : Qt::NoModifier);
    }
    QStringList names;
    for (const QWidget* widget : wanted)
        names += describe(widget);
    if (!names.isEmpty())
        names.prepend(QStringLiteral("ended in %1; not reached:").arg(describe(QApplication::focusWidget())));
    return names;
}

QStringList withoutName(const QWidget& root)
{
    QStringList names;
    for (QWidget* widget : tabStops(root)) {
        if (accessibleName(widget).trimmed().isEmpty())
            names += describe(widget);
    }
    return names;
}

struct Fixture {
    Fixture() : window(settings, nullptr)
    {
        settings.setHintWasShown();
        window.resize(1440, 900);
        window.show();
        if (!QTest::qWaitForWindowActive(&window))
            qCritical("the window cannot be activated");
    }
    void openDemo()
    {
        QSignalSpy complete(&window, &MainWindow::folderComplete);
        window.openMade([] { return makeSampleFolder(demoOptions()); });
        QVERIFY(complete.wait(20'000));
        QTRY_VERIFY_WITH_TIMEOUT(!window.isBusy(), 20'000); // findings arrange their panel again
    }
    Settings settings {Settings::Storage::None};
    MainWindow window;
};

/// What is wrong with the walk through a window; empty if nothing.
QByteArray walk(QWidget& root)
{
    QStringList faults;
    for (const QString& name : withoutName(root))
        faults += QStringLiteral("has no name: ") + name;
    return (faults + notReached(root, Qt::Key_Tab) + notReached(root, Qt::Key_Backtab))
        .join(QLatin1Char('\n'))
        .toUtf8();
}
} // namespace

class TstKeyboard : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        rememberDesktopColours();
        applyTheme(*qApp, ThemeChoice::Light);
    }

    void startPageIsWalked()
    {
        Fixture f;
        f.settings.addRecent({QDir::tempPath()});
        f.window.findChild<StartPage*>()->setRecent(f.settings.recent());
        f.window.findChild<StartPage*>()->setFocus();
        f.window.findChild<StartPage*>()->findChild<QWidget*>()->setFocus();
        QTest::keyClick(&f.window, Qt::Key_Tab);
        QCOMPARE(walk(f.window), QByteArray());
    }

    void everyPanelIsWalked_data()
    {
        QTest::addColumn<QString>("panel");
        const Settings settings(Settings::Storage::None);
        Fixture f;
        int turn = 0;
        for (const QDockWidget* dock : f.window.findChildren<QDockWidget*>()) {
            if (turn++ % sparsely == 0)
                QTest::newRow(qPrintable(dock->objectName())) << dock->objectName();
        }
    }

    void everyPanelIsWalked()
    {
        QFETCH(QString, panel);
        Fixture f;
        f.openDemo();
        f.window.dock(panel)->show();
        f.window.dock(panel)->raise();
        QCoreApplication::processEvents();
        f.window.timeline().setFocus();
        QCOMPARE(walk(f.window), QByteArray());
    }

    void theExportDialogIsWalkedForEveryFormat()
    {
        Fixture f;
        f.openDemo();
        f.window.command(QStringLiteral("export"))->trigger();
        ExportDialog* dialog = f.window.exports().dialog();
        QVERIFY(dialog);
        dialog->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        auto* format = dialog->findChild<QComboBox*>();
        for (int i = 0; i < format->count(); ++i) {
            format->setCurrentIndex(i);
            dialog->refreshNow();
            dialog->activateWindow();
            format->setFocus();
            QTRY_VERIFY(format->hasFocus());
            const QByteArray faults = walk(*dialog);
            QVERIFY2(faults.isEmpty(), faults.constData());
        }
        dialog->close();
    }

    void theHardwareDialogIsWalked()
    {
        HardwareDialog dialog("h100");
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        dialog.findChild<QWidget*>(QString(), Qt::FindDirectChildrenOnly)->setFocus();
        const QByteArray faults = walk(dialog);
        QVERIFY2(faults.isEmpty(), faults.constData());
    }

    void aDesktopWithoutAWishHasItsOwnColours()
    {
        applyTheme(*qApp, ThemeChoice::System);
        const bool own = Palette::of(QApplication::palette()).isDark;
        setDesktopIsDark(*qApp, !own);
        QCOMPARE(Palette::of(QApplication::palette()).isDark, !own);
        forgetDesktopWish(*qApp);
        QCOMPARE(Palette::of(QApplication::palette()).isDark, own);
        applyTheme(*qApp, ThemeChoice::Light);
    }

    void theHelpIsWalkedPageByPage()
    {
        Fixture f;
        f.window.command(QStringLiteral("keys"))->trigger();
        auto* help = f.window.findChild<HelpDialog*>();
        QVERIFY(QTest::qWaitForWindowActive(help));
        for (const char* page : {"window", "keys", "issues", "about"}) {
            help->showPage(QString::fromLatin1(page));
            QApplication::setActiveWindow(help);
            QCOMPARE(walk(*help), QByteArray());
        }
    }

    void thePaletteHasEveryMenuEntry()
    {
        Fixture f;
        f.openDemo();
        QStringList missing;
        std::set<QString> commands; // a panel's entry in the menu may close it, the command of that name does not
        for (const QAction* command : f.window.commands())
            commands.insert(command->text());
        for (const QMenu* menu : f.window.menuBar()->findChildren<QMenu*>()) {
            for (QAction* action : menu->actions()) {
                if (!action->isSeparator() && !action->menu() && !commands.contains(action->text()))
                    missing += action->text();
            }
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
    }

    void theSimulatedTimelineBringsNoCommandTwice()
    {
        Fixture f;
        f.openDemo();
        f.window.findChild<QAction*>(QStringLiteral("twiceMicrobatches"))->trigger();
        QTRY_VERIFY(f.window.findChildren<GanttView*>().size() > 1);
        QStringList names;
        for (const QAction* action : f.window.commands()) {
            if (!action->objectName().isEmpty())
                names += action->objectName();
        }
        QVERIFY(names.contains(QStringLiteral("color.stage")));
        QCOMPARE(names.removeDuplicates(), qsizetype(0));
    }

    void noTwoCommandsShareAKey()
    {
        Fixture f;
        QStringList twice;
        std::set<QString> seen;
        for (const QAction* action : f.window.commands()) {
            for (const QKeySequence& keys : action->shortcuts()) {
                if (!seen.insert(keys.toString()).second)
                    twice += keys.toString();
            }
        }
        QVERIFY2(twice.isEmpty(), qPrintable(twice.join(QLatin1Char('\n'))));
    }
};

BUBBLESCOPE_TEST(TstKeyboard, QApplication)

} // namespace bubblescope::tst_keyboard

#include "tst_keyboard.moc"
