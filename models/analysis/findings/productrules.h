// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace bubblescope {

struct FindingContext;

/// Products of matrices of a profiler's run that are slower than others of their size: in whole precision where the
/// others are in half, of sizes that do not fit the GPU, or for no reason that shapes and types show. Each call belongs
/// to one of these findings at most; their costs are from re-timing, so that none is more than the critical path
/// allows.
void addSlowProducts(FindingContext& context);

} // namespace bubblescope
