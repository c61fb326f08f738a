// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"
#include "memorybudget.h"

#include <functional>

namespace bubblescope {

/// Runs `import`, which reads a file into `contents`; if memory runs out, the file is left out and `report` says so.
bool importGuarded(FileContents& contents, ImportReport& report, const std::function<bool()>& import);

/// Opens a file and has it imported as long as the limit is not passed: then its start is kept, or, of what is not read
/// in order, as a database, nothing. `report` has to know the file, and says so. False only if cancelled.
bool importWithin(MemoryLimit& limit, const std::string& path, const std::string& name, FileContents& contents,
    ImportReport& report, const ProgressFn& progress,
    const std::function<bool(ByteSource& source, const ProgressFn& progress)>& import);

} // namespace bubblescope
