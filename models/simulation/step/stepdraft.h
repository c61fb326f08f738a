// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "joblayout.h"
#include "jobprofile.h"
#include "stepgraph.h"
#include "stepmeetings.h"
#include "steprecords.h"

namespace bubblescope {

/// A step under construction: the step itself, the builder of its graph, who meets in its collectives and what a tracer
/// would have recorded of it.
struct StepDraft {
    /// Both must outlive it.
    StepDraft(const JobProfile& job, const JobLayout& layout)
        : meetings(layout, job.replicasAreAlike, step, builder), records(job, step)
    {
    }
    StepDraft(const StepDraft&) = delete; // its parts know each other
    StepDraft& operator=(const StepDraft&) = delete;

    StepGraph step;
    GraphBuilder builder;
    StepMeetings meetings;
    StepRecords records;
};

} // namespace bubblescope
