// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace bubblescope {

/// Why something failed, for the user: what happened, and what to do about it.
struct Error {
    Message message;
    Message advice;
    /// What stands between them where they follow each other: not every message is a whole sentence.
    std::string_view between() const
    {
        if (advice.empty())
            return {};
        const std::string& text = message.text();
        return text.empty() || std::string_view(".!?:").find(text.back()) != std::string_view::npos ? " " : ". ";
    }
    std::optional<uint64_t> offset; ///< from the start of the file, if one place is to blame
};

/// A value or an Error. (The supported compilers do not accept std::expected.)
template<typename T> class Result
{
public:
    Result(T value)
        : m_content(std::move(value))
    {
    }
    Result(Error error)
        : m_content(std::move(error))
    {
    }
    bool isOk() const { return std::holds_alternative<T>(m_content); }
    explicit operator bool() const { return isOk(); }
    const T& value() const& { return std::get<T>(m_content); }
    T& value() & { return std::get<T>(m_content); }
    T&& value() && { return std::get<T>(std::move(m_content)); }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }
    const Error& error() const { return std::get<Error>(m_content); }

private:
    std::variant<T, Error> m_content;
};

} // namespace bubblescope
