// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow.h"
#include "messagebar.h"
#include "palette.h"
#include "samplefolder.h"
#include "settings.h"
#include "smallsample.h"
#include "testprogram.h"
#include "theme.h"

#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QStyle>
#include <QStyleOptionButton>
#include <QTabBar>
#include <QTableWidget>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>

namespace bubblescope::tst_windowstyle {

namespace {

/// A push button that looks as if it were in this state.
struct ButtonInState : QPushButton {
    explicit ButtonInState(QStyle::State state = {}) : QPushButton(QStringLiteral("Open")), m_state(state) { }
    void initStyleOption(QStyleOptionButton* option) const override
    {
        QPushButton::initStyleOption(option);
        option->state |= m_state;
    }
    /// Within its outline, beside its text.
    QColor ground() { return grab().toImage().pixelColor(4, height() / 2); }

private:
    QStyle::State m_state;
};

QImage pictureOf(QWidget& widget, const QRect& part) { return widget.grab(part).toImage(); }

bool contains(const QImage& image, const QColor& color)
{
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixelColor(x, y) == color)
                return true;
        }
    }
    return false;
}

/// Of its text to its ground, which is the most frequent colour at the edge.
double contrastOf(const QImage& image)
{
    const QColor ground = image.pixelColor(3, 3);
    double most = 1;
    for (int y = 3; y < image.height() - 3; ++y) {
        for (int x = 3; x < image.width() - 3; ++x)
            most = std::max(most, contrastRatio(image.pixelColor(x, y), ground));
    }
    return most;
}

} // namespace

class TstWindowStyle : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { applyTheme(*qApp, ThemeChoice::Light); }

    /// Any of them would be matched against every widget: it took half of a window's start.
    void noStyleSheetIsMatchedAgainstWidgets()
    {
        applyTheme(*qApp, ThemeChoice::Light);
        Settings settings(Settings::Storage::None);
        MainWindow window(settings, nullptr);
        window.resize(1280, 720);
        window.show();
        QSignalSpy complete(&window, &MainWindow::folderComplete);
        window.openMade([] { return makeSampleFolder(smallSample()); });
        QVERIFY(complete.wait(10'000));
        QVERIFY(qApp->styleSheet().isEmpty());
        for (const QWidget* widget : QApplication::allWidgets()) {
            QVERIFY2(!widget->testAttribute(Qt::WA_StyleSheet) && !widget->style()->inherits("QStyleSheetStyle"),
                widget->metaObject()->className());
        }
    }

    void buttonsShowWhatTheyAre_data() { bothThemes(); }
    void buttonsShowWhatTheyAre()
    {
        const Palette colours = theme();
        ButtonInState plain;
        ButtonInState hovered(QStyle::State_MouseOver);
        ButtonInState pressed(QStyle::State_Sunken);
        ButtonInState focused(QStyle::State_HasFocus);
        ButtonInState primary;
        primary.setProperty("primary", true);
        ButtonInState disabled;
        disabled.setEnabled(false);
        for (QPushButton* button : {&plain, &hovered, &pressed, &focused, &primary, &disabled})
            button->resize(button->sizeHint());
        QCOMPARE(plain.ground(), colours.surface);
        QVERIFY(hovered.ground() != colours.surface);
        QCOMPARE(pressed.ground(), colours.header);
        QCOMPARE(primary.ground(), colours.accent);
        QCOMPARE(plain.grab().toImage().pixelColor(plain.width() / 2, 0), colours.border);
        QCOMPARE(focused.grab().toImage().pixelColor(focused.width() / 2, 0), colours.accent);
        for (QPushButton* button : {&plain, &hovered, &pressed, &focused, &primary})
            QVERIFY(contrastOf(button->grab().toImage()) >= 4.5);
        QVERIFY(contrastOf(disabled.grab().toImage()) < contrastOf(plain.grab().toImage()));
    }

    void menuButtonsHaveRoomForTheirArrow()
    {
        applyTheme(*qApp, ThemeChoice::Light);
        QToolBar bar;
        QToolBar flat;
        flat.setProperty("flat", true);
        QWidget outside;
        for (QWidget* parent : {static_cast<QWidget*>(&bar), static_cast<QWidget*>(&flat), &outside}) {
            QToolButton button(parent);
            button.setText(QStringLiteral("Compare"));
            button.setPopupMode(QToolButton::InstantPopup);
            button.setMenu(new QMenu(&button));
            const int text = button.fontMetrics().horizontalAdvance(button.text());
            constexpr int arrow = 15; // with the air beside it
            QVERIFY(button.sizeHint().width() >= text + arrow);
            button.resize(button.sizeHint());
            const QImage image = pictureOf(button, QRect(button.width() - arrow, 4, arrow, button.height() - 8));
            QVERIFY2(contrastOf(image) > 2, "its arrow");
            button.setProperty("arrow", false);
            QVERIFY(contrastOf(pictureOf(button, QRect(button.width() - arrow, 4, arrow, button.height() - 8))) < 1.1);
        }
    }

    void toolsWithoutRoomAreToldOf_data() { bothThemes(); }
    void toolsWithoutRoomAreToldOf()
    {
        theme();
        QToolBar bar;
        for (int tool = 0; tool < 20; ++tool)
            bar.addAction(QStringLiteral("Compare"));
        bar.resize(200, bar.sizeHint().height());
        bar.show();
        auto* more = bar.findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"));
        QTRY_VERIFY(more && more->isVisible());
        QVERIFY(contrastOf(more->grab().toImage()) >= 4.5);
    }

    void theTabInFrontIsUnderlined_data() { bothThemes(); }
    void theTabInFrontIsUnderlined()
    {
        const Palette colours = theme();
        QTabBar bar;
        for (const char* name : {"Layers", "Layers", "Layers"})
            bar.addTab(QString::fromLatin1(name));
        bar.resize(bar.sizeHint());
        const auto hover = [&bar](int tab) {
            const QPointF place = tab < 0 ? QPointF(-1, -1) : QPointF(bar.tabRect(tab).center());
            QHoverEvent event(QEvent::HoverMove, place, bar.mapToGlobal(place), QPointF());
            QApplication::sendEvent(&bar, &event);
        };
        bar.show();
        bar.setAttribute(Qt::WA_UnderMouse);
        hover(1);
        const auto picture = [&bar](int tab) { return pictureOf(bar, bar.tabRect(tab)); };
        const QImage front = picture(0);
        QCOMPARE(front.pixelColor(front.width() / 2, front.height() - 1), colours.accent);
        QVERIFY(!contains(picture(2), colours.accent));
        QVERIFY(contrastOf(picture(2)) >= 4.5);
        QVERIFY2(contrastOf(picture(1)) > contrastOf(picture(2)), "the hovered one has the colour of text");
    }

    void headersEndInALine_data() { bothThemes(); }
    void headersEndInALine()
    {
        const Palette colours = theme();
        QTableWidget table(2, 2);
        table.setHorizontalHeaderLabels({QStringLiteral("Name"), QStringLiteral("Total")});
        table.resize(300, 120);
        table.show();
        QCOMPARE(table.frameWidth(), 0);
        const QImage image = table.horizontalHeader()->viewport()->grab().toImage();
        QCOMPARE(image.pixelColor(20, image.height() - 1), colours.border);
        QCOMPARE(image.pixelColor(20, 1), colours.header);
        QVERIFY(contains(image, colours.mutedText));
    }

    void anotherThemeChangesWhatIsOpen()
    {
        applyTheme(*qApp, ThemeChoice::Light);
        QStatusBar bar;
        QLabel label(QStringLiteral("4 ranks"));
        bar.addWidget(&label);
        ButtonInState button;
        MessageBar message;
        message.show(MessageBar::Tone::Warning, QStringLiteral("Two ranks are missing"));
        for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
            applyTheme(*qApp, choice);
            const Palette colours = choice == ThemeChoice::Dark ? Palette::dark() : Palette::light();
            QCOMPARE(button.ground(), colours.surface);
            for (const QWidget* part : {static_cast<const QWidget*>(&bar), static_cast<const QWidget*>(&label)})
                QCOMPARE(part->palette().color(QPalette::WindowText), colours.mutedText);
            const auto texts = message.findChildren<QLabel*>();
            QVERIFY(std::any_of(texts.begin(), texts.end(), [&colours](const QLabel* text) {
                return text->palette().color(QPalette::WindowText) == colours.warningText;
            }));
        }
    }

private:
    static void bothThemes()
    {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::newRow("light") << ThemeChoice::Light;
        QTest::newRow("dark") << ThemeChoice::Dark;
    }

    /// Of this row, applied.
    static Palette theme()
    {
        const auto choice = *static_cast<ThemeChoice*>(QTest::qData("theme", qMetaTypeId<ThemeChoice>()));
        applyTheme(*qApp, choice);
        return choice == ThemeChoice::Dark ? Palette::dark() : Palette::light();
    }
};

BUBBLESCOPE_TEST(TstWindowStyle, QApplication)

} // namespace bubblescope::tst_windowstyle

#include "tst_windowstyle.moc"
