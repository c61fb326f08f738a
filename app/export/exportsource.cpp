// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "exportsource.h"

#include "formatting.h"
#include "layercostview.h"
#include "layersources.h"
#include "losscurveview.h"
#include "notebook.h"
#include "panelpicture.h"
#include "pathoverlay.h"
#include "rooflinestate.h"
#include "rooflineview.h"
#include "runsteps.h"
#include "stageview.h"
#include "stepsview.h"
#include "timelinefigure.h"
#include "wholerecording.h"

#include <QCoreApplication>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr size_t ranksShownOpen = 48;

Error nothingToDraw()
{
    return Error {
        say("Nothing was found that this view can show."), say("`bubblescope inspect` says what is there."), {}};
}

QString viewTitle(const Workspace& workspace, ExportView view)
{
    if (view == ExportView::Loss && workspace.inputs.runLog())
        return toText(workspace.inputs.runLog()->name).simplified();
    if (view == ExportView::Layers)
        return layerSourceName(workspace, usualLayerSource(workspace));
    if (workspace.document.run())
        return toText(workspace.document.run()->name).simplified();
    if (workspace.inputs.layerTable())
        return toText(workspace.inputs.layerTable()->name).simplified();
    if (workspace.inputs.workload())
        return toText(workspace.inputs.workload()->name).simplified();
    return workspace.inputs.runLog() ? toText(workspace.inputs.runLog()->name).simplified() : QString();
}

/// The view with the steps that it shows.
struct ShownSteps {
    RunSteps steps;
};
class PicturedSteps : private ShownSteps, public StepsView {
public:
    explicit PicturedSteps(Workspace& workspace)
        : ShownSteps {{workspace.document, workspace.inputs}}
        , StepsView(workspace.document, workspace.inputs, workspace.selection, workspace.window, steps)
    {
    }
};

/// The same with the operators.
struct ShownOperators {
    RooflineState operators;
};
class PicturedRoofline : private ShownOperators, public RooflineView {
public:
    explicit PicturedRoofline(Workspace& workspace)
        : ShownOperators {{workspace.document, workspace.selection, workspace.window}}
        , RooflineView(operators, workspace.search)
    {
    }
};

std::unique_ptr<PanelView> newPanel(ExportView view, Workspace& workspace)
{
    if (view == ExportView::Layers)
        return std::make_unique<LayerCostView>(workspace);
    if (view == ExportView::Stages)
        return std::make_unique<StageView>(workspace);
    if (view == ExportView::Steps)
        return std::make_unique<PicturedSteps>(workspace);
    if (view == ExportView::Roofline)
        return std::make_unique<PicturedRoofline>(workspace);
    return std::make_unique<LossCurveView>(workspace.document, workspace.inputs, workspace.window);
}

} // namespace

ExportSource::ExportSource(const Workspace& shown) : ExportSource(shown.document.opened(), shown.document.simulation())
{
    measured().document.notes().setNotes(shown.document.notes().notes());
    measured().document.setRunIndex(shown.document.runIndex());
    measured().inputs.setLayerTableIndex(shown.inputs.layerTableIndex());
    measured().inputs.setWorkloadIndex(shown.inputs.workloadIndex());
    measured().inputs.setRunLogIndex(shown.inputs.runLogIndex());
    measured().inputs.setFoldedLayers(shown.inputs.foldedLayers());
    measured().window.setStep(shown.window.step());
    // Each workspace only accepts those of its own run.
    measured().diagnosis.setReasons(shown.diagnosis.reasons());
    simulated().diagnosis.setReasons(shown.diagnosis.reasons());
}

void ExportSource::setTimelineLook(const TimelineLayout::Options& options, ColorBy colorBy)
{
    m_options = options;
    m_hasOptions = true;
    m_colorBy = colorBy;
}

bool ExportSource::hasCriticalPath(ExportSubject subject) const
{
    return (subject != ExportSubject::Simulated && !PathOverlay::of(measured()).isEmpty())
        || (subject != ExportSubject::Measured && !PathOverlay::of(simulated()).isEmpty());
}

ExportView ExportSource::usualView() const
{
    const RunFolder* folder = measured().document.folder();
    if (!folder || measured().document.run())
        return ExportView::Timeline;
    if (!folder->layerTables.empty() || !folder->workloads.empty())
        return ExportView::Layers;
    return ExportView::Loss;
}

QString ExportSource::measuredWords() const
{
    const Run* run = measured().document.openedRun();
    QStringList words {originText(run->origin)};
    const auto steps = run->trace->steps();
    const auto shown = std::find_if(steps.begin(), steps.end(),
        [&](const Step& step) { return measured().window.step() && step.number == *measured().window.step(); });
    const bool isRecording = isWholeRecording(*run->trace);
    if (shown != steps.end() && !isRecording)
        words << tr("step %1: %2").arg(shown->number).arg(formatDuration(double(shown->range.duration())));
    else if (const auto summary = measured().figures.ofRun(); summary && summary->stepTime > 0)
        words
            << (isRecording ? tr("whole recording %1") : tr("step %1")).arg(formatDuration(double(summary->stepTime)));
    if (const size_t ranks = run->trace->ranks().size(); ranks > 1)
        words << tr("%1 ranks").arg(formatCount(qint64(ranks)));
    if (const QString layout = layoutText(run->layout); !layout.isEmpty())
        words << layout;
    return words.join(QStringLiteral(" · "));
}

QString ExportSource::simulatedWords() const
{
    const ShownSimulation& shown = *simulation();
    QStringList words {originText(shown.step.run.origin), tr("step %1").arg(formatDuration(shown.step.figures.stepNs))};
    if (const QString knobs = toText(knobsLine(shown.knobs)); !knobs.isEmpty())
        words << knobs;
    return words.join(QStringLiteral(" · "));
}

TimeRange ExportSource::usualRange(ExportSubject subject) const
{
    TimeRange simulated = TimeRange::nothing();
    if (subject != ExportSubject::Measured) {
        const TimeRange own = simulation()->step.run.trace->range();
        simulated = {own.begin + simulation()->offset, own.end + simulation()->offset};
    }
    if (subject == ExportSubject::Simulated)
        return simulated;
    const Trace& trace = *measured().document.openedRun()->trace;
    TimeRange range = trace.denseRange();
    if (range.isEmpty())
        range = trace.range();
    for (const Step& step : trace.steps()) {
        // Next to the simulated step, not to the whole run.
        if (subject == ExportSubject::Both ? step.range.begin == simulation()->stepBegin
                                           : measured().window.step() == step.number)
            range = step.range;
    }
    return range.united(simulated);
}

Result<std::unique_ptr<Picture>> ExportSource::picture(const ExportRequest& request)
{
    ExportRequest asked = request;
    if (asked.view == ExportView::Automatic)
        asked.view = request.subject == ExportSubject::Measured ? usualView() : ExportView::Timeline;
    const Palette palette = asked.isDark ? Palette::dark() : Palette::light();
    return asked.view == ExportView::Timeline ? timeline(asked, palette) : panel(asked, palette);
}

Result<std::unique_ptr<Picture>> ExportSource::timeline(const ExportRequest& request, const Palette& palette)
{
    const bool wantsMeasured = request.subject != ExportSubject::Simulated;
    const bool wantsSimulated = request.subject != ExportSubject::Measured;
    if (wantsSimulated && !simulation())
        return Error {say("Nothing was simulated."), say("Move a knob first."), {}};
    if (wantsMeasured && !hasRun())
        return nothingToDraw();
    const TimeNs offset = simulation() ? simulation()->offset : 0;
    const TimeRange range = request.range.value_or(usualRange(request.subject));

    std::vector<TimelinePanel> panels;
    const bool isBoth = wantsMeasured && wantsSimulated;
    const auto add = [&](const Workspace& workspace, TimeNs shift, ColorBy colorBy, const QString& caption) {
        TimelinePanel panel;
        panel.workspace = &workspace;
        panel.range = {range.begin - shift, range.end - shift};
        panel.colorBy = colorBy;
        panel.caption = isBoth ? caption : QString();
        panel.showsCriticalPath = request.showsCriticalPath;
        if (m_hasOptions) {
            panel.options = m_options;
            if (&workspace == &simulated())
                panel.options.busyByRank.clear(); // they are for other ranks
        } else if (const auto ranks = workspace.document.trace()->ranks(); ranks.size() > ranksShownOpen) {
            for (const RankInfo& rank : ranks)
                panel.options.collapsedRanks.insert(rank.rank);
        }
        panels.push_back(std::move(panel));
    };
    if (wantsMeasured)
        add(measured(), 0, m_colorBy, measuredWords());
    if (wantsSimulated) {
        // Colours that were chosen are those of both.
        const bool compares = isBoth && simulation()->differences && m_colorBy == ColorBy::Category;
        add(simulated(), offset, compares ? ColorBy::Difference : m_colorBy, simulatedWords());
    }
    auto figure = std::make_unique<TimelineFigure>(palette, panels);
    Picture::Words words;
    const Run& named = wantsMeasured ? *measured().document.openedRun() : simulation()->step.run;
    words.title = request.title.isEmpty() ? toText(named.name).simplified() : request.title;
    words.subtitle = isBoth ? QString() : wantsMeasured ? measuredWords() : simulatedWords();
    words.legend = figure->legend();
    words.footnotes = figure->footnotes();
    return std::make_unique<Picture>(std::move(words), palette, std::move(figure));
}

Result<std::unique_ptr<Picture>> ExportSource::panel(const ExportRequest& request, const Palette& palette)
{
    if (request.subject == ExportSubject::Both)
        return Error {say("Only the timeline shows both."), say("Choose the timeline, or one of the two."), {}};
    if (request.subject == ExportSubject::Simulated && !simulation())
        return Error {say("Nothing was simulated."), say("Move a knob first."), {}};
    Workspace& workspace = request.subject == ExportSubject::Simulated ? simulated() : measured();
    workspace.selection.setRange(request.range); // also none, after a picture of a part
    auto content = std::make_unique<PanelPicture>(newPanel(request.view, workspace), palette);
    if (content->isEmpty())
        return nothingToDraw();
    Picture::Words words;
    words.title = request.title;
    if (words.title.isEmpty())
        words.title = viewTitle(workspace, request.view);
    words.subtitle = content->summary();
    words.legend = content->legend();
    return std::make_unique<Picture>(std::move(words), palette, std::move(content));
}

} // namespace bubblescope
