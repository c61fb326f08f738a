// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "progress.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// What the files of a folder looked like: opening them again gives the same result while this is the same.
struct FolderFingerprint {
    std::string key;    ///< the paths, absolute, as named and as they lie on disk; one cache file per key
    uint64_t state = 0; ///< names, sizes, times and inodes of all files
    uint64_t files = 0;
    uint64_t bytes = 0;
    std::vector<std::string> paths; ///< of the files, sorted
    bool operator==(const FolderFingerprint& other) const { return key == other.key && state == other.state; }
};
/// Nothing where a path cannot be listed or holds more than 200,000 files, or where `progress`, told how many were
/// seen, ends it.
std::optional<FolderFingerprint> fingerprint(const std::vector<std::string>& paths, const ProgressFn& progress = {});

} // namespace bubblescope
