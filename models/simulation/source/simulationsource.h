// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace bubblescope {

/// Which input of a folder is simulated.
struct SimulationSource {
    enum class Kind : uint8_t { Run, LayerTable, Workload, RunLog, Description };
    Kind kind = Kind::Run;
    size_t index = 0; ///< into the folder's list of that kind
    int step = 0;     ///< for a run: index into Trace::steps()
    bool operator==(const SimulationSource&) const = default;
};

} // namespace bubblescope
