// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "querybounds.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

QueryBounds::Limit& QueryBounds::limit(int column)
{
    const auto found
        = std::find_if(m_limits.begin(), m_limits.end(), [column](const Limit& l) { return l.column == column; });
    if (found != m_limits.end())
        return *found;
    return m_limits.emplace_back(Limit {column, {}, {}});
}

void QueryBounds::add(int column, Relation relation, int64_t value)
{
    Range& range = limit(column).range;
    constexpr int64_t least = std::numeric_limits<int64_t>::min();
    constexpr int64_t most = std::numeric_limits<int64_t>::max();
    if (relation == Relation::Equal || relation == Relation::AtLeast)
        range.first = std::max(range.first, value);
    if (relation == Relation::Equal || relation == Relation::AtMost)
        range.last = std::min(range.last, value);
    if (relation == Relation::Greater)
        range.first = std::max(range.first, value == most ? most : value + 1);
    if (relation == Relation::Less)
        range.last = std::min(range.last, value == least ? least : value - 1);
}

void QueryBounds::add(int column, Relation relation, double value)
{
    constexpr double limitOfInt64 = 9.2e18;
    if (!(std::abs(value) < limitOfInt64))
        return; // looser is allowed
    const bool isUpper = relation == Relation::Less || relation == Relation::AtMost;
    if (relation == Relation::Equal) {
        add(column, Relation::AtLeast, int64_t(std::floor(value)));
        add(column, Relation::AtMost, int64_t(std::ceil(value)));
    } else {
        add(column, isUpper ? Relation::AtMost : Relation::AtLeast,
            int64_t(isUpper ? std::ceil(value) : std::floor(value)));
    }
}

void QueryBounds::add(int column, Relation relation, std::string value)
{
    if (relation == Relation::Equal)
        limit(column).text = std::move(value);
}

QueryBounds::Range QueryBounds::range(int column) const
{
    for (const Limit& limit : m_limits) {
        if (limit.column == column)
            return limit.range;
    }
    return {};
}

const std::string* QueryBounds::text(int column) const
{
    for (const Limit& limit : m_limits) {
        if (limit.column == column && limit.text)
            return &*limit.text;
    }
    return nullptr;
}

} // namespace bubblescope
