// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "idlecausesview.h"

#include "devicelanes.h"
#include "tablepanel.h"
#include "workspace.h"

#include <QComboBox>
#include <QLabel>

#include <algorithm>
#include <utility>

namespace bubblescope {

struct IdleCausesView::Found {
    TracePtr trace;
    std::shared_ptr<const RunSummary> figures; ///< what the causes are part of
    std::vector<IdleCause> causes;
    size_t ranks = 0; ///< that they are of
};

namespace {

/// Of the figures, those whose spans are in memory.
size_t ranksInMemory(const Trace& trace, const RunSummary& figures)
{
    return size_t(std::count_if(figures.ranks.begin(), figures.ranks.end(), [&trace](const RankSummary& rank) {
        const auto rows = trace.rows();
        return std::any_of(rows.begin(), rows.end(),
            [&](const Row& row) { return row.spanCount > 0 && trace.track(row.track).rank == rank.rank; });
    }));
}

} // namespace

IdleCausesView::IdleCausesView(Workspace& workspace, QWidget* parent)
    : PanelView(parent)
    , m_workspace(workspace)
    , m_rowsBox(new QComboBox(this))
    , m_label(new QLabel(this))
    , m_table(new TablePanel(m_model, tr("Idle by cause"), this))
{
    setAccessibleName(tr("Idle by cause"));
    m_rowsBox->addItem(tr("all ranks together"), static_cast<int>(IdleCauseModel::Rows::OfAllRanks));
    m_rowsBox->addItem(tr("rank by rank"), static_cast<int>(IdleCauseModel::Rows::OfEachRank));
    m_rowsBox->setAccessibleName(tr("What a row stands for"));
    m_table->addToolWidget(m_rowsBox);
    m_table->addToolWidget(m_label);
    setContent(m_table);

    connect(m_rowsBox, &QComboBox::currentIndexChanged, this, &IdleCausesView::showResult);
    connect(m_table, &TablePanel::rowChosen, this, &IdleCausesView::showPause);
    connect(m_table, &TablePanel::rowActivated, this, &IdleCausesView::showPause);
    const auto onOtherRun = [this] {
        letGo();
        startOver();
    };
    connect(&workspace.document, &Document::folderChanged, this, onOtherRun);
    connect(&workspace.document, &Document::runChanged, this, onOtherRun);
    connect(&workspace.figures, &Figures::changed, this, &IdleCausesView::invalidate);
}

void IdleCausesView::letGo()
{
    ++m_asked; // whatever comes is of another run
    m_found.reset();
    m_model.clear();
}

void IdleCausesView::refresh()
{
    const Document& document = m_workspace.document;
    const TracePtr trace = document.trace();
    if (!trace || document.showsSimulation() || !isProfilerRun(*trace)) {
        letGo();
        showEmpty(tr("No hosts beside GPUs"),
            trace && document.showsSimulation()
                ? tr("A modelled step has no records of hosts. Show the measured one.")
                : tr("What hosts did while their GPUs had no work is recorded by a profiler. Open the traces of the "
                     "PyTorch profiler or of Nsight Systems."));
        return;
    }
    const std::shared_ptr<const RunSummary> figures = m_workspace.figures.ofPart();
    const std::shared_ptr<const WaitingTimes> waiting = m_workspace.figures.waiting();
    if (!figures || !waiting) {
        showEmpty(tr("Not known yet"), tr("The parts of the step are still being computed."));
        return;
    }
    if (m_found && m_found->figures == figures) {
        showResult();
        return;
    }
    const auto find = [this, trace, figures, waiting, asked = ++m_asked, isPartly = document.blocks() != nullptr,
                          context = contextOf(*document.run())]() -> TraceWork::Take {
        const std::vector<std::vector<DevicePause>> pauses
            = devicePauses(*context, trace->timing(), figures->part, waiting->list(trace->timing()));
        auto found = std::make_shared<const Found>(Found {trace, figures, idleCausesOf(*trace, pauses),
            isPartly ? ranksInMemory(*trace, *figures) : figures->ranks.size()});
        return [this, asked, found = std::move(found)] {
            if (asked != m_asked)
                return false;
            m_found = found;
            return true;
        };
    };
    // Rows of the part before stay until then.
    if (m_workspace.work.perform(TraceWork::Task::IdleCauses, trace->spanCount(), find, [this] { showResult(); }))
        showResult();
    else if (!m_found)
        showEmpty(tr("Not known yet"), tr("What hosts did while their GPUs had no work is being looked up."));
}

QString IdleCausesView::summaryText() const
{
    const TimeParts parts = m_found->figures->parts();
    const bool isOfOneRank = m_found->figures->ranks.size() == 1;
    const QString sum = (isOfOneRank ? tr("host wait %1, %2 %3") : tr("host wait %1 per rank, %2 %3"))
                            .arg(formatDuration(m_found->figures->perRank(TimeNs(parts.of(TimePart::HostWait)))),
                                formatShare(parts.share(TimePart::HostWait)), m_workspace.figures.extentText());
    return m_workspace.document.blocks() ? tr("%1; causes are of the ranks in memory").arg(sum) : sum;
}

void IdleCausesView::showResult()
{
    if (!m_found)
        return;
    const RunSummary& figures = *m_found->figures;
    const bool isOfOneRank = m_found->trace->ranks().size() == 1;
    m_rowsBox->setVisible(!isOfOneRank);
    const double ranks = double(std::max<size_t>(figures.ranks.size(), 1));
    m_model.setCauses(m_found->trace, m_found->causes, m_found->ranks, figures.parts().whole() / ranks,
        static_cast<IdleCauseModel::Rows>(m_rowsBox->currentData().toInt()));
    if (m_model.rowCount() == 0) {
        const double unknown = figures.parts().share(TimePart::Idle);
        showEmpty(tr("No GPU waits for its host"),
            unknown > 0
                ? tr("For %1 %2 GPUs have no work, and no launch was recorded that says why.")
                      .arg(formatShare(unknown), m_workspace.figures.extentText())
                : tr("Each kernel %1 was launched before its GPU had no work.").arg(m_workspace.figures.extentText()));
        return;
    }
    m_label->setText(summaryText());
    showContent();
}

/// What was recorded in it, else what ends it.
void IdleCausesView::showPause(int row)
{
    const IdleCause* cause = m_model.cause(row);
    if (!cause)
        return;
    const SpanId shown = cause->span.isValid() ? cause->span : cause->next;
    if (shown.isValid())
        m_workspace.selection.setSpan(shown);
    else
        m_workspace.selection.setRank(m_found->trace->ranks()[cause->rank].rank);
    const TimeNs air = cause->longest.duration();
    m_workspace.window.setVisibleRange({cause->longest.begin - air, cause->longest.end + air});
    if (shown.isValid())
        m_workspace.window.requestReveal(shown);
    m_workspace.window.commitPlace();
}

} // namespace bubblescope
