// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "weightgradients.h"

#include <vector>

// For makeSchedule() only, which has checked the arguments. Two chunks in a V: the first rank has the first and the
// last stage of the model.
namespace bubblescope {

/// Most activations, in halves of a forward pass, that V-Half or V-Min keeps until the weight gradient: about a half
/// and a third of what 1F1B holds (Qi et al. 2024b, Table 1).
HeldLimit heldLimitOf(ScheduleKind kind, int ranks, int microbatches);
/// Candidate orders of V-Half or V-Min: their building blocks repeated (Qi et al. 2024b, section 3 and appendix B), and
/// the same with warmup and cooldown compacted. The costs decide which is best.
std::vector<Schedule> controllableMemoryOrders(const Schedule& empty);

} // namespace bubblescope
