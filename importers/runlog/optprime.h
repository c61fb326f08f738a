// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "logreader.h"

namespace bubblescope {

/// opt_prime (ETRI): forward time of each transformer block by stage, loss by batch, and the layout it prints (`> GAS:
/// 32`, `stage2rank = {0: [0, 1]}`).
std::unique_ptr<LogReader> makeOptPrimeLogReader();

} // namespace bubblescope
