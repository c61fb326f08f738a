// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "suspect.h"

#include <algorithm>

namespace bubblescope {

namespace {

bool isOfHost(Category category)
{
    return category == Category::Host || category == Category::MemoryCopy || category == Category::Other;
}

} // namespace

bool covers(const Suspect& suspect, uint32_t rank, Category category)
{
    const bool isKind = suspect.kind == Culprit::Kind::Compute ? isCompute(category)
        : suspect.kind == Culprit::Kind::Host                  ? isOfHost(category)
                                                               : false;
    return isKind
        && (suspect.ranks.empty() || std::binary_search(suspect.ranks.begin(), suspect.ranks.end(), rank));
}

bool covers(const Suspect& suspect, const StepCells::LinkKey& key)
{
    return suspect.kind == Culprit::Kind::Transfer && (!suspect.group || *suspect.group == key.category)
        && (!suspect.link || *suspect.link == key);
}

} // namespace bubblescope
