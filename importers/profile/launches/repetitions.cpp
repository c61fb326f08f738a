// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "repetitions.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace bubblescope {

namespace {

constexpr size_t leastRepetitions = 3;
constexpr size_t shortest = 8;        // fewer launches are a benchmark of one operation
constexpr int mostTried = 24;         // candidates, each looked at in one pass
constexpr double leastAlike = 0.9;    // of what a repetition launches
constexpr double innerAlike = 0.97;   // of repetitions that make up others
constexpr double leastCovered = 0.6;  // of the sequence
constexpr double mostForeign = 0.05;  // behind the last one, of what a repetition launches
constexpr double mostIrregular = 0.5; // of the distance between two

using Hint = LaunchSequence::Hint;

/// From one of these places to the next is one repetition, from the last one to the end of the sequence perhaps a part.
using Places = std::span<const uint32_t>;

class RepetitionFinder {
public:
    explicit RepetitionFinder(const LaunchSequence& sequence) : m_sequence(sequence), m_size(sequence.names.size()) { }

    std::vector<Repetition> find()
    {
        sortPlaces();
        std::optional<Found> best;
        int tried = 0;
        for (const auto& [count, candidate] : candidates()) {
            if (candidate.irregular > mostIrregular)
                continue;
            if (++tried > mostTried)
                break;
            if (const auto typical = typicalOf(candidate.places, best ? innerAlike : leastAlike))
                best = Found {candidate.places, *typical};
        }
        return best ? repetitionsOf(*best) : std::vector<Repetition>();
    }

private:
    struct Candidate {
        double irregular = 0; ///< of the distances between its places
        Places places;
    };
    struct Found {
        Places places;
        Repetition typical;
    };

    /// Places of equal names stand together, in order.
    void sortPlaces()
    {
        m_places.resize(m_size);
        std::iota(m_places.begin(), m_places.end(), 0u);
        std::stable_sort(m_places.begin(), m_places.end(),
            [&](uint32_t a, uint32_t b) { return m_sequence.names[a] < m_sequence.names[b]; });
    }

    /// The most regular name of all that occur so often: what occurs once a step has the same distance again and again.
    std::map<size_t, Candidate> candidates() const
    {
        std::map<size_t, Candidate> made;
        for (size_t begin = 0; begin < m_size;) {
            size_t end = begin;
            while (end < m_size && m_sequence.names[m_places[end]] == m_sequence.names[m_places[begin]])
                ++end;
            const Places places = Places(m_places).subspan(begin, end - begin);
            begin = end;
            if (places.size() < leastRepetitions || places.size() * shortest > m_size)
                continue;
            uint32_t least = places[1] - places[0];
            uint32_t most = least;
            for (size_t i = 2; i < places.size(); ++i) {
                least = std::min(least, places[i] - places[i - 1]);
                most = std::max(most, places[i] - places[i - 1]);
            }
            const Candidate candidate {double(most - least) / double(least), places};
            const auto [known, isNew] = made.try_emplace(places.size(), candidate);
            if (!isNew && candidate.irregular < known->second.irregular)
                known->second = candidate;
        }
        return made;
    }

    /// The one that occurs most often, if all are like it.
    std::optional<Repetition> typicalOf(Places places, double alike)
    {
        const size_t covered = m_size - places.front();
        if (double(covered) < leastCovered * double(m_size))
            return {};
        std::unordered_map<uint64_t, std::pair<size_t, size_t>> equal; // by content: how many, the first of them
        std::pair<size_t, size_t> most;
        for (size_t i = 0; i + 1 < places.size(); ++i) {
            uint64_t content = 14'695'981'039'346'656'037ull;
            for (uint32_t at = places[i]; at < places[i + 1]; ++at)
                content = (content ^ m_sequence.names[at]) * 1'099'511'628'211ull;
            auto& [count, first] = equal.try_emplace(content, 0, i).first->second;
            if (++count > most.first)
                most = {count, first};
        }
        const Repetition typical {places[most.second], places[most.second + 1]};
        const auto length = double(typical.last - typical.first);
        const auto hints = std::span(m_sequence.hints).subspan(typical.first, typical.last - typical.first);
        if (most.first < leastRepetitions - 1 || length < shortest
            || std::all_of(hints.begin(), hints.end(), [](Hint hint) { return hint == Hint::None; }))
            return {};
        for (size_t i = 0; i + 1 < places.size(); ++i) {
            const double longer = std::max(length, double(places[i + 1] - places[i]));
            if (double(commonWith(typical, {places[i], places[i + 1]})) < alike * longer)
                return {};
        }
        const Repetition rest {places.back(), uint32_t(m_size)};
        const auto foreign = double(rest.last - rest.first - commonWith(typical, rest));
        return foreign <= mostForeign * length ? std::optional(typical) : std::nullopt;
    }

    /// How many elements of one are in the other, whatever their order.
    uint32_t commonWith(Repetition typical, Repetition other)
    {
        m_left.clear();
        for (uint32_t at = typical.first; at < typical.last; ++at)
            ++m_left[m_sequence.names[at]];
        uint32_t common = 0;
        for (uint32_t at = other.first; at < other.last; ++at) {
            const auto left = m_left.find(m_sequence.names[at]);
            if (left != m_left.end() && left->second > 0) {
                --left->second;
                ++common;
            }
        }
        return common;
    }

    /// How far behind its first element a step begins: where the longest part without the strongest hint begins or,
    /// for input, ends.
    uint32_t shiftOf(Repetition typical) const
    {
        const uint32_t length = typical.last - typical.first;
        const auto hintAt = [&](uint32_t at) { return m_sequence.hints[typical.first + at % length]; };
        for (const Hint hint : {Hint::Ends, Hint::Begins, Hint::Within}) {
            std::vector<uint32_t> at;
            for (uint32_t i = 0; i < length; ++i) {
                if (hintAt(i) == hint)
                    at.push_back(i);
            }
            uint32_t longest = 0;
            uint32_t shift = 0;
            for (size_t i = 0; i < at.size(); ++i) {
                const uint32_t next = i + 1 < at.size() ? at[i + 1] : at.front() + length;
                if (next - at[i] > longest) {
                    longest = next - at[i];
                    shift = hint == Hint::Begins ? next : at[i] + 1;
                }
            }
            if (!at.empty())
                return shift % length;
        }
        return 0;
    }

    std::vector<Repetition> repetitionsOf(const Found& found) const
    {
        const uint32_t length = found.typical.last - found.typical.first;
        const uint32_t shift = shiftOf(found.typical);
        std::vector<uint32_t> begins;
        // Before the first place there may be the most of one more.
        const uint32_t before = length - shift;
        if (shift > 0 && before <= found.places.front()
            && std::equal(m_sequence.names.begin() + found.places.front() - before,
                m_sequence.names.begin() + found.places.front(),
                m_sequence.names.begin() + found.typical.first + shift))
            begins.push_back(found.places.front() - before);
        for (size_t i = 0; i + 1 < found.places.size(); ++i)
            begins.push_back(std::min(found.places[i] + shift, found.places[i + 1]));
        if (found.places.back() + shift <= m_size)
            begins.push_back(found.places.back() + shift);
        std::vector<Repetition> made;
        for (size_t i = 0; i < begins.size(); ++i) {
            const bool isLast = i + 1 == begins.size();
            const uint32_t end = isLast ? begins[i] + length : begins[i + 1];
            if (end <= m_size && end > begins[i])
                made.push_back({begins[i], end});
        }
        return made.size() < leastRepetitions ? std::vector<Repetition>() : made;
    }

    const LaunchSequence& m_sequence;
    const size_t m_size;
    std::vector<uint32_t> m_places;                // of all names
    std::unordered_map<uint32_t, uint32_t> m_left; // scratch space of commonWith()
};

} // namespace

std::vector<Repetition> findRepetitions(const LaunchSequence& sequence) { return RepetitionFinder(sequence).find(); }

} // namespace bubblescope
