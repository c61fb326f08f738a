// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectivecommand.h"
#include "exportrequest.h"
#include "inspectreport.h"
#include "sampleoptions.h"
#include "simulatecommand.h"
#include "simulatefolder.h"
#include "themechoice.h"
#include "timerange.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace bubblescope {

/// Exit codes, a contract with scripts. Usage also means that something could not be written.
enum class ExitCode : int { Fine = 0, Usage = 1, NothingUsable = 2, OpenedWithErrors = 3, Failed = 4 };

/// What to show: files and folders, or the built-in sample run.
struct Source {
    std::vector<std::string> paths;
    bool demo = false;
    bool useCache = true;
    std::optional<TimeRange> range; ///< ns from the start of the run: the part to read
};

struct WindowCommand {
    Source source;
    std::optional<ThemeChoice> theme; ///< overrides the settings
    std::string language;             ///< overrides the settings
    bool timeToFrame = false;         ///< print the time to the first complete frame and end
};

struct InspectCommand {
    Source source;
    InspectOptions options;
    bool json = false;
    bool strict = false;
};

struct SummaryCommand {
    Source source;
    bool json = false;
    std::optional<int> step; ///< number as in the run; nullopt: the representative step
    int top = 10;            ///< findings in text; JSON has all unless this is set
    bool topIsSet = false;
};

struct CompareCommand {
    std::string a;
    std::string b;
    bool useCache = true;
    bool json = false;
};

struct RenderCommand {
    enum class View : uint8_t { Timeline, Layers, Stages, Loss, Window };
    Source source;
    std::string output;
    View view = View::Timeline;
    int width = 1600;
    int height = 960;
    ThemeChoice theme = ThemeChoice::Light;
    std::string language = "en";
    bool strict = false;
};

struct ExportCommand {
    Source source;
    std::string output;
    ExportRequest request;
    std::string session;      ///< *.bubblescope to take notes and knobs from; may be empty
    std::string language = "en";
    SimulateOptions simulate; ///< what to simulate, if requested
    bool strict = false;
};

struct SampleCommand {
    std::string directory;
    SampleOptions options;
};

/// Plain numbers or, with a source, the content of files.
struct SimulateCommand {
    PlainPipeline pipeline;
    Source source;
    SimulateOptions options;
    std::string exportFile; ///< for the simulated timeline: PNG or (*.json) a Chrome trace; may be empty
    CollectiveQuestion collective; ///< a collective to price instead of a step
    bool json = false;
    bool readsFiles() const { return source.demo || !source.paths.empty(); }
};

struct CacheCommand {
    bool clear = false;
};

/// The command line was answered already (help, version) or is invalid; `text` is what to print.
struct CommandLineAnswer {
    ExitCode exitCode = ExitCode::Fine;
    std::string text; ///< to standard output if the exit code is Fine, else to standard error
};

using Command = std::variant<CommandLineAnswer, WindowCommand, InspectCommand, SummaryCommand, CompareCommand,
    RenderCommand, ExportCommand, SampleCommand, SimulateCommand, CacheCommand>;

/// bubblescope, or bubblescope-cli, which needs no graphics libraries and cannot draw.
enum class Program : uint8_t { Window, Console };
/// "bubblescope", "bubblescope-cli".
const char* programName(Program program);

/// `arguments` without the name of the program.
Command parseCommandLine(const std::vector<std::string>& arguments, Program program = Program::Window);

} // namespace bubblescope
