// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "diagnosis.h"

#include "document.h"
#include "findingparts.h"
#include "searchstate.h"
#include "selection.h"
#include "timewindow.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {
/// Of the same kind and about the same things, be it at another cost. Spans are those of the step that was looked at.
bool isSame(const Finding& a, const Finding& b)
{
    return a.id == b.id && a.evidence.ranks == b.evidence.ranks && a.evidence.stages == b.evidence.stages
        && a.evidence.rows == b.evidence.rows && a.evidence.steps == b.evidence.steps
        && a.evidence.layer == b.evidence.layer;
}
} // namespace

Diagnosis::Diagnosis(
    const Document& document, Selection& selection, TimeWindow& window, const SearchState& search, QObject* parent)
    : QObject(parent), m_document(document), m_selection(selection), m_window(window), m_search(search)
{
    connect(&document, &Document::replaced, this, [this] { // they belong to another run
        setFindings(nullptr);
        setReasons(nullptr);
    });
}

StepReasonsPtr Diagnosis::reasons() const
{
    return m_reasons && m_reasons->trace() == m_document.trace() ? m_reasons : nullptr;
}

void Diagnosis::setFindings(FindingsPtr findings)
{
    if (findings == m_findings)
        return;
    const FindingsPtr before = std::exchange(m_findings, std::move(findings));
    const int index = std::exchange(m_findingIndex, -1);
    if (index >= 0 && m_findings) {
        const std::vector<Finding>& list = m_findings->list;
        const auto same = std::find_if(list.begin(), list.end(),
            [&](const Finding& finding) { return isSame(finding, before->list[size_t(index)]); });
        if (same != list.end())
            m_findingIndex = int(same - list.begin());
    }
    emit findingsChanged();
    emit findingChanged();
}

void Diagnosis::setReasons(StepReasonsPtr reasons)
{
    if (reasons == m_reasons)
        return;
    m_reasons = std::move(reasons);
    emit reasonsChanged();
}

void Diagnosis::markFinding(int index)
{
    m_findingIndex = m_findings && index < int(m_findings->list.size()) ? std::max(index, -1) : -1;
    emit findingChanged();
}

bool Diagnosis::isWanted(int index) const
{
    const std::optional<TimePart> part = m_search.part();
    const SearchResultPtr ofPart = m_search.ofPart();
    return m_findings && index >= 0 && index < int(m_findings->list.size())
        && (!part
            || isAbout(m_findings->list[size_t(index)], *part,
                ofPart ? std::span<const uint32_t>(ofPart->byNumber) : std::span<const uint32_t>()));
}

void Diagnosis::goToNextFinding(int direction)
{
    const int count = m_findings ? int(m_findings->list.size()) : 0;
    int index = m_findingIndex < 0 && direction < 0 ? 0 : m_findingIndex;
    for (int i = 0; i < count; ++i) {
        index = (index + direction + count) % count;
        if (isWanted(index))
            return goToFinding(index);
    }
}

void Diagnosis::goToFinding(int index)
{
    const int count = m_findings ? int(m_findings->list.size()) : 0;
    if (count == 0)
        return;
    m_findingIndex = ((index % count) + count) % count;
    const Evidence& evidence = m_findings->list[size_t(m_findingIndex)].evidence;
    if (!evidence.layer.empty())
        m_selection.setLayer(QString::fromStdString(evidence.layer));
    const TracePtr now = m_document.trace();
    const bool hasSpans = now && !evidence.spans.empty() && evidence.spans.front().value < now->spanCount();
    if (hasSpans)
        m_selection.setSpan(evidence.spans.front());
    else if (!evidence.ranks.empty())
        m_selection.setRank(evidence.ranks.front());
    else if (!evidence.stages.empty())
        m_selection.setStage(evidence.stages.front());
    if (now && !evidence.range.isEmpty()) {
        // Spans stand out by themselves and need their neighbours as context; a mere stretch of time gets marked.
        const TimeNs air = hasSpans ? evidence.range.duration() : evidence.range.duration() / 20;
        m_selection.setRange(hasSpans ? std::nullopt : std::optional(evidence.range));
        m_window.setVisibleRange({evidence.range.begin - air, evidence.range.end + air});
        if (hasSpans)
            m_window.requestReveal(m_selection.span());
        m_window.commitPlace();
    } else if (!evidence.steps.empty()) {
        m_window.setStep(evidence.steps.front());
    }
    emit evidenceShown();
    emit findingChanged();
}

} // namespace bubblescope
