// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatorsview.h"

#include "devicelanes.h"
#include "tablepanel.h"
#include "workspace.h"

#include <QComboBox>
#include <QLabel>

namespace bubblescope {

namespace {

/// What finds spans of this very name; a quote cannot be searched for.
QString searchFor(const QString& name)
{
    const qsizetype quote = name.indexOf(QLatin1Char('"'));
    if (name.isEmpty() || quote == 0)
        return {};
    return quote < 0 ? QStringLiteral("name=\"%1\"").arg(name) : QStringLiteral("name~\"%1\"").arg(name.left(quote));
}

} // namespace

OperatorsView::OperatorsView(Workspace& workspace, QWidget* parent)
    : PanelView(workspace, parent)
    , m_ofBox(new QComboBox(this))
    , m_label(new QLabel(this))
    , m_table(new TablePanel(m_model, tr("Operators"), this))
{
    setAccessibleName(tr("Operators"));
    m_ofBox->addItem(tr("kernels"), static_cast<int>(OperatorTable::Of::Kernels));
    m_ofBox->addItem(tr("kernels by operator"), static_cast<int>(OperatorTable::Of::KernelsByOperator));
    m_ofBox->addItem(tr("operators of the host"), static_cast<int>(OperatorTable::Of::Operators));
    m_ofBox->setAccessibleName(tr("What is listed"));
    m_table->addToolWidget(m_ofBox);
    m_table->addToolWidget(m_label);
    setContent(m_table);

    connect(&m_slices, &SlicedCount::finished, this, &OperatorsView::showResult);
    connect(&m_slices, &SlicedCount::paused, this,
        [this](double progress) { m_label->setText(tr("counting, %1").arg(formatShare(progress))); });
    connect(m_ofBox, &QComboBox::currentIndexChanged, this, [this] {
        m_of = static_cast<OperatorTable::Of>(m_ofBox->currentData().toInt());
        invalidate();
    });
    connect(m_table, &TablePanel::rowChosen, this, [this](int row) {
        if (const QString text = searchFor(m_model.name(row)); !text.isEmpty())
            this->workspace().search.setText(text);
    });
    connect(m_table, &TablePanel::rowActivated, this, [this](int row) {
        if (const SpanId longest = m_model.longest(row); longest.isValid()) {
            this->workspace().selection.setSpan(longest);
            this->workspace().window.revealSpan(longest);
        }
    });
    const auto startOver = [this] {
        m_slices.stop();
        m_model.clear();
        m_trace.reset();
        invalidate();
    };
    connect(&workspace.document, &Document::folderChanged, this, startOver);
    connect(&workspace.document, &Document::runChanged, this, startOver);
    connect(&workspace.selection, &Selection::rangeChanged, this, &OperatorsView::invalidate);
    connect(&workspace.window, &TimeWindow::stepChanged, this, &OperatorsView::invalidate);
}

TimeRange OperatorsView::range() const
{
    if (workspace().selection.range())
        return *workspace().selection.range();
    for (const Step& step : m_trace->steps()) {
        if (workspace().window.step() && step.number == *workspace().window.step())
            return step.range;
    }
    return {m_trace->range().begin, m_trace->range().end + 1};
}

void OperatorsView::refresh()
{
    m_slices.stop();
    m_trace = workspace().document.trace();
    if (!m_trace || !isProfilerRun(*m_trace)) {
        m_model.clear();
        showEmpty(tr("No operators"),
            tr("Operators and kernels are recorded by a profiler. Open the traces of the PyTorch profiler."));
        return;
    }
    showContent();
    m_counted = OperatorTable(m_trace, range(), m_of);
    m_slices.start(m_counted);
}

void OperatorsView::showResult()
{
    const QString names = tr("%1 names").arg(formatCount(qint64(m_counted.rows().size())));
    m_label->setText(workspace().selection.range() ? tr("%1 in the selected range").arg(names)
            : workspace().window.step()                 ? tr("%1 in step %2").arg(names).arg(*workspace().window.step())
                                                 : tr("%1 in the run").arg(names));
    m_model.setRows(m_trace, m_of, m_counted.rows());
}

} // namespace bubblescope
