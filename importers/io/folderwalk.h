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

/// A file of a run as it lies on disk.
struct WalkedFile {
    std::string path; ///< on disk
    std::string name; ///< relative to what the user opened
    uint64_t size = 0;
    int64_t modified = 0; ///< ns since the epoch, of the contents
    int64_t changed = 0;  ///< likewise, of contents, name or rights; nobody can set it
    uint64_t inode = 0;
};

/// Whether a name in a folder may belong to the run there: sessions and hidden files do not.
bool isPartOfRun(std::string_view fileName);

/// Goes through files and folders, by name, so that what is found does not depend on the file system. Symbolic links
/// are followed, loops noticed, counts and depths bounded. Reading
/// a folder and checking whether it has changed both use this.
class FolderWalk {
public:
    static constexpr size_t mostFiles = 200'000;
    static constexpr int deepestFolder = 32;
    struct Visitor {
        /// Every file once, also where several links lead to it.
        std::function<void(const WalkedFile& file)> file;
        /// What could not be walked.
        std::function<void(IssueKind kind, const std::string& name, const Message& message)> trouble;
        /// Asked at every entry of a folder; false ends the walk. Empty: it goes on.
        std::function<bool()> mayContinue {};
    };
    explicit FolderWalk(Visitor visitor) : m_visitor(std::move(visitor)) { }

    /// `name` is what a file is called, and what is put before the names inside of a folder; empty puts nothing there.
    void visit(const std::string& given, const std::string& name, const std::string& nameOfFile);
    /// Not all was seen: `mayContinue` said no.
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
