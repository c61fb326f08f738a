// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "querytable.h"

#include <algorithm>

namespace bubblescope {

int QueryTable::columnNamed(std::string_view name) const
{
    const auto all = columns();
    const auto found = std::find_if(all.begin(), all.end(), [name](const QueryColumn& c) { return c.name == name; });
    return found == all.end() ? -1 : int(found - all.begin());
}

} // namespace bubblescope
