// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace bubblescope {

/// A sentence of a library without Qt: English text, and what it was made of, so that what shows it can translate
/// it. Plain text (names, numbers with units) is a message, too, and the same in all of them.
class Message {
public:
    /// Returns the text in another language, and texts that it does not know as they are.
    using Translate = std::function<std::string(const std::string& english)>;

    Message() = default;
    Message(std::string text);
    Message(std::string_view text) : Message(std::string(text)) { }
    Message(const char* text) : Message(std::string(text)) { }
    /// See say().
    Message(const char* pattern, std::vector<Message> values);

    const std::string& text() const { return m_text; }
    operator std::string_view() const { return m_text; }
    bool empty() const { return m_text.empty(); }
    /// Another sentence, or the rest of this one.
    Message& operator+=(const Message& more);
    /// Begins with a capital letter, in any language.
    Message capitalized() const;
    /// English where a translation does not fit its values.
    std::string in(const Translate& translate) const;

    /// What it is made of, to be kept in a file.
    struct Part {
        std::string pattern;
        std::vector<Message> values;
        bool isPlain = false;
    };
    const std::vector<Part>& parts() const { return m_parts; }
    /// The other way; nothing where a pattern does not fit its values.
    static std::optional<Message> ofParts(std::vector<Part> parts);

private:
    std::vector<Part> m_parts;
    std::string m_text;
    bool m_isCapitalized = false;
};

template <typename Value> Message messageOf(const Value& value)
{
    if constexpr (std::is_convertible_v<const Value&, Message>)
        return value;
    else
        return Message(fmt::format("{}", Value(value))); // views of fmt, as of join(), are no lvalues
}

/// `pattern` with its {} filled in, as fmt::format() does. Translators are shown every pattern that stands in a call of
/// this. Values that are messages are translated, plain text is not.
template <typename... Values> Message say(const char* pattern, const Values&... values)
{
    return Message(pattern, std::vector<Message> {messageOf(values)...});
}
/// The same with a pattern that say() was shown before, one of several.
template <typename... Values> Message say(const Message& pattern, const Values&... values)
{
    return say(pattern.text().c_str(), values...);
}

/// Joined with commas.
Message listed(const std::vector<Message>& messages);

/// A word of a table that translators see as a whole (categories, operations).
inline Message named(std::string_view word) { return Message(std::string(word).c_str(), std::vector<Message>()); }

} // namespace bubblescope
