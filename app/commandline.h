// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspectreport.h"
#include "samplerun.h"
#include "simulatecommand.h"
#include "timerange.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace bubblescope {

/// What the program ends with; a contract with scripts.
enum class ExitCode : int { Fine = 0, Usage = 1, NothingUsable = 2, OpenedWithErrors = 3 };

enum class ThemeChoice : uint8_t { System, Light, Dark };

/// What to show: files and folders, or the built-in sample run.
struct Source {
    std::vector<std::string> paths;
    bool demo = false;
    bool useCache = true;
};

struct WindowCommand {
    Source source;
    std::optional<ThemeChoice> theme; ///< else what the settings say
    bool timeToFrame = false;         ///< print the time to the first complete frame and end
};

struct InspectCommand {
    Source source;
    InspectOptions options;
    bool json = false;
    bool strict = false;
};

struct RenderCommand {
    enum class View : uint8_t { Timeline, Layers, Stages, Loss, Window };
    Source source;
    std::string output;
    View view = View::Timeline;
    int width = 1600;
    int height = 960;
    std::optional<TimeRange> range; ///< ns from the run's start
    ThemeChoice theme = ThemeChoice::Light;
    bool strict = false;
};

struct SampleCommand {
    std::string directory;
    SampleOptions options;
};

struct SimulateCommand {
    PlainPipeline pipeline;
    bool json = false;
};

struct CacheCommand {
    bool clear = false;
};

/// The command line was answered already (help, version) or was wrong; `text` is what to print.
struct CommandLineAnswer {
    ExitCode exitCode = ExitCode::Fine;
    std::string text; ///< to standard output if the exit code is Fine, else to standard error
};

using Command = std::variant<CommandLineAnswer, WindowCommand, InspectCommand, RenderCommand, SampleCommand,
    SimulateCommand, CacheCommand>;

/// `arguments` without the program's name.
Command parseCommandLine(const std::vector<std::string>& arguments);

/// The commands that need no window and start no part of one.
ExitCode runInspect(const InspectCommand& command);
ExitCode runSample(const SampleCommand& command);
ExitCode runSimulate(const SimulateCommand& command);
ExitCode runCache(const CacheCommand& command);

} // namespace bubblescope
