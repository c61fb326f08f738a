// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepofranks.h"

#include "parallel.h"
#include "runcontext.h"

namespace bubblescope {

bool isReadByRanks(const OpenedFolder& opened, const SimulationSource& source)
{
    return source.kind == SimulationSource::Kind::Run && source.index < opened.blocks.size()
        && opened.blocks[source.index];
}

Result<OpenedFolderPtr> StepOfRanks::folderWith(
    const OpenedFolder& opened, const SimulationSource& source, const ProgressFn& progress)
{
    const RankBlocks& blocks = *opened.blocks[source.index];
    const auto steps = blocks.tables().steps();
    const int32_t number = size_t(source.step) < steps.size() ? steps[size_t(source.step)].number : 0;
    Kept step;
    {
        const std::lock_guard lock(m_mutex);
        step = m_kept;
    }
    if (!step.trace || step.identity != blocks.identity() || step.step != number) {
        const RankBlocks::Read read
            = blocks.readStep(number, opened.memory / RankBlocks::bytesOfSpan, threadCount(), progress);
        if (const uint64_t bytes = read.spans * RankBlocks::bytesOfSpan; bytes > opened.memory)
            return takesTooMuch(say("Step {} of all ranks", number), bytes, opened.memory);
        if (!read.trace)
            return Error {say("The step cannot be read from the index."), {}, {}};
        if (read.damaged > 0)
            return Error {say("What the index holds of {} ranks is damaged: the step is not whole.", read.damaged),
                say("Index the run again."), {}};
        step = {blocks.identity(), number, read.trace};
        const std::lock_guard lock(m_mutex);
        m_kept = step;
    }
    auto made = std::make_shared<OpenedFolder>();
    made->folder = opened.folder;
    Run& run = made->folder.runs[source.index];
    run.trace = step.trace;
    run.context = nullptr;
    run.context = contextOf(run);
    return OpenedFolderPtr(std::move(made));
}

void StepOfRanks::forget()
{
    const std::lock_guard lock(m_mutex);
    m_kept = {};
}

} // namespace bubblescope
