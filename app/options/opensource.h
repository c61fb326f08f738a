// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exitcode.h"
#include "openedfolder.h"
#include "source.h"

#include <functional>
#include <span>
#include <string>

namespace bubblescope {

// How commands open what they are given.

/// Loads on this thread, from the cache if allowed. A new cache entry is only written after `use` has printed its
/// result, so that nobody waits for it. `levels`: prepare levels of detail, for drawing.
OpenedFolderPtr openSource(const Source& source, bool levels, const std::function<void(const OpenedFolder&)>& use = {});
/// One path, which is of no use in part: an Error where an index neither answers what is asked nor fits into memory, or
/// files were cut short.
Result<OpenedFolderPtr> openWhole(
    const std::string& path, Asked asked, bool useCache, uint64_t memory, const ImportChoices& choices);
/// Reports what memory was not enough for: files that were cut short, or ranks of an index, unless a part was asked
/// for. The answer is of what was opened. False if nothing of it could be opened, which is reported, too.
bool warnOfPart(const Source& source, const RunFolder& folder);
/// Why nothing of an index could be opened; nullopt if anything was.
std::optional<Error> whyNotOpened(const RunFolder& folder);
/// Why files were not read to their end; nullopt if all were.
std::optional<Error> whyCutShort(const RunFolder& folder);
/// What a command ends with that answered of what was read of a folder: NothingUsable where that was cut short.
ExitCode codeFor(const RunFolder& folder, ExitCode code = ExitCode::Fine);
/// Reports paths that do not exist; the command continues with the others.
void warnOfMissing(std::span<const std::string> paths);
/// Whether all of them exist.
bool areThere(std::span<const std::string> paths);
/// What a command ends with that ended with `code`: Usage where it answered without paths that do not exist.
ExitCode codeWithout(std::span<const std::string> paths, ExitCode code);
/// Whether no path that is named exists; each of the others is reported.
bool namesNothing(const Source& source);
/// The requested range; nullopt (everything) if only part of a trace was read and has its own time 0.
std::optional<TimeRange> rangeToShow(const Source& source, const RunFolder& folder);
/// Why the range cannot be applied: what was opened has no timeline, or nothing at that time.
std::optional<Error> whyNoRange(const Source& source, const RunFolder& folder);
/// Reports that `what` ("`render`") needs graphics libraries, and which package has it.
ExitCode refuseToDraw(const std::string& what);

} // namespace bubblescope
