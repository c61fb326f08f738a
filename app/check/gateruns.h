// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gate.h"
#include "importer.h"
#include "measuredthroughput.h"
#include "openedfolder.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

struct CheckCommand;

/// What lies at a path, to be compared with others.
struct GatePath {
    /// `memory`: bytes for the spans of an index, as spanMemory() takes them; of one with more, what its merge found is
    /// there. Reports a path that does not exist.
    static Result<GatePath> open(const std::string& path, bool useCache, uint64_t memory, bool wantsFindings = true,
        const ImportChoices& choices = {});
    static Result<GatePath> of(OpenedFolderPtr opened, bool wantsFindings = true);
    /// Of the typical step of one of its runs; nullopt if model or batch are not known.
    std::optional<MeasuredThroughput> throughput(size_t run) const;
    /// Of its first: 0 to 1; nullopt if not known.
    std::optional<double> mfu() const;
    std::string hardware() const { return knownOf(*opened).run(0).hardware(); } ///< of the first run

    OpenedFolderPtr opened;    ///< that they refer to
    std::vector<GateRun> runs; ///< its runs, or its logs where it has no run
};

/// Judges the first run of the first of these paths against all runs of the others. nullopt if there is no run to
/// judge, or no baseline at all.
std::optional<GateReport> judgePaths(std::span<const GatePath* const> paths, const GateRules& rules);

/// The answer of `check`, and the folders that it is about.
class JudgedFolders {
public:
    /// Opens everything; reports paths that do not exist.
    explicit JudgedFolders(const CheckCommand& command);
    /// nullopt if there is no run to judge, or no baseline at all.
    const std::optional<GateReport>& report() const { return m_report; }
    /// That was judged; null for a log.
    const Run* run() const { return m_run; }
    /// False if something could not be opened, which was reported.
    bool isWhole() const { return m_isWhole; }

private:
    std::vector<GatePath> m_paths; ///< the run, and its baselines
    bool m_isWhole = true;
    const Run* m_run = nullptr;
    std::optional<GateReport> m_report;
};

} // namespace bubblescope
