// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>

namespace bubblescope {

/// A cell of an answer; nothing for NULL.
using QueryValue = std::variant<std::monostate, int64_t, double, std::string>;
/// "1.5", "forward"; empty for NULL.
std::string queryValueText(const QueryValue& value);
/// The same at the end of a text.
void appendQueryValue(std::string& text, const QueryValue& value);

/// Takes the rows of an answer as they are found.
class QueryRows {
public:
    virtual ~QueryRows() = default;
    /// Once for every statement that has an answer.
    virtual void begin(std::span<const std::string> columns) = 0;
    /// False if no further row is wanted.
    virtual bool row(std::span<const QueryValue> cells) = 0;
};

} // namespace bubblescope
