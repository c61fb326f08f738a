// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// How the name of a file ends that says what the columns of a table are: "trace.csv.bubblemap.json" beside "trace.csv",
/// or any other name for all tables of its folder.
inline constexpr std::string_view mappingExtension = ".bubblemap.json";
/// The same of files with the patterns of a log's lines.
inline constexpr std::string_view logPatternExtension = ".bubblelog.json";

/// Finds the files beside tables and logs that say how to read them; looks into each folder once. May be asked by several
/// threads.
class MappingFiles {
public:
    /// The path of that named after the file, else of the first that is named after none; empty if there is none.
    std::string fileFor(const std::string& path, std::string_view extension = mappingExtension);
    /// All of both kinds in the folder that the file lies in, by name.
    const std::vector<std::string>& beside(const std::string& path);

private:
    std::mutex m_mutex;
    std::map<std::string, std::vector<std::string>> m_filesOfFolder;
};

} // namespace bubblescope
