// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "exportedruns.h"

#include "notebook.h"

namespace bubblescope {

ExportedRuns::ExportedRuns(OpenedFolderPtr opened, ShownSimulationPtr simulation)
{
    m_measured.document.setFolder(std::move(opened));
    if (simulation) {
        m_simulated.document.setSimulation(simulation);
        m_measured.document.setSimulation(std::move(simulation));
    }
}

std::optional<Error> ExportedRuns::showStep(int64_t number)
{
    const Result<int> step = stepNumbered(*m_measured.document.openedRun(), number);
    if (!step)
        return step.error();
    m_measured.window.setStep(number);
    return std::nullopt;
}

SummaryOptions shownInputs(const Workspace& workspace)
{
    SummaryOptions options;
    const Run* run = workspace.document.openedRun();
    const std::optional<int64_t> step = workspace.window.step();
    if (run && step && stepNumbered(*run, *step)) {
        options.step = int(*step);
        options.run = run->name;
    }
    return options;
}

std::vector<WrittenRun> ExportedRuns::writtenRuns(ExportSubject subject, const std::optional<TimeRange>& range) const
{
    std::vector<WrittenRun> runs;
    const auto add = [&](const Workspace& workspace, const Run& run, std::string_view prefix, TimeNs offset) {
        WrittenRun& written = runs.emplace_back(WrittenRun {&run, prefix});
        written.notes = anchored(m_measured.document.notes().notesOf(workspace.document.noteSubject()), *run.trace);
        if (range)
            written.range = TimeRange {range->begin - offset, range->end - offset};
    };
    if (subject != ExportSubject::Simulated && hasRun())
        add(m_measured, *m_measured.document.openedRun(), {}, 0);
    if (subject != ExportSubject::Measured && simulation()) {
        add(m_simulated, simulation()->step.run, "simulated ", simulation()->offset);
        runs.back().step = simulation()->openedStep;
    }
    return runs;
}

} // namespace bubblescope
