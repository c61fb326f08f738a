// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"

#include <string_view>
#include <vector>

namespace bubblescope {

/// A question that many have, and its query.
struct ReadyQuestion {
    Message title;
    std::string_view sql;
};
const std::vector<ReadyQuestion>& readyQuestions();

} // namespace bubblescope
