// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "clockgraph.h"

#include <cmath>
#include <queue>

namespace bubblescope {

ClockGraph::ClockGraph(size_t hosts, const ClockPairs& pairs) : m_edges(hosts), m_offset(hosts, 0), m_reached(hosts, false)
{
    for (const auto& [hostPair, pair] : pairs) {
        const auto a = static_cast<size_t>(hostPair.first);
        const auto b = static_cast<size_t>(hostPair.second);
        m_edges[a].push_back({b, pair.offset, pair.weight()});
        m_edges[b].push_back({a, -pair.offset, pair.weight()});
    }
    walk();
    spread();
}

void ClockGraph::walk()
{
    struct Step {
        double weight;
        size_t to;
        TimeNs offset;
        bool operator<(const Step& other) const { return weight < other.weight; }
    };
    std::priority_queue<Step> steps;
    steps.push({0, 0, 0});
    while (!steps.empty()) {
        const Step step = steps.top();
        steps.pop();
        if (m_reached[step.to])
            continue;
        m_reached[step.to] = true;
        m_offset[step.to] = step.offset;
        for (const Edge& edge : m_edges[step.to])
            steps.push({edge.weight, edge.to, clockDifference(step.offset, -edge.offset)});
    }
}

/// Conjugate gradients on the graph's Laplacian, with host 0 fixed at 0.
void ClockGraph::spread()
{
    const size_t hosts = m_offset.size();
    std::vector<double> x(hosts, 0), r(hosts, 0), p, q(hosts, 0);
    const auto apply = [&](const std::vector<double>& in, std::vector<double>& out) {
        for (size_t h = 1; h < hosts; ++h) {
            out[h] = 0;
            for (const Edge& edge : m_edges[h])
                out[h] += m_reached[h] ? edge.weight * (in[h] - in[edge.to]) : 0;
        }
    };
    const auto dot = [](const std::vector<double>& a, const std::vector<double>& b) {
        double sum = 0;
        for (size_t i = 1; i < a.size(); ++i)
            sum += a[i] * b[i];
        return sum;
    };
    for (size_t h = 1; h < hosts; ++h) {
        for (const Edge& edge : m_edges[h]) {
            const TimeNs excess = clockDifference(clockDifference(m_offset[h], m_offset[edge.to]), -edge.offset);
            r[h] -= m_reached[h] ? edge.weight * static_cast<double>(excess) : 0;
        }
    }
    p = r;
    double rr = dot(r, r);
    for (size_t round = 0; round < 2 * hosts && rr > 1e-3; ++round) {
        apply(p, q);
        const double curvature = dot(p, q);
        if (!(curvature > 0))
            break;
        const double alpha = rr / curvature;
        for (size_t h = 1; h < hosts; ++h) {
            x[h] += alpha * p[h];
            r[h] -= alpha * q[h];
        }
        const double next = dot(r, r);
        for (size_t h = 1; h < hosts; ++h)
            p[h] = r[h] + next / rr * p[h];
        rr = next;
    }
    for (size_t h = 1; h < hosts; ++h)
        m_offset[h] += std::isfinite(x[h]) && std::abs(x[h]) < 1e15 ? std::llround(x[h]) : 0;
}

} // namespace bubblescope
