// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace bubblescope {

/// A display name and the file it belongs to.
struct NamedFile {
    std::string name;
    std::string file;
};

/// Makes names distinct if their files differ: names that occur more than once are prefixed with as many folders of
/// their file as necessary ("H100/gpt2-train" and "A100/gpt2-train"); all others stay as they are.
std::vector<std::string> distinctNames(const std::vector<NamedFile>& files);

/// Makes the names of layer tables, workloads or run logs distinct.
template <typename T> void nameApart(std::vector<T>& items)
{
    std::vector<NamedFile> files;
    for (const T& item : items)
        files.push_back({item.name, item.file});
    std::vector<std::string> names = distinctNames(files);
    for (size_t i = 0; i < items.size(); ++i)
        items[i].name = std::move(names[i]);
}

} // namespace bubblescope
