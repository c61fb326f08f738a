// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "columnpool.h"

#include "machinememory.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <new>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace bubblescope {

namespace {
constexpr size_t fileChunk = size_t(256) << 20;
constexpr size_t memoryChunk = size_t(16) << 20;
constexpr size_t pieceSize = size_t(32) << 20; // leaves the memory at once
constexpr size_t worthAHole = size_t(1) << 20; // in a file: below, the call costs more than the pages

size_t poolPage()
{
    static const auto size = size_t(sysconf(_SC_PAGESIZE));
    return size;
}

/// Fresh memory that begins at a huge page. MAP_FAILED if there is none.
void* mapMemory(size_t size)
{
    constexpr size_t hugePage = size_t(2) << 20;
    const size_t reserved = size + hugePage;
    void* const at = reserved < size ? MAP_FAILED
                                     : mmap(nullptr, reserved, PROT_READ | PROT_WRITE,
                                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
        return at;
    auto* const first = static_cast<std::byte*>(at);
    const size_t before = (hugePage - reinterpret_cast<uintptr_t>(first) % hugePage) % hugePage;
    if (before > 0)
        munmap(first, before);
    munmap(first + before + size, hugePage - before);
    return first + before;
}

size_t wholePages(size_t bytes) { return (bytes + poolPage() - 1) / poolPage() * poolPage(); }
} // namespace

ColumnPool::ColumnPool() : ColumnPool(-1) { }

ColumnPool::ColumnPool(int descriptor) : m_descriptor(descriptor) { }

std::shared_ptr<ColumnPool> ColumnPool::inFile(int descriptor, uint64_t most)
{
    if (descriptor < 0)
        return nullptr;
    std::shared_ptr<ColumnPool> pool(new ColumnPool(descriptor));
    if (fallocate(descriptor, 0, 0, off_t(poolPage())) != 0)
        return nullptr;
    const uint64_t others = residentFileMemory();
    pool->m_watch = std::thread([of = pool.get(), most, others] { of->watch(most - most / 8, others); });
    return pool;
}

ColumnPool::~ColumnPool()
{
    if (m_watch.joinable()) {
        {
            const std::lock_guard lock(m_watchMutex);
            m_ends = true;
        }
        m_ended.notify_all();
        m_watch.join();
    }
    for (const auto& [begin, chunk] : m_chunks)
        munmap(begin, chunk.size);
    if (m_descriptor >= 0)
        close(m_descriptor);
}

ColumnPool::Chunks::iterator ColumnPool::map(size_t size)
{
    const bool hasFile = m_descriptor >= 0;
    if (hasFile && fallocate(m_descriptor, 0, off_t(m_fileSize), off_t(size)) != 0)
        return m_chunks.end();
    void* const at = hasFile
        ? mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, m_descriptor, off_t(m_fileSize))
        : mapMemory(size);
    if (at == MAP_FAILED)
        return m_chunks.end();
    const Chunk chunk {size, 0, 0, m_fileSize};
    m_fileSize += hasFile ? size : 0;
    return m_chunks.emplace(static_cast<std::byte*>(at), chunk).first;
}

void ColumnPool::unmap(Chunks::iterator chunk)
{
    munmap(chunk->first, chunk->second.size);
    if (m_descriptor >= 0)
        leaveFile(chunk->second.offset, chunk->second.size);
    if (m_open == chunk)
        m_open = m_chunks.end();
    m_chunks.erase(chunk);
}

/// This place is not used again; where the file system cannot give it back, it stays until the end. Pages that nobody
/// reads any more are not written either.
void ColumnPool::leaveFile(uint64_t offset, size_t size) const
{
    static_cast<void>(fallocate(m_descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, off_t(offset), off_t(size)));
}

void* ColumnPool::allocate(size_t bytes)
{
    const size_t whole = wholePages(bytes);
    const size_t chunkSize = m_descriptor >= 0 ? fileChunk : memoryChunk;
    if (whole < bytes)
        return nullptr;
    const std::lock_guard lock(m_mutex);
    Chunks::iterator chunk = m_open;
    try {
        if (whole > chunkSize / 8) {
            chunk = map(whole);
            // An offer: one fault brings in what 512 of small pages would. Of small blocks much of it may stay unused.
            if (chunk != m_chunks.end() && m_descriptor < 0)
                madvise(chunk->first, whole, MADV_HUGEPAGE);
        } else if (chunk == m_chunks.end() || chunk->second.size - chunk->second.used < whole) {
            chunk = m_open = map(chunkSize);
        }
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
    if (chunk == m_chunks.end())
        return nullptr;
    void* const block = chunk->first + chunk->second.used;
    chunk->second.used += whole;
    ++chunk->second.blocks;
    m_bytes += whole;
    return block;
}

bool ColumnPool::free(void* block, size_t bytes)
{
    auto* const begin = static_cast<std::byte*>(block);
    const size_t whole = wholePages(bytes);
    const std::lock_guard lock(m_mutex);
    Chunks::iterator chunk = m_chunks.upper_bound(begin);
    if (chunk == m_chunks.begin() || begin >= (--chunk)->first + chunk->second.size)
        return false;
    m_bytes -= whole;
    if (--chunk->second.blocks == 0)
        unmap(chunk);
    else if (m_descriptor < 0)
        madvise(begin, whole, MADV_DONTNEED); // others that lie there may stay for long
    else if (whole >= worthAHole)
        leaveFile(chunk->second.offset + uint64_t(begin - chunk->first), whole);
    return true;
}

/// Has a piece leave the memory, all pieces in turn; returns its size. A page of a shared mapping that is not in memory
/// is still in the file, or on its way there.
uint64_t ColumnPool::leaveMemory()
{
    const std::lock_guard lock(m_mutex);
    for (size_t tried = 0; tried <= m_chunks.size(); ++tried) {
        Chunks::iterator chunk = m_chunks.upper_bound(m_nextPlace);
        if (chunk != m_chunks.begin()
            && m_nextPlace < std::prev(chunk)->first + wholePages(std::prev(chunk)->second.used))
            --chunk;
        if (chunk == m_chunks.end()) {
            m_nextPlace = nullptr;
            continue;
        }
        std::byte* const begin = std::max(m_nextPlace, chunk->first);
        const size_t size = std::min(pieceSize, size_t(chunk->first + wholePages(chunk->second.used) - begin));
        if (size == 0) {
            m_nextPlace = chunk->first + chunk->second.size;
            continue;
        }
        madvise(begin, size, MADV_DONTNEED);
        m_nextPlace = begin + size;
        return size;
    }
    return 0;
}

/// Has pages leave before there are too many. `others` are bytes of other files that stay, such as of the program.
void ColumnPool::watch(uint64_t most, uint64_t others)
{
    // Of little memory not all is for pages of the file.
    const uint64_t worthIt = others + std::clamp(most / 2, uint64_t(16) << 20, uint64_t(64) << 20);
    std::unique_lock lock(m_watchMutex);
    while (!m_ended.wait_for(lock, std::chrono::milliseconds(10), [this] { return m_ends; })) {
        // Each piece once at most: the rest may be in use, or not of the file.
        uint64_t left = residentMemory() > most ? bytes() : 0;
        while (left > 0) {
            const bool isWorthIt = residentMemory() > most - most / 8 && residentFileMemory() > worthIt;
            const uint64_t gone = isWorthIt ? leaveMemory() : 0;
            left = gone > 0 ? left - std::min(left, gone) : 0;
        }
    }
}

} // namespace bubblescope
