// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "logculprit.h"

#include "findingtext.h"
#include "logtimers.h"
#include "roundedtime.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace bubblescope {

std::optional<Culprit> findInLog(const RunLog& run, const RunLog& baseline, double growthNs)
{
    Culprit culprit;
    const std::vector<double> stages = run.stageForwardMsPerMicrobatch();
    const std::vector<double> before = baseline.stageForwardMsPerMicrobatch();
    for (size_t s = 0; s < std::min(stages.size(), before.size()); ++s) {
        const double gain = (stages[s] - before[s]) * nsPerMs * run.microbatches.value_or(1);
        if (!(gain > culprit.gainNs))
            continue;
        culprit.kind = Culprit::Kind::Compute;
        culprit.id = "slower-compute";
        culprit.gainNs = gain;
        culprit.factor = before[s] > 0 ? stages[s] / before[s] : 0;
        culprit.evidence = {};
        culprit.evidence.stages = {int(s)};
        culprit.title = say("{}: longer compute", say("Stage {}", s));
        culprit.sentence = say("The forward of stage {} takes {} times as long as in the baseline.", s,
            fmt::format("{:.3f}", culprit.factor));
    }
    std::map<std::string, double> timersBefore;
    for (const TimerMedian& timer : medianTimers(baseline))
        timersBefore[timer.name] = timer.ms;
    for (const TimerMedian& timer : medianTimers(run)) {
        const auto found = timersBefore.find(timer.name);
        const double gain = found == timersBefore.end() ? 0 : (timer.ms - found->second) * nsPerMs;
        if (gain <= culprit.gainNs)
            continue;
        culprit = {};
        culprit.kind = Culprit::Kind::Timer;
        culprit.id = "longer-timer";
        culprit.gainNs = gain;
        culprit.factor = found->second > 0 ? timer.ms / found->second : 0;
        culprit.timer = timer.name;
        culprit.title = say("Timer {}: longer", timer.name);
        culprit.sentence = say("The timer {} says {}, and {} in the baseline.", timer.name, timeText(timer.ms * nsPerMs),
            timeText(found->second * nsPerMs));
    }
    return culprit.gainNs > 0 && culprit.gainNs >= leastExplained * growthNs ? std::optional(culprit) : std::nullopt;
}

} // namespace bubblescope
