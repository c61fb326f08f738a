// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "helpdialog.h"

#include "commandpalette.h"
#include "formatting.h"
#include "importerregistry.h"
#include "spanquery.h"
#include "tabletexts.h"
#include "theme.h"

#include <fmt/core.h>
#include <qcustomplot.h>

#include <QAction>
#include <QDialogButtonBox>
#include <QMap>
#include <QTabBar>
#include <QTabWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace bubblescope {

namespace {
#ifdef __clang__
constexpr const char* compiler = "Clang " __clang_version__;
#else
constexpr const char* compiler = "GCC " __VERSION__;
#endif

QString row(const QString& left, const QString& right)
{
    return QStringLiteral("<tr><td style='padding:2px 18px 2px 0; white-space:nowrap'><b>%1</b></td>"
                          "<td style='padding:2px 0'>%2</td></tr>")
        .arg(left, right);
}

QString keysPage(const QList<QAction*>& commands)
{
    const std::pair<QString, QString> keys[] = {
        {QStringLiteral("W S"), HelpDialog::tr("zoom in and out at the pointer (Shift: faster)")},
        {QStringLiteral("A D, ← →"), HelpDialog::tr("move left and right (Shift: faster)")},
        {HelpDialog::tr("Ctrl + wheel"), HelpDialog::tr("zoom at the pointer")},
        {HelpDialog::tr("wheel, Shift + wheel"), HelpDialog::tr("scroll ranks, move in time")},
        {HelpDialog::tr("drag"), HelpDialog::tr("select a range of time; its edges snap to spans and can be dragged")},
        {HelpDialog::tr("click, double click"), HelpDialog::tr("select a span, zoom to it")},
        {QStringLiteral("F"), HelpDialog::tr("centre the selection; once more fits it")},
        {QStringLiteral("Home"), HelpDialog::tr("the whole run")},
        {QStringLiteral(", ."), HelpDialog::tr("previous and next span of the lane")},
        {QStringLiteral("↑ ↓"), HelpDialog::tr("lane above and below")},
        {QStringLiteral("M"), HelpDialog::tr("set a marker; two show their distance")},
        {QStringLiteral("C"), HelpDialog::tr("the critical path over the spans")},
        {HelpDialog::tr("Shift + drag"), HelpDialog::tr("measure a time, on one rank or several")},
        {QStringLiteral("N"),
            HelpDialog::tr("write a note about what is measured or selected, or where the pointer is; Enter keeps it")},
        {HelpDialog::tr("double click, drag a note"),
            HelpDialog::tr("change its text; move it, or its edges; out of its band it stays where it is put")},
        {QStringLiteral("Del"), HelpDialog::tr("delete the marked note")},
        {HelpDialog::tr("Enter, Shift + Enter"), HelpDialog::tr("in the search field: walk through what was found")},
        {QStringLiteral("Esc"), HelpDialog::tr("end the search, drop the selection")},
    };
    QString text = HelpDialog::tr("<h4>In the timeline</h4>") + QStringLiteral("<table cellspacing='0'>");
    for (const auto& [key, meaning] : keys)
        text += row(key.toHtmlEscaped(), meaning.toHtmlEscaped());
    text += QStringLiteral("</table>") + HelpDialog::tr("<h4>Everywhere</h4>")
        + QStringLiteral("<table cellspacing='0'>");
    QMap<QString, QString> keysOfCommands;
    for (const QAction* command : commands) {
        if (!command->shortcuts().isEmpty())
            keysOfCommands.insert(commandTitle(*command),
                QKeySequence::listToString(command->shortcuts(), QKeySequence::NativeText)
                    .replace(QLatin1String("; "), QLatin1String("  ")));
    }
    for (auto it = keysOfCommands.cbegin(); it != keysOfCommands.cend(); ++it)
        text += row(it.value().toHtmlEscaped(), it.key().toHtmlEscaped());
    return text + QStringLiteral("</table>");
}

QString guidePage()
{
    return HelpDialog::tr(
        "<p><b>Open the folder of a run.</b> Whatever it holds is recognised by its content: rank traces give the "
        "timeline, "
        "layer tables and workloads the Layers tab, run logs the Stages and Loss tabs.</p>"
        "<p><b>The timeline</b> groups lanes by stage and rank. Blue is forward, green backward; communication has a "
        "lane of "
        "its own per group. Hatched grey is waiting inside a receive or a collective, dotted ground is a bubble: time "
        "in "
        "which a rank does nothing. Where many spans share a pixel the longest decides the colour, so that a rare "
        "long one stays visible.</p>"
        "<p><b>Why it takes so long.</b> Findings lists what costs most, each with what shows it and what would help. "
        "A "
        "bubble says what it waits for: point at it, or click for more. C draws the critical path over the spans; "
        "Details tell of each span how much longer it could take without a longer step.</p>"
        "<p><b>Two runs</b> of one folder, or of two opened together, are compared by Go, Compare with.</p>"
        "<p><b>One selection, everywhere.</b> A step, stage, rank or layer that is chosen in one view is shown in all. "
        "A "
        "range dragged in the timeline limits the Selection tab to it.</p>"
        "<p><b>Clocks.</b> Hosts have clocks of their own. They are aligned by matching sends with receives; the line "
        "under the toolbar says by how much, how well, and what could not be aligned.</p>"
        "<p><b>Single-GPU (scaling) traces</b> record one rank after another. Nothing in them is simultaneous, so each "
        "rank is drawn from its own start.</p>"
        "<p><b>What if.</b> Knobs in Simulate re-time the step while they move; What if says what changed, and what "
        "helps "
        "most.</p>"
        "<p><b>Keep and show it.</b> N writes a note; notes, view and knobs are kept in a session (Ctrl+S). Ctrl+E "
        "exports pictures, traces, tables and a report.</p>"
        "<p><b>Without the window:</b> <code>bubblescope</code> with <code>inspect</code>, <code>summary</code>, "
        "<code>compare</code>, <code>render</code>, <code>export</code>, <code>sample</code>, <code>simulate</code> or "
        "<code>cache</code>; each has <code>--help</code>.</p>");
}

QString searchPage()
{
    QString text = HelpDialog::tr("<p>All terms must hold. Words without a key are looked for in the names and details "
                                  "of spans.</p>")
        + QStringLiteral("<table cellspacing='0'>");
    for (const auto& [example, meaning] : spanQueryKeys())
        text += row(toText(example).toHtmlEscaped(), tableText(meaning).toHtmlEscaped());
    return text + QStringLiteral("</table>");
}

QString formatsPage()
{
    QString text = QStringLiteral("<table cellspacing='0'>");
    for (const std::unique_ptr<Importer>& importer : ImporterRegistry::builtin().importers()) {
        QStringList patterns;
        for (const std::string_view pattern : importer->filePatterns())
            patterns += toText(pattern);
        text
            += row(tableText(importer->displayName()).toHtmlEscaped(), patterns.join(QLatin1Char(' ')).toHtmlEscaped());
    }
    return text + QStringLiteral("</table>")
        + HelpDialog::tr("<p>The content decides, not the name. All of them may be compressed with gzip.</p>");
}

QString issuesPage()
{
    QString text = QStringLiteral("<table cellspacing='0'>");
    for (int i = 0; i < issueKindCount; ++i) {
        const IssueInfo& info = issueInfo(static_cast<IssueKind>(i));
        text += row(toText(info.id).toHtmlEscaped(),
            tableText(info.title).toHtmlEscaped() + QStringLiteral(". ") + tableText(info.advice).toHtmlEscaped());
    }
    return text + QStringLiteral("</table>");
}

QString aboutPage()
{
    const QString versions[][2] = {{QStringLiteral("Bubblescope"), QStringLiteral(BUBBLESCOPE_VERSION)},
        {QStringLiteral("Qt"), QString::fromLatin1(qVersion())},
        {QStringLiteral("QCustomPlot"), QStringLiteral(QCUSTOMPLOT_VERSION_STR)},
        {QStringLiteral("fmt"),
            QStringLiteral("%1.%2.%3").arg(FMT_VERSION / 10000).arg(FMT_VERSION / 100 % 100).arg(FMT_VERSION % 100)},
        {HelpDialog::tr("Compiler"), QString::fromLatin1(compiler)},
        {HelpDialog::tr("System"),
            QSysInfo::prettyProductName() + QLatin1Char(' ') + QSysInfo::currentCpuArchitecture()},
        {HelpDialog::tr("Licence"), HelpDialog::tr("GNU General Public License, version 3 or later")}};
    QString text = QStringLiteral("<h3>Bubblescope</h3>")
        + HelpDialog::tr("<p>Timelines, costs and what-ifs of distributed training runs.</p>")
        + QStringLiteral("<table cellspacing='0'>");
    for (const auto& [name, version] : versions)
        text += row(name, version.toHtmlEscaped());
    return text + QStringLiteral("</table>")
        + HelpDialog::tr("<p>Free software, without any warranty. What is said here belongs into a bug report.</p>");
}
} // namespace

HelpDialog::HelpDialog(const QList<QAction*>& commands, QWidget* parent) : QDialog(parent), m_tabs(new QTabWidget(this))
{
    setWindowTitle(tr("Help"));
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setAccessibleName(tr("Help"));
    const std::pair<QString, QString> pages[]
        = {{tr("Guide"), guidePage()}, {tr("Keys"), keysPage(commands)}, {tr("Search"), searchPage()},
            {tr("Formats"), formatsPage()}, {tr("Issues"), issuesPage()}, {tr("About"), aboutPage()}};
    for (const auto& [title, html] : pages) {
        auto* page = new QTextBrowser(m_tabs);
        page->setFrameShape(QFrame::NoFrame);
        page->document()->setDocumentMargin(14);
        page->setTabChangesFocus(true);
        page->setAccessibleName(title);
        page->setHtml(html);
        m_tabs->addTab(page, title);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_tabs);
    layout->addWidget(buttons);
    resizeToScreen(*this, {720, 560});
}

void HelpDialog::showPage(Page page)
{
    m_tabs->setCurrentIndex(static_cast<int>(page));
    static_cast<QTextBrowser*>(m_tabs->currentWidget())->moveCursor(QTextCursor::Start);
    show();
    raise();
    activateWindow();
}

} // namespace bubblescope
