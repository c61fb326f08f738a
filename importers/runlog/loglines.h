// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bytesource.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What became of the lines of a program on their way into a file: Docker keeps each as a JSON object with "log" (its
/// json-file driver), Kubernetes puts time, stream and a mark before each (the CRI's format of logs); both divide long
/// lines. Who copied a log from a terminal has its lines broken at the width of that.
class KeptLines {
public:
    KeptLines() = default;
    /// By the first bytes of the file. Lines count as broken only once setWidth() says so: others may be equally long.
    explicit KeptLines(std::string_view head);

    bool areAsPrinted() const { return m_kind == Kind::Plain && m_width == 0; }
    bool areOfContainer() const { return m_kind != Kind::Plain; }
    /// Lines of exactly so many characters go on in the next line; 0 for none.
    void setWidth(size_t characters) { m_width = characters; }
    /// The line that was printed; nullopt where more of it follows. Valid until the next call.
    std::optional<std::string_view> take(std::string_view line);
    /// Of what did not go on; nullopt if there is none.
    std::optional<std::string_view> rest();
    /// All lines of a text, each with a line break.
    std::string printed(std::string_view text) const;

private:
    enum class Kind : uint8_t { Plain, Docker, Kubernetes };
    std::optional<std::string_view> record(std::string_view text, bool isStandardError, bool isWhole);

    Kind m_kind = Kind::Plain;
    size_t m_width = 0;
    std::array<std::string, 2> m_begun; ///< by stream
    std::string m_line;
};

/// The width at which the lines of a text seem to be broken, in characters: none is longer, many are exactly so long,
/// and some are not. 0 if there is none.
size_t brokenLineWidth(std::string_view text);

/// The lines of a log as they were printed.
class LogLines {
public:
    LogLines(ByteSource& source, size_t longestLine, ProgressFn progress);

    /// The first bytes of the file.
    std::string_view head() const { return m_head; }
    /// See KeptLines; before the first next().
    void setWidth(size_t characters) { m_kept.setWidth(characters); }
    /// False at the end.
    bool next();
    std::string_view line() const { return m_line; }
    /// Of its first byte in the unpacked file.
    uint64_t offset() const { return m_offset; }
    bool isOversized() const { return m_isOversized; }
    bool isUnterminated() const { return m_isUnterminated; }
    bool isCancelled() const { return m_reader.isCancelled(); }

private:
    struct First {
        std::string text;
        uint64_t offset = 0;
        bool isOversized = false;
        bool isUnterminated = false;
    };
    bool nextOfFile();
    /// Of a record with carriage returns, as progress bars have them, each part is a line.
    void splitAtReturns();
    /// Begins with the first part. Of a record that did not end, only the last part has no end.
    void splitRecord(bool isUnterminated);

    LineReader m_reader;
    std::vector<First> m_first; ///< lines of the head
    size_t m_position = 0;      ///< in these
    std::string m_head;
    KeptLines m_kept;
    std::string_view m_line;
    std::string m_parts;   ///< of a record: what is left of it
    size_t m_nextPart = 0; ///< in these
    uint64_t m_offset = 0;
    bool m_isOversized = false;
    bool m_isUnterminated = false;
    bool m_isRecordUnterminated = false; ///< that of the parts
    bool m_isOver = false;
};

} // namespace bubblescope
