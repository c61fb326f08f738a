// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "callcount.h"

#include "document.h"
#include "formatting.h"
#include "searchstate.h"
#include "selection.h"
#include "timewindow.h"

namespace bubblescope {

CallCount::CallCount(const Document& document, const Selection& selection, const TimeWindow& window,
    const SearchState& search, QObject* parent)
    : QObject(parent), m_document(document), m_selection(selection), m_window(window), m_search(search)
{
    connect(&m_slices, &SlicedCount::paused, this, &CallCount::paused);
    connect(&m_slices, &SlicedCount::finished, this, [this] {
        m_tree = std::make_shared<const CallTree>(std::move(m_counting));
        m_counting = {};
        emit counted();
    });
    const auto onOtherRun = [this] { letGo(true); };
    const auto onOther = [this] { letGo(false); };
    connect(&document, &Document::folderChanged, this, onOtherRun);
    connect(&document, &Document::runChanged, this, onOtherRun);
    connect(&selection, &Selection::rangeChanged, this, onOther);
    connect(&window, &TimeWindow::stepChanged, this, onOther);
    const auto follow = [this](Scope scope) {
        if (m_scope == scope)
            letGo(false);
    };
    connect(&selection, &Selection::rankChanged, this, [follow] { follow(Scope::Rank); });
    connect(&selection, &Selection::stageChanged, this, [follow] { follow(Scope::Stage); });
    const auto onFound = [this] {
        if (found() != m_only)
            letGo(false);
    };
    connect(&search, &SearchState::changed, this, onFound);
    connect(&search, &SearchState::durationsChanged, this, onFound);
}

void CallCount::setOf(CallTree::Of of)
{
    if (m_of == of)
        return;
    m_of = of;
    letGo(false);
    emit choiceChanged();
}

void CallCount::setScope(Scope scope)
{
    if (m_scope == scope)
        return;
    m_scope = scope;
    letGo(false);
    emit choiceChanged();
}

/// A part of the step that is asked for counts alone, as in all views.
SearchResultPtr CallCount::found() const
{
    if (m_search.part())
        return m_search.ofPart();
    return m_scope == Scope::Found ? m_search.highlighted() : nullptr;
}

void CallCount::letGo(bool isOtherRun)
{
    m_slices.stop();
    m_counting = {};
    m_isOutdated = true;
    if (isOtherRun) {
        m_tree.reset();
        m_only.reset();
    }
    emit outdated(isOtherRun);
}

TimeRange CallCount::range() const
{
    if (m_selection.range())
        return *m_selection.range();
    const Trace& trace = *m_document.trace();
    for (const Step& step : trace.steps()) {
        if (m_window.step() && step.number == *m_window.step())
            return step.range;
    }
    return {trace.range().begin, trace.range().end + 1};
}

CallSelection CallCount::selected() const
{
    CallSelection selection {range()};
    if (m_scope == Scope::Rank && m_selection.rank() >= 0)
        selection.rank = m_selection.rank();
    if (m_scope == Scope::Stage && m_selection.stage() >= 0)
        selection.stage = int16_t(m_selection.stage());
    return selection;
}

void CallCount::demand()
{
    if (!m_isOutdated)
        return;
    m_slices.stop();
    m_isOutdated = false;
    const TracePtr trace = m_document.trace();
    m_only = found();
    m_counting = trace ? CallTree(trace, selected(), m_of) : CallTree();
    if (trace && m_only)
        m_counting.keepOnly(m_only->byNumber);
    m_slices.start(m_counting);
}

QString CallCount::extentText() const
{
    QString text = m_selection.range() ? tr("in the selected range")
        : m_window.step()              ? tr("in step %1").arg(*m_window.step())
                                       : tr("in the run");
    if (m_scope == Scope::Rank && m_selection.rank() >= 0)
        text = tr("%1, of %2").arg(text, rankText(m_selection.rank()));
    if (m_scope == Scope::Stage && m_selection.stage() >= 0)
        text = tr("%1, of %2").arg(text, stageText(m_selection.stage()));
    if (m_only)
        text = tr("%1, only what was found").arg(text);
    return m_document.blocks() ? tr("%1, of the ranks in memory").arg(text) : text;
}

QString CallCount::emptyText() const
{
    return m_of == CallTree::Of::Modules
        ? tr("No modules are recorded here. Record with with_modules=True or with_stack=True, or name ranges like "
             "layer_3.")
        : tr("There are no spans in what is selected.");
}

} // namespace bubblescope
