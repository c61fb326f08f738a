// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tomlfields.h"

#include "textencoding.h"

#include <string>

// toml++ asserts that the name of a table begins like a name, or assumes it without assertions, and tells two lines
// later that "[+x]" does not: what is read is hostile, so nothing is assumed.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert(true)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

namespace bubblescope {

namespace {

int tomlLine(const toml::node& node) { return int(node.source().begin.line); }

bool addNode(const toml::node& node, FieldPath& path)
{
    if (const toml::table* table = node.as_table()) {
        if (!path.beginMap())
            return false;
        for (const auto& [key, value] : *table) {
            if (!path.key(key.str()) || !addNode(value, path))
                return false;
        }
        return path.end();
    }
    if (const toml::array* list = node.as_array()) {
        if (!path.beginList())
            return false;
        for (const toml::node& item : *list) {
            if (!addNode(item, path))
                return false;
        }
        return path.end();
    }
    if (const auto text = node.value_exact<std::string_view>())
        return path.value(*text, tomlLine(node));
    if (const auto number = node.value_exact<int64_t>())
        return path.value(std::to_string(*number), tomlLine(node));
    if (const auto number = node.value_exact<double>())
        return path.value(std::to_string(*number), tomlLine(node));
    if (const auto is = node.value_exact<bool>())
        return path.value(*is ? "true" : "false", tomlLine(node));
    return true; // dates say nothing of a job
}

} // namespace

Result<DescribedFields> readTomlFields(std::string_view text, std::string_view file)
{
    DescribedFields fields;
    try {
        const toml::table table = toml::parse(text);
        FieldPath path(fields);
        if (!addNode(table, path))
            return tooLarge(file, 0);
    } catch (const toml::parse_error& damage) {
        return atLine(file, int(damage.source().begin.line),
            say("this is no whole TOML: {}", excerpt(damage.description(), 120)));
    }
    return fields;
}

} // namespace bubblescope
