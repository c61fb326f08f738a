// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runsteps.h"

#include "document.h"
#include "earlypart.h"
#include "inputchoice.h"

#include <utility>

namespace bubblescope {

RunSteps::RunSteps(const Document& document, const InputChoice& inputs, QObject* parent)
    : QObject(parent), m_document(document), m_inputs(inputs)
{
    connect(&document, &Document::folderChanged, this, [this] { startOver(); });
    connect(&document, &Document::runChanged, this, [this] {
        const bool keepsLog = m_log && m_log == m_inputs.runLog() && !isOfRun();
        startOver(keepsLog); // a modelled run changes with every knob
    });
    connect(&inputs, &InputChoice::runLogChanged, this, [this] {
        if (m_log || !isOfRun())
            startOver();
    });
}

bool RunSteps::hasRun() const
{
    const Run* run = m_document.run();
    return run && run->hasCommonTime() && !run->trace->steps().empty();
}

bool RunSteps::isOfRun() const
{
    if (!hasRun())
        return false;
    const RunLog* log = m_inputs.runLog();
    return m_document.openedRun() || !log || StepTable::ofLog(*log).isEmpty();
}

bool RunSteps::isModelled() const { return isOfRun() && m_document.run()->origin != Origin::Measured; }

void RunSteps::startOver(bool keepsTable)
{
    ++m_generation;
    m_whatIf.reset();
    m_isWhatIfAsked = false;
    if (!keepsTable) {
        m_table.reset();
        m_log = nullptr;
        m_isTableAsked = false;
    }
    emit changed();
}

void RunSteps::setTable(StepTablePtr table)
{
    ++m_generation;
    m_table = std::move(table);
    m_isTableAsked = true;
    m_isWhatIfAsked = true;
    emit changed();
}

template <typename Found, typename Make>
void RunSteps::find(TraceWork::Task task, std::shared_ptr<const Found> RunSteps::*member, const Make& make)
{
    const Run& run = *m_document.run();
    const auto context = contextOf(run);
    // Holds the folder, and so the trace, while it works.
    const auto work = [this, member, make, context, trace = run.trace, generation = m_generation]() -> TraceWork::Take {
        auto found = std::make_shared<const Found>(make(*context));
        return [this, member, found, trace, generation] {
            if (generation != m_generation)
                return false;
            this->*member = found;
            return true;
        };
    };
    m_work.perform(task, run.trace->spanCount(), work, [this] { emit changed(); });
}

StepTablePtr RunSteps::table()
{
    if (std::exchange(m_isTableAsked, true))
        return m_table;
    if (isOfRun()) {
        const Kept kept = m_askForKept ? m_askForKept() : nullptr;
        find(TraceWork::Task::Summary, &RunSteps::m_table, [kept](const RunContext& context) {
            const StepTablePtr known = kept ? kept() : nullptr;
            return known ? *known : StepTable::ofRun(context);
        });
    } else {
        m_log = m_inputs.runLog();
        m_table = std::make_shared<const StepTable>(m_log ? StepTable::ofLog(*m_log) : StepTable());
    }
    return m_table;
}

std::shared_ptr<const Result<StragglerWhatIf>> RunSteps::whatIf()
{
    if (std::exchange(m_isWhatIfAsked, true) || !hasRun())
        return m_whatIf;
    const OpenedFolderPtr& opened = m_document.opened();
    const auto lacksRanks = [&opened, run = size_t(m_document.runIndex())] {
        return isReadByRank(opened->folder, run, opened->summaries)
            || hasUnknownRanks(opened->blocks, run, opened->summaries);
    };
    if (!m_document.showsSimulation() && lacksRanks()) {
        const KeptWhatIf kept = m_askForKeptWhatIf ? m_askForKeptWhatIf() : nullptr;
        find(TraceWork::Task::Part, &RunSteps::m_whatIf, [kept](const RunContext&) -> Result<StragglerWhatIf> {
            if (std::optional<Result<StragglerWhatIf>> known = kept ? kept() : std::nullopt)
                return *std::move(known);
            return Error {say("This takes the operations of all ranks, and they do not fit into memory."),
                say("Run `bubblescope stragglers` where they do, or give more: --memory."), {}};
        });
    } else {
        find(TraceWork::Task::Part, &RunSteps::m_whatIf,
            [](const RunContext& context) { return findStragglerWhatIf(context); });
    }
    return m_whatIf;
}

} // namespace bubblescope
