// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchstate.h"

#include "document.h"
#include "parallel.h"
#include "spanquery.h"
#include "tabletexts.h"
#include "timewindow.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace bubblescope {

namespace {
constexpr std::chrono::milliseconds betweenParts {300}; ///< of a search in ranks that are read
} // namespace

SearchState::SearchState(const Document& document, TimeWindow& window, TraceWork& work, QObject* parent)
    : QObject(parent), m_document(document), m_window(window), m_work(work)
{
    connect(&document, &Document::replaced, this, &SearchState::findMatches);
    connect(&document, &Document::followed, this, &SearchState::changed);
    connect(&work, &TraceWork::givenUp, this, &SearchState::giveUp);
}

void SearchState::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    findMatches();
    emit changed();
}

void SearchState::setPart(std::optional<TimePart> part)
{
    const Result<PartSearch> now = PartSearch::of(m_text.toStdString());
    QString text = QString::fromStdString(now ? now->rest : std::string());
    if (part)
        text = QString::fromStdString(PartSearch::term(*part)) + (text.isEmpty() ? text : QLatin1Char(' ') + text);
    setText(text);
}

const SearchResult& SearchState::found() const
{
    static const SearchResult nothing;
    return m_found ? *m_found : nothing;
}

void SearchState::findMatches()
{
    const std::optional<TimeRange> durations = std::exchange(m_durations, std::nullopt);
    m_isPending = false;
    m_awaitedMatch.reset();
    m_refusal.clear();
    m_part.reset();
    const TracePtr now = m_document.trace();
    const std::shared_ptr<const RankBlocks> blocks = m_document.blocks();
    const bool isSameRun
        = m_ranks && m_ranks->text == m_text && blocks && blocks->identity() == m_ranks->blocks->identity();
    if (!isSameRun) {
        forgetRanks();
        m_awaitedDirection.reset();
        m_index = -1;
    }
    if (now != m_searched.lock() || m_text.isEmpty())
        m_found = nullptr;
    m_highlighted = m_found;
    m_searched = now;
    if (!now || m_text.isEmpty())
        return;
    const Result<PartSearch> wanted = PartSearch::of(m_text.toStdString());
    Result<SpanQuery> query = wanted ? SpanQuery::parse(wanted->rest) : wanted.error();
    m_refusal = query ? QString() : messageText(query.error().message);
    if (query)
        m_part = wanted->part;
    if (!query || (query->isEmpty() && !m_part)) {
        m_found = m_highlighted = std::make_shared<const SearchResult>();
        return;
    }
    m_isPending = true;
    if (!isSameRun && blocks && !m_part) // a part is known of ranks that are in memory together
        searchRanksFor(*query);
    const std::optional<TimeRange> kept = isSameRun ? durations : std::nullopt;
    const auto search = [this, now, kept, query = std::move(query).value(), text = m_text, part = m_part,
                            context = m_part ? contextOf(*m_document.run()) : nullptr]() -> TraceWork::Take {
        return [this, now, kept, text, found = part ? searchPart(*context, *part, query) : searchTrace(*now, query)] {
            if (!m_isPending || m_document.trace() != now || m_text != text)
                return false;
            m_isPending = false;
            m_found = m_highlighted = found;
            if (kept)
                setDurations(kept);
            if (m_awaitedMatch)
                goToMatch(*std::exchange(m_awaitedMatch, {}));
            if (m_awaitedDirection && !m_ranks)
                goToNext(*std::exchange(m_awaitedDirection, {}));
            return true;
        };
    };
    m_work.perform(TraceWork::Task::Search, now->spanCount(), search, [this] { emit changed(); });
}

void SearchState::forgetRanks()
{
    if (m_ranks)
        m_ranks->isStopped = true;
    m_ranks = nullptr;
}

void SearchState::searchRanksFor(const SpanQuery& query)
{
    m_ranks = std::make_shared<RankSearch>();
    m_ranks->text = m_text;
    m_ranks->blocks = m_document.blocks();
    const RankSearchOptions options {threadCount(), m_window.visibleRange().begin};
    const auto search
        = [this, own = m_ranks, query, options](const TraceWork::DeliverPart& deliver) -> TraceWork::Take {
        const auto take = [this, own](const RankMatchesPtr& found, bool isLast) -> TraceWork::Take {
            return [this, own, found, isLast] { return own == m_ranks && takeRanks(found, isLast); };
        };
        auto delivered = std::chrono::steady_clock::now();
        const auto deliverSoFar = [&](const RankMatchesPtr& soFar) {
            if (std::chrono::steady_clock::now() - delivered < betweenParts)
                return !own->isStopped;
            delivered = std::chrono::steady_clock::now();
            return deliver(take(soFar, false)) && !own->isStopped;
        };
        return take(searchRanks(*own->blocks, query, options, deliverSoFar), true);
    };
    m_work.performInParts(TraceWork::Task::RankSearch, search, [this] { emit changed(); });
}

bool SearchState::takeRanks(const RankMatchesPtr& found, bool isLast)
{
    const bool hasCurrent = m_index >= 0 && size_t(m_index) < m_ranks->found->first.size();
    const FoundSpan current = hasCurrent ? m_ranks->found->first[size_t(m_index)] : FoundSpan();
    m_ranks->found = found;
    m_ranks->isRunning = !isLast && !m_ranks->isStopped;
    m_index = hasCurrent ? indexOf(current) : -1; // others were found before it
    if (m_awaitedDirection && (isLast || !found->first.empty()))
        goToNext(*std::exchange(m_awaitedDirection, {}));
    return true;
}

void SearchState::stopReadingRanks()
{
    if (!isReadingRanks())
        return;
    m_ranks->isStopped = true;
    m_ranks->isRunning = false;
    emit changed();
}

TracePtr SearchState::namesOfRanks() const { return m_ranks ? tablesOf(m_ranks->blocks) : nullptr; }

int SearchState::indexOf(const FoundSpan& match) const
{
    if (m_ranks) {
        const auto& all = m_ranks->found->first;
        const auto place
            = std::find_if(all.begin(), all.end(), [&match](const FoundSpan& each) { return each.isSameAs(match); });
        return place == all.end() ? -1 : int(place - all.begin());
    }
    const TracePtr now = m_document.trace();
    auto place = std::lower_bound(matches().begin(), matches().end(), match.begin,
        [&now](SpanId each, TimeNs begin) { return now->begin(each) < begin; });
    place = std::find(place, matches().end(), spanOf(match, *now));
    return place == matches().end() ? -1 : int(place - matches().begin());
}

uint64_t SearchState::count() const { return m_ranks ? m_ranks->found->count : matches().size(); }

/// The task ended without a result; stop waiting for it.
void SearchState::giveUp(TraceWork::Task task)
{
    if (task == TraceWork::Task::RankSearch)
        stopReadingRanks();
    if (task != TraceWork::Task::Search || !m_isPending)
        return;
    m_isPending = false;
    m_awaitedMatch.reset();
    m_awaitedDirection.reset();
    m_found = m_highlighted = std::make_shared<const SearchResult>();
    emit changed();
}

void SearchState::setDurations(std::optional<TimeRange> durations)
{
    if (durations == m_durations || m_isPending)
        return;
    m_durations = durations;
    const TracePtr now = m_document.trace();
    if (!now || !durations || !m_found) {
        m_highlighted = m_found;
        emit durationsChanged();
        return;
    }
    const auto choose = [this, now, found = m_found, wanted = *durations]() -> TraceWork::Take {
        return [this, found, wanted, taking = matchesTaking(*found, *now, wanted)] {
            if (m_found != found || m_durations != wanted)
                return false;
            m_highlighted = taking;
            return true;
        };
    };
    const auto notify = [this] { emit durationsChanged(); };
    if (m_work.perform(TraceWork::Task::Durations, m_found->byBegin.size(), choose, notify))
        emit durationsChanged();
}

void SearchState::goToNext(int direction)
{
    const bool awaitsRanks = isReadingRanks() && m_ranks->found->first.empty();
    if (m_ranks ? awaitsRanks : m_isPending) {
        m_awaitedDirection = direction;
        return;
    }
    if (m_index >= 0) {
        goToMatch(m_index + direction);
        return;
    }
    const TimeNs from = m_window.visibleRange().begin;
    size_t first = 0;
    if (m_ranks) {
        const auto& found = m_ranks->found->first;
        first = size_t(std::partition_point(found.begin(), found.end(), [from](const FoundSpan& match) {
            return match.begin < from;
        }) - found.begin());
    } else if (const TracePtr now = m_document.trace()) {
        first = size_t(std::partition_point(matches().begin(), matches().end(), [&now, from](SpanId span) {
            return now->begin(span) < from;
        }) - matches().begin());
    }
    goToMatch(int(first) - (direction < 0 ? 1 : 0));
}

void SearchState::goToMatch(int index)
{
    if (!m_ranks && m_isPending) {
        m_awaitedMatch = index;
        return;
    }
    const int count = int(m_ranks ? m_ranks->found->first.size() : matches().size());
    if (count == 0)
        return;
    const int wrapped = ((index % count) + count) % count;
    const bool isOther = wrapped != m_index;
    m_index = wrapped;
    m_window.goTo(
        m_ranks ? m_ranks->found->first[size_t(wrapped)] : foundSpan(*m_document.trace(), matches()[size_t(wrapped)]));
    if (isOther)
        emit changed();
}

} // namespace bubblescope
