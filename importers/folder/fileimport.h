// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

#include <functional>

namespace bubblescope {

/// Runs `import`, which reads a file into `contents`; if memory runs out, the file is left out and `report` says so.
bool importGuarded(FileContents& contents, ImportReport& report, const std::function<bool()>& import);

/// Reads a whole file with its importer; `report` has to know the file. False only if cancelled.
bool importWholeFile(const std::string& path, const std::string& name, const Importer& importer,
    const ImportChoices& choices, FileContents& contents, ImportReport& report, const ProgressFn& progress);

} // namespace bubblescope
