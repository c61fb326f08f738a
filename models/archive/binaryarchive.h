// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bytestreams.h"
#include "checksum.h"

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace bubblescope {

template <typename T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// Writes values one after another in the native representation of this machine and computes their checksum. After a
/// failed write everything is ignored and isOk() is false.
class BinaryWriter {
public:
    explicit BinaryWriter(ByteSink& sink);
    bool isOk() const { return m_ok; }
    uint64_t checksum() const { return m_checksum.value(); }
    void bytes(const void* data, size_t size);
    /// Passes buffered bytes on to the sink.
    bool flush();

    template <typename... Values> void operator()(const Values&... values) { (put(values), ...); }
    /// Writes a whole column of values without padding.
    template <typename T> void column(const std::vector<T>& values)
    {
        put(static_cast<uint64_t>(values.size()));
        bytes(values.data(), values.size() * sizeof(T));
    }

private:
    template <Plain T> void put(T value) { bytes(&value, sizeof value); }
    void put(const std::string& text)
    {
        put(static_cast<uint64_t>(text.size()));
        bytes(text.data(), text.size());
    }
    template <typename T> void put(const std::optional<T>& value)
    {
        put(value.has_value());
        if (value)
            put(*value);
    }
    template <typename A, typename B> void put(const std::pair<A, B>& value)
    {
        put(value.first);
        put(value.second);
    }
    template <typename T> void put(const std::vector<T>& values)
    {
        put(static_cast<uint64_t>(values.size()));
        for (const T& value : values)
            put(value);
    }
    template <typename T>
    requires(!Plain<T>) void put(const T& value) { exchange(*this, value); }

    ByteSink& m_sink;
    Checksum m_checksum;
    std::vector<char> m_buffer;
    bool m_ok = true;
};

/// Reads what BinaryWriter wrote, without trusting it: a count that the remaining bytes cannot hold fails the archive
/// before any memory is allocated. After a failure all values are empty and isOk() is false.
class BinaryReader {
public:
    /// `size`: number of bytes of the source that belong to the archive.
    BinaryReader(ByteSource& source, uint64_t size);
    /// Of a text in memory: nothing is copied twice, and no checksum is made.
    explicit BinaryReader(std::string_view text);
    bool isOk() const { return m_ok; }
    void fail() { m_ok = false; }
    uint64_t remaining() const { return m_remaining; }
    uint64_t checksum() const { return m_checksum.value(); }
    bool bytes(void* data, size_t size);

    template <typename... Values> void operator()(Values&... values) { (get(values), ...); }
    template <typename T> void column(std::vector<T>& values)
    {
        uint64_t count = 0;
        get(count);
        if (!m_ok || count > m_remaining / sizeof(T))
            return fail();
        values.resize(count);
        bytes(values.data(), count * sizeof(T));
    }

private:
    template <Plain T> void get(T& value)
    {
        // Foreign bits must not become a bool or enum; callers check the range of enums.
        if constexpr (std::same_as<T, bool>) {
            uint8_t byte = 0;
            bytes(&byte, 1);
            value = byte == 1;
            if (byte > 1)
                fail();
        } else if (!bytes(&value, sizeof value)) {
            value = T {};
        }
    }
    void get(std::string& text)
    {
        uint64_t size = 0;
        get(size);
        if (!m_ok || size > m_remaining)
            return fail();
        text.resize(size);
        bytes(text.data(), size);
    }
    template <typename T> void get(std::optional<T>& value)
    {
        bool present = false;
        get(present);
        if (present && m_ok) {
            // Not emplace(): clang 14 rejects it for classes nested in the one that holds the optional.
            T inner {};
            get(inner);
            value = std::move(inner);
        }
    }
    template <typename A, typename B> void get(std::pair<A, B>& value)
    {
        get(value.first);
        get(value.second);
    }
    template <typename T> void get(std::vector<T>& values)
    {
        uint64_t count = 0;
        get(count);
        if (!m_ok || count > m_remaining)
            return fail();
        // Grow as elements arrive: a false count then fails at the last byte instead of allocating gigabytes.
        for (uint64_t i = 0; i < count && m_ok; ++i)
            get(values.emplace_back());
    }
    template <typename T>
    requires(!Plain<T>) void get(T& value) { exchange(*this, value); }

    ByteSource* m_source = nullptr; ///< null: the text
    std::string_view m_text;        ///< what is left of it
    Checksum m_checksum;
    uint64_t m_remaining;
    std::vector<char> m_buffer;
    size_t m_position = 0;
    size_t m_fill = 0;
    uint64_t m_unread; ///< bytes of the archive not yet taken from the source
    bool m_ok = true;
};

} // namespace bubblescope
