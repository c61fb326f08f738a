// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace.h"

#include <algorithm>
#include <iterator>

namespace bubblescope {

namespace {

// Which texts of the pool contain the needle. Texts are few where spans are many, so the spans only look up a bit.
std::vector<uint8_t> matchingTexts(const StringPool& pool, const QString& needle)
{
    std::vector<uint8_t> matching(pool.size() + 1, 0); // the last one stands for "no text"
    const QByteArray utf8 = needle.toUtf8();
    const bool isPlain = std::all_of(utf8.begin(), utf8.end(), [](char c) { return uint8_t(c) < 0x80; });
    const QByteArray folded = utf8.toLower();
    const auto equalFolded = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? char(a + 32) : a) == b; };
    for (uint32_t i = 0; i < pool.size(); ++i) {
        const std::string_view text = pool.text(StringId(i));
        matching[i] = isPlain
            ? std::search(text.begin(), text.end(), folded.begin(), folded.end(), equalFolded) != text.end()
            : QString::fromUtf8(text.data(), qsizetype(text.size())).contains(needle, Qt::CaseInsensitive);
    }
    return matching;
}

} // namespace

void Workspace::setSearchText(const QString& text)
{
    if (text == m_searchText)
        return;
    m_searchText = text;
    findMatches();
    emit searchChanged();
}

void Workspace::findMatches()
{
    m_searchMatches.clear();
    m_searchDurations.reset();
    m_litMatches.clear();
    m_isMatch.clear();
    m_searchIndex = -1;
    const TracePtr now = trace();
    if (!now || m_searchText.isEmpty())
        return;
    const std::vector<uint8_t> matching = matchingTexts(now->strings(), m_searchText);
    const auto matches = [&matching](StringId id) { return matching[std::min<size_t>(id.value, matching.size() - 1)]; };
    m_isMatch.resize(now->spanCount(), false);
    size_t count = 0;
    for (uint32_t i = 0; i < now->spanCount(); ++i) {
        SpanId span(i);
        if (!matches(now->nameId(span)) && !matches(now->detailId(span)))
            continue;
        // The second record of a fused pair is never drawn: the first one stands for both.
        if (now->hasFlag(span, SpanFlag::fusedLeg) && now->parent(span).isValid())
            span = now->parent(span);
        count += m_isMatch[span.value] ? 0 : 1;
        m_isMatch[span.value] = true;
    }
    // Rows are sorted already: with the begins beside the numbers the sort touches no other memory.
    std::vector<std::pair<TimeNs, uint32_t>> found;
    found.reserve(count);
    for (uint32_t i = 0; i < now->spanCount(); ++i) {
        if (m_isMatch[i])
            found.emplace_back(now->begin(SpanId(i)), i);
    }
    std::sort(found.begin(), found.end());
    m_searchMatches.reserve(count);
    for (const auto& [begin, span] : found)
        m_searchMatches.emplace_back(span);
}

void Workspace::setSearchDurations(std::optional<TimeRange> durations)
{
    if (durations == m_searchDurations)
        return;
    m_searchDurations = durations;
    m_litMatches.clear();
    if (const TracePtr now = trace(); now && durations) {
        std::copy_if(m_searchMatches.begin(), m_searchMatches.end(), std::back_inserter(m_litMatches),
            [&](SpanId span) { return durations->contains(now->duration(span)); });
    }
    emit searchDurationsChanged();
}

void Workspace::goToMatch(int index)
{
    const int count = int(m_searchMatches.size());
    if (count == 0)
        return;
    const int wrapped = ((index % count) + count) % count;
    const bool changes = wrapped != m_searchIndex;
    m_searchIndex = wrapped;
    const SpanId span = m_searchMatches[wrapped];
    setSelectedSpan(span);
    revealSpan(span);
    commitPlace();
    if (changes)
        emit searchChanged();
}

bool Workspace::isMatch(SpanId span) const { return span.value < m_isMatch.size() && m_isMatch[span.value]; }

} // namespace bubblescope
