// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "argumenttext.h"

#include "inputtext.h"
#include "launchtext.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace bubblescope {

namespace {

constexpr std::array<std::string_view, keptArguments.size()> argumentNames {
    "Input Dims", "Input type", "Input Strides", "Concrete Inputs", "stream", "grid", "block", "registers per thread",
    "shared memory", "est. achieved occupancy %"};

/// What two spellings of a name have in common.
std::string plainName(std::string_view name)
{
    std::string plain;
    for (const char c : name) {
        if (c != ' ' && c != '_')
            plain += c >= 'A' && c <= 'Z' ? char(c + ('a' - 'A')) : c;
    }
    return plain;
}

void appendQuoted(std::string& text, std::string_view piece)
{
    text += '"';
    for (const char c : piece) {
        if (static_cast<unsigned char>(c) < ' ')
            fmt::format_to(std::back_inserter(text), "\\u{:04x}", static_cast<unsigned>(c));
        else
            (c == '"' || c == '\\' ? text += '\\' : text) += c;
    }
    text += '"';
}

/// "16,559", "[2,3],[4]".
bool isListOfNumbers(std::string_view list)
{
    size_t depth = 0;
    bool isDue = true;  // a number or a list
    bool mayEnd = true; // there is nothing in this list yet
    for (size_t at = 0; at < list.size(); ++at) {
        if (list[at] == '[') {
            if (!isDue)
                return false;
            ++depth;
            mayEnd = true;
        } else if (list[at] == ']') {
            if (depth == 0 || (isDue && !mayEnd))
                return false;
            --depth;
            isDue = false;
        } else if (list[at] == ',') {
            if (isDue)
                return false;
            isDue = true;
            mayEnd = false;
        } else {
            at += list[at] == '-' ? 1 : 0;
            const size_t end = std::min(list.find_first_not_of("0123456789", at), list.size());
            if (!isDue || end <= at || (list[at] == '0' && end > at + 1))
                return false;
            at = end - 1;
            isDue = false;
        }
    }
    return depth == 0 && (!isDue || mayEnd);
}

/// What a damaged file has in their place is text: JSON could not be read otherwise.
void appendNumbers(std::string& text, std::string_view numbers)
{
    if (!isListOfNumbers(numbers))
        return appendQuoted(text, numbers);
    text += '[';
    for (const char c : numbers) {
        text += c;
        if (c == ',')
            text += ' ';
    }
    text += ']';
}

std::string_view pieceOf(const InputText& input, KeptArgument argument)
{
    switch (argument) {
    case KeptArgument::Sizes:
        return input.sizes;
    case KeptArgument::Types:
        return input.type;
    case KeptArgument::Strides:
        return input.strides;
    case KeptArgument::Values:
        return input.value;
    default:
        return {};
    }
}

std::string argumentOfLaunch(const LaunchText& launch, KeptArgument argument)
{
    std::string text;
    switch (argument) {
    case KeptArgument::Grid:
    case KeptArgument::Block: {
        const std::string_view sizes = argument == KeptArgument::Grid ? launch.grid : launch.block;
        if (!sizes.empty())
            appendNumbers(text, sizes);
        return text;
    }
    case KeptArgument::Registers:
        return std::string(launch.registers);
    case KeptArgument::SharedMemory:
        return std::string(launch.sharedMemory);
    case KeptArgument::Occupancy:
        return std::string(launch.occupancy);
    default:
        return text;
    }
}

} // namespace

std::string_view argumentName(KeptArgument argument) { return argumentNames[size_t(argument)]; }

std::optional<KeptArgument> argumentNamed(std::string_view name)
{
    const std::string wanted = plainName(name);
    if (wanted == "occupancy")
        return KeptArgument::Occupancy;
    for (const KeptArgument argument : keptArguments) {
        if (plainName(argumentName(argument)) == wanted)
            return argument;
    }
    return std::nullopt;
}

std::string argumentOfInputs(std::string_view inputs, KeptArgument argument)
{
    if (const std::optional<LaunchText> launch = launchOfText(inputs))
        return argumentOfLaunch(*launch, argument);
    const std::vector<InputText> all = inputsOfText(inputs);
    // Sizes are recorded of all inputs, if of any; those of a number are none.
    const bool isRecorded = argument == KeptArgument::Sizes
        ? !all.empty()
        : std::any_of(all.begin(), all.end(), [&](const InputText& i) { return !pieceOf(i, argument).empty(); });
    if (!isRecorded)
        return {};
    const bool areNumbers = argument == KeptArgument::Sizes || argument == KeptArgument::Strides;
    std::string text = "[";
    for (const InputText& input : all) {
        if (text.size() > 1)
            text += ", ";
        areNumbers ? appendNumbers(text, pieceOf(input, argument)) : appendQuoted(text, pieceOf(input, argument));
    }
    text += ']';
    return text.size() <= longestArgument ? text : std::string();
}

std::string_view streamOfLane(std::string_view name)
{
    constexpr std::string_view word = "stream ";
    const size_t at = name.rfind(word);
    if (at == std::string_view::npos)
        return {};
    name.remove_prefix(at + word.size());
    return name.substr(0, std::min(name.find_first_not_of("0123456789"), name.size()));
}

} // namespace bubblescope
