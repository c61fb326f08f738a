// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mcparguments.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int64_t largestNumber = 1 << 30;

/// Some clients write null for what they leave out.
bool isGiven(const Json& arguments, const std::string& name) { return arguments.contains(name) && !arguments[name].is_null(); }

bool isText(const Json& value) { return value.is_string(); }

bool isOfSchema(const Json& schema, const Json& value)
{
    if (schema.contains("enum"))
        return std::find(schema["enum"].begin(), schema["enum"].end(), value) != schema["enum"].end();
    const std::string& type = schema["type"].get_ref<const std::string&>();
    if (type == "array")
        return value.is_array() && std::all_of(value.begin(), value.end(), isText);
    if (type == "integer")
        return value.is_number_integer() && value >= 0 && value <= largestNumber;
    return isText(value);
}

Error notOfSchema(const std::string& name, const Json& schema)
{
    if (schema.contains("enum"))
        return {say("{} must be one of {}.", name, fmt::format("{}", fmt::join(schema["enum"].get<std::vector<std::string>>(), ", "))), {}, {}};
    const std::string& type = schema["type"].get_ref<const std::string&>();
    if (type == "array")
        return {say("{} must be a list of texts.", name), {}, {}};
    if (type == "integer")
        return {say("{} must be a whole number from 0 to {}.", name, largestNumber), {}, {}};
    return {say("{} must be a text.", name), {}, {}};
}

} // namespace

Json textProperty(const char* description) { return {{"type", "string"}, {"description", description}}; }

Json listProperty(const char* description)
{
    return {{"type", "array"}, {"items", {{"type", "string"}}}, {"description", description}};
}

Json numberProperty(const char* description) { return {{"type", "integer"}, {"minimum", 0}, {"description", description}}; }

Json choiceProperty(const char* description, const std::vector<std::string>& choices)
{
    return {{"type", "string"}, {"enum", choices}, {"description", description}};
}

std::optional<Error> wrongArgument(const Json& properties, const std::vector<std::string>& required, const Json& arguments)
{
    if (!arguments.is_object())
        return Error {say("The arguments must be an object."), {}, {}};
    for (const auto& [name, schema] : properties.items()) {
        std::optional<Error> wrong;
        if (isGiven(arguments, name)) {
            if (!isOfSchema(schema, arguments[name]))
                wrong = notOfSchema(name, schema);
        } else if (std::find(required.begin(), required.end(), name) != required.end()) {
            wrong = Error {say("{} is missing.", name), {}, {}};
        }
        if (wrong) {
            wrong->advice = schema["description"].get<std::string>() + ".";
            return wrong;
        }
    }
    // A mistyped one that were ignored would be answered as if it had not been given.
    for (const auto& [name, value] : arguments.items()) {
        if (properties.contains(name) || name.starts_with('_'))
            continue;
        std::vector<std::string> known;
        for (const auto& [other, schema] : properties.items())
            known.push_back(other);
        return Error {say("There is no argument \"{}\".", name), say("Known are {}.", fmt::join(known, ", ")), {}};
    }
    return std::nullopt;
}

std::optional<std::string> textOf(const Json& arguments, const char* key)
{
    return isGiven(arguments, key) ? std::optional(arguments[key].get<std::string>()) : std::nullopt;
}

std::vector<std::string> listOf(const Json& arguments, const char* key)
{
    return isGiven(arguments, key) ? arguments[key].get<std::vector<std::string>>() : std::vector<std::string>();
}

std::optional<int> numberOf(const Json& arguments, const char* key)
{
    return isGiven(arguments, key) ? std::optional(arguments[key].get<int>()) : std::nullopt;
}

} // namespace bubblescope
