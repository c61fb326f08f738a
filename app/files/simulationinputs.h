// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "shownsimulation.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// Everything in the folder that can be simulated: runs, then logs, workloads, tables and described jobs.
std::vector<SimulationSource> simulationSources(const RunFolder& folder);
/// The name of the input; and with its step if there are several.
const std::string& inputName(const RunFolder& folder, const SimulationSource& source);
std::string inputTitle(const RunFolder& folder, const SimulationSource& source);
/// The number of its step, if there are several.
std::optional<int64_t> inputStep(const RunFolder& folder, const SimulationSource& source);
/// The opened step that is simulated; without a run for inputs that have no trace, or whose ranks cannot be compared.
OpenedStep openedStep(const RunFolder& folder, const SimulationSource& source);

} // namespace bubblescope
