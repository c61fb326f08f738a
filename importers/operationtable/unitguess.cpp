// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "unitguess.h"

#include "namewords.h"
#include "numbertext.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace bubblescope {

using namespace std::string_view_literals;

UnitGuess guessTimeUnit(
    const std::vector<std::string>& header, const OperationColumns& columns, const std::vector<SampledRow>& rows)
{
    const int start = columns[columns.has(OperationColumn::Start) ? OperationColumn::Start : OperationColumn::End];
    const int end = columns[OperationColumn::End];
    const int length = columns[OperationColumn::Duration];
    const auto numberAt = [](const SampledRow& row, int index) {
        return index >= 0 && static_cast<size_t>(index) < row.cells.size()
            ? parseNumber(row.cells[static_cast<size_t>(index)])
            : std::nullopt;
    };
    std::vector<double> durations;
    double latest = 0;
    bool hasFractions = false;
    for (const SampledRow& row : rows) {
        const std::optional<double> from = numberAt(row, start);
        const std::optional<double> to = numberAt(row, end);
        const std::optional<double> lasted = numberAt(row, length);
        if (from)
            latest = std::max(latest, std::abs(*from));
        if (lasted || (from && to))
            durations.push_back(lasted ? *lasted : *to - *from);
        for (const std::optional<double>& value : {from, lasted})
            hasFractions = hasFractions || (value && *value != std::floor(*value));
    }
    // Times that count from 1970, between the years 2001 and 2286.
    for (const TimeUnit unit :
        {TimeUnit::Seconds, TimeUnit::Milliseconds, TimeUnit::Microseconds, TimeUnit::Nanoseconds}) {
        const double second = std::pow(10.0, 9 - static_cast<int>(unit));
        if (latest >= 1e9 * second && latest < 1e10 * second)
            return {unit, true};
    }
    const auto isCalled = [&](int index, std::string_view name) {
        return index >= 0 && header[static_cast<size_t>(index)] == name;
    };
    if (isCalled(start, "ts"sv) && isCalled(length, "dur"sv)) // as Chrome traces have it
        return {TimeUnit::Microseconds, true};
    const auto isCalledLike = [&](int index, std::string_view name) {
        return index >= 0 && lowered(header[static_cast<size_t>(index)]) == name;
    };
    // As AMD's rocprofv2 and rocprofv3 have it, however short the kernels are.
    if (isCalledLike(start, "start_timestamp"sv) && isCalledLike(end, "end_timestamp"sv))
        return {TimeUnit::Nanoseconds, true};
    if (durations.empty())
        return {};
    const auto middle = durations.begin() + static_cast<std::ptrdiff_t>(durations.size() / 2);
    std::nth_element(durations.begin(), middle, durations.end());
    if (hasFractions)
        return {*middle < 0.5 ? TimeUnit::Seconds : *middle < 500 ? TimeUnit::Milliseconds : TimeUnit::Microseconds};
    return {*middle >= 1e5 ? TimeUnit::Nanoseconds : TimeUnit::Microseconds};
}

} // namespace bubblescope
