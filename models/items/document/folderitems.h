// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "openedfolder.h"

#include <algorithm>
#include <utility>
#include <vector>

/// Indexes into the lists of an opened folder; -1 means none.
namespace bubblescope {

/// True if `current` changed.
template <typename T> bool changeIndex(int& current, int index, const std::vector<T>& items)
{
    const int before = std::exchange(current, std::clamp(index, -1, int(items.size()) - 1));
    return before != current;
}

template <typename T> const T* itemOf(const OpenedFolderPtr& opened, std::vector<T> RunFolder::*items, int index)
{
    return opened && index >= 0 ? &(opened->folder.*items)[size_t(index)] : nullptr;
}

/// Index in the new folder of an item of the old one; that of the first item if it is gone.
template <typename T> int indexLike(const T* old, const std::vector<T>& items)
{
    if (items.empty())
        return -1;
    const auto same
        = std::find_if(items.begin(), items.end(), [old](const T& item) { return old && item.name == old->name; });
    return same == items.end() ? 0 : int(same - items.begin());
}

} // namespace bubblescope
