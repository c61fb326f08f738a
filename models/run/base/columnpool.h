// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

namespace bubblescope {

/// Where the columns of runs lie that are many, or larger than the memory that may be used: in stretches of pages of
/// its own, which the system gets back as soon as what lies there is freed, however much else is in use. With a file,
/// pages leave the memory for it whenever the process has more than `most` bytes there, and come back when they are
/// read or written: a merge can use more than the machine has. Any number of pools, each with a file of its own; blocks
/// keep their pool. Thread-safe.
///
/// The pattern is that of the buffer pools of databases (DuckDB's buffer_pool.hpp). Nothing is pinned: which pages are
/// in use the system sees by itself, since they are mapped.
class ColumnPool {
public:
    /// In memory only.
    ColumnPool();
    /// In a file, which the pool closes and which should have no name. Null, and closed, where the file system cannot
    /// promise room on disk: who writes to a page that finds none is ended by a signal.
    static std::shared_ptr<ColumnPool> inFile(int descriptor, uint64_t most);
    ~ColumnPool();
    ColumnPool(const ColumnPool&) = delete;
    ColumnPool& operator=(const ColumnPool&) = delete;

    /// Whole pages, not zero bytes necessarily. Null if there is no room, as on a full disk.
    void* allocate(size_t bytes);
    /// False if the block is not of this pool.
    bool free(void* block, size_t bytes);
    /// In use now, whether in memory or not.
    uint64_t bytes() const { return m_bytes; }

    static constexpr size_t leastBlock = size_t(4) << 10; ///< what is smaller, a page would be too large for

private:
    explicit ColumnPool(int descriptor);

    /// Mapped at once: a process may have some 65,000 mappings only. Blocks follow each other in it; it goes when the
    /// last of them does.
    struct Chunk {
        size_t size = 0;
        size_t used = 0;
        size_t blocks = 0;
        uint64_t offset = 0; ///< in the file
    };
    using Chunks = std::map<std::byte*, Chunk>; // by begin

    Chunks::iterator map(size_t size);
    void unmap(Chunks::iterator chunk);
    void leaveFile(uint64_t offset, size_t size) const;
    uint64_t leaveMemory();
    void watch(uint64_t most, uint64_t others);

    const int m_descriptor; // -1 without a file
    std::mutex m_mutex;
    Chunks m_chunks;
    Chunks::iterator m_open = m_chunks.end(); // takes the next small blocks
    uint64_t m_fileSize = 0;
    std::atomic<uint64_t> m_bytes {0};
    std::byte* m_nextPlace = nullptr; // to leave the memory next
    std::mutex m_watchMutex;
    std::condition_variable m_ended;
    bool m_ends = false;
    std::thread m_watch;
};

/// Null: plain memory.
using ColumnPoolPtr = std::shared_ptr<ColumnPool>;

} // namespace bubblescope
