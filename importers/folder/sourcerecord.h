// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "progress.h"
#include "result.h"

#include <cstdint>
#include <string>

namespace bubblescope {

/// A record as it stands in its file.
struct SourceRecord {
    uint64_t line = 0;  ///< counted from 1
    std::string text;   ///< to the end of its line or, of a JSON object, to its closing brace
    bool isCut = false; ///< it goes on beyond mostRecordText
};
inline constexpr size_t mostRecordText = 4096; ///< bytes

/// Reads what stands at `offset` of the uncompressed file; what comes before is read through for the number of the
/// line. Where the file is too short for it, or reading was cancelled, an error says so.
Result<SourceRecord> readSourceRecord(const std::string& path, uint64_t offset, const ProgressFn& progress = {});

} // namespace bubblescope
