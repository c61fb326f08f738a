// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stragglermodel.h"

#include "partoftrace.h"
#include "stragglermodelbuilder.h"
#include "traceranges.h"

#include <algorithm>
#include <array>

namespace bubblescope {

Result<StragglerModel> StragglerModel::make(const RunContext& context)
{
    return StragglerModelBuilder(context).build();
}

std::optional<Error> StragglerModel::whyNoWholeStep(const Trace& trace)
{
    if (!holdsPartOfRun(trace))
        return std::nullopt;
    const std::vector<bool> cut = cutSteps(trace);
    if (std::find(cut.begin(), cut.end(), false) != cut.end())
        return std::nullopt;
    return Error {say("Within the range that was read, no step is whole."),
        say("Ranks, stages and microbatches are compared only in whole steps: give a --range that holds one, or leave "
            "it out."),
        {}};
}

StragglerModel::Played StragglerModel::play(size_t step, const DurationOf& durationOf) const
{
    Played played;
    played.begin.assign(m_nodes.size(), 0);
    played.end.assign(m_nodes.size(), 0);
    std::vector<double> latest(m_groups, notYet);
    const auto endOf = [&](uint32_t n) {
        const uint32_t group = m_nodes[n].group;
        return group == none ? played.end[n] : latest[group] + double(durationOf(n, step));
    };
    for (const uint32_t n : m_order) {
        double begin = earliestOf(n);
        for (uint32_t i = m_firstInput[n]; i < m_firstInput[n + 1]; ++i)
            begin = std::max(begin, endOf(m_inputs[i]));
        played.begin[n] = begin;
        if (const uint32_t group = m_nodes[n].group; group != none)
            latest[group] = std::max(latest[group], begin);
        else
            played.end[n] = begin + double(durationOf(n, step));
    }
    for (uint32_t n = 0; n < m_nodes.size(); ++n)
        played.end[n] = std::max(endOf(n), 0.0);
    return played;
}

std::vector<double> StragglerModel::lengths(const std::vector<float>& ideal, const std::vector<uint8_t>& isIdeal) const
{
    Scratch scratch;
    return lengths(ideal, isIdeal, scratch);
}

std::vector<double> StragglerModel::lengths(
    const std::vector<float>& ideal, const std::vector<uint8_t>& isIdeal, Scratch& scratch) const
{
    // Several steps at once: the dependencies are read once for all of them.
    constexpr size_t together = 4;
    const size_t steps = m_steps.size();
    std::vector<double> lengths(steps, 0);
    std::vector<double>& end = scratch.end; // of a grouped node: its own duration
    std::vector<double>& latest = scratch.latest;
    end.resize(m_nodes.size() * together);
    latest.resize(m_groups * together);
    for (size_t from = 0; from < steps; from += together) {
        const size_t count = std::min(together, steps - from);
        std::fill(latest.begin(), latest.end(), notYet);
        for (const uint32_t n : m_order) {
            std::array<double, together> begin;
            begin.fill(earliestOf(n));
            for (uint32_t i = m_firstInput[n]; i < m_firstInput[n + 1]; ++i) {
                const uint32_t input = m_inputs[i];
                const double* const own = &end[input * together];
                if (const uint32_t group = m_nodes[input].group; group != none) {
                    const double* const met = &latest[group * together];
                    for (size_t k = 0; k < together; ++k)
                        begin[k] = std::max(begin[k], met[k] + own[k]);
                } else {
                    for (size_t k = 0; k < together; ++k)
                        begin[k] = std::max(begin[k], own[k]);
                }
            }
            double* const own = &end[n * together];
            const float* const recorded = &m_duration[n * steps + from];
            const uint32_t group = m_nodes[n].group;
            for (size_t k = 0; k < count; ++k)
                own[k] = isIdeal[n] ? double(ideal[n]) : double(recorded[k]);
            if (group != none) {
                double* const met = &latest[group * together];
                for (size_t k = 0; k < together; ++k)
                    met[k] = std::max(met[k], begin[k]);
            } else {
                for (size_t k = 0; k < together; ++k)
                    own[k] += begin[k];
            }
        }
        for (uint32_t n = 0; n < m_nodes.size(); ++n) {
            if (!m_isLast[n])
                continue;
            const uint32_t group = m_nodes[n].group;
            for (size_t k = 0; k < count; ++k) {
                const double over = end[n * together + k] + (group == none ? 0 : latest[group * together + k]);
                lengths[from + k] = std::max(lengths[from + k], over);
            }
        }
    }
    return lengths;
}

} // namespace bubblescope
