// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runsteps.h"

#include "document.h"
#include "inputchoice.h"

namespace bubblescope {

RunSteps::RunSteps(const Document& document, const InputChoice& inputs, QObject* parent)
    : QObject(parent), m_document(document), m_inputs(inputs)
{
    connect(&document, &Document::folderChanged, this, &RunSteps::startOver);
    connect(&document, &Document::runChanged, this, &RunSteps::startOver);
    connect(&inputs, &InputChoice::runLogChanged, this, [this] {
        if (!isOfRun())
            startOver();
    });
}

bool RunSteps::isOfRun() const
{
    const Run* run = m_document.run();
    return run && run->hasCommonTime() && !run->trace->steps().empty();
}

void RunSteps::startOver()
{
    ++m_generation;
    m_table.reset();
    m_whatIf.reset();
    m_isAsked = false;
    emit changed();
}

void RunSteps::setTable(StepTablePtr table)
{
    ++m_generation;
    m_table = std::move(table);
    m_isAsked = true;
    emit changed();
}

StepTablePtr RunSteps::table()
{
    compute();
    return m_table;
}

std::shared_ptr<const Result<StragglerWhatIf>> RunSteps::whatIf()
{
    compute();
    return m_whatIf;
}

void RunSteps::compute()
{
    if (m_isAsked)
        return;
    m_isAsked = true;
    if (!isOfRun()) {
        const RunLog* log = m_inputs.runLog();
        m_table = std::make_shared<const StepTable>(log ? StepTable::ofLog(*log) : StepTable());
        return;
    }
    const Run& run = *m_document.run();
    const auto context = contextOf(run);
    // Holds the folder, and so the trace, while it works.
    const auto work = [this, context, trace = run.trace, generation = m_generation]() -> TraceWork::Take {
        auto table = std::make_shared<const StepTable>(StepTable::ofRun(*context));
        auto whatIf = std::make_shared<const Result<StragglerWhatIf>>(findStragglerWhatIf(*context));
        return [this, table, whatIf, trace, generation] {
            if (generation != m_generation)
                return false;
            m_table = table;
            m_whatIf = whatIf;
            return true;
        };
    };
    m_work.perform(TraceWork::Task::Summary, run.trace->spanCount(), work, [this] { emit changed(); });
}

} // namespace bubblescope
