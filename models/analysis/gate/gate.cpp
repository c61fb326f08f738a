// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gate.h"

#include "distributions.h"
#include "findingtext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// Of the step: a finding that grew by less is not told.
constexpr double leastReportedGrowth = 0.001;
/// Of the step: less than this is no improvement worth the word where no limit is set.
constexpr double leastBetter = 0.005;
/// Where the scatter of steps is not known yet.
constexpr size_t stepsToBegin = 10;

using Baselines = std::vector<const GateRun*>;

StepSeries inSharesOf(double whole, StepSeries series)
{
    for (double& value : series.values)
        value /= whole;
    return series;
}

double baselineMean(const Baselines& baselines, GateQuantity quantity)
{
    double sum = 0;
    int count = 0;
    for (const GateRun* baseline : baselines) {
        if (const std::optional<double> value = baseline->typical(quantity)) {
            sum += *value;
            ++count;
        }
    }
    return count > 0 ? sum / count : 0;
}

/// In standard errors: what a difference must exceed where the scatter is known for sure (`normal`) or in so many
/// degrees of freedom, either way, and what it then needs to do so four times of five.
double neededErrors(double normal, double level, double freedom)
{
    constexpr double ofPower = 0.84;
    return (std::isfinite(freedom) ? std::max(normal, studentQuantile(level / 2, freedom)) : normal) + ofPower;
}

/// `level`: of the verdict "worse".
std::optional<size_t> stepsToDecide(const StepChange& change, double limit, double level)
{
    if (!change.noiseIsKnown)
        return stepsToBegin;
    constexpr double ofWorse = 3.48; // of a level of 0.0005
    constexpr double ofFine = 1.96;  // of 95 %
    constexpr double mostSteps = 1e6;
    const bool isBeyond = change.change > limit;
    // However many steps there are, of few runs nobody knows better how far they scatter.
    const double allowed = isBeyond ? change.change / neededErrors(ofWorse, level, change.freedomOfRuns)
                                    : (limit - change.change) / neededErrors(ofFine, 0.05, change.freedomOfRuns);
    const double ofSteps = allowed * allowed - change.errorOfRuns * change.errorOfRuns;
    if (ofSteps <= 0)
        return std::nullopt;
    const double needed = std::ceil(double(change.steps) * change.error * change.error / ofSteps);
    if (needed > mostSteps)
        return std::nullopt;
    return std::max({size_t(needed), change.steps + 1, stepsToBegin});
}

std::optional<QuantityChange> changeOf(
    GateQuantity quantity, const GateRun& run, const Baselines& baselines, const GateRules& rules)
{
    QuantityChange result;
    result.quantity = quantity;
    result.limit = rules.most[size_t(quantity)];
    result.baseline = baselineMean(baselines, quantity);
    const bool isStep = quantity == GateQuantity::Step;
    const double whole
        = quantity == GateQuantity::Memory ? result.baseline : baselineMean(baselines, GateQuantity::Step);
    const std::optional<double> typical = run.typical(quantity);
    if (!typical || whole <= 0)
        return std::nullopt;
    result.run = *typical;
    const auto prepared = [&](const GateRun& of) {
        return isStep ? inLogarithms(of.of(quantity)) : inSharesOf(whole, of.of(quantity));
    };
    std::vector<StepSeries> before;
    for (const GateRun* baseline : baselines)
        before.push_back(prepared(*baseline));
    const std::optional<StepChange> change = testChange(prepared(run), before, rules.test);
    if (!change)
        return std::nullopt;
    result.change = *change;
    const StepChange inTest = *change;
    if (isStep) {
        for (double* value : {&result.change.change, &result.change.low, &result.change.high})
            *value = std::expm1(*value);
    }
    const StepChange& measured = result.change;
    result.isWorse = result.limit && measured.change > std::max(*result.limit, 0.0) && measured.isSignificant;
    result.isBetter = isStep && measured.change < -result.limit.value_or(leastBetter) && measured.isSignificant;
    result.isUndecided = result.limit && !result.isWorse && measured.high > *result.limit;
    if (result.isUndecided)
        result.stepsNeeded
            = stepsToDecide(inTest, isStep ? std::log1p(*result.limit) : *result.limit, rules.test.level);
    return result;
}

/// The baseline whose step is the middle one: what a culprit is looked for against.
const GateRun& middleBaseline(const Baselines& baselines)
{
    Baselines sorted = baselines;
    const auto stepOf = [](const GateRun* run) { return run->typical(GateQuantity::Step).value_or(0); };
    std::stable_sort(
        sorted.begin(), sorted.end(), [&](const GateRun* a, const GateRun* b) { return stepOf(a) < stepOf(b); });
    return *sorted[(sorted.size() - 1) / 2];
}

/// There is at most one of an id, but one for each fault of hosts: another slow host is not the one that was slow
/// before.
bool isSameCause(const Finding& before, const Finding& now)
{
    const auto isOfNow
        = [&now](int32_t rank) { return std::ranges::find(now.evidence.ranks, rank) != now.evidence.ranks.end(); };
    return before.id == now.id && (now.id != slowHostId || std::ranges::any_of(before.evidence.ranks, isOfNow));
}

std::vector<GrownFinding> grownFindings(
    const GateRun& run, const Baselines& baselines, double stepNs, const GateRules& rules)
{
    std::vector<GrownFinding> grown;
    for (const Finding& finding : run.findings.list) {
        // Against the baseline that has most of it: what comes and goes has not grown.
        GrownFinding made;
        for (const GateRun* baseline : baselines) {
            for (const Finding& before : baseline->findings.list) {
                if (isSameCause(before, finding))
                    made.baselineNs = std::max(made.baselineNs, before.costNs);
            }
        }
        made.growthNs = finding.costNs - made.baselineNs;
        made.share = stepNs > 0 ? made.growthNs / stepNs : 0;
        if (const auto limit = rules.mostOfFinding.find(finding.id); limit != rules.mostOfFinding.end())
            made.limit = limit->second;
        made.isWorse = made.limit && made.share > *made.limit;
        if (!made.isWorse && made.share < leastReportedGrowth)
            continue;
        made.finding = finding;
        grown.push_back(std::move(made));
    }
    std::stable_sort(grown.begin(), grown.end(),
        [](const GrownFinding& a, const GrownFinding& b) { return a.growthNs > b.growthNs; });
    return grown;
}

void addRemarks(GateReport& report, const GateRun& run, const Baselines& baselines)
{
    const QuantityChange* step = report.of(GateQuantity::Step);
    if (!step)
        return;
    if (step->change.isOfFewSteps)
        report.remarks.push_back(say(
            "The runs recorded a step or two each: the noise is that of the {} baselines, and what is usual (0.3 %), "
            "which counts the less the more there are. Where a job scatters by 1 % and more, up to {} of 1,000 equal "
            "builds seem worse: record ten steps.",
            baselines.size(), mostFalseAlarms(baselines.size())));
    if (!step->change.noiseIsKnown)
        report.remarks.push_back(say("Too few steps to tell how far they scatter. Record ten steps or more."));
    if (baselines.size() < leastBaselinesForScatter)
        report.remarks.push_back(say("With fewer than three baselines the noise between runs is not known, only that "
                                     "between steps."));
    if (run.log)
        report.remarks.push_back(say("A log tells step times, not where the time goes."));
}

Message undecided(const QuantityChange& quantity)
{
    const Message name = gateQuantityName(quantity.quantity);
    const StepChange& change = quantity.change;
    const std::string grown = growthText(change.change);
    const std::string limit = growthText(*quantity.limit);
    if (!change.noiseIsKnown)
        return say("Cannot tell: {} {}, the limit is {}, and so few steps do not tell how far they scatter.", name, grown, limit);
    const std::string low = growthText(change.low);
    const std::string high = growthText(change.high);
    if (change.change > *quantity.limit)
        return say("Cannot tell: {} {} ({} to {}) is beyond the limit of {}, but chance alone may make it (p = {}; worse is "
                   "at most 0.0005).",
            name, grown, low, high, limit, fmt::format("{:.2g}", change.significance));
    return say("Cannot tell: {} {} ({} to {}), the 95 % interval reaches beyond the limit of {}.", name, grown, low, high, limit);
}

/// The quantity that decided; null where a finding did, or none has a limit.
const QuantityChange* deciding(const GateReport& report)
{
    const auto first = [&](bool QuantityChange::*is) {
        const auto found = std::find_if(
            report.quantities.begin(), report.quantities.end(), [is](const QuantityChange& q) { return q.*is; });
        return found == report.quantities.end() ? nullptr : &*found;
    };
    switch (report.verdict) {
    case Verdict::Worse:
        return first(&QuantityChange::isWorse);
    case Verdict::CannotTell:
        return first(&QuantityChange::isUndecided);
    case Verdict::NotComparable:
        return nullptr;
    default:
        return report.of(GateQuantity::Step);
    }
}

/// How far the change stays below the limit that it has, and what such a change scatters by chance.
Message marginText(const QuantityChange& quantity)
{
    const std::string margin = fmt::format("{:.2f} %", (*quantity.limit - quantity.change.change) * 100);
    return quantity.change.noiseIsKnown
        ? say(" Margin {}, noise ± {}.", margin, fmt::format("{:.2f} %", quantity.change.noise() * 100))
        : say(" Margin {}, noise not known.", margin);
}

/// How rarely chance makes a change that is told as sure.
Message hardlyByChance(const StepChange& change)
{
    return change.isOfFewSteps ? say("hardly by chance where builds scatter as usual, by 0.3 % (p ≤ 0.0005); where "
                                     "they do by 1 % and more, up to "
                                     "{} of 1,000 equal builds seem so",
               mostFalseAlarms(change.baselines))
                               : say("hardly by chance (p ≤ 0.0005)");
}

Message sentenceOf(const GateReport& report)
{
    const QuantityChange* step = report.of(GateQuantity::Step);
    switch (report.verdict) {
    case Verdict::NotComparable:
        return report.whyNot.empty() ? say("Nothing can be compared.")
                                     : say("Nothing can be compared: {}", report.whyNot.front());
    case Verdict::Better: {
        const auto less = [](double change) { return fmt::format("{:.2f} %", -change * 100); };
        return say("Better: the step is {} shorter ({} to {}), more than {}, and {}.", less(step->change.change),
            less(step->change.high), less(step->change.low), less(-step->limit.value_or(leastBetter)),
            hardlyByChance(step->change));
    }
    case Verdict::Worse:
        for (const QuantityChange& quantity : report.quantities) {
            if (quantity.isWorse) {
                return say("Worse: {} {} ({} to {}), beyond the limit of {}, and {}.",
                    gateQuantityName(quantity.quantity), growthText(quantity.change.change),
                    growthText(quantity.change.low), growthText(quantity.change.high), growthText(*quantity.limit),
                    hardlyByChance(quantity.change));
            }
        }
        for (const GrownFinding& finding : report.findings) {
            if (finding.isWorse)
                return say("Worse: {}: {} of the step, the limit is {}.", finding.finding.title, growthText(finding.share),
                    growthText(*finding.limit));
        }
        break;
    case Verdict::CannotTell:
        for (const QuantityChange& quantity : report.quantities) {
            if (!quantity.isUndecided)
                continue;
            const Message why = undecided(quantity);
            return quantity.stepsNeeded
                ? say("{} At least {} steps of each run would tell.", why, *quantity.stepsNeeded)
                : say("{} More baselines may tell, more steps alone do not.", why);
        }
        break;
    case Verdict::Fine:
        break;
    }
    if (!step)
        return say("Fine.");
    if (!step->change.noiseIsKnown)
        return say("Fine: no limit is set for the step time, which differs by {}.", growthText(step->change.change));
    const std::string change = growthText(step->change.change);
    const std::string low = growthText(step->change.low);
    const std::string high = growthText(step->change.high);
    return step->limit ? say("Fine: the step time differs by {} ({} to {}), the whole 95 % interval is within the limit of {}.",
               change, low, high, growthText(*step->limit))
                       : say("Fine: no limit is set for the step time, which differs by {} ({} to {}).", change, low, high);
}

/// Where it is worse, or cannot be told. `change`: of steps against those that would just reach it.
Message sentenceOf(const MfuAnswer& answer, const std::optional<StepChange>& change)
{
    const std::string own = shareText(*answer.mfu);
    const std::string least = shareText(answer.least);
    if (!answer.noiseIsKnown)
        return say("Cannot tell: MFU {}, at least {} is asked, and so few steps do not tell how far they scatter.", own,
            least);
    const std::string low = shareText(answer.low);
    const std::string high = shareText(answer.high);
    if (answer.isWorse)
        return say("Worse: MFU {} ({} to {}) is below {}.", own, low, high, least);
    if (change->low > 0)
        return say("Cannot tell: MFU {} ({} to {}) is below {}, but chance alone may make it (p = {}; worse is at most "
                   "0.0005).",
            own, low, high, least, fmt::format("{:.2g}", change->significance));
    return say("Cannot tell: MFU {} ({} to {}), the 95 % interval reaches below {}.", own, low, high, least);
}

} // namespace

std::string growthText(double share)
{
    const std::string text = fmt::format("{:+.2f} %", share * 100);
    return text == "+0.00 %" || text == "-0.00 %" ? "0.00 %" : text;
}

GateRules GateRules::usual()
{
    GateRules rules;
    rules.of(GateQuantity::Step) = usualStepLimit;
    return rules;
}

std::string_view verdictKey(Verdict verdict)
{
    constexpr std::array<std::string_view, 5> keys {"fine", "worse", "better", "not-comparable", "cannot-tell"};
    return keys[size_t(verdict)];
}

const QuantityChange* GateReport::of(GateQuantity quantity) const
{
    for (const QuantityChange& change : quantities) {
        if (change.quantity == quantity)
            return &change;
    }
    return nullptr;
}

std::optional<size_t> GateReport::stepsNeeded() const
{
    std::optional<size_t> most;
    for (const QuantityChange& change : quantities) {
        if (!change.isUndecided)
            continue;
        if (!change.stepsNeeded)
            return std::nullopt;
        most = std::max(most.value_or(0), *change.stepsNeeded);
    }
    return most;
}

GateReport judgeRun(const GateRun& run, const std::vector<GateRun>& baselines, const GateRules& rules)
{
    GateReport report;
    report.run = run.name;
    Baselines used;
    for (const GateRun& baseline : baselines) {
        std::vector<Message> reasons = whyNotComparable(run, baseline);
        if (reasons.empty() && baseline.of(GateQuantity::Step).values.empty())
            reasons.push_back(say("{} states no step time.", baseline.name));
        if (reasons.empty()) {
            used.push_back(&baseline);
            report.baselines.push_back(baseline.name);
        }
        for (Message& reason : reasons) {
            const auto isSame = [&](const Message& known) { return known.text() == reason.text(); };
            if (std::none_of(report.whyNot.begin(), report.whyNot.end(), isSame))
                report.whyNot.push_back(std::move(reason));
        }
    }
    if (run.of(GateQuantity::Step).values.empty())
        report.whyNot.push_back(say("{} states no step time.", run.name));
    for (int q = 0; q < gateQuantityCount && !used.empty(); ++q) {
        if (std::optional<QuantityChange> change = changeOf(GateQuantity(q), run, used, rules))
            report.quantities.push_back(*std::move(change));
    }
    const QuantityChange* step = report.of(GateQuantity::Step);
    if (!step) {
        report.verdict = Verdict::NotComparable;
        report.quantities.clear();
        report.sentence = sentenceOf(report);
        return report;
    }
    report.findings = grownFindings(run, used, step->baseline, rules);
    addRemarks(report, run, used);
    const bool isWorse
        = std::any_of(report.quantities.begin(), report.quantities.end(), [](const auto& q) { return q.isWorse; })
        || std::any_of(report.findings.begin(), report.findings.end(), [](const auto& f) { return f.isWorse; });
    const bool isUndecided
        = std::any_of(report.quantities.begin(), report.quantities.end(), [](const auto& q) { return q.isUndecided; });
    report.verdict = isWorse ? Verdict::Worse
        : isUndecided        ? Verdict::CannotTell
        : step->isBetter     ? Verdict::Better
                             : Verdict::Fine;
    if (isWorse && step->run > step->baseline) {
        Result<std::optional<Culprit>> culprit = findCulprit(run, middleBaseline(used), step->run - step->baseline);
        if (culprit)
            report.culprit = std::move(culprit).value();
        else
            report.remarks.push_back(notSearched(culprit.error()));
    }
    report.sentence = sentenceOf(report);
    if (const QuantityChange* decided = deciding(report); decided && decided->limit)
        report.sentence += marginText(*decided);
    return report;
}

void judgeMfu(GateReport& report, const GateRun& run, std::optional<double> mfu, const GateRules& rules)
{
    if (!rules.leastMfu || report.verdict == Verdict::NotComparable)
        return;
    MfuAnswer answer;
    answer.mfu = mfu;
    answer.least = *rules.leastMfu;
    answer.isUndecided = true;
    Message sentence = say("Cannot tell: the MFU is not known. Model, batch and number of GPUs must be stated, and the "
                           "GPU be one whose peak is known.");
    const std::optional<double> typical = run.typical(GateQuantity::Step);
    if (mfu && typical && answer.least > 0) {
        // Steps against one that just reaches it, number by number.
        const StepSeries steps = inLogarithms(run.of(GateQuantity::Step));
        StepSeries allowed = steps;
        std::fill(allowed.values.begin(), allowed.values.end(), std::log(*typical * *mfu / answer.least));
        const std::optional<StepChange> change = testChange(steps, {&allowed, 1}, rules.test);
        answer.noiseIsKnown = change && change->noiseIsKnown;
        answer.isWorse = answer.noiseIsKnown && change->change > 0 && change->isSignificant;
        answer.isUndecided = !answer.isWorse && (!answer.noiseIsKnown || change->high > 0);
        if (answer.noiseIsKnown) {
            answer.low = answer.least * std::exp(-change->high);
            answer.high = answer.least * std::exp(-change->low);
        }
        sentence = sentenceOf(answer, change);
    }
    report.mfu = answer;
    if (answer.isWorse && report.verdict != Verdict::Worse) {
        report.verdict = Verdict::Worse;
        report.sentence = sentence;
    } else if (answer.isUndecided && (report.verdict == Verdict::Fine || report.verdict == Verdict::Better)) {
        report.verdict = Verdict::CannotTell;
        report.sentence = sentence;
    } else if (answer.isWorse || answer.isUndecided) {
        report.remarks.push_back(sentence);
    }
}

} // namespace bubblescope
