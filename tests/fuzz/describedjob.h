// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bubblejob.h"
#include "jobreader.h"

#include <cmath>
#include <cstdlib>
#include <string_view>

namespace bubblescope::fuzz {

/// A job is refused with a sentence, or is one whose parameters can be told and that is read alike from its own text.
inline void readDescribedJob(std::string_view text, std::string_view file)
{
    const Result<JobDescription> job = readJobDescription(text, file);
    if (!job) {
        if (job.error().message.text().empty())
            std::abort();
        return;
    }
    const double parameters = job->model.parameters();
    if (!std::isfinite(parameters) || parameters < 1 || job->model.activeParameters() > parameters)
        std::abort();
    const Result<JobDescription> again = readJobDescription(bubbleJobText(*job), "again.bubblejob");
    if (!again || again->model.parameters() != parameters)
        std::abort();
}

} // namespace bubblescope::fuzz
