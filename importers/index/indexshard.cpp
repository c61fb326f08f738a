// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexshard.h"

#include "indexpiece.h"
#include "indexplaces.h"
#include "machinememory.h"
#include "memorybudget.h"
#include "outputfile.h"
#include "parallel.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <unordered_set>

namespace fs = std::filesystem;

namespace bubblescope {

ShardResult indexShard(const IndexInput& input, const std::string& index, const IndexShard& shard, unsigned threads,
    const ProgressFn& progress, uint64_t memory)
{
    const IndexPlaces places(index);
    ShardResult result;
    result.error = makeFolder(places.pieces());
    if (!result.error)
        result.error = noteInput(index, input);
    if (result.error)
        return result;
    const std::vector<uint32_t> own = input.filesOf(shard);
    uint64_t total = 0;
    for (const uint32_t file : own)
        total += input.files[file].size;
    std::atomic<uint64_t> done {0};
    std::atomic<bool> isCancelled {false};
    std::mutex mutex; // for the result
    MappingFiles mappings;
    MemoryLimit limit(memory > 0 ? memory : machineMemory() / 4 * 3);
    const auto fail = [&](Error error) {
        const std::lock_guard lock(mutex);
        if (!result.error)
            result.error = std::move(error);
        isCancelled = true;
    };
    forEachParallel(own.size(), threads, [&](size_t i) {
        const WalkedFile& file = input.files[own[i]];
        const std::string path = places.pieces() + '/' + pieceName(file);
        const auto mayContinue
            = [&] { return !isCancelled && (!progress || progress(done.load(), total) || !(isCancelled = true)); };
        if (!mayContinue())
            return;
        if (!isPieceFinal(path, file)) {
            const std::optional<IndexPiece> piece
                = importPiece(file, input.kernels, mappings, limit, [&](uint64_t, uint64_t) { return !isCancelled; });
            if (!piece)
                return;
            // Another task, or another machine, may have more memory: that is not what the file holds.
            if (piece->report.count(IssueKind::OutOfMemory) + piece->report.count(IssueKind::TooLarge) > 0)
                return fail({say("There is not enough memory to read {}.", file.name),
                    say("Give the task more memory, or fewer threads."), {}});
            if (std::optional<Error> error = writePiece(path, file, *piece))
                return fail(*std::move(error));
            const std::lock_guard lock(mutex);
            ++result.indexed;
            result.bytes += file.size;
        }
        done += file.size;
    });
    result.files = own.size();
    result.isCancelled = isCancelled && !result.error;
    if (!result.error && result.indexed > 0)
        result.error = synchronise(places.pieces());
    return result;
}

IndexProgress indexProgress(const IndexInput& input, const std::string& index, const IndexShard& shard)
{
    const IndexPlaces places(index);
    std::unordered_set<std::string> present;
    std::error_code error;
    for (fs::directory_iterator at(places.pieces(), error), end; !error && at != end; at.increment(error))
        present.insert(at->path().filename().string());
    IndexProgress progress;
    for (const uint32_t file : input.filesOf(shard)) {
        const WalkedFile& walked = input.files[file];
        ++progress.files;
        progress.bytes += walked.size;
        if (present.contains(pieceName(walked))) {
            ++progress.indexedFiles;
            progress.indexedBytes += walked.size;
        } else {
            progress.missing.push_back(file);
        }
    }
    return progress;
}

std::vector<std::string> removeForeignPieces(const IndexInput& input, const std::string& index)
{
    const IndexPlaces places(index);
    std::unordered_set<std::string> pieces;
    for (const WalkedFile& file : input.files)
        pieces.insert(pieceName(file));
    std::vector<std::string> unknown;
    std::error_code error;
    const auto look = [&](const std::string& folder, const auto& isOwn, const auto& isFormer) {
        std::vector<fs::path> found;
        for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
            found.push_back(at->path());
        for (const fs::path& path : found) {
            const std::string name = path.filename().string();
            const std::string finished(finishedName(name));
            if (isUnfinished(name) && (isOwn(finished) || isFormer(finished)))
                removeUnfinished(path.string());
            else if (isFormer(name) && !isOwn(name) && fs::is_regular_file(fs::symlink_status(path, error)))
                fs::remove(path, error);
            else if (!isOwn(name) && !name.starts_with(".nfs")) // those are still open somewhere
                unknown.push_back(path.lexically_relative(places.folder).string());
        }
    };
    look(
        places.pieces(), [&](const std::string& name) { return pieces.contains(name); }, isPieceName);
    const auto isPlace = [&](const std::string& name) {
        const std::string path = places.folder + '/' + name;
        return path == places.pieces() || path == places.input() || path == places.kernels() || path == places.run()
            || path == places.memory();
    };
    look(places.folder, isPlace, [](const std::string&) { return false; });
    std::sort(unknown.begin(), unknown.end());
    return unknown;
}

} // namespace bubblescope
