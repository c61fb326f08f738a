// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importreport.h"
#include "recordentries.h"
#include "timerange.h"

#include <cstdint>
#include <string_view>

namespace bubblescope {

/// The times of a record, as far as they are stated.
struct RecordInterval {
    TimeNs begin = 0;
    TimeNs end = 0;
    TimeNs duration = 0;
    bool timed = false;
    uint8_t flags = 0; ///< SpanFlag
};

/// -1 if absent, not a number or out of range.
int32_t recordNumber(std::string_view text);
int16_t recordStage(std::string_view text);

/// Reads the times of the records on a line, and reports what is wrong with them and where.
class RecordTimes {
public:
    explicit RecordTimes(ImportReport& report) : m_report(report) { }

    void startLine(std::string_view line, uint64_t offset)
    {
        m_lineStart = line.data();
        m_lineOffset = offset;
    }
    /// Of a place on the line, in the file.
    uint64_t offsetOf(const char* p) const { return m_lineOffset + static_cast<uint64_t>(p - m_lineStart); }

    RecordInterval readInterval(std::string_view duration, std::string_view timestamp, const char* where, bool isSub);
    /// False, and reports as `kind`, if there is no time; a missing one is not reported.
    bool readTime(std::string_view text, const char* where, IssueKind kind, TimeNs& time);
    void reportShape(ShapeProblem problem, const char* where);

private:
    ImportReport& m_report;
    const char* m_lineStart = nullptr;
    uint64_t m_lineOffset = 0;
};

} // namespace bubblescope
