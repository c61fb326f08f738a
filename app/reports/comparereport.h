// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison.h"
#include "knownrun.h"
#include "measuredthroughput.h"
#include "result.h"

#include <optional>
#include <string>

namespace bubblescope {

/// A folder to be compared.
struct ComparedSide {
    KnownFolder known;
    ComparedPart part {}; ///< of its first run
};

/// The main inputs of two folders, which must be of one kind: first runs, else logs, else workloads, else tables. Of a
/// plan and the run that was recorded later see comparePlan().
struct ComparedFolders {
    std::string nameA;
    std::string nameB;
    std::vector<std::string> devicesA {}; ///< GPUs as their driver names them
    std::vector<std::string> devicesB {};
    std::string kind;
    std::string kindB {}; ///< where that of B is another
    Comparison comparison;
    /// Of their whole steps, where model and batch are known.
    std::optional<MeasuredThroughput> throughputA {};
    std::optional<MeasuredThroughput> throughputB {};
    std::string calibrate {}; ///< of a plan and a run: the command that takes their difference over
};
Result<ComparedFolders> compareFolders(const ComparedSide& a, const ComparedSide& b);

/// Output of `compare --json`; its keys are a contract with its readers.
std::string comparisonJson(const ComparedFolders& compared);
/// The same as text.
std::string comparisonText(const ComparedFolders& compared);

} // namespace bubblescope
