// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "binaryarchive.h"
#include "filecontents.h"
#include "run.h"

#include <optional>

namespace bubblescope {

void exchange(BinaryWriter& archive, const Message& message);
void exchange(BinaryReader& archive, Message& message);

/// Writes everything found in a folder, in binary. Issues are kept, loading times are not.
void writeFolder(BinaryWriter& archive, const RunFolder& folder, unsigned threads = 1);
/// nullopt and a failed archive if anything is out of range.
std::optional<RunFolder> readFolder(BinaryReader& archive, unsigned threads = 1);

/// The same without the traces of the runs, which stay null.
void writeFolderTables(BinaryWriter& archive, const RunFolder& folder);
std::optional<RunFolder> readFolderTables(BinaryReader& archive);

/// Everything that was read of one file, and what was wrong with it.
void writeContents(BinaryWriter& archive, const FileContents& contents, const ImportReport& report);
/// False and a failed archive if anything is out of range. `pool`: where spans lie.
bool readContents(
    BinaryReader& archive, FileContents& contents, ImportReport& report, const ColumnPoolPtr& pool = {});

/// A message, if there is one, and a report.
void writeNotes(BinaryWriter& archive, const std::optional<Message>& advice, const ImportReport& report);
bool readNotes(BinaryReader& archive, std::optional<Message>& advice, ImportReport& report);

} // namespace bubblescope
