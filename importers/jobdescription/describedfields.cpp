// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "describedfields.h"

#include "textencoding.h"

#include <algorithm>

namespace bubblescope {

bool DescribedFields::add(std::string_view name, std::string_view value, int line, bool isNull)
{
    name = name.substr(0, longestName);
    value = value.substr(0, longestValue);
    if (const auto known = m_byName.find(name); known != m_byName.end()) {
        DescribedField& field = m_fields[known->second];
        if ((field.value != value || field.isNull != isNull) && field.rivalLine == 0)
            field.rivalLine = line;
        return true;
    }
    if (m_fields.size() >= most)
        return false;
    m_byName.emplace(std::string(name), m_fields.size());
    m_fields.push_back({std::string(name), std::string(value), line, isNull, 0});
    return true;
}

const DescribedField* DescribedFields::find(std::string_view name) const
{
    const auto known = m_byName.find(name);
    return known == m_byName.end() ? nullptr : &m_fields[known->second];
}

bool DescribedFields::hasBelow(std::string_view name) const
{
    const std::string prefix = std::string(name) + '.';
    const auto next = m_byName.lower_bound(prefix);
    return next != m_byName.end() && next->first.starts_with(prefix);
}

std::string FieldPath::nextName()
{
    if (m_levels.empty())
        return {};
    Level& level = m_levels.back();
    std::string own = level.isList ? std::to_string(level.next++) : level.key;
    return level.name.empty() ? own : level.name + '.' + own;
}

bool FieldPath::begin(bool isList)
{
    if (m_levels.size() >= deepest)
        return false;
    std::string name = nextName();
    if (name.size() > DescribedFields::longestName)
        return false;
    m_levels.push_back({std::move(name), {}, isList, 0});
    return true;
}

bool FieldPath::beginMap() { return begin(false); }
bool FieldPath::beginList() { return begin(true); }

bool FieldPath::end()
{
    if (m_levels.empty())
        return false;
    m_levels.pop_back();
    return true;
}

bool FieldPath::key(std::string_view name)
{
    if (m_levels.empty() || m_levels.back().isList)
        return false;
    m_levels.back().key = name.substr(0, DescribedFields::longestName);
    return true;
}

bool FieldPath::value(std::string_view text, int line, bool isNull)
{
    return m_fields.add(nextName(), text, line, isNull);
}

std::string_view withoutBlanks(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

Error atLine(std::string_view file, int line, const Message& sentence, Message advice)
{
    const std::string name = file.empty() ? "-" : excerpt(file, 120);
    return {
        line > 0 ? say("{}, line {}: {}", name, line, sentence) : say("{}: {}", name, sentence), std::move(advice), {}};
}

Error tooLarge(std::string_view file, int line)
{
    return atLine(file, line,
        say("there are more than {} values, or they are nested too deep: this is no description of a job",
            DescribedFields::most));
}

} // namespace bubblescope
