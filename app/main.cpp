// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backgroundjob.h"
#include "commandline.h"
#include "console.h"
#include "exportcommand.h"
#include "lastresort.h"
#include "rendercommand.h"
#include "windowcommand.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

using namespace bubblescope;

namespace {
struct Runner {
    int& argc;
    char** argv;

    ExitCode operator()(const CommandLineAnswer& answer) const
    {
        print(answer.exitCode == ExitCode::Fine ? stdout : stderr, answer.text);
        return answer.exitCode;
    }
    ExitCode operator()(const InspectCommand& command) const { return runInspect(command); }
    ExitCode operator()(const SummaryCommand& command) const { return runSummary(command); }
    ExitCode operator()(const CompareCommand& command) const { return runCompare(command); }
    ExitCode operator()(const SampleCommand& command) const { return runSample(command); }
    ExitCode operator()(const SimulateCommand& command) const
    {
        return runSimulate(command,
            [this](const Run& run, const std::string& output) { return drawTimeline(run, output, argc, argv); });
    }
    ExitCode operator()(const CacheCommand& command) const { return runCache(command); }
    ExitCode operator()(const RenderCommand& command) const { return runRender(command, argc, argv); }
    ExitCode operator()(const ExportCommand& command) const { return runExport(command, argc, argv); }
    ExitCode operator()(const WindowCommand& command) const { return runWindow(command, argc, argv); }
};
} // namespace

int main(int argc, char* argv[])
{
    ExitCode code = runGuarded([&] {
        return std::visit(Runner {argc, argv}, parseCommandLine({argv + 1, argv + argc}));
    });
    // A disk that is full shows only once everything is written.
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        printError(std::string("the answer cannot be written in full: ") + std::strerror(errno) + '.');
        code = ExitCode::Usage;
    }
    // A thread that would not end still uses what a normal end takes apart.
    if (BackgroundJob::anyIsLeftBehind())
        std::_Exit(static_cast<int>(code));
    return static_cast<int>(code);
}
