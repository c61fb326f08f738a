// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "progress.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// State of the files in a folder: as long as it is unchanged, opening them gives the same result.
struct FolderFingerprint {
    std::string key;    ///< absolute paths, as named and with links resolved; one cache file per key
    uint64_t state = 0; ///< hash of names, sizes, times and inodes of all files
    uint64_t files = 0;
    uint64_t bytes = 0;
    std::vector<std::string> paths; ///< of the files, sorted
    bool operator==(const FolderFingerprint& other) const { return key == other.key && state == other.state; }
};
/// nullopt if a path cannot be listed or holds more than 200,000 files, or if `progress`, called with the number of
/// files seen, returned false.
std::optional<FolderFingerprint> fingerprint(const std::vector<std::string>& paths, const ProgressFn& progress = {});

} // namespace bubblescope
