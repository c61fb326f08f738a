// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fingerprint.h"
#include "progress.h"
#include "run.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// Cache of opened folders in binary, which makes reopening instant: one file per folder in the user's cache directory.
/// A file with anything unexpected (another version, damage, changed files) is ignored. Several processes may use the
/// cache at once; it may be deleted at any time.
class RunCache {
public:
    struct Limits {
        uint64_t totalBytes = uint64_t(2) << 30; ///< least recently used files are deleted first
        uint64_t fileBytes = uint64_t(1) << 30;  ///< larger folders are not cached
    };

    /// `directory` is created when first needed; if empty, the cache is off. `version` is the program's.
    RunCache(std::string directory, std::string version, Limits limits);
    RunCache(std::string directory, std::string version) : RunCache(std::move(directory), std::move(version), Limits())
    {
    }

    /// $XDG_CACHE_HOME/bubblescope, else ~/.cache/bubblescope, else empty.
    static std::string defaultDirectory();

    /// `kept`: gets what was stored beside the folder.
    std::optional<RunFolder> load(
        const FolderFingerprint& fingerprint, unsigned threads = 1, std::vector<std::string>* kept = nullptr) const;
    /// Stores a folder and beside it texts, of what was found out about its runs. False if writing failed (only tests
    /// care) or if `progress`, called with the bytes so far, returned false.
    bool store(const FolderFingerprint& fingerprint, const RunFolder& folder, unsigned threads = 1,
        const ProgressFn& progress = {}, const std::vector<std::string>& kept = {}) const;
    /// Path of the cache file for a key; the file may not exist.
    std::string filePath(const FolderFingerprint& fingerprint) const;
    const std::string& directory() const { return m_directory; }

    struct Usage {
        uint64_t files = 0;
        uint64_t bytes = 0;
    };
    Usage usage() const;
    /// Deletes everything written by this cache and returns what that was.
    Usage clear() const;

private:
    void trim() const;

    std::string m_directory;
    std::string m_version;
    Limits m_limits;
};

/// Writes and reads the whole content of a cache file, for RunCache and for tests of damaged files.
bool writeCacheFile(class ByteSink& sink, const std::string& version, const FolderFingerprint& fingerprint,
    const RunFolder& folder, unsigned threads = 1, const std::vector<std::string>& kept = {});
/// A null fingerprint accepts the file of any folder.
std::optional<RunFolder> readCacheFile(class ByteSource& source, const std::string& version,
    const FolderFingerprint* fingerprint, unsigned threads = 1, std::vector<std::string>* kept = nullptr);

} // namespace bubblescope
