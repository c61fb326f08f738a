// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "passlayers.h"

#include "layerslices.h"
#include "layerwork.h"
#include "median.h"

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>

namespace bubblescope {

namespace {

/// Exchanged tokens are as many as experts were chosen: their size tells nothing.
using Key = std::tuple<Operation, Category, std::string, double>;

Key pieceKey(const WorkPiece& piece)
{
    return {piece.operation, piece.category, piece.name, piece.operation == Operation::AllToAll ? -1 : piece.bytes};
}

/// Of the communication that a pass does in its own course.
std::vector<size_t> communicationIn(const Work& work)
{
    std::vector<size_t> places;
    for (size_t i = 0; i < work.size(); ++i) {
        if (work[i].isCommunication() && !work[i].isAsynchronous)
            places.push_back(i);
    }
    return places;
}

bool matches(const std::vector<Key>& keys, size_t first, size_t count, const std::vector<Key>& layer)
{
    for (size_t i = 0; i < count; ++i) {
        if (keys[first + i] != layer[i % layer.size()])
            return false;
    }
    return true;
}

Work pieces(const Work& work, size_t first, size_t last)
{
    return {work.begin() + std::ptrdiff_t(first), work.begin() + std::ptrdiff_t(last)};
}

/// So much compute from the end of the work, as far as there is no communication; taken away from it.
Work takenFromEnd(Work& work, double ns)
{
    Work taken;
    while (!work.empty() && !work.back().isCommunication() && ns > 0) {
        WorkPiece piece = work.back();
        if (piece.ns > ns) {
            work.back().ns -= ns;
            piece.ns = ns;
        } else {
            work.pop_back();
        }
        ns -= piece.ns;
        taken.insert(taken.begin(), std::move(piece));
    }
    return taken;
}

Work takenFromBegin(Work& work, double ns)
{
    Work taken;
    while (!work.empty() && !work.front().isCommunication() && ns > 0) {
        WorkPiece piece = work.front();
        if (piece.ns > ns) {
            work.front().ns -= ns;
            piece.ns = ns;
        } else {
            work.erase(work.begin());
        }
        ns -= piece.ns;
        taken.push_back(std::move(piece));
    }
    return taken;
}

/// Compute behind the last communication of the work, or before its first.
double lastCompute(const Work& work)
{
    double ns = 0;
    for (auto piece = work.rbegin(); piece != work.rend() && !piece->isCommunication(); ++piece)
        ns += piece->ns;
    return ns;
}
double firstCompute(const Work& work)
{
    double ns = 0;
    for (auto piece = work.begin(); piece != work.end() && !piece->isCommunication(); ++piece)
        ns += piece->ns;
    return ns;
}

/// A pass cut at the communication of its layers.
struct Cut {
    Work before;
    std::vector<Work> inside;  ///< from the first communication of a layer to its last
    std::vector<Work> between; ///< the end of one layer and the begin of the next
    Work behind;
};

Cut cutAt(const Work& work, size_t first, int perLayer, int layers)
{
    const std::vector<size_t> places = communicationIn(work);
    const auto count = size_t(perLayer);
    Cut cut;
    cut.before = pieces(work, 0, places[first]);
    for (size_t layer = 0; layer < size_t(layers); ++layer) {
        const size_t begin = places[first + layer * count];
        const size_t end = places[first + (layer + 1) * count - 1] + 1;
        cut.inside.push_back(pieces(work, begin, end));
        if (layer + 1 < size_t(layers))
            cut.between.push_back(pieces(work, end, places[first + (layer + 1) * count]));
        else
            cut.behind = pieces(work, end, work.size());
    }
    return cut;
}

} // namespace

Work slice(const Work& work, double first, double last)
{
    const double all = computeOf(work);
    if (all <= 0)
        return first <= 0 ? work : Work {};
    const double from = first * all;
    const double to = last * all;
    const double rounding = all * 1e-9;
    Work part;
    double at = 0;
    for (const WorkPiece& piece : work) {
        if (piece.isCommunication()) {
            if ((at > from + rounding && at <= to + rounding) || (first <= 0 && at <= from + rounding))
                part.push_back(piece);
            continue;
        }
        const double length = std::min(at + piece.ns, to) - std::max(at, from);
        at += piece.ns;
        if (length > rounding) {
            part.push_back(piece);
            part.back().ns = length;
        }
    }
    return part;
}

std::optional<LayerPattern> findLayerPattern(
    std::span<const Work* const> passes, std::span<const int> layers, PassDirection direction)
{
    std::vector<std::vector<Key>> keys;
    size_t most = std::numeric_limits<size_t>::max();
    for (size_t stage = 0; stage < passes.size(); ++stage) {
        std::vector<Key>& made = keys.emplace_back();
        for (const size_t place : communicationIn(*passes[stage]))
            made.push_back(pieceKey((*passes[stage])[place]));
        if (layers[stage] < 1)
            return std::nullopt;
        most = std::min(most, made.size() / size_t(layers[stage]));
    }
    if (passes.empty())
        return std::nullopt;
    // The end that a pass comes from communicates before its layers, the one that it goes to behind them.
    const size_t from = direction == PassDirection::Forward ? 0 : passes.size() - 1;
    const size_t to = passes.size() - 1 - from;
    for (size_t perLayer = most; perLayer > 0; --perLayer) {
        const auto spare = [&](size_t stage) { return keys[stage].size() - perLayer * size_t(layers[stage]); };
        // What a stage between the ends repeats, else what the last repeats from its begin.
        const size_t model = passes.size() > 2 ? 1 : from == to ? from : to;
        for (size_t offset = 0; offset <= (model == from || model == to ? spare(model) : 0); ++offset) {
            const std::vector<Key> layer(
                keys[model].begin() + std::ptrdiff_t(offset), keys[model].begin() + std::ptrdiff_t(offset + perLayer));
            LayerPattern pattern;
            pattern.perLayer = int(perLayer);
            for (size_t stage = 0; stage < passes.size(); ++stage) {
                const size_t count = perLayer * size_t(layers[stage]);
                const size_t wanted = stage == from && stage != to ? spare(stage) : 0;
                std::optional<size_t> found;
                for (size_t first = 0; first <= spare(stage); ++first) {
                    const bool isNearer = !found || first == wanted;
                    if (isNearer && matches(keys[stage], first, count, layer))
                        found = first;
                }
                // Only the ends of the pipeline have work of their own.
                if (!found || (stage != from && stage != to && spare(stage) > 0))
                    break;
                pattern.first.push_back(*found);
            }
            if (pattern.first.size() == passes.size())
                return pattern;
        }
    }
    return std::nullopt;
}

std::vector<double> computeOfLayers(
    std::span<const Work* const> passes, std::span<const int> layers, PassDirection direction)
{
    const std::optional<LayerPattern> pattern = findLayerPattern(passes, layers, direction);
    if (!pattern)
        return {};
    const bool isCutBetween = *std::min_element(layers.begin(), layers.end()) > 1;
    std::vector<double> made;
    for (size_t stage = 0; stage < passes.size(); ++stage) {
        const Cut cut = cutAt(*passes[stage], pattern->first[stage], pattern->perLayer, layers[stage]);
        double ns = 0;
        for (const Work& inside : cut.inside)
            ns += computeOf(inside) / layers[stage];
        for (const Work& between : cut.between)
            ns += isCutBetween ? computeOf(between) / (layers[stage] - 1) : 0;
        if (ns <= 0)
            return {};
        made.push_back(ns);
    }
    return made;
}

std::vector<int> countLayers(std::span<const Work* const> passes, int layers)
{
    std::vector<int> counts;
    for (const Work* pass : passes)
        counts.push_back(int(communicationIn(*pass).size()));
    if (counts.empty() || layers < int(counts.size()))
        return {};
    for (int perLayer = *std::max_element(counts.begin(), counts.end()); perLayer > 0; --perLayer) {
        // One of the ends may do so much more that it looks like more layers.
        for (const size_t unsure : {counts.size() - 1, size_t(0)}) {
            std::vector<int> held;
            int rest = layers;
            for (const int count : counts) {
                held.push_back(count / perLayer);
                rest -= held.back();
            }
            held[unsure] += rest;
            if (*std::min_element(held.begin(), held.end()) < 1 || held[unsure] * perLayer > counts[unsure])
                continue;
            const std::optional<LayerPattern> pattern = findLayerPattern(passes, held, PassDirection::Forward);
            if (pattern && pattern->perLayer == perLayer)
                return held;
        }
    }
    return {};
}

PassSplitter::PassSplitter(
    std::vector<Work> passes, std::vector<int> layers, PassDirection direction, double headLayers)
    : m_passes(std::move(passes))
    , m_layers(std::move(layers))
    , m_direction(direction)
    , m_headLayers(headLayers)
    , m_positions(m_passes.size() / std::max<size_t>(1, m_layers.size()))
{
    std::vector<const Work*> first;
    for (size_t stage = 0; stage < m_layers.size(); ++stage)
        first.push_back(&pass(stage, 0));
    m_pattern = findLayerPattern(first, m_layers, direction);
    // All positions have to do the same.
    for (size_t stage = 0; stage < m_layers.size() && m_pattern; ++stage) {
        for (size_t position = 1; position < m_positions; ++position) {
            if (communicationIn(pass(stage, position)).size() != communicationIn(pass(stage, 0)).size()) {
                m_pattern.reset();
                break;
            }
        }
    }
    if (m_pattern)
        measureBorders();
}

void PassSplitter::measureBorders()
{
    const bool isForward = m_direction == PassDirection::Forward;
    const size_t from = isForward ? 0 : m_layers.size() - 1;
    const size_t to = m_layers.size() - 1 - from;
    std::vector<double> between;
    std::vector<double> before; // of stages that begin with a layer
    std::vector<double> behind; // of stages that end with one
    std::vector<double> ends;
    for (size_t stage = 0; stage < m_layers.size(); ++stage) {
        for (size_t position = 0; position < m_positions; ++position) {
            const Cut cut = cutAt(pass(stage, position), m_pattern->first[stage], m_pattern->perLayer, m_layers[stage]);
            for (const Work& work : cut.between)
                between.push_back(computeOf(work));
            if (stage != from)
                before.push_back(lastCompute(cut.before));
            if (stage != to)
                behind.push_back(firstCompute(cut.behind));
            if (from == to)
                ends.push_back(firstCompute(cut.behind) / std::max(lastCompute(cut.before), 1.0));
        }
    }
    m_headNs = medianOf(before);
    m_tailNs = medianOf(behind);
    if (between.empty())
        return;
    const double both = medianOf(between);
    if (from == to) {
        // One stage has both ends of the model: the border is shared as they are.
        const double share = medianOf(ends);
        m_tailNs = both * share / (1 + share);
        m_headNs = both - m_tailNs;
    } else if (isForward) {
        // A stage takes time to begin with a pass, which is no layer's.
        m_tailNs = std::min(m_tailNs, both);
        m_headNs = both - m_tailNs;
    } else {
        m_headNs = std::min(m_headNs, both);
        m_tailNs = both - m_headNs;
    }
}

double PassSplitter::usualPass(size_t stage) const
{
    std::vector<double> whole;
    for (size_t position = 0; position < m_positions; ++position)
        whole.push_back(computeOf(pass(stage, position)));
    return medianOf(whole);
}

/// ns of compute; 0 where nothing tells it from what the ends do.
double PassSplitter::usualLayer() const
{
    std::vector<double> perLayer;
    for (size_t s = 1; s + 1 < m_layers.size(); ++s) {
        for (size_t position = 0; position < m_positions && m_layers[s] > 0; ++position)
            perLayer.push_back(computeOf(pass(s, position)) / m_layers[s]);
    }
    if (!perLayer.empty())
        return medianOf(perLayer);
    if (m_layers.size() > 2 || m_headLayers <= 0)
        return 0;
    const double byLast = usualPass(m_layers.size() - 1) / (m_layers.back() + m_headLayers);
    return m_layers[0] > 0 ? std::min(byLast, usualPass(0) / m_layers[0]) : byLast;
}

/// What an end of the pipeline takes more than its layers, as a share of its pass.
double PassSplitter::extraOf(size_t stage) const
{
    const bool isEnd = stage == 0 || stage + 1 == m_layers.size();
    const double layer = isEnd ? usualLayer() : 0;
    const double own = usualPass(stage);
    return layer > 0 && own > 0 ? std::max(0.0, 1 - layer * m_layers[stage] / own) : 0;
}

PassLayers PassSplitter::splitEvenly(const Work& work, size_t stage) const
{
    const double extra = extraOf(stage);
    // Of a single stage only what the head takes is known.
    const bool isEntered = (stage == 0 && m_layers.size() > 1) == (m_direction == PassDirection::Forward);
    const double first = isEntered ? extra : 0;
    const double last = isEntered ? 1 : 1 - extra;
    const int count = m_layers[stage];
    PassLayers made;
    made.entry = first > 0 ? slice(work, 0, first) : Work {};
    for (int i = 0; i < count; ++i)
        made.layers.push_back(
            slice(work, first + (last - first) * i / count, first + (last - first) * (i + 1) / count));
    if (count == 0)
        made.entry = work;
    else if (last < 1)
        made.exit = slice(work, last, 1);
    return made;
}

PassLayers PassSplitter::split(size_t stage, size_t position) const
{
    const Work& work = pass(stage, position);
    if (!m_pattern)
        return splitEvenly(work, stage);
    Cut cut = cutAt(work, m_pattern->first[stage], m_pattern->perLayer, m_layers[stage]);
    PassLayers made;
    const double tailShare = m_headNs + m_tailNs > 0 ? m_tailNs / (m_headNs + m_tailNs) : 0;
    Work head = takenFromEnd(cut.before, m_headNs);
    made.entry = std::move(cut.before);
    for (size_t layer = 0; layer < cut.inside.size(); ++layer) {
        Work& whole = made.layers.emplace_back(std::move(head));
        append(whole, cut.inside[layer]);
        if (layer + 1 == cut.inside.size()) {
            append(whole, takenFromBegin(cut.behind, m_tailNs));
        } else {
            append(whole, takenFromBegin(cut.between[layer], computeOf(cut.between[layer]) * tailShare));
            head = std::move(cut.between[layer]);
        }
    }
    made.exit = std::move(cut.behind);
    return made;
}

} // namespace bubblescope
