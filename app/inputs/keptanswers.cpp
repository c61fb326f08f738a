// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "keptanswers.h"

#include "document.h"
#include "indexplaces.h"
#include "keptsteps.h"
#include "runsteps.h"
#include "stragglerdigest.h"
#include "summarydigest.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace bubblescope {

namespace {
std::optional<Result<StragglerWhatIf>> keptWhatIf(const std::string& index, const std::string& run)
{
    Result<std::optional<StragglersOfIndex>> kept = stragglersOfIndex(index, run);
    if (!kept)
        return kept.error();
    if (std::optional<Error> error = *kept ? std::nullopt : whyOutdated(index))
        return *std::move(error);
    return *kept ? std::optional(std::move((*kept)->whatIf)) : std::nullopt;
}

/// `find`, called with index and run, unless no run of an index is shown.
template <typename Answer>
auto askedOf(const Document& document, Answer (*find)(const std::string&, const std::string&))
{
    return [&document, find]() -> std::function<Answer()> {
        const Run* run = document.openedRun();
        if (!run || document.showsSimulation() || !isIndex(document.folder()->path))
            return nullptr;
        return [find, index = document.folder()->path, name = run->name] { return find(index, name); };
    };
}
} // namespace

void useKeptAnswers(RunSteps& steps, const Document& document)
{
    steps.setKept(askedOf(document, &stepsOfIndex));
    steps.setKeptWhatIf(askedOf(document, &keptWhatIf));
}

} // namespace bubblescope
