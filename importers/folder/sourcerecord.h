// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "progress.h"
#include "result.h"

#include <cstdint>
#include <string>

namespace bubblescope {

/// The text of a record in its file.
struct SourceRecord {
    uint64_t line = 0;  ///< counted from 1
    std::string text;   ///< up to the end of its line or, for a JSON object, its closing brace
    bool isCut = false; ///< the record is longer than mostRecordText
};
inline constexpr size_t mostRecordText = 4096; ///< bytes

/// Reads the record at `offset` of the uncompressed file, counting lines on the way. An error if the file is too short
/// or reading was cancelled.
Result<SourceRecord> readSourceRecord(const std::string& path, uint64_t offset, const ProgressFn& progress = {});

} // namespace bubblescope
