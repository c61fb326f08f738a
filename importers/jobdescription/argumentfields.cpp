// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "argumentfields.h"

#include "characters.h"
#include "logtext.h"

#include <string>

namespace bubblescope {

namespace {

constexpr std::string_view blockBegin = "- arguments -";
constexpr std::string_view blockEnd = "- end of arguments -";

/// "name ....... value", behind what a launcher writes.
bool addArgument(std::string_view line, int number, DescribedFields& fields)
{
    const size_t dots = line.find(" ...");
    if (dots == std::string_view::npos || dots == 0)
        return true;
    size_t begin = dots;
    while (begin > 0 && (isLetter(line[begin - 1]) || isDigit(line[begin - 1]) || line[begin - 1] == '_'))
        --begin;
    const size_t value = line.find_first_not_of('.', dots + 1);
    if (begin == dots || value == std::string_view::npos || line[value] != ' ')
        return true;
    const std::string_view text = withoutBlanks(line.substr(value));
    const std::string_view name = line.substr(begin, dots - begin);
    if (fields.find(name)) // another process, or another run: the first one counts
        return true;
    return fields.add(name, text, number, text == "None" || text.empty());
}

/// "> padded vocab (size: 50257) with 431 dummy tokens (new size: 50688)"
bool addVocabulary(std::string_view line, int number, DescribedFields& fields)
{
    if (!holds(line, "padded vocab (size:"))
        return true;
    const auto size = logtext::integerAfter(line, "(size:", 1, 1 << 30);
    const auto padded = logtext::integerAfter(line, "(new size:", 1, 1 << 30);
    if (!size || !padded || fields.find("stated_vocab_size"))
        return true;
    return fields.add("stated_vocab_size", std::to_string(*size), number)
        && fields.add("stated_padded_vocab_size", std::to_string(*padded), number);
}

} // namespace

bool hasArgumentBlock(std::string_view text) { return holds(text, blockBegin); }

Result<DescribedFields> readArgumentFields(std::string_view text, std::string_view file)
{
    DescribedFields fields;
    enum class Place : uint8_t { Before, Within, Behind } place = Place::Before;
    std::string buffer;
    int number = 0;
    while (!text.empty()) {
        ++number;
        const size_t end = text.find('\n');
        const std::string_view line = logtext::withoutEscapes(text.substr(0, end), buffer);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        bool isAdded = true;
        if (place == Place::Before && holds(line, blockBegin))
            place = Place::Within;
        else if (place == Place::Within && holds(line, blockEnd))
            place = Place::Behind;
        else if (place == Place::Within)
            isAdded = addArgument(line, number, fields);
        else if (place == Place::Behind)
            isAdded = addVocabulary(line, number, fields);
        if (!isAdded)
            return tooLarge(file, number);
    }
    if (place == Place::Before)
        return atLine(file, 0, say("there is no block of arguments, as Megatron prints it"));
    return fields;
}

} // namespace bubblescope
