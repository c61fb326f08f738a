// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "weightgradients.h"

#include <vector>

// For makeSchedule() alone: arguments were checked there. Two chunks in a V: the first rank has the first and the last
// stage of the model.
namespace bubblescope {

/// Halves of a forward pass that V-Half or V-Min keeps until the weight gradient, at most: about a half and a third of
/// what 1F1B holds (Qi et al. 2024b, Table 1).
HeldLimit heldLimitOf(ScheduleKind kind, int ranks, int microbatches);
/// Orders of V-Half or V-Min: their building blocks repeated (Qi et al. 2024b, section 3 and appendix B), and the same
/// with warmup and cooldown squeezed. Which is the best depends on the costs.
std::vector<Schedule> controllableMemoryOrders(const Schedule& empty);

} // namespace bubblescope
