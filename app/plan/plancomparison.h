// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparereport.h"
#include "result.h"
#include "simulatefolder.h"

#include <string>

namespace bubblescope {

/// A side of `compare`, and how it was given.
struct NamedSide {
    ComparedSide side;
    std::string path; ///< or another name of it
};

/// Two folders as compareFolders(); where one of them only describes a job, its plan is laid over the run or log that
/// the other has. The plan is A then, whichever was given first. Two descriptions are compared as planned. `plan`: what the description does not state itself; an
/// Error where neither is a description and it states anything.
Result<ComparedFolders> compareInputs(const NamedSide& a, const NamedSide& b, const SimulateOptions& plan = {});

} // namespace bubblescope
