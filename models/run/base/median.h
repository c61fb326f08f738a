// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <vector>

namespace bubblescope {

/// The median; of an even number of values, the mean of the two in the middle; 0 if there are none. Reorders the
/// values. The difference of two integers must not overflow their type.
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
