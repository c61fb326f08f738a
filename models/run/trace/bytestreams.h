// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importreport.h"
#include "result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// The bytes of a file, in order; read in large blocks, never mapped (files may shrink while being read).
class ByteSource {
public:
    virtual ~ByteSource() = default;
    /// Reads up to `size` bytes; returns 0 at the end or after an error (see error()).
    virtual size_t read(char* buffer, size_t size) = 0;
    /// Size of the file on disk, 0 if unknown; for progress.
    virtual uint64_t size() const = 0;
    /// Bytes of the file on disk consumed so far; for progress.
    virtual uint64_t consumed() const = 0;
    /// Set if reading ended early: damaged gzip, an I/O error, a file that shrank.
    virtual const std::optional<Error>& error() const = 0;
    /// The kind of issue to report for error().
    virtual IssueKind errorKind() const { return IssueKind::UnreadableFile; }
    /// Name for messages: relative to what the user opened.
    const std::string& name() const { return m_name; }
    /// Path on disk, empty for memory; companion files may lie next to it.
    const std::string& path() const { return m_path; }

protected:
    std::string m_name;
    std::string m_path;
};

/// Receives bytes in order: a file that is written, or a text in memory.
class ByteSink {
public:
    virtual ~ByteSink() = default;
    /// False once anything has failed.
    virtual bool write(std::string_view bytes) = 0;
};

} // namespace bubblescope
