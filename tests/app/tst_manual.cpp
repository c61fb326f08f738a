// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the documents say, against what the program does; and the window that shows them.
//
// Tables that repeat what the code knows are written by
//     BUBBLESCOPE_WRITE_MANUAL=1 build/dev/tests/app_tests tst_manual
#include "commandline.h"
#include "formatfacts.h"
#include "helpdialog.h"
#include "importerregistry.h"
#include "importreport.h"
#include "inspectjson.h"
#include "knobs.h"
#include "mainwindow.h"
#include "manual.h"
#include "manualbrowser.h"
#include "samplecommand.h"
#include "samplefolder.h"
#include "sanitized.h"
#include "settings.h"
#include "shareddata.h"
#include "smallsample.h"
#include "spanquery.h"
#include "summaryjson.h"
#include "testprogram.h"
#include "theme.h"

#include <QAbstractTextDocumentLayout>
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace bubblescope::tst_manual {

namespace {
const QString top = projectFolder();
const QString manualFolder = top + QStringLiteral("/resources/manual");

QString textOf(const QString& path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString page(const char* name) { return textOf(manualFolder + QLatin1Char('/') + QLatin1String(name)); }

QStringList documents()
{
    QStringList paths {top + QStringLiteral("/README.md"), top + QStringLiteral("/ARCHITECTURE.md"),
        top + QStringLiteral("/CHANGELOG.md")};
    QDirIterator it(manualFolder, {QStringLiteral("*.md")}, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext())
        paths += it.next();
    return paths;
}

/// Without what stands between fences, which holds neither links nor headings.
QString withoutCode(QString text)
{
    static const QRegularExpression fenced(QStringLiteral("^```.*?^```"),
        QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption);
    return text.remove(fenced);
}

std::set<QString> anchorsOf(const QString& text)
{
    static const QRegularExpression heading(QStringLiteral("^#+ +(.*)$"), QRegularExpression::MultilineOption);
    std::set<QString> anchors;
    for (const QRegularExpressionMatch& match : heading.globalMatch(withoutCode(text)))
        anchors.insert(headingAnchor(match.captured(1)));
    return anchors;
}

/// Whether the table stands in the page; written into it where that is asked for. `head` is its first line.
QByteArray tableFault(const char* name, const QString& head, const QString& rows)
{
    const QString path = manualFolder + QLatin1Char('/') + QLatin1String(name);
    const QString text = textOf(path);
    const qsizetype begin = text.indexOf(head);
    if (begin < 0)
        return "no table begins with " + head.toUtf8();
    const qsizetype firstRow = text.indexOf(QLatin1Char('\n'), text.indexOf(QLatin1Char('\n'), begin) + 1) + 1;
    qsizetype end = text.indexOf(QLatin1String("\n\n"), firstRow) + 1;
    if (end == 0)
        end = text.size();
    if (text.mid(firstRow, end - firstRow) == rows)
        return {};
    if (qEnvironmentVariableIsSet("BUBBLESCOPE_WRITE_MANUAL")) {
        QFile file(path);
        if (!file.open(QFile::WriteOnly))
            return "cannot be written";
        file.write((text.left(firstRow) + rows + text.mid(end)).toUtf8());
        return {};
    }
    QStringList missing;
    for (const QString& row : rows.split(QLatin1Char('\n'))) {
        if (!text.contains(row))
            missing += row;
    }
    return QStringLiteral("%1 differs from what the code says (BUBBLESCOPE_WRITE_MANUAL=1 writes it):\n%2")
        .arg(QLatin1String(name), missing.join(QLatin1Char('\n')))
        .toUtf8();
}

QString utf8(std::string_view text) { return QString::fromUtf8(text.data(), qsizetype(text.size())); }

/// The keys that a table of keys tells, with and without their modifiers: "Ctrl+1", "1".
QStringList documentedKeys(const QString& text)
{
    QStringList told;
    for (const QString& line :
        text.section(QStringLiteral("## Keys"), 1).section(QStringLiteral("\n## "), 0, 0).split(QLatin1Char('\n'))) {
        // Modifiers hold for all keys behind them: "Ctrl + 1, 2, 3"; or for one: "Ctrl + `O`, F5".
        const QStringList tokens = QString(line.section(QLatin1Char('|'), 1, 1))
                                       .replace(QLatin1String("Page "), QLatin1String("Pg"))
                                       .split(QRegularExpression(QStringLiteral("[, ]+")), Qt::SkipEmptyParts);
        QString held;
        for (qsizetype i = 0; i < tokens.size(); ++i) {
            const QString token = QString(tokens[i]).remove(QLatin1Char('`'));
            if (tokens.value(i + 1) == QLatin1String("+")) {
                const bool isFirst = i < 2 || tokens[i - 1] != QLatin1String("+");
                held = (isFirst ? QString() : held) + token + QLatin1Char('+');
            } else if (tokens[i] != QLatin1String("+")) {
                told << held + token << token;
            }
        }
    }
    return told;
}

/// As the tables write it: "Alt+←".
QString written(const QKeySequence& key)
{
    QString text = key.toString();
    for (const auto& [name, sign] : {std::pair("Left", "←"), {"Right", "→"}, {"Up", "↑"}, {"Down", "↓"}}) {
        if (text.endsWith(QLatin1Char('+') + QString::fromUtf8(name)))
            text.replace(QString::fromUtf8(name), QString::fromUtf8(sign));
    }
    return text;
}

/// Names of the keys, but of those below what is named by the input (hosts, groups, knobs).
void collectKeys(const nlohmann::json& value, std::set<std::string>& keys)
{
    static const std::set<std::string> namedByInput {"clock_offsets_ms", "exposed_comm_ms", "share", "try", "knobs"};
    if (value.is_object()) {
        for (const auto& [key, member] : value.items()) {
            keys.insert(key);
            if (!namedByInput.count(key))
                collectKeys(member, keys);
        }
    } else if (value.is_array()) {
        for (const nlohmann::json& member : value)
            collectKeys(member, keys);
    }
}

/// The options of each command, and under an empty name those of all.
std::map<QString, std::set<QString>> optionsByCommand()
{
    static const QRegularExpression word(
        QStringLiteral(R"(^\.SS (\w+)$|fB(--[a-z-]+)\\fR)"), QRegularExpression::MultilineOption);
    const auto answer = std::get<CommandLineAnswer>(parseCommandLine({"--manual-page"}));
    const QString text
        = utf8(answer.text).section(QStringLiteral(".SH OPTIONS"), 1).replace(QLatin1String("\\-"), QLatin1String("-"));
    std::map<QString, std::set<QString>> options;
    QString command;
    for (const QRegularExpressionMatch& match : word.globalMatch(text)) {
        if (match.hasCaptured(1))
            options[command = match.captured(1)];
        if (match.hasCaptured(2))
            options[command].insert(match.captured(2));
    }
    return options;
}

/// Commands and options of this program that a text names and that do not exist: in lines to type, and between
/// backticks.
QStringList unknownWords(const QString& text)
{
    static const std::map<QString, std::set<QString>> known = optionsByCommand();
    static const QRegularExpression typed(
        QStringLiteral(R"((?:^|`)(?:bubblescope(?:-cli)?) ([^`\n]*))"), QRegularExpression::MultilineOption);
    static const QRegularExpression quoted(QStringLiteral(R"(`([a-z]+)((?: [^`\n]*)?)`)"));
    static const QRegularExpression end(QStringLiteral(R"( (?:#|\|\|?|&&|<|>) .*$)"));
    static const QRegularExpression option(QStringLiteral(R"((?:^|[ \[|(`])(--[a-z][a-z-]*))"));
    QStringList unknown;
    const auto look = [&](const QString& command, const QString& arguments) {
        for (const QRegularExpressionMatch& match : option.globalMatch(arguments)) {
            const QString name = match.captured(1);
            if (!known.at(QString()).count(name) && !known.at(command).count(name))
                unknown += command + QLatin1Char(' ') + name;
        }
    };
    for (const QRegularExpressionMatch& match : typed.globalMatch(text)) {
        const QString line = match.captured(1).remove(end);
        const QString first = line.section(QLatin1Char(' '), 0, 0);
        static const QRegularExpression name(QStringLiteral("^[a-z]+$"));
        if (!name.match(first).hasMatch())
            look({}, line);
        else if (known.count(first))
            look(first, line);
        else
            unknown += first;
    }
    for (const QRegularExpressionMatch& match : quoted.globalMatch(text)) {
        if (known.count(match.captured(1)))
            look(match.captured(1), match.captured(2));
    }
    return unknown;
}

struct Fixture {
    Fixture() : window(settings, nullptr)
    {
        settings.setHintWasShown();
        window.resize(1440, 900);
        window.show();
        window.command(QStringLiteral("manual"))->trigger();
        help = window.findChild<HelpDialog*>();
        browser = help->findChild<ManualBrowser*>();
        list = help->findChild<QListWidget*>();
        search = help->findChild<QLineEdit*>();
    }
    int shownPages() const
    {
        int count = 0;
        for (int i = 0; i < list->count(); ++i)
            count += !list->item(i)->isHidden();
        return count;
    }
    Settings settings {Settings::Storage::None};
    MainWindow window;
    HelpDialog* help = nullptr;
    ManualBrowser* browser = nullptr;
    QListWidget* list = nullptr;
    QLineEdit* search = nullptr;
};
} // namespace

class TstManual : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        rememberDesktopColours();
        applyTheme(*qApp, ThemeChoice::Light);
    }

    void everyLinkLeadsSomewhere()
    {
        static const QRegularExpression link(QStringLiteral(R"(\]\(([^)\s]+)\))"));
        QStringList broken;
        for (const QString& path : documents()) {
            const QString text = textOf(path);
            QVERIFY2(!text.isEmpty(), qPrintable(path));
            for (const QRegularExpressionMatch& match : link.globalMatch(withoutCode(text))) {
                const QString target = match.captured(1);
                if (target.contains(QLatin1String("://")))
                    continue;
                const QString file = target.section(QLatin1Char('#'), 0, 0);
                const QString anchor = target.section(QLatin1Char('#'), 1);
                const QString full = file.isEmpty() ? path : QFileInfo(path).absolutePath() + QLatin1Char('/') + file;
                if (!QFileInfo::exists(full) || (!anchor.isEmpty() && !anchorsOf(textOf(full)).count(anchor)))
                    broken += QFileInfo(path).fileName() + QStringLiteral(": ") + target;
            }
        }
        QVERIFY2(broken.isEmpty(), qPrintable(broken.join(QLatin1Char('\n'))));
    }

    void theReadmeIsShort() { QVERIFY(textOf(top + QStringLiteral("/README.md")).count(QLatin1Char('\n')) <= 200); }

    void everyPageStandsInTheIndex()
    {
        const QString index = page("index.md");
        for (const QString& name : QDir(manualFolder).entryList({QStringLiteral("*.md")}))
            QVERIFY2(name == QLatin1String("index.md") || index.contains(QStringLiteral("](%1)").arg(name)),
                qPrintable(name));
    }

    void everyRoomIsNamedInTheArchitecture()
    {
        const QString text = textOf(top + QStringLiteral("/ARCHITECTURE.md"));
        QStringList unnamed;
        for (const char* layer : {"models", "views", "app"}) { // of importers, each format has one
            QDirIterator it(top + QLatin1Char('/') + QLatin1String(layer), QDir::Dirs | QDir::NoDotAndDotDot,
                QDirIterator::Subdirectories);
            while (it.hasNext()) {
                const QString room = it.next().mid(top.size() + 1);
                if (!text.contains(QStringLiteral("`%1`").arg(room.section(QLatin1Char('/'), -1)))
                    && !text.contains(QStringLiteral("`%1`").arg(room)))
                    unnamed += room;
            }
        }
        QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join(QLatin1Char('\n'))));
    }

    void pagesThatAreNotTranslatedAreShownInEnglish()
    {
        const QList<ManualPage> german = manualPages({}, QStringLiteral("de"));
        const QList<ManualPage> english = manualPages({}, QStringLiteral("en"));
        QCOMPARE(german.size(), english.size());
        for (qsizetype i = 0; i < english.size(); ++i) {
            QCOMPARE(german[i].id, english[i].id);
            QVERIFY2(!german[i].markdown.isEmpty(), qPrintable(german[i].id));
        }
        QVERIFY(german.front().markdown.startsWith(QStringLiteral("# Das Fenster lesen")));
        QCOMPARE(manualPages({}, QStringLiteral("fr")).front().markdown, english.front().markdown);
    }

    void theTableOfIssuesIsThatOfTheCode()
    {
        QString rows;
        for (int i = 0; i < issueKindCount; ++i) {
            const IssueInfo& info = issueInfo(static_cast<IssueKind>(i));
            rows += QStringLiteral("| `%1` | %2 | %3 | %4 | %5. %6 |\n")
                        .arg(utf8(info.id), utf8(severityName(info.severity)), utf8(causeName(info.cause)),
                            utf8(scopeName(info.scope)), utf8(info.title), utf8(info.advice));
        }
        const QByteArray fault = tableFault("issues.md", QStringLiteral("| issue |"), rows);
        QVERIFY2(fault.isEmpty(), fault);
    }

    void theTableOfFormatsIsThatOfTheCode()
    {
        QString rows;
        for (const std::unique_ptr<Importer>& importer : ImporterRegistry::builtin().importers()) {
            const FormatFacts facts = importer->facts();
            rows += QStringLiteral("| %1 | %2 | %3 | %4 |\n")
                        .arg(utf8(importer->displayName()), utf8(facts.recorded), utf8(testsKey(facts.tests)),
                            utf8(clockKey(facts.clock)));
        }
        const QByteArray fault = tableFault("formats.md", QStringLiteral("| format | recorded by |"), rows);
        QVERIFY2(fault.isEmpty(), fault);
    }

    void theTableOfKnobsIsThatOfTheCode()
    {
        QString rows;
        for (const KnobInfo& knob : knobTable())
            rows += QStringLiteral("| `%1` | %2 |\n").arg(utf8(knob.key), utf8(knob.help));
        const QByteArray fault = tableFault("simulate.md", QStringLiteral("| knob |"), rows);
        QVERIFY2(fault.isEmpty(), fault);
    }

    void theTableOfSearchTermsIsThatOfTheCode()
    {
        QString rows;
        for (const auto& [examples, meaning] : spanQueryKeys())
            rows += QStringLiteral("| `%1` | %2 |\n")
                        .arg(utf8(examples).replace(QLatin1String(", "), QLatin1String("`, `")), utf8(meaning));
        const QByteArray fault = tableFault("keys.md", QStringLiteral("| term |"), rows);
        QVERIFY2(fault.isEmpty(), fault);
    }

    void everyKeyIsTold()
    {
        Fixture f;
        const QStringList told = documentedKeys(page("keys.md"));
        QStringList untold;
        for (const QAction* action : f.window.commands()) {
            const QList<QKeySequence> keys = action->shortcuts();
            if (!keys.isEmpty() && std::none_of(keys.begin(), keys.end(), [&](const QKeySequence& key) {
                    return told.contains(written(key));
                }))
                untold += keys.first().toString();
        }
        QVERIFY2(untold.isEmpty(), qPrintable(untold.join(QLatin1Char('\n'))));
    }

    void everyToldKeyHasItsCommand()
    {
        Fixture f;
        std::set<QString> known {QStringLiteral("Ctrl+wheel")};
        for (const QAction* action : f.window.findChildren<QAction*>()) {
            for (const QKeySequence& key : action->shortcuts())
                known.insert(written(key));
        }
        QStringList unknown;
        for (const QString& key : documentedKeys(page("keys.md"))) {
            if ((key.startsWith(QLatin1String("Ctrl+")) || key.startsWith(QLatin1String("Alt+"))) && !known.count(key))
                unknown += key;
        }
        QVERIFY2(unknown.isEmpty(), qPrintable(unknown.join(QLatin1Char('\n'))));
    }

    void everyCommandHasItsPart()
    {
        const auto answer = std::get<CommandLineAnswer>(parseCommandLine({"--manual-page"}));
        static const QRegularExpression command(QStringLiteral(R"(^\.SS (\w+)$)"), QRegularExpression::MultilineOption);
        const QString text = page("command-line.md");
        int count = 0;
        for (const QRegularExpressionMatch& match : command.globalMatch(utf8(answer.text))) {
            QVERIFY2(
                text.contains(QStringLiteral("bubblescope %1 ").arg(match.captured(1))), qPrintable(match.captured(1)));
            ++count;
        }
        QVERIFY(count >= 8);
    }

    void commandsAndOptionsThatTheManualNamesExist()
    {
        QCOMPARE(unknownWords(QStringLiteral("bubblescope guess RUN\n`bubblescope RUN --glance` `check --baselines B`\n"
                                             "bubblescope summary RUN --json | jq --tab # --no-such\n")),
            QStringList({QStringLiteral("guess"), QStringLiteral(" --glance"), QStringLiteral("check --baselines")}));
        QStringList unknown;
        for (const QString& path : documents()) {
            if (path.endsWith(QLatin1String("CHANGELOG.md"))) // of versions before this one
                continue;
            for (const QString& word : unknownWords(textOf(path)))
                unknown += QFileInfo(path).fileName() + QStringLiteral(": ") + word;
        }
        QVERIFY2(unknown.isEmpty(), qPrintable(unknown.join(QLatin1Char('\n'))));
    }

    void everyJsonKeyIsTold()
    {
        const Result<RunFolder> sample = makeSampleFolder(smallSample());
        QVERIFY(bool(sample));
        const RunFolder& folder = *sample;
        std::set<std::string> keys;
        collectKeys(nlohmann::json::parse(inspectJson(folder, {})), keys);
        const Result<std::string> summary = summaryJson(folder, {});
        QVERIFY(bool(summary));
        collectKeys(nlohmann::json::parse(*summary), keys);
        QVERIFY(keys.size() > 60);
        const QString text = page("json.md");
        QStringList untold;
        for (const std::string& key : keys) {
            if (!text.contains(QStringLiteral("`%1`").arg(utf8(key))))
                untold += utf8(key);
        }
        QVERIFY2(untold.isEmpty(), qPrintable(untold.join(QLatin1Char('\n'))));
    }

    void f1ShowsTheManual()
    {
        Fixture f;
        QVERIFY(f.help->isVisible());
        QCOMPARE(f.list->count(), int(f.browser->pages().size()));
        for (int i = 0; i < f.list->count(); i += isSanitized ? 3 : 1) {
            f.list->setCurrentRow(i);
            QCOMPARE(f.browser->currentPage(), i);
            QVERIFY2(f.browser->toPlainText().size() > 100, qPrintable(f.browser->pages()[i].id));
        }
    }

    // With its tables and headings dressed; each change alone took as long as opening the page.
    void aPageIsLaidOutFewTimes()
    {
        Fixture f;
        QSignalSpy laidOut(f.browser->document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged);
        f.help->showPage(QStringLiteral("simulate"));
        QVERIFY(f.browser->document()->isLayoutEnabled());
        QVERIFY(f.browser->document()->size().height() > 3 * f.browser->height());
        QVERIFY2(laidOut.count() < 10, qPrintable(QString::number(laidOut.count())));
    }

    void linksOfAPageLeadToOtherPages()
    {
        Fixture f;
        f.help->showPage(QStringLiteral("window"));
        emit f.browser->anchorClicked(
            f.browser->source().resolved(QUrl(QStringLiteral("simulate.md#hardware-presets"))));
        QCOMPARE(f.browser->pages()[f.browser->currentPage()].id, QStringLiteral("simulate"));
        QCOMPARE(f.list->currentRow(), f.browser->currentPage());
        QVERIFY(f.browser->verticalScrollBar()->value() > 0);
        f.browser->backward();
        QCOMPARE(f.browser->pages()[f.browser->currentPage()].id, QStringLiteral("window"));
    }

    void searchingLeavesThePagesThatHaveIt()
    {
        Fixture f;
        const int all = f.shownPages();
        f.search->setText(QStringLiteral("DualPipe"));
        QVERIFY(f.shownPages() >= 1);
        QVERIFY(f.shownPages() < all);
        QVERIFY(!f.list->currentItem()->isHidden());
        QVERIFY(!f.browser->extraSelections().isEmpty());
        f.search->setText(QStringLiteral("no page has this"));
        QCOMPARE(f.shownPages(), 0);
        f.search->clear();
        QCOMPARE(f.shownPages(), all);
        QVERIFY(f.browser->extraSelections().isEmpty());
    }

    void enterWalksThroughAllPagesThatHaveIt()
    {
        Fixture f;
        f.search->setText(QStringLiteral("microbatch"));
        std::set<int> visited;
        std::optional<int> first;
        bool beginsAnew = false; // after the last page
        for (int i = 0; i < 200 && !beginsAnew; ++i) {
            if (isSanitized && int(visited.size()) == f.shownPages())
                break;
            QTest::keyClick(f.search, Qt::Key_Return);
            QCOMPARE(f.browser->textCursor().selectedText().toLower(), QStringLiteral("microbatch"));
            const int row = f.list->currentRow();
            first = first.value_or(row);
            beginsAnew = int(visited.size()) == f.shownPages() && row == *first;
            visited.insert(row);
        }
        QCOMPARE(int(visited.size()), f.shownPages());
        QVERIFY(beginsAnew || isSanitized);
        QVERIFY(f.help->isVisible());
    }

    void pagesFollowTheColours()
    {
        Fixture f;
        const auto ground = [&f] { return f.browser->grab().toImage().pixelColor(4, 4).lightness(); };
        const int light = ground();
        applyTheme(*qApp, ThemeChoice::Dark);
        QCoreApplication::processEvents();
        QVERIFY(ground() < 80);
        QVERIFY(light > 200);
        applyTheme(*qApp, ThemeChoice::Light);
    }
};

BUBBLESCOPE_TEST(TstManual, QApplication)

} // namespace bubblescope::tst_manual

#include "tst_manual.moc"
