// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "folderscan.h"
#include "importer.h"
#include "memorybudget.h"
#include "result.h"

#include <string>
#include <string_view>

namespace bubblescope {

/// What was read of one file, as an index keeps it: named after the file's name, size, times and inode and after the
/// reader, so that a file that changed, or another version of the importers, has another piece.
struct IndexPiece {
    FileRecognition recognition; ///< its importer is not kept
    FileContents contents;
    ImportReport report;

    /// False where what was read depends on more than the file itself, such as files beside it.
    bool standsAlone() const;
};

/// Looks into a file and reads it. Nothing if cancelled.
std::optional<IndexPiece> importPiece(const WalkedFile& file, const KernelNamesPtr& kernels, MappingFiles& mappings,
    MemoryLimit& limit, const ProgressFn& progress);

/// "0123456789abcdef.piece".
std::string pieceName(const WalkedFile& file);
/// Whether it is the name of a piece of any file.
bool isPieceName(std::string_view name);
/// Written completely or not at all; nullopt on success.
std::optional<Error> writePiece(const std::string& path, const WalkedFile& file, const IndexPiece& piece);
/// Refused unless it is whole and of this file. Every byte is checked before anything is taken from it. `pool`: where
/// spans lie.
Result<IndexPiece> readPiece(const std::string& path, const WalkedFile& file, const ColumnPoolPtr& pool = {});
/// How much there is to be read, in bytes, without looking further; 0 if it is not of this file.
uint64_t pieceBytes(const std::string& path, const WalkedFile& file);
/// Whether it is whole, of this file, and stands alone: nothing needs to be read again.
bool isPieceFinal(const std::string& path, const WalkedFile& file);

} // namespace bubblescope
