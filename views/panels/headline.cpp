// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "headline.h"

#include "formatting.h"
#include "hangingrun.h"
#include "wholerecording.h"

#include <QTextDocument>
#include <QTextDocumentFragment>

#include <algorithm>

namespace bubblescope {

namespace {

/// The step that a log states, if it is the run that is shown and the model explains less than nearly all of it; else 0.
double statedStep(const Workspace& workspace)
{
    constexpr double nearlyAll = 0.95;
    const Run* run = workspace.document.run();
    const ShownSimulationPtr& shown = workspace.document.simulation();
    if (!shown || workspace.document.openedRun() || run->origin != Origin::Modelled || workspace.figures.extent() != Figures::Extent::Run)
        return 0;
    const StepFigures& figures = shown->step.figures;
    return figures.stepNs < nearlyAll * figures.wholeStepNs() ? figures.wholeStepNs() : 0;
}

} // namespace

Headline::Headline(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::RichText);
    setAccessibleName(tr("Headline"));
}

void Headline::showFigures(const Workspace& workspace)
{
    const Run* run = workspace.document.run();
    const auto figures = workspace.figures.ofPart();
    const bool isKnown
        = run && figures && run->kind != Run::Kind::Plan && !isHangingRun(workspace.document);
    const double statedNs = isKnown ? statedStep(workspace) : 0;
    m_texts = {QString()};
    if (isKnown) {
        m_texts.clear();
        for (const Length length : {Length::Full, Length::ShortShares, Length::Short})
            m_texts += summaryText(
                *run, *figures, workspace.figures.extent(), workspace.window.step().value_or(0), statedNs, length);
    }
    for (const int last : {3, 2, 1, 0})
        m_texts += m_texts.back().section(QStringLiteral(" · "), 0, last);
    if (isKnown && run->kind != Run::Kind::Scaling) // a time needs no name
        m_texts += m_texts.back().section(QStringLiteral("<b>"), 1).prepend(QStringLiteral("<b>"));
    m_texts += QString(); // a number that is cut reads as another one
    chooseText();
    const QString whole = QTextDocumentFragment::fromHtml(m_texts.front()).toPlainText();
    const QString missing = statedNs > 0
        ? tr("The log states more than the model explains: optimizer, host and data are not in it.") + QLatin1Char('\n')
        : QString();
    setToolTip((whole.isEmpty() ? whole : whole + QLatin1Char('\n')) + missing
        + tr("Shares of the time of all ranks, %1.\nBusy: computing, without the communication inside it.\n"
             "Bubble: without work, waiting for the pipeline.\nWaiting: in communication whose last member is not there "
             "yet.\nExposed: communication that no compute hides.")
              .arg(workspace.figures.extentText()));
}

QString Headline::summaryText(
    const Run& run, const RunSummary& summary, Figures::Extent extent, int64_t step, double statedNs, Length length)
{
    const auto bold = [](const QString& figure) {
        return QStringLiteral("<b>%1</b>").arg(figure.toHtmlEscaped()); // "< 0.1 %" is no tag
    };
    const QString busy = bold(formatShare(summary.busyShare()));
    const QString exposed = bold(formatShare(summary.exposedCommunicationShare()));
    if (run.kind == Run::Kind::Scaling) // ranks played in turn: there is no step, and no bubble between ranks
        return tr("busy %1 · communication %2").arg(busy, exposed);
    const bool isShort = length == Length::Short;
    const QString name = extent == Figures::Extent::Range ? tr("range")
        : extent == Figures::Extent::Step                 ? tr("step %1:").arg(step)
        : run.origin == Origin::Modelled                  ? isShort ? tr("modelled") : tr("modelled step")
                         : run.trace->steps().size() > 1 && !isShort ? tr("median step")
        : isWholeRecording(*run.trace)                    ? tr("whole recording")
                                                          : tr("step");
    const TimeNs time = summary.part ? summary.part->duration() : summary.stepTime;
    QString figure = bold(formatDuration(double(time)));
    if (statedNs > 0)
        figure = tr("%1 of %2").arg(figure, formatDuration(statedNs));
    QStringList told {tr("%1 %2").arg(name, figure), tr("busy %1").arg(busy)};
    if (summary.hasPipeline())
        told << tr("bubble %1").arg(bold(formatShare(summary.bubbleShare())));
    told << tr("waiting %1").arg(bold(formatShare(summary.waitingShare())))
         << (length == Length::Full ? tr("exposed comm %1") : tr("exposed %1")).arg(exposed);
    return told.join(QStringLiteral(" · "));
}

void Headline::chooseText()
{
    const auto fits = [this](const QString& text) {
        QTextDocument document;
        document.setDefaultFont(font());
        document.setDocumentMargin(0);
        document.setHtml(text);
        return document.idealWidth() <= width();
    };
    const auto chosen = std::find_if(m_texts.begin(), m_texts.end(), fits);
    setText(chosen != m_texts.end() ? *chosen : m_texts.isEmpty() ? QString() : m_texts.back());
}

void Headline::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    chooseText();
}

QSize Headline::minimumSizeHint() const { return {40, QLabel::minimumSizeHint().height()}; }

} // namespace bubblescope
