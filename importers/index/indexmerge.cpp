// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexmerge.h"

#include "flightfolder.h"
#include "foldertables.h"
#include "indexpiece.h"
#include "indexplaces.h"
#include "parallel.h"
#include "rungrouping.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <iterator>
#include <map>

namespace bubblescope {

namespace {
/// Thousands of missing files get one line.
void noteMissing(const std::vector<const WalkedFile*>& missing, FolderScanBuilder& scan)
{
    constexpr size_t most = 20;
    const Message advice = say("Run the task that indexes it again, then --merge.");
    if (missing.size() <= most) {
        for (const WalkedFile* file : missing) {
            Message message = say("it is not in the index");
            message += ". ";
            message += advice;
            scan.note(IssueKind::UnreadableFile, file->name, message);
        }
        return;
    }
    scan.note(IssueKind::UnreadableFile, {},
        missing.size() == 1 ? say("{} is not in the index; run its task again, then --merge", missing.front()->name)
                            : say("{} files are not in the index, {} among them; run their tasks again, then --merge",
                                missing.size(), missing.front()->name));
}
} // namespace

uint64_t mergeMemory(const IndexInput& input, const std::string& index, unsigned threads)
{
    constexpr uint64_t unpacked = 14; // halves of what is read: columns of the whole run, and what is found out of them
    const IndexPlaces places(index);
    std::atomic<uint64_t> bytes {0};
    forEachParallel(input.files.size(), threads,
        [&](size_t i) { bytes += pieceBytes(places.pieces() + '/' + pieceName(input.files[i]), input.files[i]); });
    return bytes * unpacked / 2;
}

std::optional<MergedPieces> mergePieces(const IndexInput& input, const std::string& index, unsigned threads,
    const ColumnPoolPtr& pool, const ProgressFn& progress)
{
    const IndexPlaces places(index);
    std::vector<std::optional<IndexPiece>> pieces(input.files.size());
    std::atomic<uint64_t> done {0};
    std::atomic<bool> isCancelled {false};
    forEachParallel(pieces.size(), threads, [&](size_t i) {
        if (isCancelled || (progress && !progress(done++, pieces.size()) && (isCancelled = true)))
            return;
        Result<IndexPiece> piece
            = readPiece(places.pieces() + '/' + pieceName(input.files[i]), input.files[i], pool);
        if (piece)
            pieces[i] = std::move(piece).value();
    });
    if (isCancelled)
        return std::nullopt;

    MergedPieces merged;
    RunFolder& folder = merged.folder;
    FolderScanBuilder builder(input.paths, folder.report);
    std::map<std::string, size_t> read; // by name
    std::vector<const WalkedFile*> missing;
    auto note = input.notes.begin();
    const auto noteUpTo = [&](size_t file) { // in the order in which everything was found
        for (; note != input.notes.end() && note->at <= file; ++note)
            builder.note(note->kind, note->name, note->message);
    };
    for (size_t i = 0; i < pieces.size(); ++i) {
        noteUpTo(i);
        if (!pieces[i]) {
            missing.push_back(&input.files[i]);
            continue;
        }
        read.emplace(input.files[i].name, i);
        builder.take(input.files[i], std::move(pieces[i]->recognition));
    }
    noteUpTo(pieces.size());
    noteMissing(missing, builder);
    const FolderScan scan = builder.finish();
    folder.path = scan.root;
    folder.unrecognised = scan.unrecognised;
    std::vector<NamedPart> parts;
    std::vector<GpuTelemetry> telemetry;
    std::vector<CommunicatorLog> communicators;
    for (const ScannedFile& file : scan.files) {
        IndexPiece& piece = *pieces[read.at(file.name)];
        addTables(folder, file.name, piece.contents);
        folder.report.append(std::move(piece.report));
        std::move(piece.contents.flightDumps.begin(), piece.contents.flightDumps.end(),
            std::back_inserter(folder.flightDumps));
        std::move(piece.contents.telemetry.begin(), piece.contents.telemetry.end(), std::back_inserter(telemetry));
        std::move(piece.contents.communicators.begin(), piece.contents.communicators.end(),
            std::back_inserter(communicators));
        for (TracePart& part : piece.contents.traceParts)
            parts.push_back({file.name, std::move(part), file.rank});
        folder.statistics.bytes += file.size;
    }
    pieces.clear();
    finishTables(folder);
    addFabric(folder, communicators);
    folder.flightDumps = dumpsByHang(std::move(folder.flightDumps), folder.report);
    folder.statistics.files = scan.files.size();
    folder.report.setFile({});
    folder.runs = groupRuns(std::move(parts), folder.path, folder.report, folder.flightDumps, telemetry);
    shareFabric(folder);
    for (const Run& run : folder.runs)
        folder.statistics.spans += run.trace->spanCount();
    for (const WalkedFile* file : missing)
        merged.missing.push_back(file->name);
    std::sort(merged.missing.begin(), merged.missing.end());
    return merged;
}

} // namespace bubblescope
