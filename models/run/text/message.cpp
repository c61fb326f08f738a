// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "message.h"

#include <fmt/args.h>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

std::string filledIn(const std::string& pattern, const std::vector<std::string>& values)
{
    fmt::dynamic_format_arg_store<fmt::format_context> arguments;
    for (const std::string& value : values)
        arguments.push_back(std::cref(value));
    return fmt::vformat(pattern, arguments);
}

void capitalize(std::string& text)
{
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
}

} // namespace

Message::Message(std::string text) : m_text(std::move(text))
{
    if (!m_text.empty())
        m_parts.push_back({m_text, {}, true});
}

Message::Message(const char* pattern, std::vector<Message> values)
{
    std::vector<std::string> texts;
    for (const Message& value : values)
        texts.push_back(value.m_text);
    m_text = values.empty() ? std::string(pattern) : filledIn(pattern, texts);
    m_parts.push_back({pattern, std::move(values), false});
}

std::optional<Message> Message::ofParts(std::vector<Part> parts)
{
    Message made;
    for (const Part& part : parts) {
        std::vector<std::string> texts;
        for (const Message& value : part.values)
            texts.push_back(value.m_text);
        try {
            made.m_text += part.isPlain || texts.empty() ? part.pattern : filledIn(part.pattern, texts);
        } catch (const fmt::format_error&) {
            return std::nullopt;
        }
    }
    made.m_parts = std::move(parts);
    return made;
}

Message& Message::operator+=(const Message& more)
{
    const Message added = more; // may be this message itself
    m_parts.insert(m_parts.end(), added.m_parts.begin(), added.m_parts.end());
    m_text += added.m_text;
    return *this;
}

Message Message::capitalized() const
{
    Message message = *this;
    message.m_isCapitalized = true;
    capitalize(message.m_text);
    return message;
}

std::string Message::in(const Translate& translate) const
{
    std::string text;
    for (const Part& part : m_parts) {
        const std::string pattern = part.isPlain ? part.pattern : translate(part.pattern);
        if (part.values.empty()) {
            text += pattern;
            continue;
        }
        std::vector<std::string> values;
        for (const Message& value : part.values)
            values.push_back(value.in(translate));
        try {
            text += filledIn(pattern, values);
        } catch (const fmt::format_error&) {
            text += filledIn(part.pattern, values);
        }
    }
    if (m_isCapitalized)
        capitalize(text);
    return text;
}

Message listed(const std::vector<Message>& messages)
{
    Message list;
    for (const Message& message : messages)
        (list += list.empty() ? Message() : Message(", ")) += message;
    return list;
}

} // namespace bubblescope
