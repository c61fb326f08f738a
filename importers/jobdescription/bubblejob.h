// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "describedfields.h"
#include "jobdescription.h"

#include <string>
#include <vector>

namespace bubblescope {

/// Our own short text: a line `key = value` each, # begins a comment. The keys stand in the manual; those of the layout
/// are the knobs of `simulate`.
Result<DescribedFields> readLineFields(std::string_view text, std::string_view file);

/// Refuses keys that it does not know, naming the one that was meant.
Result<JobDescription> bubbleJob(const DescribedFields& fields, std::string_view file);

/// The other way: what is stated, in the same words.
std::string bubbleJobText(const JobDescription& job);

/// All keys, in the order in which they are written.
std::vector<std::string_view> bubbleJobKeys();

} // namespace bubblescope
