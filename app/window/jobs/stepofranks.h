// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "openedfolder.h"
#include "progress.h"
#include "result.h"
#include "simulationsource.h"

#include <memory>
#include <mutex>
#include <optional>

namespace bubblescope {

/// Whether not all ranks of this input are in memory.
bool isReadByRanks(const OpenedFolder& opened, const SimulationSource& source);

/// One step of all ranks of a run of which not all are in memory. The last one is kept, since it is asked for again
/// whenever other ranks come into sight. Thread-safe.
class StepOfRanks {
public:
    /// The folder with nothing but this step of the run, worked out again where it is another. An Error if it cannot be
    /// read, or `progress`, called with spans, returned false.
    Result<OpenedFolderPtr> folderWith(
        const OpenedFolder& opened, const SimulationSource& source, const ProgressFn& progress);
    void forget();

private:
    struct Kept {
        uint64_t identity = 0;
        int32_t step = 0;
        TracePtr trace;
    };
    std::mutex m_mutex;
    Kept m_kept;
};

} // namespace bubblescope
