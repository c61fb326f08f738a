// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace bubblescope {

/// A name to show and the file behind it.
struct NamedFile {
    std::string name;
    std::string file;
};

/// Names that differ wherever the files do: those that occur more than once get as many of their file's folders in
/// front as it takes ("H100/gpt2-train" and "A100/gpt2-train"); all others stay as they are.
std::vector<std::string> distinctNames(const std::vector<NamedFile>& files);

/// Names layer tables, workloads or run logs apart.
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
