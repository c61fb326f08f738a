// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gate.h"
#include "openedfolder.h"

#include <optional>
#include <vector>

namespace bubblescope {

struct CheckCommand;

/// The runs of a folder, or its logs where it has no run.
std::vector<GateRun> gateRunsOf(const RunFolder& folder, bool wantsFindings = true);

/// The answer of `check`, and the folders that it is about.
class JudgedFolders {
public:
    /// Opens everything; tells of paths that do not exist.
    explicit JudgedFolders(const CheckCommand& command);
    /// nullopt if there is no run to judge, or no baseline at all.
    const std::optional<GateReport>& report() const { return m_report; }
    /// That was judged; null for a log.
    const Run* run() const { return m_run; }
    /// False if something did not fit into memory, which was told.
    bool isWhole() const { return m_isWhole; }

private:
    /// A run that seems better on another machine was not made better.
    void doubtHardware(const RunFolder& run, const RunFolder& baseline);

    OpenedFolderPtr m_opened;
    std::vector<OpenedFolderPtr> m_before;
    bool m_isWhole = true;
    const Run* m_run = nullptr;
    std::optional<GateReport> m_report;
};

} // namespace bubblescope
