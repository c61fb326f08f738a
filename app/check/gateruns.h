// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gate.h"
#include "gatedigest.h"
#include "kernelnames.h"
#include "openedfolder.h"

#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

struct CheckCommand;

/// The runs of a folder, or its logs where it has no run.
std::vector<GateRun> gateRunsOf(const RunFolder& folder, bool wantsFindings = true);

/// What lies at a path, to be compared with others.
class GatePath {
public:
    explicit GatePath(OpenedFolderPtr folder, bool wantsFindings = true);
    explicit GatePath(GatedIndex&& index);
    /// `memory`: bytes for the spans of an index, as spanMemory() takes them; of one with more, what its merge found is
    /// there. Tells of a path that does not exist.
    static Result<GatePath> open(const std::string& path, bool useCache, uint64_t memory, bool wantsFindings = true,
        const KernelNamesPtr& kernels = KernelNames::builtin());

    std::vector<GateRun> runs; ///< refer to this; empty where there is none
    /// See measuredHardware().
    std::string hardware() const;

private:
    OpenedFolderPtr m_folder; ///< or
    std::shared_ptr<const GatedIndex> m_index;
};

/// The answer of `check`, and the folders that it is about.
class JudgedFolders {
public:
    /// Opens everything; tells of paths that do not exist.
    explicit JudgedFolders(const CheckCommand& command);
    /// nullopt if there is no run to judge, or no baseline at all.
    const std::optional<GateReport>& report() const { return m_report; }
    /// That was judged; null for a log.
    const Run* run() const { return m_run; }
    /// False if something could not be opened, which was told.
    bool isWhole() const { return m_isWhole; }

private:
    /// A run that seems better on another machine was not made better.
    void doubtHardware(const GatePath& run, const GatePath& baseline);

    std::vector<GatePath> m_paths; ///< the run, and its baselines
    bool m_isWhole = true;
    const Run* m_run = nullptr;
    std::optional<GateReport> m_report;
};

} // namespace bubblescope
