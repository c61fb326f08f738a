// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "indexwriter.h"
#include "result.h"

#include <functional>
#include <optional>
#include <string>

namespace bubblescope {

/// Writes the merged runs of an index: completely or not at all; nullopt on success. `mayReplace` is asked once all is
/// written: the file there stays if it says no.
std::optional<Error> writeRunIndex(const std::string& path, const RunFolder& folder, const KeptAnalyses& analyses,
    unsigned threads, const ProgressFn& progress = {}, const std::function<bool()>& mayReplace = {});

} // namespace bubblescope
