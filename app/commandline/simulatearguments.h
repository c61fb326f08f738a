// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "simulatecommand.h"

#include <string>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace bubblescope {

/// All options of `simulate`.
void addSimulate(CLI::App& app, SimulateCommand& command);
/// After parsing: options that describe a pipeline in numbers cannot be mixed with those that read files.
void requireSimulation(const CLI::App& app, SimulateCommand& command);

// What other commands share with it.

/// --set, --hardware.
void addSettings(CLI::App& app, SimulateOptions& options);
/// The same, --input, --step.
void addKnobs(CLI::App& app, SimulateOptions& options);
void requireKnobs(const SimulateOptions& options);
/// A list of all knobs, for the end of a help text.
std::string knobHelp();
/// --schedule, limited to those for which `isOffered` holds.
CLI::Option* addSchedule(CLI::App& app, ScheduleKind& target, bool (*isOffered)(ScheduleKind));

} // namespace bubblescope
