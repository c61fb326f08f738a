// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window in other languages: a long one, one that is read from right to left, and German.
#include "commandset.h"
#include "formatting.h"
#include "helpdialog.h"
#include "importerregistry.h"
#include "language.h"
#include "mainwindow.h"
#include "runanalysis.h"
#include "samplecommand.h"
#include "samplefolder.h"
#include "settings.h"
#include "settled.h"
#include "tabletexts.h"
#include "testprogram.h"
#include "theme.h"
#include "whatif.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStyle>
#include <QTabBar>
#include <QTest>
#include <QTextLayout>
#include <QToolBar>

namespace bubblescope::tst_languages {

namespace {
/// Every text in brackets and, as German is, a third longer: what stays without brackets was not translatable.
class PseudoTranslation : public QTranslator {
public:
    explicit PseudoTranslation(bool isRightToLeft) : m_isRightToLeft(isRightToLeft) { }
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* text, const char*, int) const override
    {
        const QString english = QString::fromUtf8(text);
        if (english == QLatin1String("QT_LAYOUT_DIRECTION"))
            return m_isRightToLeft ? QStringLiteral("RTL") : QStringLiteral("LTR");
        QString longer = QStringLiteral("[") + english;
        for (qsizetype i = 0; i < (english.size() + 2) / 3; ++i)
            longer += m_isRightToLeft ? QChar(ushort(0x05d0 + i % 20)) : QChar(u"äöüß"[i % 4]);
        return longer + QLatin1Char(']');
    }

private:
    bool m_isRightToLeft;
};

struct Installed {
    explicit Installed(QTranslator& translator) : m_translator(translator)
    {
        QCoreApplication::installTranslator(&translator);
    }
    ~Installed()
    {
        QCoreApplication::removeTranslator(&m_translator);
        QGuiApplication::setLayoutDirection(Qt::LayoutDirectionAuto);
    }
    QTranslator& m_translator;
};

struct Fixture {
    explicit Fixture(QSize size) : window(settings, nullptr)
    {
        settings.setHintWasShown();
        window.resize(size);
        window.show();
        if (!QTest::qWaitForWindowExposed(&window))
            qCritical("the window is not shown");
    }
    void openDemo()
    {
        QSignalSpy complete(&window, &MainWindow::folderComplete);
        window.openMade([] { return makeSampleFolder(demoOptions()); });
        QVERIFY(complete.wait(20'000));
        QTRY_VERIFY_WITH_TIMEOUT(!window.isBusy(), 20'000); // findings arrange their panel again
        QCoreApplication::processEvents();
    }
    Settings settings {Settings::Storage::None};
    MainWindow window;
};

QString describe(const QWidget* widget, const QString& text)
{
    const QWidget* parent = widget->parentWidget();
    return QStringLiteral("%1 in %2: \"%3\" in %4 of %5 pixels")
        .arg(QString::fromLatin1(widget->metaObject()->className()),
            parent ? QString::fromLatin1(parent->metaObject()->className()) : QString(), text.left(60))
        .arg(widget->width())
        .arg(widget->sizeHint().width());
}

/// Texts that do not fit where they stand. What is elided by intention has a tool tip that says it in full.
QStringList cutTexts(const QWidget& root)
{
    QStringList cut;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->visibleRegion().isEmpty())
            continue;
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
            if (!button->text().isEmpty() && button->sizeHint().width() > button->width() + 1
                && qstrcmp(button->metaObject()->className(), "QToolButton") != 0)
                cut += describe(button, button->text());
        } else if (const auto* label = qobject_cast<const QLabel*>(widget)) {
            const bool isElided = !label->toolTip().isEmpty() || label->text().contains(QChar(0x2026));
            const int missing = label->wordWrap() ? label->heightForWidth(label->width()) - label->height()
                                                  : label->sizeHint().width() - label->width();
            if (!label->text().isEmpty() && missing > 1 && !isElided)
                cut += describe(label, label->text());
        }
    }
    return cut;
}

void showPanel(MainWindow& window, const QString& name)
{
    window.dock(name)->show();
    window.dock(name)->raise();
    deliverEvents();
}

/// A picture for who wants to look: BUBBLESCOPE_PICTURES names a folder.
void keepPicture(QWidget& widget, const QString& name)
{
    const QString folder = qEnvironmentVariable("BUBBLESCOPE_PICTURES");
    if (!folder.isEmpty())
        widget.grab().save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
}
} // namespace

class TstLanguages : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        rememberDesktopColours();
        applyTheme(*qApp, ThemeChoice::Light);
    }

    void longTextsAreNotCut_data()
    {
        QTest::addColumn<bool>("rightToLeft");
        QTest::addColumn<QSize>("size");
        QTest::newRow("long") << false << QSize(1440, 900);
        QTest::newRow("right to left") << true << QSize(1440, 900);
        QTest::newRow("long, small window") << false << QSize(1280, 720);
    }

    void longTextsAreNotCut()
    {
        QFETCH(bool, rightToLeft);
        QFETCH(QSize, size);
        PseudoTranslation pseudo(rightToLeft);
        const Installed installed(pseudo);
        QGuiApplication::setLayoutDirection(rightToLeft ? Qt::RightToLeft : Qt::LeftToRight);
        Fixture f(size);
        const QString prefix = QStringLiteral("%1%2-").arg(rightToLeft ? "rtl" : "long").arg(size.width());
        keepPicture(f.window, prefix + QStringLiteral("start"));
        QStringList cut = cutTexts(f.window);
        f.openDemo();
        QVERIFY2(f.window.width() <= size.width(), qPrintable(QString::number(f.window.width())));
        for (const QDockWidget* dock : f.window.findChildren<QDockWidget*>()) {
            showPanel(f.window, dock->objectName());
            keepPicture(f.window, prefix + dock->objectName());
            for (const QString& text : cutTexts(f.window))
                cut += dock->objectName() + QStringLiteral(": ") + text;
        }
        f.window.command(QStringLiteral("about"))->trigger();
        auto* help = f.window.findChild<HelpDialog*>();
        QVERIFY(QTest::qWaitForWindowExposed(help));
        keepPicture(*help, prefix + QStringLiteral("help"));
        cut += cutTexts(*help);
        cut.removeDuplicates();
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QLatin1Char('\n'))));
    }

    void whatButtonsAndMenusSayIsTranslatable()
    {
        PseudoTranslation pseudo(false);
        const Installed installed(pseudo);
        Fixture f({1440, 900});
        f.openDemo();
        QStringList bare;
        const QRegularExpression word(QStringLiteral("[a-z]{3}"));
        const auto check = [&](const QString& text) {
            if (!text.contains(QLatin1Char('[')) && text.contains(word) && !text.startsWith(QLatin1String("English"))
                && !text.startsWith(QLatin1String("Deutsch")))
                bare += text;
        };
        for (const QAction* action : f.window.commands())
            check(action->text());
        for (const QAbstractButton* button : f.window.findChildren<QAbstractButton*>())
            check(button->text());
        bare.removeDuplicates();
        QVERIFY2(bare.isEmpty(), qPrintable(bare.join(QLatin1Char('\n'))));
    }

    void germanSpeaksGerman()
    {
        applyLanguage(*qApp, QStringLiteral("de"));
        QCOMPARE(CommandSet::tr("&Copy"), QStringLiteral("&Kopieren"));
        QCOMPARE(stageText(2), QStringLiteral("Stage 2"));                 // by a tr() of a file's own
        QCOMPARE(categoryText(Category::Bubble), QStringLiteral("Blase")); // from a table of a library without Qt
        const RunFolder demo = makeSampleFolder(demoOptions()).value();
        const std::optional<RunAnalysis> analysis
            = analyzeRun(demo.runs.front(), {}); // made of parts by such a library
        const auto slow = std::find_if(analysis->findings.list.begin(), analysis->findings.list.end(),
            [](const Finding& finding) { return finding.id == "slow-stage"; });
        QVERIFY(slow != analysis->findings.list.end());
        QCOMPARE(messageText(slow->title), QStringLiteral("Stage 3 hat mehr zu tun als die anderen"));
        QVERIFY(messageText(slow->sentence).contains(QStringLiteral("sie warten darauf")));
        for (const Finding& finding : analysis->findings.list) {
            for (const Message& text : {finding.title, finding.sentence, finding.suggestion, finding.howComputed})
                QVERIFY2(messageText(text) != QString::fromStdString(text.text()), text.text().c_str());
        }
        ImportReport report; // of a file that ends in the middle of a record
        const auto source
            = openMemory("rank:0:forward_step(stage_id=0,batch_id=0,duration=1.0,timestamp=2.0", "rank0.txt");
        FileContents contents;
        ImporterRegistry::builtin().find("rank:0:forward_step(stage_id=0")->import(*source, contents, report, {});
        QVERIFY(!report.isEmpty());
        for (const Issue& issue : report.issues()) {
            for (const IssueInstance& instance : issue.first)
                QVERIFY2(messageText(instance.message) != QString::fromStdString(instance.message.text()),
                    instance.message.text().c_str());
        }
        Knobs knobs;
        const Error refused = setKnob(knobs, "microbatches", "many").error();
        QCOMPARE(messageText(refused.message), QStringLiteral("„many“ ist kein gültiger Wert von microbatches."));
        knobs.tensor = 2;
        knobs.data = 1;
        const Result<Simulator> simulator = Simulator::make(demo, {});
        const Result<SimulatedStep> step = simulator->simulate(knobs);
        QVERIFY(step && !step->assumptions.empty());
        for (const Message& sentence : step->assumptions)
            QVERIFY2(messageText(sentence) != QString::fromStdString(sentence.text()), sentence.text().c_str());
        QVERIFY(languages().contains(QStringLiteral("de")));
        QCOMPARE(languageName(QStringLiteral("de")), QStringLiteral("Deutsch"));
        if (!qEnvironmentVariable("BUBBLESCOPE_PICTURES").isEmpty()) {
            Fixture f({1440, 900});
            keepPicture(f.window, QStringLiteral("de-start"));
            f.openDemo();
            for (const QDockWidget* dock : f.window.findChildren<QDockWidget*>()) {
                showPanel(f.window, dock->objectName());
                keepPicture(f.window, QStringLiteral("de-") + dock->objectName());
            }
        }
        for (QTranslator* translator : qApp->findChildren<QTranslator*>()) {
            QCoreApplication::removeTranslator(translator);
            delete translator;
        }
    }

    void figuresKeepTheirOrderBetweenTextsFromRightToLeft()
    {
        PseudoTranslation pseudo(true);
        const Installed installed(pseudo);
        for (const QString& figure : {formatDuration(12'345'678.0), formatDurationDifference(-3e6),
                 formatDurationDifference(3e6), formatShare(0.185), formatShare(0.0001), formatShareDifference(-0.1),
                 formatRange({2'567'000'000, 2'807'000'000}), formatBandwidth(48.5e9), formatCount(-85369937),
                 TimeFormat(TimeUnit::Milliseconds, 2).cell(1.0)}) {
            const QString text = QStringLiteral("\u05d0\u05d1 %1 \u05d2\u05d3").arg(figure);
            QTextLayout layout(text);
            QTextOption option;
            option.setTextDirection(Qt::RightToLeft);
            layout.setTextOption(option);
            layout.beginLayout();
            const QTextLine line = layout.createLine();
            layout.endLayout();
            // Edges of two directions have two places: those of the characters in between are compared.
            double last = 0;
            for (qsizetype i = text.indexOf(figure); i + 1 < text.indexOf(figure) + figure.size(); ++i) {
                if (!text[i - 1].isPrint() || !text[i].isPrint() || !text[i + 1].isPrint())
                    continue;
                QVERIFY2(line.cursorToX(int(i)) > last, qPrintable(text));
                last = line.cursorToX(int(i));
            }
        }
    }

    void numbersHaveTheSignsOfTheLanguageAndFilesDoNot()
    {
        const auto figures = [] {
            return QStringList {formatDuration(12'345'678.0), formatShare(0.185), formatBytes(8.39e6),
                formatCount(85369937), formatBandwidth(48.5e9), plainMilliseconds(1.5e6), formatNumber(0.000125)};
        };
        QStringList german = figures();
        for (QString& figure : german) {
            if (figure == plainMilliseconds(1.5e6))
                continue;
            figure.replace(QLatin1Char('.'), QLatin1Char(',')).replace(QChar(0x202f), QLatin1Char('.'));
        }
        applyLanguage(*qApp, QStringLiteral("de"));
        QCOMPARE(figures(), german);
        QLocale::setDefault(QLocale::c());
    }
};

BUBBLESCOPE_TEST(TstLanguages, QApplication)

} // namespace bubblescope::tst_languages

#include "tst_languages.moc"
