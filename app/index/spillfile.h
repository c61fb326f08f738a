// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace bubblescope {

/// Opens a file without a name in `folder`, for a ColumnPool; it goes with the process, however that ends. -1 if there
/// is none. Where the file system has no files without a name, it has one for a moment, and one by which the next merge
/// deletes it if this process is killed in that moment and the folder is that of an index.
int openSpillFile(const std::string& folder);

} // namespace bubblescope
