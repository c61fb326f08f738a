// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectivecommand.h"
#include "exportrequest.h"
#include "inspectreport.h"
#include "openedfolder.h"
#include "samplerun.h"
#include "simulatecommand.h"
#include "themechoice.h"
#include "timerange.h"

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace bubblescope {

/// What the program ends with; a contract with scripts. Usage, too, where something could not be written.
enum class ExitCode : int { Fine = 0, Usage = 1, NothingUsable = 2, OpenedWithErrors = 3, Failed = 4 };

/// What to show: files and folders, or the built-in sample run.
struct Source {
    std::vector<std::string> paths;
    bool demo = false;
    bool useCache = true;
    std::optional<TimeRange> range; ///< ns from the run's start: the part that is read
};

struct WindowCommand {
    Source source;
    std::optional<ThemeChoice> theme; ///< else what the settings say
    std::string language;             ///< likewise
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
    std::optional<int> step; ///< number as the run has it; else the typical one
    int top = 10;            ///< findings in text, all in JSON unless asked for
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
    std::string session;      ///< *.bubblescope to take the notes and knobs of; empty for none
    std::string language = "en";
    SimulateOptions simulate; ///< what is simulated, where that is asked for
    bool strict = false;
};

struct SampleCommand {
    std::string directory;
    SampleOptions options;
};

/// Plain numbers, or (with a source) what files hold.
struct SimulateCommand {
    PlainPipeline pipeline;
    Source source;
    SimulateOptions options;
    std::string exportFile; ///< of the simulated timeline, PNG or (*.json) a Chrome trace; empty for none
    CollectiveQuestion collective; ///< one to price, instead of a step
    bool json = false;
    bool readsFiles() const { return source.demo || !source.paths.empty(); }
};

struct CacheCommand {
    bool clear = false;
};

/// The command line was answered already (help, version) or was wrong; `text` is what to print.
struct CommandLineAnswer {
    ExitCode exitCode = ExitCode::Fine;
    std::string text; ///< to standard output if the exit code is Fine, else to standard error
};

using Command = std::variant<CommandLineAnswer, WindowCommand, InspectCommand, SummaryCommand, CompareCommand,
    RenderCommand, ExportCommand, SampleCommand, SimulateCommand, CacheCommand>;

/// `arguments` without the program's name.
Command parseCommandLine(const std::vector<std::string>& arguments);

/// Opens on this thread, by the cache where that is wanted; what is new is kept there after `use`, which answers while
/// nobody waits for that. `levels`: it will be drawn.
OpenedFolderPtr openSource(const Source& source, bool levels, const std::function<void(const RunFolder&)>& use = {});
/// The range that was asked for. A trace that was read in part has its own start, unless something in it reaches back to
/// that of the run: then all of it is shown.
std::optional<TimeRange> rangeToShow(const Source& source, const RunFolder& folder);

/// The commands that need no window and start no part of one.
ExitCode runInspect(const InspectCommand& command);
ExitCode runSummary(const SummaryCommand& command);
ExitCode runCompare(const CompareCommand& command);
ExitCode runSample(const SampleCommand& command);
/// Draws the timeline of a run into a picture file.
using DrawRun = std::function<ExitCode(const Run& run, const std::string& output)>;
/// `draw` makes the picture that may be asked for; a program that cannot draw has none, and refuses.
ExitCode runSimulate(const SimulateCommand& command, const DrawRun& draw);
ExitCode runCache(const CacheCommand& command);

} // namespace bubblescope
