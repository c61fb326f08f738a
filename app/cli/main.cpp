// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// bubblescope-cli: all commands that do not draw, for cluster nodes without graphics libraries.
#include "consolecommands.h"
#include "dataexport.h"
#include "language.h"
#include "lastresort.h"

#include <QCoreApplication>

using namespace bubblescope;

namespace {
struct Runner : ConsoleRunner {
    int& argc;
    char** argv;

    using ConsoleRunner::operator();
    ExitCode operator()(const SimulateCommand& command) const
    {
        return codeWithout(command.source.paths, runSimulate(command, {}));
    }
    ExitCode operator()(const ExportCommand& command) const
    {
        QCoreApplication application(argc, argv);
        applyLanguage(application, QString::fromStdString(command.language));
        return runDataExport(command);
    }
    ExitCode operator()(const RenderCommand& /*command*/) const { return refuseToDraw("`render`"); }
    ExitCode operator()(const WindowCommand& /*command*/) const { return refuseToDraw("The window"); }
};
} // namespace

int main(int argc, char* argv[])
{
    return static_cast<int>(runToEnd([&] {
        return std::visit(Runner {{}, argc, argv}, parseCommandLine({argv + 1, argv + argc}, Program::Console));
    }));
}
