// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importreport.h"
#include "progress.h"
#include "result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Bytes of one file in order, plain or gzip: read in large blocks, never mapped (a file may shrink while it is read).
class ByteSource
{
public:
    virtual ~ByteSource() = default;
    /// Fills up to `size` bytes; 0 at the end or after an error (see error()).
    virtual size_t read(char* buffer, size_t size) = 0;
    /// Bytes of the file on disk, 0 where unknown; for progress.
    virtual uint64_t size() const = 0;
    /// Bytes of the file on disk that were consumed; for progress.
    virtual uint64_t consumed() const = 0;
    /// Set once reading ended early: damaged gzip, an I/O error, a file that shrank.
    virtual const std::optional<Error>& error() const = 0;
    /// What kind of trouble error() is.
    virtual IssueKind errorKind() const { return IssueKind::UnreadableFile; }
    /// Name for messages: relative to what the user opened.
    const std::string& name() const { return m_name; }
    /// Path on disk where there is one (a twin file may lie beside it); empty for memory.
    const std::string& path() const { return m_path; }

protected:
    std::string m_name;
    std::string m_path;
};

/// Opens a file; gzip is recognised by its first bytes, not by its name.
Result<std::unique_ptr<ByteSource>> openFile(const std::string& path, const std::string& name);
/// The same, but `progress` is told of every block and ends the file where it says no: whatever an importer looks for in
/// damaged or endless text, it can be cancelled.
std::unique_ptr<ByteSource> watched(std::unique_ptr<ByteSource> source, ProgressFn progress);
/// Text that is in memory already: tests and fuzzing. The text must outlive the source.
std::unique_ptr<ByteSource> openMemory(std::string_view text, const std::string& name);
/// The first bytes of the (uncompressed) file, for sniffing; empty where it cannot be read.
std::string readHead(const std::string& path, size_t size);

/// Lines of a source. '\n', "\r\n" and a bare '\r' end a line; the view is valid until the next call.
class LineReader
{
public:
    /// A line longer than `maximumLine` is skipped: next() then returns its first bytes with isOversized().
    /// `progress` is told of each block; once it says no, next() is false, in the middle of an endless line, too.
    explicit LineReader(ByteSource& source, size_t maximumLine = size_t(64) << 20, ProgressFn progress = {},
        bool bareCarriageReturnEndsLine = true);
    ~LineReader();
    /// False at the end.
    bool next();
    std::string_view line() const { return m_line; }
    /// Offset of the line's first byte in the uncompressed text.
    uint64_t offset() const { return m_offset; }
    bool isOversized() const { return m_oversized; }
    bool isCancelled() const { return m_isCancelled; }
    /// The line ended with the file, not with a line break.
    bool isUnterminated() const { return m_unterminated; }
    /// Bytes of uncompressed text read so far.
    uint64_t bytesRead() const { return m_base + m_fill; }

private:
    bool fill();
    bool skipOversized();

    ByteSource& m_source;
    ProgressFn m_progress;
    std::vector<char> m_buffer;
    size_t m_maximumLine;
    size_t m_position = 0; ///< of the next line in the buffer
    size_t m_fill = 0;
    uint64_t m_base = 0; ///< offset of the buffer's first byte
    std::string m_kept; ///< beginning of an oversized line
    std::string_view m_line;
    uint64_t m_offset = 0;
    bool m_oversized = false;
    bool m_unterminated = false;
    bool m_bareCarriageReturn;
    bool m_atEnd = false;
    bool m_isCancelled = false;
};

/// Says in the report why reading ended early, where it did: damaged gzip, a file that shrank, an I/O error.
void reportSourceError(const ByteSource& source, ImportReport& report);

/// The whole text, or nothing where it is larger than `limit` (an issue says so).
std::optional<std::string> readAll(ByteSource& source, size_t limit, ImportReport& report);

} // namespace bubblescope
