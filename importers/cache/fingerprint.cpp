// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fingerprint.h"

#include "checksum.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sys/stat.h>

namespace fs = std::filesystem;

namespace bubblescope {

namespace {
constexpr size_t maximumFiles = 200000;

struct Listing {
    struct File {
        std::string path;
        uint64_t size;
        int64_t seconds;
        int64_t nanoseconds;
    };
    std::vector<File> files;
    std::set<std::pair<dev_t, ino_t>> folders; ///< seen already: a link may lead back up

    bool add(const std::string& path)
    {
        struct stat status { };
        if (stat(path.c_str(), &status) != 0)
            return false;
        if (S_ISREG(status.st_mode)) {
            files.push_back(
                {path, static_cast<uint64_t>(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec});
            return files.size() <= maximumFiles;
        }
        if (!S_ISDIR(status.st_mode) || !folders.emplace(status.st_dev, status.st_ino).second)
            return true;
        std::error_code error;
        std::vector<std::string> names;
        for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
            names.push_back(it->path().filename().string());
            if (names.size() > maximumFiles)
                return false;
        }
        if (error)
            return false;
        // In order of names: which of two paths into a loop is followed must not depend on the file system.
        std::sort(names.begin(), names.end());
        for (const std::string& name : names) {
            // A dangling link is nothing to read; it must not switch the cache off.
            const std::string child = path.back() == '/' ? path + name : path + '/' + name;
            struct stat childStatus { };
            if (stat(child.c_str(), &childStatus) == 0 && !add(child))
                return false;
        }
        return true;
    }
};

/// "runs/a", "/home/me/runs/a/" and "." inside it are one; a link keeps its name, which runs are named after.
std::string absoluteName(const std::string& path)
{
    std::error_code error;
    fs::path absolute = fs::absolute(path, error);
    if (error)
        return {};
    // What lies above a link is not what its name says.
    const bool climbs = std::find(absolute.begin(), absolute.end(), "..") != absolute.end();
    absolute = climbs ? fs::canonical(absolute, error) : absolute.lexically_normal();
    if (error)
        return {};
    return absolute.has_filename() ? absolute.string() : absolute.parent_path().string();
}
} // namespace

std::optional<FolderFingerprint> fingerprint(const std::vector<std::string>& paths)
{
    FolderFingerprint result;
    Listing listing;
    for (const std::string& path : paths) {
        std::error_code error;
        const fs::path canonical = fs::canonical(path, error);
        const std::string named = error || path.empty() ? std::string() : absoluteName(path);
        if (named.empty() || !listing.add(named))
            return std::nullopt;
        result.key += named + '\0' + canonical.string() + '\0';
        if (paths.size() > 1) // files are then named after what was typed
            result.key += path + '\0';
    }
    Checksum checksum;
    for (const Listing::File& file : listing.files) {
        checksum.add(file.path.c_str(), file.path.size() + 1);
        checksum.add(&file.size, sizeof file.size);
        checksum.add(&file.seconds, sizeof file.seconds);
        checksum.add(&file.nanoseconds, sizeof file.nanoseconds);
        result.bytes += file.size;
        result.paths.push_back(file.path);
    }
    std::sort(result.paths.begin(), result.paths.end());
    result.files = listing.files.size();
    result.state = checksum.value();
    return result;
}

} // namespace bubblescope
