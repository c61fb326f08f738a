// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fingerprint.h"
#include "progress.h"
#include "run.h"
#include "unalignedtrace.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bubblescope {

/// Opened folders in binary, so that opening them again is instant: one file each in the user's cache directory.
/// Anything unexpected in such a file (another version, damage, other files on disk) makes it as good as absent. Safe
/// to be used by several processes at once; it may be deleted at any time.
class RunCache {
public:
    struct Limits {
        uint64_t totalBytes = uint64_t(2) << 30; ///< the longest unused go first
        uint64_t fileBytes = uint64_t(1) << 30;  ///< a larger one is not kept
    };

    /// `directory` is made when first needed; empty switches the cache off. `version` is the program's.
    RunCache(std::string directory, std::string version, Limits limits);
    RunCache(std::string directory, std::string version) : RunCache(std::move(directory), std::move(version), Limits())
    {
    }

    /// $XDG_CACHE_HOME/bubblescope, else ~/.cache/bubblescope, else empty.
    static std::string defaultDirectory();

    std::optional<RunFolder> load(const FolderFingerprint& fingerprint) const;
    /// A folder as importers made it; where its runs were aligned since, `unaligned` brings them back. False where it
    /// could not be written, which only tests ask for, or where `progress` (bytes so far) ended it.
    bool store(const FolderFingerprint& fingerprint, const RunFolder& folder,
        std::span<const UnalignedTrace> unaligned = {}, const ProgressFn& progress = {}) const;
    /// The cache file for a key, there or not.
    std::string filePath(const FolderFingerprint& fingerprint) const;
    const std::string& directory() const { return m_directory; }

    struct Usage {
        uint64_t files = 0;
        uint64_t bytes = 0;
    };
    Usage usage() const;
    /// Deletes all that this cache wrote, and returns how much that was.
    Usage clear() const;

private:
    void trim() const;

    std::string m_directory;
    std::string m_version;
    Limits m_limits;
};

/// The whole content of a cache file, for RunCache and for tests of damage.
bool writeCacheFile(class ByteSink& sink, const std::string& version, const FolderFingerprint& fingerprint,
    const RunFolder& folder, std::span<const UnalignedTrace> unaligned = {});
/// With a null fingerprint any folder's file is accepted.
std::optional<RunFolder> readCacheFile(
    class ByteSource& source, const std::string& version, const FolderFingerprint* fingerprint);

} // namespace bubblescope
