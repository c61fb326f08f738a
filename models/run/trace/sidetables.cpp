// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sidetables.h"

#include <algorithm>

namespace bubblescope {

const CollectiveCall* CollectiveTable::find(SpanId span) const
{
    const auto found = std::lower_bound(
        calls.begin(), calls.end(), span, [](const CollectiveCall& call, SpanId wanted) { return call.span < wanted; });
    return found != calls.end() && found->span == span ? &*found : nullptr;
}

} // namespace bubblescope
