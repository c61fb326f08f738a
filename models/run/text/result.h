// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

namespace bubblescope {

/// Why something could not be done, in words for the user: what happened, and what to do about it.
struct Error {
    Message message;
    Message advice;
    std::optional<uint64_t> offset; ///< bytes from the start of the file, where one place is to blame
};

/// Either a value or an Error. (std::expected is out of reach of the compilers we support.)
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
