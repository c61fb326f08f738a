// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "assumption.h"
#include "jobprofile.h"
#include "knobs.h"
#include "plannedmemory.h"
#include "plannedstep.h"
#include "result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A described job with the sizes that knobs ask for, which is planned again, and the knobs that are left: orders that
/// have no closed form, and costs.
struct DescribedJob {
    JobDescription job; ///< complete
    Knobs rest;
    std::vector<Assumption> assumptions;
};

/// The number of GPUs and the global batch stay unless knobs say otherwise: of the sizes that are not given, replicas
/// follow, or, where they are given, tensor-parallel ranks, then stages. Microbatches that are given make another
/// batch. An Error if the sizes fit neither each other nor the model. What `own` does not state may be given by knobs.
Result<DescribedJob> describedUnder(const JobDescription& own, const Knobs& knobs, int gpusPerNode);

/// The memory of an order whose ranks hold two pieces of the model, as far from either end; nullopt for other orders,
/// whose memory is that of plannedStep().
std::optional<PlannedMemory> turningMemory(const DescribedJob& described);

/// The same without what follows from it: for a search, which completes it in many ways.
JobDescription withSizesOf(const JobDescription& own, const Knobs& knobs);

/// Its value of a knob, as text; empty if it states none.
std::string describedValue(const JobDescription& job, std::string_view knob);

/// Knobs that ask for what the job is already count as not moved.
Knobs withoutDescribedValues(Knobs knobs, const JobDescription& job);

/// True for knobs that only a described job has.
bool needsDescription(std::string_view knob);
/// nullopt, or why no job of this model has the knob.
std::optional<Message> whyNotDescribed(std::string_view knob, const JobDescription& job);

} // namespace bubblescope
