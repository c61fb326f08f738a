// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibratedjob.h"

#include "joblayout.h"
#include "measuretext.h"
#include "median.h"
#include "refusal.h"
#include "roundedtime.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace bubblescope {

namespace {

/// A step that grows with the factor on compute, and the factor that makes it take so long.
class FactorSearch {
public:
    FactorSearch(const JobDescription& job, const Hardware& hardware) : m_job(job), m_hardware(hardware) { }

    /// Nothing where the step is shorter or longer with all factors.
    std::optional<double> factorFor(double stepNs) const
    {
        double low = leastFactor;
        double high = mostFactor;
        double below = stepAt(low) - stepNs;
        double above = stepAt(high) - stepNs;
        if (!(below <= 0 && above >= 0))
            return std::nullopt;
        // Regula falsi (Illinois): the step is nearly a straight line.
        constexpr int mostRounds = 60;
        constexpr double exact = 1e-10;
        double factor = low;
        int side = 0;
        for (int round = 0; round < mostRounds; ++round) {
            factor = above > below ? low + (high - low) * -below / (above - below) : (low + high) / 2;
            const double off = stepAt(factor) - stepNs;
            if (std::abs(off) <= exact * stepNs)
                break;
            if (off < 0) {
                low = factor;
                below = off;
                above = side < 0 ? above / 2 : above;
                side = -1;
            } else {
                high = factor;
                above = off;
                below = side > 0 ? below / 2 : below;
                side = 1;
            }
        }
        return factor;
    }

    /// Not a number where it is refused.
    double stepAt(double factor) const
    {
        const Result<PlannedStep> step = plannedStep(m_job, m_hardware, {factor, 1});
        return step ? step->stepNs() : std::nan("");
    }

private:
    const JobDescription& m_job;
    const Hardware& m_hardware;
};

} // namespace

MeasuredSteps measuredSteps(std::span<const double> stepMs)
{
    if (stepMs.empty())
        return {};
    std::vector<double> all(stepMs.begin(), stepMs.end());
    const double median = medianOf(all);
    std::sort(all.begin(), all.end());
    const auto at = [&all](double share) { return all[size_t(std::lround(share * double(all.size() - 1)))] * nsPerMs; };
    constexpr double outside = 0.1;
    return {median * nsPerMs, at(outside), at(1 - outside), 0};
}

Result<JobCalibration> calibrationOf(const JobDescription& job, const Hardware& hardware, const MeasuredSteps& measured)
{
    if (!(measured.usualNs > 0) || !std::isfinite(measured.usualNs))
        return refusal(say("No step was measured."));
    const PlannedLayout& layout = job.layout;
    if (std::optional<Error> tooLarge = whyTooLarge(*layout.tensor, *layout.data * *layout.context, *layout.stages))
        return *std::move(tooLarge);
    const Result<PlannedStep> modelled = plannedStep(job, hardware);
    if (!modelled)
        return modelled.error();
    const FactorSearch search(job, hardware);
    const std::optional<double> factor = search.factorFor(measured.usualNs);
    if (!factor) {
        const double nothing = search.stepAt(leastFactor);
        if (nothing > measured.usualNs)
            return refusal(say("The measured step of {} is shorter than what {} needs to communicate in it, {}.",
                               timeText(measured.usualNs), hardware.name, timeText(nothing)),
                say("Say on which GPUs and network it was measured."));
        return refusal(say("The measured step of {} takes more than {} times what is modelled on {}, {}.",
                           timeText(measured.usualNs), mostFactor, hardware.name, timeText(modelled->stepNs())),
            say("Say on which GPUs it was measured."));
    }
    JobCalibration calibration;
    calibration.computeFactor = *factor;
    calibration.least
        = std::min(*factor, search.factorFor(std::min(measured.fastNs, measured.usualNs)).value_or(leastFactor));
    calibration.most
        = std::max(*factor, search.factorFor(std::max(measured.slowNs, measured.usualNs)).value_or(mostFactor));
    if (measured.passesNs > modelled->tensorNs && modelled->computeNs > 0) {
        const double ofPasses = (measured.passesNs - modelled->tensorNs) / modelled->computeNs;
        calibration.least = std::min(calibration.least, ofPasses);
        calibration.most = std::max(calibration.most, ofPasses);
    }
    calibration.wholeFactor = measured.usualNs / modelled->stepNs();
    calibration.hardware = hardware.name;
    return calibration;
}

Message calibrationText(const JobCalibration& calibration)
{
    const auto rate = [](double factor) { return fmt::format("{:.2f}", 1 / factor); };
    return say(
        "Calibrated by {}: its GPUs reach {} of the rate that is modelled for {} ({} to {} by its steps and timers).",
        calibration.run, rate(calibration.computeFactor), calibration.hardware, rate(calibration.most),
        rate(calibration.least));
}

} // namespace bubblescope
