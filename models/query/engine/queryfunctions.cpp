// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queryfunctions.h"

#include "argumenttable.h"
#include "busbandwidth.h"
#include "durationfigures.h"
#include "numbertext.h"
#include "querydata.h"
#include "querystop.h"

#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

namespace {

bool anyIsNull(int count, sqlite3_value** values)
{
    return std::any_of(values, values + count, [](sqlite3_value* v) { return sqlite3_value_type(v) == SQLITE_NULL; });
}

/// Bytes/s as nccl-tests define them; NULL for what has no time, or needs a number of ranks that is unknown.
void busBandwidthOf(sqlite3_context* context, int count, sqlite3_value** values)
{
    const auto* name = reinterpret_cast<const char*>(sqlite3_value_text(values[0]));
    const double ns = sqlite3_value_double(values[3]);
    const auto operation = name ? operationFromName(name) : std::nullopt;
    if (anyIsNull(count, values) || !operation || !(ns > 0))
        return sqlite3_result_null(context);
    const int ranks = int(std::clamp<sqlite3_int64>(sqlite3_value_int64(values[1]), 0, 1 << 30));
    const double factor = busFactor(*operation, ranks);
    factor > 0 ? sqlite3_result_double(context, factor * sqlite3_value_double(values[2]) / ns * 1e9)
               : sqlite3_result_null(context);
}

void overlapOf(sqlite3_context* context, int count, sqlite3_value** values)
{
    if (anyIsNull(count, values))
        return sqlite3_result_null(context);
    const TimeRange a {sqlite3_value_int64(values[0]), sqlite3_value_int64(values[1])};
    const TimeRange b {sqlite3_value_int64(values[2]), sqlite3_value_int64(values[3])};
    const TimeRange both = a.intersected(b);
    // In unsigned arithmetic: a query may ask for any numbers, and they may lie farther apart than the largest.
    constexpr auto most = uint64_t(std::numeric_limits<sqlite3_int64>::max());
    const uint64_t length = both.isEmpty() ? 0 : uint64_t(both.end) - uint64_t(both.begin);
    sqlite3_result_int64(context, sqlite3_int64(std::min(length, most)));
}

/// What was recorded of a span under a name; NULL where it has no such argument.
void argumentOf(sqlite3_context* context, int count, sqlite3_value** values)
{
    if (anyIsNull(count, values) || sqlite3_value_type(values[0]) != SQLITE_INTEGER)
        return sqlite3_result_null(context);
    const auto* name = reinterpret_cast<const char*>(sqlite3_value_text(values[1]));
    const auto argument = name ? argumentNamed(name) : std::nullopt;
    if (!argument)
        return sqlite3_result_error(context,
            "no argument is kept under that name; those that are: 'Input Dims', 'Input type', 'Input Strides', "
            "'Concrete Inputs', 'stream', 'grid', 'block', 'registers per thread', 'shared memory' and 'occupancy'",
            -1);
    auto& data = *static_cast<QueryData*>(sqlite3_user_data(context));
    try {
        const std::string value = argumentOfSpan(data, sqlite3_value_int64(values[0]), *argument);
        if (value.empty())
            return sqlite3_result_null(context);
        if (const auto number = parseInteger(value))
            return sqlite3_result_int64(context, *number);
        sqlite3_result_text(context, value.data(), int(value.size()), SQLITE_TRANSIENT);
    } catch (const QueryStopped&) {
        sqlite3_result_error_code(context, SQLITE_INTERRUPT);
    } catch (const QueryRefused& refused) {
        sqlite3_result_error(context, refused.text().c_str(), -1);
    } catch (const std::bad_alloc&) {
        sqlite3_result_error_nomem(context);
    } catch (const std::exception& error) { // none may pass through SQLite
        sqlite3_result_error(context, error.what(), -1);
    }
}

/// The values of one group.
struct PercentileValues {
    std::vector<double> values;
    double percent = -1;
    bool areIntegers = true;
};
constexpr size_t mostValues = size_t(64) << 20;

PercentileValues** percentileOf(sqlite3_context* context, bool creates)
{
    return static_cast<PercentileValues**>(
        sqlite3_aggregate_context(context, creates ? int(sizeof(PercentileValues*)) : 0));
}

void addToPercentile(sqlite3_context* context, int /*count*/, sqlite3_value** values)
{
    PercentileValues** kept = percentileOf(context, true);
    if (!kept)
        return sqlite3_result_error_nomem(context);
    const int type = sqlite3_value_type(values[0]);
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT)
        return; // as sum() and avg() have it
    try {
        if (!*kept)
            *kept = new PercentileValues;
        PercentileValues& all = **kept;
        if (all.values.size() >= mostValues)
            return sqlite3_result_error_nomem(context);
        all.values.push_back(sqlite3_value_double(values[0]));
        all.areIntegers &= type == SQLITE_INTEGER;
        all.percent = sqlite3_value_double(values[1]);
    } catch (const std::bad_alloc&) {
        sqlite3_result_error_nomem(context);
    }
}

/// The nearest rank, as everywhere in the program.
void finishPercentile(sqlite3_context* context)
{
    PercentileValues** kept = percentileOf(context, false);
    const std::unique_ptr<PercentileValues> all(kept ? *kept : nullptr);
    if (!all || all->values.empty())
        return sqlite3_result_null(context);
    if (!(all->percent >= 0 && all->percent <= 100))
        return sqlite3_result_error(context, "percentile(x, p): p is from 0 to 100", -1);
    const auto at = all->values.begin() + std::ptrdiff_t(nearestRank(all->values.size(), all->percent / 100));
    std::nth_element(all->values.begin(), at, all->values.end());
    constexpr double exactIntegers = 9e15;
    if (all->areIntegers && std::abs(*at) < exactIntegers)
        sqlite3_result_int64(context, sqlite3_int64(*at));
    else
        sqlite3_result_double(context, *at);
}

} // namespace

bool addQueryFunctions(sqlite3* database, QueryData& data)
{
    constexpr int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    return sqlite3_create_function_v2(
               database, "busbw", 4, flags, nullptr, busBandwidthOf, nullptr, nullptr, nullptr)
        == SQLITE_OK
        && sqlite3_create_function_v2(database, "overlap_ns", 4, flags, nullptr, overlapOf, nullptr, nullptr, nullptr)
        == SQLITE_OK
        && sqlite3_create_function_v2(database, "arg", 2, flags, &data, argumentOf, nullptr, nullptr, nullptr)
        == SQLITE_OK
        && sqlite3_create_function_v2(
               database, "percentile", 2, flags, nullptr, nullptr, addToPercentile, finishPercentile, nullptr)
        == SQLITE_OK;
}

} // namespace bubblescope
