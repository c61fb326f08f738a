// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bytestreams.h"
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

/// Opens a file, plain or packed with gzip or zstd; packed ones are recognised by their first bytes, not by the file's name.
Result<std::unique_ptr<ByteSource>> openFile(const std::string& path, const std::string& name);
/// Wraps a source so that `progress` is called for every block and ends the file by returning false: an importer that
/// searches damaged or endless text can always be cancelled.
std::unique_ptr<ByteSource> watched(std::unique_ptr<ByteSource> source, ProgressFn progress);
/// Reads text in memory, for tests and fuzzing. The text must outlive the source.
std::unique_ptr<ByteSource> openMemory(std::string_view text, const std::string& name);
/// The first bytes of the (uncompressed) file, for sniffing; empty if it cannot be read.
std::string readHead(const std::string& path, size_t size);

/// Iterates over the lines of a source. '\n', "\r\n" and a bare '\r' end a line; views are valid until the next call.
class LineReader
{
public:
    /// A line longer than `maximumLine` is skipped: next() then returns its first bytes with isOversized(). `progress`
    /// is called for each block; once it returns false, so does next(), even inside an endless line.
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
    /// True if the line ends with the file instead of a line break.
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
    size_t m_position = 0; ///< of the next line, in the buffer
    size_t m_fill = 0;
    uint64_t m_base = 0; ///< offset of the buffer's first byte
    std::string m_kept; ///< first bytes of an oversized line
    std::string_view m_line;
    uint64_t m_offset = 0;
    bool m_oversized = false;
    bool m_unterminated = false;
    bool m_bareCarriageReturn;
    bool m_atEnd = false;
    bool m_isCancelled = false;
};

/// Reports why reading ended early, if it did: damaged gzip, a file that shrank, an I/O error.
void reportSourceError(const ByteSource& source, ImportReport& report);

/// The whole text; if it is larger than `limit`, reports that and returns nullopt.
std::optional<std::string> readAll(ByteSource& source, size_t limit, ImportReport& report);

} // namespace bubblescope
