// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace bubblescope {

/// Reads up to so many packed bytes into a buffer; 0 at the end.
using ReadPacked = std::function<size_t(char* buffer, size_t size)>;

/// Unpacks a stream block by block. Several packed members one after another are one text, as the tools have it.
class Unpacker {
public:
    virtual ~Unpacker() = default;
    /// Unpacks up to `size` bytes; 0 at the end or after an error.
    virtual size_t read(char* buffer, size_t size) = 0;
    /// Packed bytes that were read ahead.
    virtual size_t unused() const = 0;
    /// Why unpacking ended early, in English; translators are shown these texts.
    const std::optional<std::string>& error() const { return m_error; }
    /// Refused: others could unpack it, with more memory or what it was packed with.
    enum class Failure : uint8_t { Damaged, Refused, NoMemory };
    Failure failure() const { return m_failure; }

protected:
    void fail(std::string why, Failure failure = Failure::Damaged)
    {
        m_error = std::move(why);
        m_failure = failure;
    }

private:
    std::optional<std::string> m_error;
    Failure m_failure = Failure::Damaged;
};

/// Bytes of a file's start that identify the format.
inline constexpr size_t packedMagicSize = 4;
/// True for the first bytes of gzip and zstd files.
bool isPacked(std::string_view head);
/// `head` must be of a packed file.
std::unique_ptr<Unpacker> makeUnpacker(std::string_view head, ReadPacked read);

} // namespace bubblescope
