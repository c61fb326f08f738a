// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "distinctnames.h"

#include <map>
#include <set>
#include <string_view>

namespace bubblescope {

namespace {

/// The last `count` folders of a path with a trailing slash; fewer if it has fewer.
std::string_view lastFolders(std::string_view file, int count)
{
    const size_t end = file.find_last_of('/');
    if (end == std::string_view::npos)
        return {};
    size_t begin = end;
    while (begin > 0 && count-- > 0) {
        const size_t slash = file.find_last_of('/', begin - 1);
        begin = slash == std::string_view::npos ? 0 : slash;
    }
    if (begin == end)
        return {};
    if (file[begin] == '/')
        ++begin;
    return file.substr(begin, end + 1 - begin);
}

} // namespace

std::vector<std::string> distinctNames(const std::vector<NamedFile>& files)
{
    constexpr int mostFolders = 8;
    std::map<std::string_view, std::vector<size_t>> groups;
    for (size_t i = 0; i < files.size(); ++i)
        groups[files[i].name].push_back(i);

    std::vector<std::string> names(files.size());
    for (const auto& [name, members] : groups) {
        int folders = 0;
        if (members.size() > 1) {
            std::set<std::string_view> distinctFiles;
            for (const size_t member : members)
                distinctFiles.insert(files[member].file);
            for (std::set<std::string_view> prefixes;
                 folders < mostFolders && prefixes.size() < distinctFiles.size();) {
                ++folders;
                prefixes.clear();
                for (const size_t member : members)
                    prefixes.insert(lastFolders(files[member].file, folders));
            }
        }
        for (const size_t member : members)
            names[member] = std::string(lastFolders(files[member].file, folders)) + files[member].name;
    }
    return names;
}

} // namespace bubblescope
