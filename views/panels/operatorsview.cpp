// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatorsview.h"

#include "countedtext.h"
#include "devicelanes.h"
#include "document.h"
#include "searchstate.h"
#include "selection.h"
#include "tablepanel.h"
#include "tabletexts.h"
#include "timewindow.h"

#include <QComboBox>
#include <QLabel>

#include <algorithm>

namespace bubblescope {

namespace {

/// A query for spans with exactly this name; a quote cannot be part of a query.
QString searchFor(const QString& name)
{
    const qsizetype quote = name.indexOf(QLatin1Char('"'));
    if (name.isEmpty() || quote == 0)
        return {};
    return quote < 0 ? QStringLiteral("name=\"%1\"").arg(name) : QStringLiteral("name~\"%1\"").arg(name.left(quote));
}

} // namespace

OperatorsView::OperatorsView(
    const Document& document, Selection& selection, TimeWindow& window, SearchState& search, QWidget* parent)
    : PanelView(parent)
    , m_document(document)
    , m_selection(selection)
    , m_window(window)
    , m_search(search)
    , m_ofBox(new QComboBox(this))
    , m_label(new QLabel(this))
    , m_table(new TablePanel(m_model, tr("Operators"), this))
{
    setAccessibleName(tr("Operators"));
    m_ofBox->addItem(tr("kernels"), static_cast<int>(OperatorTable::Of::Kernels));
    m_ofBox->addItem(tr("kernels by operator"), static_cast<int>(OperatorTable::Of::KernelsByOperator));
    m_ofBox->addItem(tr("operators of the host"), static_cast<int>(OperatorTable::Of::Operators));
    m_ofBox->setAccessibleName(tr("What is listed"));
    m_label->setObjectName(QStringLiteral("counted"));
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
            m_search.setText(text);
    });
    connect(m_table, &TablePanel::rowActivated, this, [this](int row) {
        if (const SpanId longest = m_model.longest(row); longest.isValid()) {
            m_selection.setSpan(longest);
            m_window.revealSpan(longest);
        }
    });
    const auto onOtherRun = [this] {
        letGo();
        listWhatThereIs();
        startOver();
    };
    connect(&document, &Document::folderChanged, this, onOtherRun);
    connect(&document, &Document::runChanged, this, onOtherRun);
    connect(&selection, &Selection::rangeChanged, this, &OperatorsView::invalidate);
    connect(&window, &TimeWindow::stepChanged, this, &OperatorsView::invalidate);
    connect(&search, &SearchState::changed, this, [this] {
        const bool isAwaited = m_search.part() && m_search.isPending();
        if (!isAwaited && (m_search.part() != m_part || m_search.ofPart() != m_ofPart))
            invalidate();
    });
}

/// Where no device is shown there are no kernels, and operators are what works.
void OperatorsView::listWhatThereIs()
{
    const TracePtr trace = m_document.trace();
    const bool isOfHosts = trace && isProfilerRun(*trace)
        && std::none_of(trace->ranks().begin(), trace->ranks().end(),
            [&trace](const RankInfo& rank) { return showsDevice(*trace, rank.rank); });
    if (isOfHosts && m_of == OperatorTable::Of::Kernels)
        m_ofBox->setCurrentIndex(m_ofBox->findData(static_cast<int>(OperatorTable::Of::Operators)));
}

TimeRange OperatorsView::range() const
{
    if (m_selection.range())
        return *m_selection.range();
    for (const Step& step : m_trace->steps()) {
        if (m_window.step() && step.number == *m_window.step())
            return step.range;
    }
    return {m_trace->range().begin, m_trace->range().end + 1};
}

void OperatorsView::letGo()
{
    m_slices.stop();
    m_counted = {};
    m_ofPart.reset();
    m_model.clear();
    m_trace.reset();
}

void OperatorsView::refresh()
{
    m_slices.stop();
    m_trace = m_document.trace();
    if (!m_trace || !isProfilerRun(*m_trace)) {
        m_model.clear();
        showEmpty(tr("No operators"),
            tr("Operators and kernels are recorded by a profiler. Open the traces of the PyTorch profiler."));
        return;
    }
    showContent();
    m_counted = OperatorTable(m_trace, range(), m_of);
    m_part = m_search.part();
    m_ofPart = m_search.ofPart();
    if (m_ofPart)
        m_counted.keepOnly(m_ofPart->byNumber);
    m_slices.start(m_counted);
}

void OperatorsView::showResult()
{
    const QString names = countedText(qint64(m_counted.rows().size()), tr("1 name"), tr("%1 names"));
    const QString all = m_selection.range() ? tr("%1 in the selected range").arg(names)
        : m_window.step()                   ? tr("%1 in step %2").arg(names).arg(*m_window.step())
                                            : tr("%1 in the run").arg(names);
    m_label->setText(m_ofPart ? tr("%1, only %2").arg(all, tableText(timePartName(*m_part))) : all);
    m_model.setRows(m_trace, m_of, m_counted.rows());
}

} // namespace bubblescope
