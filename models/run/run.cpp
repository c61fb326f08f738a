// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "run.h"

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
    }
    return "";
}

} // namespace bubblescope
