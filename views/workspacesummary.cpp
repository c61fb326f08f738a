// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace.h"

namespace bubblescope {

namespace {

constexpr uint32_t partSpanLimit = 500'000;

} // namespace

std::shared_ptr<const RunSummary> Workspace::runSummary() const
{
    const Run* current = run();
    if (!current)
        return nullptr;
    const auto index = static_cast<size_t>(m_runIndex);
    if (index < m_opened->summaries.size() && m_opened->summaries[index])
        return m_opened->summaries[index];
    if (m_summarized.lock() != current->trace) {
        m_summarized = current->trace;
        m_summary = current->trace->spanCount() > summarySpanLimit
            ? nullptr
            : std::make_shared<const RunSummary>(
                summarizeRun(*current->trace, current->trace->timing(), current->layout));
    }
    return m_summary;
}

} // namespace bubblescope
