// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// Of the step: a finding that grew by less is not told.
constexpr double leastToldGrowth = 0.001;
/// Of the step: less than this is no improvement worth the word.
constexpr double leastBetter = 0.005;

using Baselines = std::vector<const GateRun*>;

StepSeries inLogarithms(StepSeries series)
{
    for (double& value : series.values)
        value = std::log(std::max(value, 1.0));
    return series;
}

StepSeries inSharesOf(double whole, StepSeries series)
{
    for (double& value : series.values)
        value /= whole;
    return series;
}

double meanOf(const Baselines& baselines, GateQuantity quantity)
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

std::optional<QuantityChange> changeOf(
    GateQuantity quantity, const GateRun& run, const Baselines& baselines, const GateRules& rules)
{
    QuantityChange result;
    result.quantity = quantity;
    result.limit = rules.most[size_t(quantity)];
    result.baseline = meanOf(baselines, quantity);
    const bool isStep = quantity == GateQuantity::Step;
    const double whole = quantity == GateQuantity::Memory ? result.baseline : meanOf(baselines, GateQuantity::Step);
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
    if (isStep) {
        for (double* value : {&result.change.change, &result.change.low, &result.change.high})
            *value = std::expm1(*value);
    }
    result.isWorse
        = result.limit && result.change.change > *result.limit && result.change.isSignificant && result.change.change > 0;
    result.isBetter = isStep && result.change.change < -leastBetter && result.change.isSignificant;
    return result;
}

/// The baseline whose step is the middle one: what a culprit is looked for against.
const GateRun& middleOf(const Baselines& baselines)
{
    Baselines sorted = baselines;
    const auto stepOf = [](const GateRun* run) { return run->typical(GateQuantity::Step).value_or(0); };
    std::stable_sort(
        sorted.begin(), sorted.end(), [&](const GateRun* a, const GateRun* b) { return stepOf(a) < stepOf(b); });
    return *sorted[(sorted.size() - 1) / 2];
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
                if (before.id == finding.id)
                    made.baselineNs = std::max(made.baselineNs, before.costNs);
            }
        }
        made.growthNs = finding.costNs - made.baselineNs;
        made.share = stepNs > 0 ? made.growthNs / stepNs : 0;
        if (const auto limit = rules.mostOfFinding.find(finding.id); limit != rules.mostOfFinding.end())
            made.limit = limit->second;
        made.isWorse = made.limit && made.share > *made.limit;
        if (!made.isWorse && made.share < leastToldGrowth)
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
    if (step->change.noiseIsAssumed)
        report.remarks.push_back(say("Too few steps to tell how far they scatter: 2 % is assumed. Record ten steps or more."));
    if (baselines.size() == 1)
        report.remarks.push_back(say("With one baseline the noise between runs is not known, only that between steps; "
                                     "three or more baselines tell it."));
    if (run.log)
        report.remarks.push_back(say("A log tells step times, not where the time goes."));
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
        return say("Better: the step is {} shorter ({} to {}).", less(step->change.change), less(step->change.high),
            less(step->change.low));
    }
    case Verdict::Worse:
        for (const QuantityChange& quantity : report.quantities) {
            if (quantity.isWorse) {
                return say("Worse: {} {} ({} to {}), the limit is {}.", gateQuantityName(quantity.quantity),
                    growthText(quantity.change.change), growthText(quantity.change.low), growthText(quantity.change.high),
                    growthText(*quantity.limit));
            }
        }
        for (const GrownFinding& finding : report.findings) {
            if (finding.isWorse)
                return say("Worse: {}: {} of the step, the limit is {}.", finding.finding.title, growthText(finding.share),
                    growthText(*finding.limit));
        }
        break;
    case Verdict::Fine:
        break;
    }
    return step ? say("Fine: the step time differs by {} ({} to {}).", growthText(step->change.change),
               growthText(step->change.low), growthText(step->change.high))
                : say("Fine.");
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
    rules.of(GateQuantity::Step) = 0.01;
    return rules;
}

std::string_view verdictKey(Verdict verdict)
{
    constexpr std::array<std::string_view, 4> keys {"fine", "worse", "better", "not-comparable"};
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
    report.verdict = isWorse ? Verdict::Worse : step->isBetter ? Verdict::Better : Verdict::Fine;
    if (isWorse && step->run > step->baseline) {
        Result<std::optional<Culprit>> culprit = findCulprit(run, middleOf(used), step->run - step->baseline);
        if (culprit)
            report.culprit = std::move(culprit).value();
        else
            report.remarks.push_back(notSearched(culprit.error()));
    }
    report.sentence = sentenceOf(report);
    return report;
}

} // namespace bubblescope
