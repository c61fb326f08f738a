// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "historyarguments.h"

#include "sharedarguments.h"

#include <CLI/CLI.hpp>

namespace bubblescope {

void addHistoryOptions(CLI::App& app, HistoryCommand& command)
{
    app.add_option("PATH", command.paths, "Runs or logs of one job in order of time; a folder may hold several")
        ->required()
        ->type_name("");
    app.add_option("-o,--output", command.output, "Write a page, *.html")->type_name("FILE");
    app.add_flag("--json", command.json, "For programs; the keys are stable");
    addNoCache(app, command.useCache);
    addKernels(app, command.choices.kernels);
    addLogPattern(app, command.choices);
    addWholeMemory(app, command.memory);
}

} // namespace bubblescope
