// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "manual.h"

#include "commandpalette.h"
#include "customplot.h"
#include "formatting.h"
#include "importerregistry.h"
#include "spanquery.h"
#include "tabletexts.h"

#include <fmt/core.h>

#include <QAction>
#include <QCoreApplication>
#include <QFile>
#include <QMap>
#include <QRegularExpression>

namespace bubblescope {

namespace {
struct Manual {
    Q_DECLARE_TR_FUNCTIONS(bubblescope::Manual)
};

#ifdef __clang__
constexpr const char* compiler = "Clang " __clang_version__;
#else
constexpr const char* compiler = "GCC " __VERSION__;
#endif

QString fileText(const QString& path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString translated(const QString& id, const QString& language)
{
    const QString text = fileText(QStringLiteral(":/manual/%1/%2.md").arg(language, id));
    return text.isEmpty() ? fileText(QStringLiteral(":/manual/%1.md").arg(id)) : text;
}

/// Escapes Markdown markup.
QString escaped(QString text)
{
    static const QRegularExpression markup(QStringLiteral(R"(([\\`*_{}\[\]<>#|~]))"));
    return text.replace(markup, QStringLiteral("\\\\1"));
}

QString tableHead(const QString& left, const QString& right)
{
    return QStringLiteral("\n| %1 | %2 |\n|---|---|\n").arg(left, right);
}

QString row(const QString& left, const QString& right)
{
    return QStringLiteral("| %1 | %2 |\n").arg(left, escaped(right).replace(QLatin1Char('\n'), QLatin1Char(' ')));
}

QString chapterHeading(const QString& text) { return QStringLiteral("\n## %1\n").arg(text); }

QString keysPage(const QList<QAction*>& commands)
{
    const std::pair<QString, QString> keys[] = {
        {QStringLiteral("W S"), Manual::tr("zoom in and out at the pointer (Shift: faster)")},
        {QStringLiteral("A D, ← →"), Manual::tr("move left and right (Shift: faster)")},
        {Manual::tr("Ctrl + wheel"), Manual::tr("zoom at the pointer")},
        {Manual::tr("wheel, Shift + wheel"), Manual::tr("scroll ranks, move in time")},
        {Manual::tr("drag"), Manual::tr("select a range of time; its edges snap to spans and can be dragged")},
        {Manual::tr("click, double click"), Manual::tr("select a span, zoom to it")},
        {QStringLiteral("F"), Manual::tr("centre the selection; again: fit it")},
        {Manual::tr("Shift + F"), Manual::tr("all ranks in sight, as far as they can be")},
        {Manual::tr("drag a name, Alt + ↑ ↓"),
            Manual::tr("place a rank among those of its stage, or a stage with its ranks")},
        {Manual::tr("Home"), Manual::tr("the whole run")},
        {QStringLiteral(", ."), Manual::tr("previous and next span of the lane")},
        {QStringLiteral("↑ ↓"), Manual::tr("lane above and below")},
        {QStringLiteral("M"), Manual::tr("set a marker; two show their distance")},
        {QStringLiteral("C"), Manual::tr("the critical path over the spans")},
        {Manual::tr("Shift + drag"), Manual::tr("measure a time, on one rank or several")},
        {QStringLiteral("N"),
            Manual::tr("write a note about what is measured or selected, or where the pointer is; Enter keeps it")},
        {Manual::tr("double click, drag a note"),
            Manual::tr("change its text; move it, or its edges; out of its band it stays where it is put")},
        {Manual::tr("Delete"), Manual::tr("delete the marked note")},
        {Manual::tr("Enter, Shift + Enter"), Manual::tr("in the search field: next and previous match")},
        {QStringLiteral("Esc"), Manual::tr("end the search, drop the selection")},
    };
    QString text = QStringLiteral("# %1\n").arg(Manual::tr("Keys and search"))
        + chapterHeading(Manual::tr("In the timeline")) + tableHead(Manual::tr("key"), Manual::tr("what it does"));
    for (const auto& [key, meaning] : keys)
        text += row(escaped(key), meaning);
    text += chapterHeading(Manual::tr("Everywhere")) + tableHead(Manual::tr("key"), Manual::tr("what it does"));
    QMap<QString, QString> keysOfCommands;
    for (const QAction* command : commands) {
        if (!command->shortcuts().isEmpty())
            keysOfCommands.insert(commandTitle(*command),
                QKeySequence::listToString(command->shortcuts(), QKeySequence::NativeText)
                    .replace(QLatin1String("; "), QLatin1String("  ")));
    }
    for (auto it = keysOfCommands.cbegin(); it != keysOfCommands.cend(); ++it)
        text += row(escaped(it.value()), it.key());
    text += chapterHeading(Manual::tr("Search")) + QLatin1Char('\n')
        + Manual::tr("All terms must hold. Words without a key are looked for in the names and details of spans.")
        + QLatin1Char('\n') + tableHead(Manual::tr("term"), Manual::tr("meaning"));
    for (const auto& [example, meaning] : spanQueryKeys())
        text += row(escaped(toText(example)), tableText(meaning));
    return text;
}

QString importersTable()
{
    QString text = chapterHeading(Manual::tr("File names"))
        + tableHead(Manual::tr("format"), Manual::tr("usual names; the content decides"));
    for (const std::unique_ptr<Importer>& importer : ImporterRegistry::builtin().importers()) {
        QStringList patterns;
        for (const std::string_view pattern : importer->filePatterns())
            patterns += toText(pattern);
        text += row(escaped(tableText(importer->displayName())), patterns.join(QLatin1String("  ")));
    }
    return text;
}

QString issuesPage(const QString& language)
{
    // The text above the table; the table itself is in the window's language.
    QString text = translated(QStringLiteral("issues"), language).section(QStringLiteral("\n| "), 0, 0)
        + tableHead(Manual::tr("issue"), Manual::tr("meaning"));
    for (int i = 0; i < issueKindCount; ++i) {
        const IssueInfo& info = issueInfo(static_cast<IssueKind>(i));
        text += row(QStringLiteral("`%1`").arg(toText(info.id)),
            tableText(info.title) + QStringLiteral(". ") + tableText(info.advice));
    }
    return text;
}

QString aboutPage()
{
    const QString versions[][2] = {{QStringLiteral("Bubblescope"), QStringLiteral(BUBBLESCOPE_VERSION)},
        {QStringLiteral("Qt"), QString::fromLatin1(qVersion())},
        {QStringLiteral("QCustomPlot"), QStringLiteral(QCUSTOMPLOT_VERSION_STR)},
        {QStringLiteral("fmt"),
            QStringLiteral("%1.%2.%3").arg(FMT_VERSION / 10000).arg(FMT_VERSION / 100 % 100).arg(FMT_VERSION % 100)},
        {Manual::tr("Compiler"), QString::fromLatin1(compiler)},
        {Manual::tr("System"), QSysInfo::prettyProductName() + QLatin1Char(' ') + QSysInfo::currentCpuArchitecture()},
        {Manual::tr("Licence"), Manual::tr("GNU General Public License, version 3 or later")}};
    QString text = QStringLiteral("# Bubblescope\n\n")
        + Manual::tr("Timelines, costs and what-ifs of distributed training runs.") + QLatin1Char('\n')
        + tableHead(QString(), Manual::tr("version"));
    for (const auto& [name, version] : versions)
        text += row(escaped(name), version);
    return text + QLatin1Char('\n')
        + Manual::tr("Free software, without any warranty. Please quote these versions in bug reports.");
}
} // namespace

QString headingAnchor(const QString& heading)
{
    // Same as on code hosting sites, so that links between pages work in both places.
    QString anchor;
    for (const QChar letter : heading.toLower()) {
        if (letter.isLetterOrNumber() || letter == QLatin1Char('-') || letter == QLatin1Char('_'))
            anchor += letter;
        else if (letter == QLatin1Char(' '))
            anchor += QLatin1Char('-');
    }
    return anchor;
}

QList<ManualPage> manualPages(const QList<QAction*>& commands, const QString& language)
{
    QList<ManualPage> pages;
    static const QRegularExpression entry(
        QStringLiteral(R"(^\* \[([^\]]+)\]\((?:\.\./)?([a-z-]+)\.md\))"), QRegularExpression::MultilineOption);
    for (const QRegularExpressionMatch& match : entry.globalMatch(translated(QStringLiteral("index"), language))) {
        ManualPage page {match.captured(2), match.captured(1), {}};
        if (page.id == QLatin1String("keys"))
            page.markdown = keysPage(commands);
        else if (page.id == QLatin1String("issues"))
            page.markdown = issuesPage(language);
        else
            page.markdown = translated(page.id, language);
        if (page.id == QLatin1String("formats"))
            page.markdown += importersTable();
        pages += page;
    }
    pages += {QStringLiteral("about"), Manual::tr("About"), aboutPage()};
    return pages;
}

} // namespace bubblescope
