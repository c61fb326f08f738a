// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importreport.h"

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A file of a run on disk.
struct WalkedFile {
    std::string path; ///< on disk
    std::string name; ///< relative to what the user opened
    uint64_t size = 0;
    int64_t modified = 0; ///< ns since the epoch; last change of the content
    int64_t changed = 0;  ///< the same for content, name or permissions; cannot be faked
    uint64_t inode = 0;
};

/// True if a file of this name may belong to the run in its folder; false for sessions, indexes and hidden files.
bool isPartOfRun(std::string_view fileName);

/// Visits files and folders in order of their names, so that results do not depend on the file system. Follows
/// symbolic links, detects loops, and bounds counts and depths. Used both to read a folder and to check whether it has
/// changed.
class FolderWalk {
public:
    static constexpr size_t mostFiles = 200'000;
    static constexpr int deepestFolder = 32;
    struct Visitor {
        /// Called once per file, even if several links lead to it.
        std::function<void(const WalkedFile& file)> file;
        /// Called for everything that could not be visited.
        std::function<void(IssueKind kind, const std::string& name, const Message& message)> trouble;
        /// Called for every entry of a folder; returning false ends the walk. May be empty.
        std::function<bool()> mayContinue {};
    };
    explicit FolderWalk(Visitor visitor) : m_visitor(std::move(visitor)) { }

    /// `name` is the name of a file, or the prefix of all names inside a folder; may be empty for a folder.
    void visit(const std::string& given, const std::string& name, const std::string& nameOfFile);
    /// True if `mayContinue` ended the walk early.
    bool wasEnded() const { return m_wasEnded; }

private:
    bool mayContinue();
    void walk(const std::string& folder, const std::string& name, int depth);
    void takeFile(const std::string& path, const std::string& name, const std::string& canonical);

    Visitor m_visitor;
    std::set<std::string> m_folders; ///< canonical paths
    std::set<std::string> m_files;
    std::vector<std::string> m_above;
    bool m_isFull = false;
    bool m_wasEnded = false;
};

} // namespace bubblescope
