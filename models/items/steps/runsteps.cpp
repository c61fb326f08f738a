// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runsteps.h"

#include "document.h"
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
    connect(&m_work, &TraceWork::givenUp, this, &RunSteps::giveUp);
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
        m_isGivenUp = false;
    }
    emit changed();
}

/// Until something else is opened: the same would end the same way.
void RunSteps::giveUp(TraceWork::Task task)
{
    if (task == TraceWork::Task::Summary && m_isTableAsked && !m_table)
        m_isGivenUp = true;
    else if (task == TraceWork::Task::Part && m_isWhatIfAsked && !m_whatIf)
        m_whatIf = std::make_shared<const Result<StragglerWhatIf>>(
            Error {say("An error, which is shown above the timeline, ended the comparison."), {}, {}});
    else
        return;
    emit changed();
}

void RunSteps::setTable(StepTablePtr table)
{
    ++m_generation;
    m_table = std::move(table);
    m_isGivenUp = false;
    m_isTableAsked = true;
    m_isWhatIfAsked = true;
    emit changed();
}

template <typename Found, typename Ask, typename Make>
void RunSteps::find(
    TraceWork::Task task, std::shared_ptr<const Found> RunSteps::*member, const Ask& ask, const Make& make)
{
    const Run& run = *m_document.run();
    const auto context = contextOf(run);
    // Holds the folder, and so the trace, while it works.
    const OpenedFolderPtr opened = m_document.showsSimulation() ? nullptr : m_document.opened();
    const auto work = [this, member, ask, make, context, opened, number = size_t(m_document.runIndex()),
                          trace = run.trace, generation = m_generation]() -> TraceWork::Take {
        const std::shared_ptr<const Found> found
            = opened ? ask(knownOf(*opened).run(number), *context) : make(*context);
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
    const auto make
        = [](const RunContext& context) { return std::make_shared<const StepTable>(StepTable::ofRun(context)); };
    if (isOfRun()) {
        find(
            TraceWork::Task::Summary, &RunSteps::m_table,
            [make](const KnownRun& run, const RunContext& context) {
                const Result<StepTablePtr> known = run.steps();
                return known ? *known : make(context);
            },
            make);
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
    using Found = Result<StragglerWhatIf>;
    find(
        TraceWork::Task::Part, &RunSteps::m_whatIf,
        [](const KnownRun& run, const RunContext&) { return std::make_shared<const Found>(run.stragglers()); },
        [](const RunContext& context) { return std::make_shared<const Found>(findStragglerWhatIf(context)); });
    return m_whatIf;
}

} // namespace bubblescope
