// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatorarguments.h"

#include "chromeevent.h"
#include "inputtext.h"
#include "jsoncursor.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

/// The entries of a list without the brackets and quotes around each; nullopt if it is damaged.
std::optional<std::vector<std::string>> entriesOf(std::string_view list)
{
    std::vector<std::string> entries;
    if (list.empty())
        return entries;
    JsonCursor cursor(list);
    const bool isWhole = forEachElement(cursor, [&] {
        JsonSlice slice;
        if (!cursor.value(slice))
            return false;
        std::string_view text = slice.text();
        if (slice.kind != JsonSlice::Kind::Container) {
            entries.push_back(jsonText(text, longestInputs));
            return true;
        }
        text = text.substr(1, text.size() - 2);
        std::string& entry = entries.emplace_back();
        for (const char c : text) { // types of a list of tensors have quotes
            if (c != ' ' && c != '\n' && c != '\t' && c != '\r' && c != '"')
                entry += c;
        }
        return true;
    });
    return isWhole ? std::optional(std::move(entries)) : std::nullopt;
}

} // namespace

std::string_view listsIn(std::string_view object)
{
    const size_t first = object.find('[');
    const size_t last = object.rfind(']');
    if (first == std::string_view::npos || last == std::string_view::npos || last < first)
        return {};
    const size_t before = object.substr(0, first).find_last_of("{,");
    const size_t begin = before == std::string_view::npos ? 0 : before + 1;
    return object.substr(begin, last + 1 - begin);
}

OperatorArguments operatorArguments(std::string_view object)
{
    OperatorArguments arguments;
    if (textOfArgument(object, "\"Input Dims\""sv).empty())
        return arguments;
    JsonCursor cursor(object);
    forEachMember(cursor, [&](std::string_view key) {
        JsonSlice slice;
        if (!cursor.value(slice))
            return false;
        std::string_view* const member = key == "Input Dims"sv ? &arguments.dimensions
            : key == "Input type"sv                            ? &arguments.types
            : key == "Input Strides"sv                         ? &arguments.strides
            : key == "Concrete Inputs"sv                       ? &arguments.values
                                                               : nullptr;
        if (member && slice.kind == JsonSlice::Kind::Container)
            *member = slice.text();
        return true;
    });
    return arguments;
}

std::string inputsOfOperator(const OperatorArguments& arguments)
{
    const auto dimensions = entriesOf(arguments.dimensions);
    const auto types = entriesOf(arguments.types);
    const auto strides = entriesOf(arguments.strides);
    const auto values = entriesOf(arguments.values);
    if (!dimensions || !types || !strides || !values)
        return {};
    const auto entry = [](const std::vector<std::string>& list, size_t i) {
        return i < list.size() ? std::string_view(list[i]) : std::string_view();
    };
    std::vector<InputText> inputs;
    for (size_t i = 0; i < std::max(dimensions->size(), types->size()); ++i)
        inputs.push_back({entry(*types, i), entry(*dimensions, i), entry(*strides, i), entry(*values, i)});
    std::string text = joinedInputs(inputs);
    return text.size() <= longestInputs ? text : std::string();
}

} // namespace bubblescope
