// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace bubblescope {

/// What a part explains of a loss, as `m_w` and `m_s`: "61 %". More than the loss is "all": ideal durations of
/// that part alone make the steps shorter than those of all. Less than none is "nothing": they would be longer.
QString formatPartOfLoss(double share);

} // namespace bubblescope
