// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace bubblescope {

/// While it lives, large blocks of memory (columns of spans) lie in a file without a name, which is mapped, so that a
/// merge can use more than the machine has: whenever the process has more than `most` bytes in memory, pages of the
/// file leave it; the system keeps what there is room for and writes the rest to disk. One at a time; blocks may
/// outlive it. What is allocated without `operator new` is not covered, and what is small stays.
class FileMemory {
public:
    /// The file is made in `folder`, and goes with the process, however that ends.
    FileMemory(const std::string& folder, uint64_t most);
    ~FileMemory();
    FileMemory(const FileMemory&) = delete;
    FileMemory& operator=(const FileMemory&) = delete;

    /// False if no file can be made there whose room on disk is certain: everything is as without it.
    bool isOn() const;
    /// In use now, by anyone.
    static uint64_t bytes();

    /// Bytes from which on a block is large. What lies between blocks that stay is not used again, so those that come
    /// and go should be smaller.
    void setLeastBlock(size_t bytes);
    static constexpr size_t usualLeastBlock = size_t(64) << 10;
    static constexpr size_t leastBlock = size_t(4) << 10; ///< a page
};

} // namespace bubblescope
