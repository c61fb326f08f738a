// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepsview.h"

#include "countedtext.h"
#include "document.h"
#include "formatting.h"
#include "inputchoice.h"
#include "runsteps.h"
#include "selection.h"
#include "sentence.h"
#include "timewindow.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <set>

namespace bubblescope {

namespace {

QString measureText(StepMeasure measure)
{
    switch (measure) {
    case StepMeasure::StepTime:
        return StepsView::tr("Step time");
    case StepMeasure::Compute:
        return StepsView::tr("Compute");
    case StepMeasure::Waiting:
        return StepsView::tr("Waiting");
    case StepMeasure::Exposed:
        return StepsView::tr("Exposed communication");
    case StepMeasure::Bubble:
        return StepsView::tr("Pipeline bubble");
    case StepMeasure::Idle:
        return StepsView::tr("Idle");
    case StepMeasure::Forward:
        return StepsView::tr("Forward");
    case StepMeasure::Backward:
        return StepsView::tr("Backward");
    case StepMeasure::Optimizer:
        return StepsView::tr("Optimizer");
    case StepMeasure::TensorComm:
        return StepsView::tr("Tensor-parallel communication");
    case StepMeasure::PipelineComm:
        return StepsView::tr("Pipeline communication");
    case StepMeasure::DataComm:
        return StepsView::tr("Data-parallel communication");
    case StepMeasure::ExpertComm:
        return StepsView::tr("Expert-parallel communication");
    case StepMeasure::Generate:
        return StepsView::tr("Generate");
    case StepMeasure::Reward:
        return StepsView::tr("Reward");
    case StepMeasure::Update:
        return StepsView::tr("Update");
    case StepMeasure::WeightSync:
        return StepsView::tr("Weight sync");
    }
    return {};
}

TimeNs middleOf(const TimeRange& range) { return range.begin + range.duration() / 2; }

/// A measure that is 0 or unknown everywhere is not worth a choice.
bool hasContent(const StepTable& table, StepMeasure measure)
{
    if (!table.has(measure))
        return false;
    const size_t cells = table.rowCount() * table.stepCount();
    for (size_t cell = 0; cell < cells; ++cell) {
        if (table.value(measure, cell / table.stepCount(), cell % table.stepCount()) > 0)
            return true;
    }
    return false;
}

} // namespace

StepsView::StepsView(const Document& document, const InputChoice& inputs, Selection& selection, TimeWindow& window,
    RunSteps& steps, QWidget* parent)
    : PanelView(parent)
    , m_document(document)
    , m_inputs(inputs)
    , m_selection(selection)
    , m_window(window)
    , m_steps(steps)
    , m_measure(new QComboBox(this))
    , m_order(new QComboBox(this))
    , m_scale(new QComboBox(this))
    , m_caption(new Sentence(this))
    , m_chart(new StepsChart(this))
{
    setAccessibleName(tr("Steps"));
    m_measure->setAccessibleName(tr("What is shown of a step"));
    m_measure->setSizeAdjustPolicy(QComboBox::AdjustToContents); // they come later
    m_order->setAccessibleName(tr("Order of the ranks"));
    m_order->addItem(tr("by stage"), int(StepMatrix::Order::Stage));
    m_order->addItem(tr("by host"), int(StepMatrix::Order::Host));
    m_order->addItem(tr("largest first"), int(StepMatrix::Order::Value));
    m_scale->setAccessibleName(tr("Scale of the colours"));
    m_scale->addItem(tr("values"), int(StepMatrix::Scale::Value));
    m_scale->addItem(tr("against the peers"), int(StepMatrix::Scale::Deviation));
    m_scale->setItemData(1, tr("Against the median rank of the same stage in the same step"), Qt::ToolTipRole);
    m_caption->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // the boxes come first
    m_chart->installEventFilter(this);

    auto* controls = new QHBoxLayout;
    controls->setContentsMargins(6, 4, 6, 0);
    controls->setSpacing(8);
    for (QComboBox* box : {m_measure, m_order, m_scale}) {
        controls->addWidget(box);
        connect(box, &QComboBox::activated, this, [this] {
            m_isChosen = true;
            invalidate();
        });
    }
    controls->addWidget(m_caption, 1);
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(controls);
    layout->addWidget(m_chart, 1);
    setContent(content);

    connect(m_chart, &StepsChart::cellChosen, this, &StepsView::choose);
    connect(m_chart, &StepsChart::stepsChosen, this, &StepsView::chooseSteps);
    connect(&document, &Document::folderChanged, this, &StepsView::startOver);
    connect(&steps, &RunSteps::changed, this, &StepsView::invalidate);
    connect(&inputs, &InputChoice::runLogChanged, this, &StepsView::invalidate);
    connect(&window, &TimeWindow::stepChanged, this, &StepsView::showSelection);
    connect(&selection, &Selection::rankChanged, this, &StepsView::showSelection);
    connect(&selection, &Selection::rangeChanged, this, &StepsView::showSelection);
}

void StepsView::fillMeasures(const StepTable& table)
{
    const QVariant chosen = m_measure->currentData();
    m_measure->clear();
    for (size_t m = 0; m < stepMeasureCount; ++m) {
        if (hasContent(table, StepMeasure(m)))
            m_measure->addItem(measureText(StepMeasure(m)), int(m));
    }
    m_measure->setCurrentIndex(std::max(m_measure->findData(chosen), 0));
}

/// Step times of a synchronous job are the same for all ranks; what they compute, beside their peers, tells who is
/// slow.
void StepsView::suggestOptions(const StepTable& table)
{
    const int compute = m_measure->findData(int(StepMeasure::Compute));
    if (m_isChosen || compute < 0)
        return;
    std::set<int> stages;
    const bool havePeers = std::ranges::any_of(
        table.rows(), [&stages](const StepTable::Row& row) { return !stages.insert(row.stage).second; });
    m_measure->setCurrentIndex(compute);
    m_scale->setCurrentIndex(
        m_scale->findData(int(havePeers ? StepMatrix::Scale::Deviation : StepMatrix::Scale::Value)));
}

StepMatrix::Options StepsView::chosenOptions() const
{
    return {StepMeasure(m_measure->currentData().toInt()), StepMatrix::Order(m_order->currentData().toInt()),
        StepMatrix::Scale(m_scale->currentData().toInt())};
}

void StepsView::setOptions(const StepMatrix::Options& options)
{
    m_isChosen = true;
    m_measure->setCurrentIndex(std::max(m_measure->findData(int(options.measure)), 0));
    m_order->setCurrentIndex(m_order->findData(int(options.order)));
    m_scale->setCurrentIndex(m_scale->findData(int(options.scale)));
    invalidate();
}

void StepsView::letGo()
{
    m_chart->clear();
    m_shown.reset();
}

void StepsView::refresh()
{
    const StepTablePtr table = m_steps.table();
    if (!table || table->isEmpty()) {
        m_chart->clear();
        m_shown.reset();
        if (m_steps.isGivenUp())
            return showEmpty(
                tr("Steps could not be compared"), tr("An error, which is shown above the timeline, ended it."));
        if (!table)
            return showEmpty(tr("Steps are being compared"), tr("They are shown as soon as all of them are split."));
        return showEmpty(tr("No steps"),
            m_document.folder() ? tr("Neither a measured run with steps nor a log with step times is in this folder.")
                                : tr("Open the folder of a run to compare its steps."));
    }
    const bool isNew = table != m_shown;
    m_shown = table;
    if (isNew) {
        fillMeasures(*table);
        suggestOptions(*table);
    }
    const StepMatrix::Options options = chosenOptions();
    m_order->setEnabled(table->rowCount() > 1);
    m_scale->setEnabled(table->rowCount() > 1);
    showContent();
    QStringList hosts;
    const TracePtr trace = m_document.trace();
    for (const std::string& host : trace&& m_steps.isOfRun() ? trace->hosts() : std::span<const std::string>())
        hosts.append(toText(host));
    m_chart->setHosts(hosts);
    m_chart->setMeasureName(measureText(options.measure));
    const bool isKept = !isNew && matrix() && matrix()->options() == options;
    if (!isKept)
        m_chart->setMatrix(std::make_shared<const StepMatrix>(table, options), isNew);
    showLog();
    showSelection();
}

/// Loss and gradient norm of the log that is chosen, at the steps of the same number.
void StepsView::showLog()
{
    LogCurves::Curve loss;
    LogCurves::Curve gradientNorm;
    const RunLog* log = m_inputs.runLog();
    for (size_t i = 0; log && i < log->steps.size(); ++i) {
        const LogStep& step = log->steps[i];
        const std::vector<int64_t>& numbers = m_shown->steps();
        const auto at = std::lower_bound(numbers.begin(), numbers.end(), step.step);
        if (at == numbers.end() || *at != step.step)
            continue;
        for (const auto& [value, curve] : {std::pair(step.loss, &loss), std::pair(step.gradientNorm, &gradientNorm)}) {
            if (!value)
                continue;
            curve->steps.append(double(at - numbers.begin()));
            curve->values.append(*value);
        }
    }
    m_chart->setLog(loss, gradientNorm);
    showCaption();
}

/// Explains what is drawn: a low panel has no curves.
QString StepsView::caption(bool hasCurves) const
{
    const bool hasRanks = m_shown && m_shown->rowCount() > 1;
    QStringList parts;
    if (m_shown && m_steps.isModelled())
        parts << originText(m_document.run()->origin);
    if (m_shown) {
        parts << tr("%1 of %2")
                     .arg(countedText(qint64(m_shown->stepCount()), tr("1 step"), tr("%1 steps")),
                         hasRanks ? tr("%1 ranks").arg(formatCount(qint64(m_shown->rowCount()))) : tr("the job"));
    }
    if (hasRanks && hasCurves)
        parts << tr("thick line: median rank, band: nine tenths of them, thin line: the worst");
    if (hasRanks)
        parts << tr("beside: how often a rank is the slowest, and its mean");
    return parts.join(QStringLiteral("; "));
}

void StepsView::showCaption() { m_caption->setSentence(caption(m_chart->hasCurves())); }

void StepsView::restyle() { m_chart->setColors(colors()); }

void StepsView::showSelection()
{
    if (!matrix())
        return;
    const auto row = m_selection.rank() >= 0 ? matrix()->rowOf(m_selection.rank()) : std::nullopt;
    int marked = -1;
    if (const std::optional<int64_t> step = m_window.step()) {
        const std::vector<int64_t>& numbers = m_shown->steps();
        const auto at = std::lower_bound(numbers.begin(), numbers.end(), *step);
        if (at != numbers.end() && *at == *step)
            marked = int(at - numbers.begin());
    }
    m_chart->setMarked({row ? int(*row) : -1, marked});
    m_chart->setMarkedSteps(selectedSteps());
}

/// Indexes of the first and last step that the selected time is of.
std::optional<std::pair<int, int>> StepsView::selectedSteps() const
{
    const std::optional<TimeRange> range = m_selection.range();
    const TracePtr trace = m_document.trace();
    if (!range || !trace || !m_steps.isOfRun())
        return std::nullopt;
    std::optional<std::pair<int, int>> found;
    const std::vector<int64_t>& numbers = m_shown->steps();
    for (const Step& step : trace->steps()) {
        const auto at = std::lower_bound(numbers.begin(), numbers.end(), int64_t(step.number));
        // Steps of different ranks overlap: what is selected only touches its neighbours.
        const bool isSelected = range->contains(middleOf(step.range)) || step.range.contains(middleOf(*range));
        if (!isSelected || at == numbers.end() || *at != step.number)
            continue;
        const int index = int(at - numbers.begin());
        found = found ? std::pair(std::min(found->first, index), std::max(found->second, index))
                      : std::pair(index, index);
    }
    return found;
}

void StepsView::choose(const StepsChart::Cell& cell)
{
    if (cell.row >= 0 && matrix()->row(size_t(cell.row)).rank >= 0)
        m_selection.setRank(matrix()->row(size_t(cell.row)).rank);
    if (cell.step >= 0)
        m_window.setStep(m_shown->steps()[size_t(cell.step)]);
}

/// The time from the first of the steps to the last one.
void StepsView::chooseSteps(int first, int last)
{
    const TracePtr trace = m_document.trace();
    TimeRange range = TimeRange::nothing();
    for (const Step& step : trace ? trace->steps() : std::span<const Step>()) {
        if (step.number >= m_shown->steps()[size_t(first)] && step.number <= m_shown->steps()[size_t(last)])
            range = range.united(step.range);
    }
    if (range.isNothing() || !m_steps.isOfRun())
        return setVisibleSteps(QCPRange(first - 0.5, last + 0.5));
    m_window.setStep(std::nullopt);
    m_selection.setRange(range);
    m_window.setVisibleRange(range);
    m_window.commitPlace();
}

QString StepsView::cellText(const StepsChart::Cell& cell) const
{
    QStringList lines;
    if (cell.step >= 0)
        lines.append(stepText(m_shown->steps()[size_t(cell.step)]));
    if (cell.row >= 0) {
        const StepTable::Row& row = matrix()->row(size_t(cell.row));
        if (row.rank >= 0)
            lines.append(rankText(row.rank));
        if (row.stage >= 0)
            lines.append(stageText(row.stage));
        if (const TracePtr trace = m_document.trace();
            trace && m_steps.isOfRun() && row.host < int(trace->hosts().size()))
            lines.append(toText(trace->hosts()[size_t(row.host)]));
    }
    if (cell.row >= 0 && cell.step >= 0) {
        const float value = matrix()->value(size_t(cell.row), size_t(cell.step));
        lines.append(tr("%1: %2").arg(
            m_measure->currentText(), std::isfinite(value) ? m_chart->valueText(double(value)) : unknownText()));
    } else if (cell.step >= 0) {
        const StepMatrix::StepCurve& curve = matrix()->curve()[size_t(cell.step)];
        lines.append(tr("median %1, worst %2 (%3)")
                         .arg(m_chart->valueText(double(curve.median)), m_chart->valueText(double(curve.worst)),
                             rankText(matrix()->row(curve.worstRow).rank)));
    } else if (cell.row >= 0) {
        lines.append(tr("mean %1; %2")
                         .arg(m_chart->valueText(double(matrix()->meanOfRow(size_t(cell.row)))),
                             countedText(qint64(matrix()->timesSlowest(size_t(cell.row))), tr("slowest in 1 step"),
                                 tr("slowest in %1 steps"))));
    }
    return lines.join(QLatin1Char('\n'));
}

bool StepsView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == m_chart) {
        m_chart->shareHeight(); // the caption names what there is room for
        showCaption();
    }
    if (event->type() == QEvent::ToolTip && watched == m_chart) {
        const auto& help = static_cast<QHelpEvent&>(*event);
        const std::optional<StepsChart::Cell> cell = m_chart->cellAt(help.pos());
        QToolTip::showText(help.globalPos(), cell ? cellText(*cell) : QString(), m_chart);
        return true;
    }
    return PanelView::eventFilter(watched, event);
}

PanelView::Illustration StepsView::illustration() const
{
    Illustration shown;
    if (!matrix())
        return shown;
    shown.plot = m_chart;
    shown.summary = tr("%1: %2").arg(
        measureText(matrix()->options().measure), caption(true)); // a picture is high enough for them
    return shown;
}

} // namespace bubblescope
