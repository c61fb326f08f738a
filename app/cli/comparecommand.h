// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison.h"
#include "result.h"

#include <string>

namespace bubblescope {

/// The main inputs of two folders, which must be of one kind: first runs, else logs, else workloads, else tables.
struct ComparedFolders {
    std::string nameA;
    std::string nameB;
    std::string kind;
    Comparison comparison;
};
Result<ComparedFolders> compareFolders(const RunFolder& a, const RunFolder& b);

/// What `compare --json` prints; its keys are a contract with whoever reads them.
std::string comparisonJson(const ComparedFolders& compared);
/// The same for people.
std::string comparisonText(const ComparedFolders& compared);

} // namespace bubblescope
