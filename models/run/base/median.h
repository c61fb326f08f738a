// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <vector>

namespace bubblescope {

/// The mean of the two in the middle where their number is even; 0 for none. Reorders. The difference of two whole
/// numbers has to fit their type.
template <typename Number> Number medianOf(std::vector<Number>& values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 != 0)
        return *middle;
    const Number lower = *std::max_element(values.begin(), middle);
    return lower + (*middle - lower) / 2;
}

} // namespace bubblescope
