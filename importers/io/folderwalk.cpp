// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderwalk.h"

#include "outputfile.h"

#include <algorithm>
#include <filesystem>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <system_error>

#include <fmt/format.h>

namespace bubblescope {

namespace {

namespace fs = std::filesystem;

bool isLoop(const std::error_code& error) { return error == std::errc::too_many_symbolic_link_levels; }

/// Kernel file systems generate their content on reading, and link to everything that processes have open.
bool isOfKernel(const std::string& folder)
{
    struct statfs about { };
    return statfs(folder.c_str(), &about) == 0
        && (about.f_type == PROC_SUPER_MAGIC || about.f_type == SYSFS_MAGIC || about.f_type == DEBUGFS_MAGIC
            || about.f_type == TRACEFS_MAGIC);
}

int64_t nanoseconds(const timespec& time) { return int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec; }

} // namespace

bool isPartOfRun(std::string_view fileName)
{
    return !fileName.empty() && fileName.front() != '.' && fileName.find(".bubblescope") == std::string_view::npos
        && !fileName.ends_with(".bubbleindex") && !isUnfinished(fileName);
}

void FolderWalk::visit(const std::string& given, const std::string& name, const std::string& nameOfFile)
{
    if (!mayContinue())
        return;
    std::error_code error;
    const fs::file_status status = fs::status(given, error);
    if (fs::is_directory(status)) {
        walk(given, name, 0);
    } else if (fs::is_regular_file(status)) {
        takeFile(given, nameOfFile, fs::canonical(given, error).string());
    } else {
        m_visitor.trouble(IssueKind::UnreadableFile, given,
            fs::exists(status) ? say("neither a file nor a folder")
                : error        ? error.message()
                               : say("does not exist"));
    }
}

bool FolderWalk::mayContinue()
{
    m_wasEnded = m_wasEnded || (m_visitor.mayContinue && !m_visitor.mayContinue());
    return !m_wasEnded;
}

// Depth first.
void FolderWalk::walk(const std::string& folder, const std::string& name, int depth)
{
    std::error_code error;
    const std::string canonical = fs::canonical(folder, error).string();
    if (error || !m_folders.insert(canonical).second) {
        if (std::find(m_above.begin(), m_above.end(), canonical) != m_above.end())
            m_visitor.trouble(IssueKind::FolderLoop, name, say("the folder is one of those it lies in"));
        return;
    }
    if (depth > deepestFolder) {
        m_visitor.trouble(
            IssueKind::TooManyFiles, name, say("folders are nested deeper than {}", deepestFolder));
        return;
    }
    if (isOfKernel(folder)) {
        m_visitor.trouble(IssueKind::UnreadableFolder, name.empty() ? folder : name,
            say("a file system of the kernel, which holds no runs"));
        return;
    }
    std::vector<fs::directory_entry> entries;
    fs::directory_iterator iterator(folder, error);
    const fs::directory_iterator end;
    while (!error && iterator != end && entries.size() <= mostFiles && mayContinue()) {
        if (isPartOfRun(iterator->path().filename().string()))
            entries.push_back(*iterator);
        iterator.increment(error);
    }
    if (error)
        m_visitor.trouble(IssueKind::UnreadableFolder, name.empty() ? folder : name, error.message());
    std::sort(entries.begin(), entries.end());
    m_above.push_back(canonical);
    for (const fs::directory_entry& entry : entries) {
        if (m_isFull || !mayContinue())
            break;
        const std::string file = entry.path().filename().string();
        const std::string inRun = name.empty() ? file : name + '/' + file;
        std::error_code entryError;
        const fs::file_status status = entry.status(entryError);
        if (fs::is_directory(status)) {
            walk(entry.path().string(), inRun, depth + 1);
        } else if (fs::is_regular_file(status)) {
            std::error_code ignored;
            const std::string lies
                = entry.is_symlink(ignored) ? fs::canonical(entry.path(), ignored).string() : canonical + '/' + file;
            takeFile(entry.path().string(), inRun, lies);
        } else if (entryError) {
            m_visitor.trouble(
                isLoop(entryError) ? IssueKind::FolderLoop : IssueKind::UnreadableFile, inRun, entryError.message());
        } else if (status.type() == fs::file_type::not_found) {
            m_visitor.trouble(IssueKind::UnreadableFile, inRun, say("a link to nothing"));
        }
        // Pipes, sockets and devices are skipped: reading one could block forever.
    }
    m_above.pop_back();
}

void FolderWalk::takeFile(const std::string& path, const std::string& name, const std::string& canonical)
{
    if (m_isFull)
        return;
    if (m_files.size() >= mostFiles) {
        m_isFull = true;
        m_visitor.trouble(
            IssueKind::TooManyFiles, {}, say("only the first {} files were looked at", mostFiles));
        return;
    }
    if (!canonical.empty() && !m_files.insert(canonical).second)
        return;
    WalkedFile file;
    file.path = path;
    file.name = name;
    struct stat status { };
    if (stat(path.c_str(), &status) == 0) {
        file.size = uint64_t(status.st_size);
        file.modified = nanoseconds(status.st_mtim);
        file.changed = nanoseconds(status.st_ctim);
        file.inode = uint64_t(status.st_ino);
    }
    m_visitor.file(file);
}

} // namespace bubblescope
