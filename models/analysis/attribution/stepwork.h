// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What hosts call the ranges that are steps. Servers say in it what a step does: "step[EXTEND bs=2 toks=8192]",
/// "execute_context_1(512)_generation_8(8)". By index into Trace::steps(), of the first rank that has any; empty where
/// none was recorded. Of names that end with the number of the step nothing is known by that.
class StepWork {
public:
    explicit StepWork(const Trace& trace);
    std::string_view nameOf(size_t step) const { return step < m_names.size() ? m_names[step] : std::string_view(); }
    /// Of `steps`, ascending, those of which the name says another kind of work than those of all others, or more of it.
    std::vector<size_t> otherThanUsual(const std::vector<size_t>& steps) const;

private:
    std::vector<std::string_view> m_names;
};

} // namespace bubblescope
