// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "filememory.h"

#include "indexplaces.h"
#include "outputfile.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <mutex>
#include <new>
#include <optional>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace bubblescope {

namespace {
/// A stretch of the file that is mapped at once: a process may have some 65,000 mappings only. Blocks follow each other
/// in it; it goes when the last of them does.
struct Chunk {
    std::byte* begin = nullptr; ///< null: not in use
    size_t size = 0;
    size_t used = 0;
    size_t blocks = 0;
    uint64_t offset = 0; ///< in the file
};
constexpr size_t chunkSize = size_t(256) << 20;
constexpr size_t mostChunks = 1 << 14; // 4 TB

/// Nothing in here may allocate: it is what allocates.
struct Store {
    std::mutex mutex;
    std::array<Chunk, mostChunks> chunks;
    size_t chunkCount = 0; ///< those beyond were never used
    Chunk* open = nullptr; ///< takes the next small blocks
    uint64_t fileSize = 0;
    int descriptor = -1;
    size_t nextChunk = 0; ///< to leave the memory next, from this place on
    size_t nextPlace = 0;
    std::atomic<uint64_t> bytes {0};
    std::atomic<bool> isOn {false};
    std::atomic<size_t> leastBlock {FileMemory::usualLeastBlock};

    void* take(size_t size);
    bool release(void* memory);
    uint64_t leaveMemory();
    Chunk* map(size_t size);
    void unmap(Chunk& chunk);
};

Store& store()
{
    static Store made; // trivially destroyed but for the mutex: blocks may outlive everything
    return made;
}

size_t pageSize()
{
    static const auto size = size_t(sysconf(_SC_PAGESIZE));
    return size;
}

size_t wholePages(size_t size) { return (size + pageSize() - 1) / pageSize() * pageSize(); }

Chunk* Store::map(size_t size)
{
    Chunk* free = std::find_if(chunks.begin(), chunks.begin() + chunkCount, [](const Chunk& c) { return !c.begin; });
    // With room on disk for all of it: who writes to a page that finds none is ended by a signal.
    if (free == chunks.begin() + mostChunks || fallocate(descriptor, 0, off_t(fileSize), off_t(size)) != 0)
        return nullptr;
    void* const at = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(fileSize));
    if (at == MAP_FAILED)
        return nullptr;
    *free = {static_cast<std::byte*>(at), size, 0, 0, fileSize};
    chunkCount = std::max(chunkCount, size_t(free - chunks.begin()) + 1);
    fileSize += size;
    return free;
}

void Store::unmap(Chunk& chunk)
{
    munmap(chunk.begin, chunk.size);
    // Its place on disk is not used again; where the file system cannot give it back, it stays until the end.
    static_cast<void>(
        fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, off_t(chunk.offset), off_t(chunk.size)));
    if (open == &chunk)
        open = nullptr;
    chunk = {};
}

void* Store::take(size_t size)
{
    const size_t whole = wholePages(size);
    const std::lock_guard lock(mutex);
    if (!isOn)
        return nullptr;
    Chunk* chunk = open;
    if (whole > chunkSize / 8)
        chunk = map(whole);
    else if (!chunk || chunk->size - chunk->used < whole)
        chunk = open = map(chunkSize);
    if (!chunk)
        return nullptr;
    void* const block = chunk->begin + chunk->used;
    chunk->used += whole;
    ++chunk->blocks;
    bytes += whole;
    return block;
}

bool Store::release(void* memory)
{
    const std::lock_guard lock(mutex);
    auto* const block = static_cast<std::byte*>(memory);
    for (size_t i = 0; i < chunkCount; ++i) {
        Chunk& chunk = chunks[i];
        if (!chunk.begin || block < chunk.begin || block >= chunk.begin + chunk.size)
            continue;
        if (--chunk.blocks == 0) {
            bytes -= chunk.used;
            unmap(chunk);
        }
        return true;
    }
    return false;
}

/// Has a piece leave the memory, all pieces in turn; returns its size. A page of a shared mapping that is not in memory
/// is still in the file, or on its way there.
uint64_t Store::leaveMemory()
{
    constexpr size_t pieceSize = size_t(32) << 20;
    const std::lock_guard lock(mutex);
    for (size_t tried = 0; tried <= chunkCount; ++tried) {
        if (nextChunk >= chunkCount)
            nextChunk = nextPlace = 0;
        const Chunk& chunk = chunks[nextChunk];
        const size_t used = chunk.begin ? wholePages(chunk.used) : 0;
        if (nextPlace < used) {
            const size_t size = std::min(pieceSize, used - nextPlace);
            madvise(chunk.begin + nextPlace, size, MADV_DONTNEED);
            nextPlace += size;
            return size;
        }
        ++nextChunk;
        nextPlace = 0;
    }
    return 0;
}

/// Bytes that are in memory: all, and of files.
std::pair<uint64_t, uint64_t> residentBytes(FILE* statm)
{
    unsigned long long all = 0;
    unsigned long long ofFiles = 0;
    std::rewind(statm);
    if (std::fscanf(statm, "%*u %llu %llu", &all, &ofFiles) != 2)
        return {};
    return {all * pageSize(), ofFiles * pageSize()};
}

/// Has pages leave before there are too many.
class Watch {
public:
    explicit Watch(uint64_t most) : m_most(most - most / 8), m_thread([this] { watch(); }) { }
    ~Watch()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_ends = true;
        }
        m_ended.notify_all();
        m_thread.join();
    }

private:
    void watch()
    {
        constexpr uint64_t worthIt = uint64_t(64) << 20;
        FILE* const statm = std::fopen("/proc/self/statm", "r");
        if (!statm)
            return;
        std::setvbuf(statm, nullptr, _IONBF, 0);
        std::unique_lock lock(m_mutex);
        while (!m_ended.wait_for(lock, std::chrono::milliseconds(10), [this] { return m_ends; })) {
            // Each piece once at most: the rest may be in use, or not of the file.
            uint64_t left = residentBytes(statm).first > m_most ? FileMemory::bytes() : 0;
            while (left > 0) {
                const auto [all, ofFiles] = residentBytes(statm);
                const uint64_t gone = all > m_most - m_most / 8 && ofFiles > worthIt ? store().leaveMemory() : 0;
                left = gone > 0 ? left - std::min(left, gone) : 0;
            }
        }
        std::fclose(statm);
    }

    uint64_t m_most;
    std::mutex m_mutex;
    std::condition_variable m_ended;
    bool m_ends = false;
    std::thread m_thread;
};

/// -1 if there is none. Where the file system has no files without a name, it has one for a moment, and one by which
/// the next merge deletes it if this process is killed in that moment.
int namelessFile(const std::string& folder)
{
    int descriptor = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor >= 0)
        return descriptor;
    const std::string stem = IndexPlaces(folder).memory();
    constexpr int most = 100; // merges at once
    for (int i = 0; i < most && descriptor < 0; ++i) {
        const std::string name = unfinishedName(stem, i);
        descriptor = open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (descriptor >= 0)
            unlink(name.c_str());
        else if (errno != EEXIST)
            break;
    }
    return descriptor;
}

std::optional<Watch>& watch()
{
    static std::optional<Watch> made;
    return made;
}
} // namespace

FileMemory::FileMemory(const std::string& folder, uint64_t most)
{
    const int descriptor = namelessFile(folder);
    if (descriptor < 0)
        return;
    if (fallocate(descriptor, 0, 0, off_t(pageSize())) != 0) { // not on every file system
        close(descriptor);
        return;
    }
    watch().emplace(most);
    const std::lock_guard lock(store().mutex);
    store().descriptor = descriptor;
    store().fileSize = 0;
    store().isOn = true;
}

FileMemory::~FileMemory()
{
    if (!isOn())
        return;
    store().isOn = false;
    store().leastBlock = usualLeastBlock;
    watch().reset();
    const std::lock_guard lock(store().mutex);
    close(store().descriptor); // mappings stay
    store().descriptor = -1;
    store().open = nullptr;
}

void FileMemory::setLeastBlock(size_t bytes) { store().leastBlock = std::max(bytes, leastBlock); }

bool FileMemory::isOn() const { return store().isOn; }

uint64_t FileMemory::bytes() { return store().bytes; }

} // namespace bubblescope

// Columns are plain vectors, in this program and in the libraries that it uses: there is no other place where all of
// them can be told where to lie.
void* operator new(size_t size)
{
    using namespace bubblescope;
    if (size >= FileMemory::leastBlock && store().isOn && size >= store().leastBlock) {
        if (void* const block = store().take(size))
            return block;
    }
    for (;;) {
        if (void* const block = std::malloc(std::max<size_t>(size, 1)))
            return block;
        const std::new_handler handler = std::get_new_handler();
        if (!handler)
            throw std::bad_alloc();
        handler();
    }
}

void operator delete(void* memory) noexcept
{
    using namespace bubblescope;
    const bool mayBeMapped = reinterpret_cast<uintptr_t>(memory) % 4096 == 0; // blocks of malloc hardly ever are
    if (!mayBeMapped || FileMemory::bytes() == 0 || !store().release(memory))
        std::free(memory);
}

void operator delete(void* memory, size_t) noexcept { operator delete(memory); }

// Sanitizers have these of their own, which would not go together with those above.
void* operator new(size_t size, const std::nothrow_t&) noexcept
{
    try {
        return operator new(size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

void operator delete(void* memory, const std::nothrow_t&) noexcept { operator delete(memory); }
