// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "openedfolder.h"
#include "querydata.h"

namespace bubblescope {

/// What queries about an opened folder ask. Of an index they ask all ranks: those that are not in memory are read, and
/// what the merge found in all of them is taken from it.
QueryDataPtr queryDataOf(const OpenedFolderPtr& opened, std::vector<Annotation> notes = {});

} // namespace bubblescope
