// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mappingfiles.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace bubblescope {

namespace fs = std::filesystem;

const std::vector<std::string>& MappingFiles::beside(const std::string& path)
{
    fs::path folder = fs::path(path).parent_path();
    if (folder.empty())
        folder = ".";
    const std::lock_guard lock(m_mutex);
    const auto [found, isNew] = m_filesOfFolder.try_emplace(folder.string());
    if (!isNew)
        return found->second;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        const std::string name = at->path().filename().string();
        if (name.ends_with(mappingExtension) || name.ends_with(logPatternExtension))
            found->second.push_back(at->path().string());
    }
    std::sort(found->second.begin(), found->second.end());
    return found->second;
}

std::string MappingFiles::fileFor(const std::string& path, std::string_view extension)
{
    const std::vector<std::string>& all = beside(path);
    const std::string own = fs::path(path).filename().string().append(extension);
    for (const std::string& mapping : all) {
        if (fs::path(mapping).filename() == own)
            return mapping;
    }
    for (const std::string& mapping : all) {
        std::error_code error;
        if (!mapping.ends_with(extension))
            continue;
        const std::string table = mapping.substr(0, mapping.size() - extension.size());
        if (!fs::exists(table, error))
            return mapping;
    }
    return {};
}

} // namespace bubblescope
