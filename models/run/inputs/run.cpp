// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "run.h"

#include <algorithm>
#include <set>

namespace bubblescope {

int Run::stageCount() const
{
    std::set<int> stages;
    for (const RankInfo& rank : trace->ranks()) {
        if (rank.stage >= 0)
            stages.insert(rank.stage);
    }
    return static_cast<int>(stages.size());
}

const char* runKindName(Run::Kind kind)
{
    switch (kind) {
    case Run::Kind::Measured:
        return "measured";
    case Run::Kind::Scaling:
        return "scaling";
    case Run::Kind::Plan:
        return "plan";
    case Run::Kind::Simulated:
        return "simulated";
    }
    return "";
}

Result<int> stepNumbered(const Run& run, int64_t number)
{
    const auto steps = run.trace->steps();
    const auto found
        = std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return step.number == number; });
    if (found != steps.end())
        return int(found - steps.begin());
    if (steps.size() < 2 && number == 1)
        return 0;
    return Error {say("{} has no step {}.", run.name, number),
        steps.size() < 2 ? say("It has one step.")
                         : say("Its steps are {} to {}.", steps.front().number, steps.back().number),
        {}};
}

void shareFabric(RunFolder& folder)
{
    if (folder.fabric.isEmpty())
        return;
    const auto fabric = std::make_shared<const Fabric>(folder.fabric);
    for (Run& run : folder.runs) {
        if (run.kind == Run::Kind::Measured)
            run.fabric = fabric;
    }
}

} // namespace bubblescope
