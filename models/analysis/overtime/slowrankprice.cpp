// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "slowrankprice.h"

#include "roundedtime.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace bubblescope {

namespace {

constexpr size_t fewestRetimed = 8;
constexpr size_t mostRetimed = 64;
constexpr size_t retimedNodes = 20'000'000; // in all steps of a finding
constexpr size_t mostPricedRanks = 16;      // that are slow at times

class SlowRankPrice {
public:
    explicit SlowRankPrice(const PricedStep& priced)
        : m_priced(priced), m_own(priced.trace.ranks().size(), 1), m_other(m_own.size(), 1)
    {
        const ColumnVector<TraceGraph::Node>& nodes = priced.pricer.graph().nodes;
        m_isWork.reserve(nodes.size());
        for (const TraceGraph::Node& node : nodes)
            m_isWork.push_back(!node.isCommunication && !node.isStart && !node.isCall
                && isCompute(priced.trace.category(node.operation)));
    }

    /// `mended`: ranks that are taken to be as fast as others, with and without what is priced.
    void price(OverTime& what, std::span<const OverTime::Slow> mended)
    {
        // By step: where its ranks begin in the list.
        std::vector<size_t> first;
        for (size_t i = 0; i < what.slow.size(); ++i) {
            if (i == 0 || what.slow[i].step != what.slow[i - 1].step)
                first.push_back(i);
        }
        const size_t steps = first.size();
        first.push_back(what.slow.size());
        const auto ofStep = [&](size_t i) { return std::span(what.slow).subspan(first[i], first[i + 1] - first[i]); };
        std::fill(m_own.begin(), m_own.end(), 1);
        for (const std::span<const OverTime::Slow> all : {std::span<const OverTime::Slow>(what.slow), mended}) {
            for (const OverTime::Slow& slow : all)
                m_own[slow.row] = slow.step == m_priced.step ? slow.factor : m_own[slow.row];
        }
        const TimeNs healthy = gain({});
        const size_t nodes = std::max<size_t>(m_isWork.size(), 1)
            * (m_priced.pricer.graph().isRepeated() ? Retiming::mostRepetitions : 1);
        const size_t most = std::clamp(retimedNodes / nodes, fewestRetimed, mostRetimed);
        const size_t retimed = std::min(steps, most);
        double lost = 0;
        for (size_t i = 0; i < retimed; ++i) {
            // One of each stretch, at places that follow no period (the golden ratio does not).
            const double place = steps == retimed ? 0 : std::fmod(0.618034 * double(i + 1), 1);
            const auto at = size_t((double(i) + place) * double(steps) / double(retimed));
            lost += double(healthy - gain(ofStep(std::min(at, steps - 1))));
        }
        what.lostMs = std::max(0.0, lost / double(retimed) * double(steps) / nsPerMs);
        what.retimedSteps = retimed;
    }

private:
    /// With the factors of another step instead of the own ones.
    TimeNs gain(std::span<const OverTime::Slow> slow)
    {
        std::fill(m_other.begin(), m_other.end(), 1);
        for (const OverTime::Slow& of : slow)
            m_other[of.row] = double(of.factor);
        for (size_t r = 0; r < m_other.size(); ++r)
            m_other[r] /= m_own[r];
        const ColumnVector<TraceGraph::Node>& nodes = m_priced.pricer.graph().nodes;
        return m_priced.pricer.gain(
            [&](uint32_t n, TimeNs ns) {
                const double factor = m_other[nodes[n].rank];
                return factor != 1 && m_isWork[n] ? roundedNs(double(ns) * factor) : ns;
            },
            [](uint32_t, TimeNs ns) { return ns; });
    }

    const PricedStep& m_priced;
    std::vector<bool> m_isWork; // by node
    std::vector<double> m_own;  // by rank: how slow it is in the step that is re-timed
    std::vector<double> m_other;
};

} // namespace

void priceSlowRanks(std::vector<OverTime>& found, const PricedStep& priced)
{
    std::optional<SlowRankPrice> price;
    size_t ones = 0; // ranks that are slow at times
    double dearest = 0;
    std::vector<OverTime::Slow> mended;
    std::vector<int> mendedHosts;
    std::vector<OverTime> kept;
    for (OverTime& what : found) {
        const bool isOne = what.kind == OverTime::Kind::SometimesSlow;
        // A step loses at most what a single rank computes longer.
        if (isOne && (what.lostMs <= dearest || ++ones > mostPricedRanks))
            continue;
        if (what.isOfSlowRanks()) {
            if (!price)
                price.emplace(priced);
            const bool isHost = what.kind == OverTime::Kind::SlowHost;
            price->price(what, isHost ? std::span<const OverTime::Slow>(mended) : std::span<const OverTime::Slow>());
            if (isHost) {
                what.mendedHosts = mendedHosts;
                mended.insert(mended.end(), what.slow.begin(), what.slow.end());
                mendedHosts.insert(mendedHosts.end(), what.hosts.begin(), what.hosts.end());
            }
        }
        if (isOne && ones > 1 && what.lostMs <= dearest)
            continue;
        if (isOne) {
            std::erase_if(kept, [](const OverTime& other) { return other.kind == OverTime::Kind::SometimesSlow; });
            dearest = what.lostMs;
        }
        kept.push_back(std::move(what));
    }
    found = std::move(kept);
    std::stable_sort(
        found.begin(), found.end(), [](const OverTime& a, const OverTime& b) { return a.lostMs > b.lostMs; });
}

} // namespace bubblescope
