// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace bubblescope {

enum class ChromeArgument : uint8_t;

/// Receives the text piece by piece; returning false stops the writer.
using TextSink = std::function<bool(std::string_view)>;

/// The events of a Chrome trace as JSON text, in blocks. What is said of every span is put together by hand: reading
/// format strings would take most of the time.
class ChromeEventText {
public:
    explicit ChromeEventText(TextSink sink) : m_sink(std::move(sink)) { }

    /// The text of the current block, to append to.
    std::string& text() { return m_text; }
    /// Begins an event; its other members and the closing brace are up to the caller.
    void begin(std::string_view phase, int64_t process, uint64_t thread);
    template <typename Number> void addNumber(Number number)
    {
        const fmt::format_int digits(number);
        m_text.append(digits.data(), digits.size());
    }
    /// In microseconds, to the nanosecond.
    void addTime(TimeNs time);
    /// Of an argument, up to its value.
    void addKey(ChromeArgument argument);
    void addMember(ChromeArgument argument, int64_t value);

    /// Hands a full block to the sink; false if that refused this or an earlier one.
    bool flush() { return m_text.size() < blockSize ? !m_isRefused : handOver(); }
    /// Hands over what is left.
    bool finish() { return handOver(); }
    void refuse() { m_isRefused = true; }
    bool isRefused() const { return m_isRefused; }

private:
    static constexpr size_t blockSize = size_t(1) << 18;
    bool handOver();

    TextSink m_sink;
    std::string m_text;
    bool m_hasEvent = false;
    bool m_isRefused = false;
};

} // namespace bubblescope
