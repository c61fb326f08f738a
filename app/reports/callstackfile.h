// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calltree.h"
#include "progress.h"
#include "result.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// Files in which other programs draw flame graphs.
enum class CallStackFormat : uint8_t {
    Folded,    ///< "host;step;aten::mm 1200", one stack a line with its own ns; those of devices begin with "device"
    Speedscope ///< speedscope.app/file-format-schema.json: a profile of threads, one of devices
};

/// Writes a finished tree to `write`, which returns false to stop; its result is false, too, then. In both formats the
/// sum below a call is what the tree states, in ns.
bool writeCallStacks(const CallTree& tree, CallStackFormat format, std::string_view name,
    const std::function<bool(std::string_view)>& write);

/// Counts the calls of a run, in `range` if there is one, and writes them. Nullopt on success and when cancelled. Any
/// thread.
std::optional<Error> writeCallStackFile(const TracePtr& trace, std::string_view name,
    const std::optional<TimeRange>& range, CallStackFormat format, const std::string& path,
    const ProgressFn& progress = {});

} // namespace bubblescope
