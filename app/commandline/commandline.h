// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkcommand.h"
#include "devicesums.h"
#include "exitcode.h"
#include "exportrequest.h"
#include "historycommand.h"
#include "importer.h"
#include "indexcommand.h"
#include "inspectreport.h"
#include "mcpcommand.h"
#include "plancommand.h"
#include "querycommand.h"
#include "samplearguments.h"
#include "simulatecommand.h"
#include "source.h"
#include "themechoice.h"

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace bubblescope {

struct WindowCommand {
    Source source;
    std::optional<ThemeChoice> theme; ///< overrides the settings
    std::string language;             ///< overrides the settings
    bool timeToFrame = false;         ///< print the time to the first complete frame and end
    std::string show {};              ///< where to open, see ViewLink; empty: as usual
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
    bool markdown = false;
    std::optional<int> step; ///< number as in the run; nullopt: the representative step
    int top = 10;            ///< findings in text; JSON has all unless this is set
    bool topIsSet = false;
};

struct CompareCommand {
    std::string a;
    std::string b;
    bool useCache = true;
    bool json = false;
    ImportChoices choices {}; ///< kernels and patterns of logs
    uint64_t memory = 0; ///< as of Source
    ComparedPart partA {};
    ComparedPart partB {};
    SimulateOptions plan; ///< of the one that is a described job
};

struct StragglersCommand {
    Source source;
    std::string ideal; ///< file to write the ideal timeline to; may be empty
    bool json = false;
};

struct HangCommand {
    std::vector<std::string> paths;
    bool json = false;
};

struct RenderCommand {
    enum class View : uint8_t { Timeline, Layers, Stages, Loss, Steps, Roofline, Window };
    Source source;
    std::string output;
    View view = View::Timeline;
    int width = 1600;
    int height = 960;
    ThemeChoice theme = ThemeChoice::Light;
    std::string language = "en";
    bool strict = false;
};

/// What `render` and assistants can ask for, by name.
const std::map<std::string, RenderCommand::View>& renderViews();

struct ExportCommand {
    Source source;
    std::string output;
    ExportRequest request;
    std::string session; ///< *.bubblescope to take notes and knobs from; may be empty
    std::string language = "en";
    SimulateOptions simulate; ///< what to simulate, if requested
    bool strict = false;
};

struct FormatsCommand {
    bool json = false;
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
    CheckCommand, HistoryCommand, McpCommand, StragglersCommand, HangCommand, QueryCommand, RenderCommand,
    ExportCommand, SampleCommand, SimulateCommand, PlanCommand, IndexCommand, FormatsCommand, CacheCommand>;

/// bubblescope, or bubblescope-cli, which needs no graphics libraries and cannot draw.
enum class Program : uint8_t { Window, Console };
/// "bubblescope", "bubblescope-cli".
const char* programName(Program program);

/// `arguments` without the name of the program.
Command parseCommandLine(const std::vector<std::string>& arguments, Program program = Program::Window);

} // namespace bubblescope
