// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "querystorage.h"

#include <sqlite3.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

namespace bubblescope {

namespace {

constexpr int64_t blockSize = 1 << 20;
std::atomic<int64_t> usedStorage {0};

/// A temporary file of SQLite, in blocks that never move.
struct MemoryFile {
    sqlite3_file base; // first: SQLite sees only this
    std::vector<std::unique_ptr<char[]>>* blocks;
    int64_t size;
};

MemoryFile& fileOf(sqlite3_file* file) { return *reinterpret_cast<MemoryFile*>(file); }

void keepBlocks(MemoryFile& file, size_t count)
{
    if (count < file.blocks->size()) {
        usedStorage -= int64_t(file.blocks->size() - count) * blockSize;
        file.blocks->resize(count);
    }
}

int closeFile(sqlite3_file* file)
{
    keepBlocks(fileOf(file), 0);
    delete fileOf(file).blocks;
    return SQLITE_OK;
}

/// Calls `copy(memory, bytes)` for each piece of a range of the file.
template <typename Copy> void forEachPiece(MemoryFile& file, int64_t offset, int64_t bytes, const Copy& copy)
{
    while (bytes > 0) {
        const int64_t inBlock = offset % blockSize;
        const int64_t piece = std::min(bytes, blockSize - inBlock);
        copy((*file.blocks)[size_t(offset / blockSize)].get() + inBlock, piece);
        offset += piece;
        bytes -= piece;
    }
}

int readFile(sqlite3_file* base, void* to, int amount, sqlite3_int64 offset)
{
    MemoryFile& file = fileOf(base);
    const int64_t there = std::clamp<int64_t>(file.size - offset, 0, amount);
    auto* target = static_cast<char*>(to);
    forEachPiece(file, offset, there, [&target](const char* from, int64_t bytes) {
        std::memcpy(target, from, size_t(bytes));
        target += bytes;
    });
    if (there == amount)
        return SQLITE_OK;
    std::memset(target, 0, size_t(amount - there));
    return SQLITE_IOERR_SHORT_READ;
}

int writeFile(sqlite3_file* base, const void* from, int amount, sqlite3_int64 offset)
{
    MemoryFile& file = fileOf(base);
    const int64_t end = offset + amount;
    try {
        while (int64_t(file.blocks->size()) * blockSize < end) {
            if (usedStorage + blockSize > queryMemoryLimit)
                return SQLITE_FULL;
            file.blocks->push_back(std::make_unique<char[]>(size_t(blockSize)));
            usedStorage += blockSize;
        }
    } catch (const std::bad_alloc&) {
        return SQLITE_FULL;
    }
    const auto* source = static_cast<const char*>(from);
    forEachPiece(file, offset, amount, [&source](char* to, int64_t bytes) {
        std::memcpy(to, source, size_t(bytes));
        source += bytes;
    });
    file.size = std::max(file.size, end);
    return SQLITE_OK;
}

int truncateFile(sqlite3_file* base, sqlite3_int64 size)
{
    MemoryFile& file = fileOf(base);
    file.size = std::min<int64_t>(file.size, size);
    keepBlocks(file, size_t((file.size + blockSize - 1) / blockSize));
    return SQLITE_OK;
}

int sizeOfFile(sqlite3_file* base, sqlite3_int64* size)
{
    *size = fileOf(base).size;
    return SQLITE_OK;
}

int fine(sqlite3_file* /*file*/, int /*flags*/) { return SQLITE_OK; }

int isLocked(sqlite3_file* /*file*/, int* result)
{
    *result = 0;
    return SQLITE_OK;
}

const sqlite3_io_methods memoryMethods {1, closeFile, readFile, writeFile, truncateFile, fine, sizeOfFile, fine, fine,
    isLocked, [](sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; },
    [](sqlite3_file*) { return 4096; }, [](sqlite3_file*) { return 0; }, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr};

int openFile(sqlite3_vfs* /*vfs*/, const char* name, sqlite3_file* base, int flags, int* outFlags)
{
    base->pMethods = nullptr;
    if (name || !(flags & SQLITE_OPEN_DELETEONCLOSE))
        return SQLITE_CANTOPEN; // a file with a name is not SQLite's own
    MemoryFile& file = fileOf(base);
    file.blocks = new (std::nothrow) std::vector<std::unique_ptr<char[]>>;
    if (!file.blocks)
        return SQLITE_NOMEM;
    file.size = 0;
    base->pMethods = &memoryMethods;
    if (outFlags)
        *outFlags = flags;
    return SQLITE_OK;
}

sqlite3_vfs memoryVfs(sqlite3_vfs* usual)
{
    sqlite3_vfs vfs = *usual; // clock and randomness
    vfs.iVersion = 2;
    vfs.szOsFile = sizeof(MemoryFile);
    vfs.pNext = nullptr;
    vfs.zName = "bubblescope-query";
    vfs.xOpen = openFile;
    vfs.xDelete = [](sqlite3_vfs*, const char*, int) { return SQLITE_IOERR_DELETE; };
    vfs.xAccess = [](sqlite3_vfs*, const char*, int, int* result) {
        *result = 0;
        return SQLITE_OK;
    };
    vfs.xFullPathname = [](sqlite3_vfs*, const char*, int, char*) { return SQLITE_CANTOPEN; };
    vfs.xDlOpen = [](sqlite3_vfs*, const char*) -> void* { return nullptr; };
    return vfs;
}

} // namespace

const char* queryStorage()
{
    static sqlite3_vfs vfs {};
    static const bool isThere = [] {
        sqlite3_vfs* usual = sqlite3_vfs_find(nullptr);
        if (!usual)
            return false;
        vfs = memoryVfs(usual);
        return sqlite3_vfs_register(&vfs, 0) == SQLITE_OK;
    }();
    return isThere ? vfs.zName : nullptr;
}

} // namespace bubblescope
