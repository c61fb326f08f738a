// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fingerprint.h"

#include "checksum.h"
#include "folderwalk.h"
#include "mappingfiles.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace fs = std::filesystem;

namespace bubblescope {

namespace {
/// "runs/a", "/home/me/runs/a/" and "." inside it are the same; links stay unresolved, since runs take their names.
std::string absoluteName(const std::string& path)
{
    std::error_code error;
    fs::path absolute = fs::absolute(path, error);
    if (error)
        return {};
    // The parent of a link's target is not the parent of the link.
    const bool climbs = std::find(absolute.begin(), absolute.end(), "..") != absolute.end();
    absolute = climbs ? fs::canonical(absolute, error) : absolute.lexically_normal();
    if (error)
        return {};
    return absolute.has_filename() ? absolute.string() : absolute.parent_path().string();
}
} // namespace

std::optional<FolderFingerprint> fingerprint(const std::vector<std::string>& paths, const ProgressFn& progress)
{
    FolderFingerprint result;
    Checksum checksum;
    bool isWhole = true;
    const auto add = [&](const WalkedFile& file) {
        checksum.add(file.path.c_str(), file.path.size() + 1);
        // Content can change while size and modification time stay the same; inode and change time cannot be set.
        for (const uint64_t mark : {file.size, uint64_t(file.modified), uint64_t(file.changed), file.inode})
            checksum.add(&mark, sizeof mark);
        result.bytes += file.size;
        result.paths.push_back(file.path);
    };
    // There is nothing to read behind a dangling link; it must not disable the cache.
    FolderWalk walk({add,
        [&isWhole](IssueKind kind, const std::string&, const Message&) {
            isWhole = isWhole && kind != IssueKind::UnreadableFolder && kind != IssueKind::TooManyFiles;
        },
        [&] { return !progress || progress(result.paths.size(), 0); }});
    // What names the columns of a table lies beside it, and need not be among the paths.
    MappingFiles mappings;
    const auto addMappings = [&](const std::string& file) {
        std::error_code error;
        if (!fs::is_regular_file(file, error))
            return;
        for (const std::string& mapping : mappings.beside(file)) {
            const auto size = static_cast<uint64_t>(fs::file_size(mapping, error));
            const int64_t modified = fs::last_write_time(mapping, error).time_since_epoch().count();
            checksum.add(mapping.c_str(), mapping.size() + 1);
            checksum.add(&size, sizeof size);
            checksum.add(&modified, sizeof modified);
        }
    };
    for (const std::string& path : paths) {
        std::error_code error;
        const fs::path canonical = fs::canonical(path, error);
        const std::string named = error || path.empty() ? std::string() : absoluteName(path);
        if (named.empty())
            return std::nullopt;
        walk.visit(named, {}, {});
        addMappings(named);
        result.key += named + '\0' + canonical.string() + '\0';
        if (paths.size() > 1) // files are then named after what was typed
            result.key += path + '\0';
    }
    if (!isWhole || walk.wasEnded())
        return std::nullopt;
    std::sort(result.paths.begin(), result.paths.end());
    result.files = result.paths.size();
    result.state = checksum.value();
    return result;
}

} // namespace bubblescope
