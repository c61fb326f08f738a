// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "scalarcurves.h"

#include "namewords.h"
#include "textencoding.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr size_t longestScalarName = 300;
constexpr size_t mostCurves = 100'000;
constexpr double largestScalarStep = 1e15;
constexpr double bytesPerGiB = 1024.0 * 1024 * 1024;

} // namespace

ScalarMeaning meaningOfScalar(std::string_view name)
{
    const std::vector<std::string> words = wordsOfName(name.substr(0, longestScalarName));
    const auto has = [&words](std::initializer_list<std::string_view> any) {
        return std::any_of(words.begin(), words.end(), [any](const std::string& word) {
            return std::find(any.begin(), any.end(), std::string_view(word)) != any.end();
        });
    };
    // The extremes that a chart's export adds to each curve are none.
    if (name.ends_with("__MIN") || name.ends_with("__MAX"))
        return {};
    const int later = has({"val", "valid", "validation", "eval", "test"}) ? 100 : 0;
    const int specific = static_cast<int>(std::min<size_t>(words.size(), 50)) + later;
    const bool isPerSecond = has({"sec", "second", "s"});
    if (has({"loss"}) && !has({"scale", "scaling", "aux", "balancing", "z"}))
        return {&LogStep::loss, 1, specific};
    if (has({"ppl", "perplexity"}))
        return {&LogStep::perplexity, 1, specific};
    if (has({"lr"}) || (has({"learning"}) && has({"rate"})))
        return {&LogStep::learningRate, 1, specific};
    if ((has({"grad", "gradient"}) && has({"norm"})) || has({"gradnorm"}))
        return {&LogStep::gradientNorm, 1, specific};
    if (has({"acc", "accuracy"}))
        return {&LogStep::accuracy, 1, specific};
    if (has({"mfu"}))
        return {&LogStep::mfuPercent, 1, specific};
    if (has({"tflops", "teraflops", "tflop"}))
        return {&LogStep::teraflops, 1, specific};
    if (has({"tokens"}) && isPerSecond)
        return {&LogStep::tokensPerSecond, 1, specific};
    if (has({"tps"}))
        return {&LogStep::tokensPerSecond, 1, specific};
    if (has({"samples", "examples"}) && isPerSecond)
        return {&LogStep::samplesPerSecond, 1, specific};
    if (has({"mem", "memory"}) && has({"bytes", "gib", "gb"}) && !has({"count"}))
        return {&LogStep::memoryGiB, has({"bytes"}) ? 1 / bytesPerGiB : 1, specific};
    if ((has({"time"}) && has({"iteration", "iter", "step", "batch"})) || has({"step_time"}))
        return {&LogStep::stepMs, has({"ms"}) ? 1 : 1e3, specific};
    return {};
}

size_t ScalarCurves::curve(std::string_view name)
{
    name = name.substr(0, longestScalarName);
    const auto found = m_curveOfName.find(name);
    if (found != m_curveOfName.end())
        return found->second;
    if (m_curves.size() >= mostCurves)
        return mostCurves;
    m_curves.push_back({std::string(name), meaningOfScalar(name), true});
    m_curveOfName.emplace(std::string(name), m_curves.size() - 1);
    return m_curves.size() - 1;
}

void ScalarCurves::add(size_t curve, double step, double value, uint64_t offset)
{
    if (curve >= m_curves.size() || !m_curves[curve].meaning.figure)
        return;
    if (!(std::abs(step) < largestScalarStep)) {
        m_report.add(IssueKind::BadNumber, offset, say("a step that is no number"));
        return;
    }
    if (!std::isfinite(value)) {
        m_report.add(IssueKind::BadNumber, offset, say("{} of step {} is no number", m_curves[curve].name, int64_t(step)));
        return;
    }
    if (m_points.size() >= mostPoints) {
        if (!m_isFull)
            m_report.add(IssueKind::OversizedFile, offset, say("only the first {} rows are kept", mostPoints));
        m_isFull = true;
        return;
    }
    m_points.push_back({curve, static_cast<int64_t>(step), value, offset});
}

std::optional<RunLog> ScalarCurves::finish(std::string name, const std::string& file)
{
    std::string leftOut;
    int leftOutCount = 0;
    for (Curve& curve : m_curves) {
        const bool isBetter = std::none_of(m_curves.begin(), m_curves.end(), [&](const Curve& other) {
            return &other != &curve && other.meaning.figure == curve.meaning.figure
                && (other.meaning.preference < curve.meaning.preference
                    || (other.meaning.preference == curve.meaning.preference && &other < &curve));
        });
        curve.isDrawn = curve.meaning.figure && isBetter;
        if (curve.isDrawn || curve.name.ends_with("__MIN") || curve.name.ends_with("__MAX"))
            continue;
        ++leftOutCount;
        if (leftOutCount <= 8)
            leftOut += fmt::format("{}{}", leftOut.empty() ? "" : ", ", excerpt(curve.name));
    }
    std::stable_sort(
        m_points.begin(), m_points.end(), [](const Point& a, const Point& b) { return a.step < b.step; });
    RunLog log;
    log.name = std::move(name);
    log.file = file;
    log.kind = RunLog::Kind::Scalars;
    for (const Point& point : m_points) {
        const Curve& curve = m_curves[point.curve];
        if (!curve.isDrawn)
            continue;
        if (log.steps.empty() || log.steps.back().step != point.step) {
            log.steps.emplace_back();
            log.steps.back().step = point.step;
            log.steps.back().offset = point.offset;
        }
        log.steps.back().*curve.meaning.figure = point.value * curve.meaning.factor;
    }
    if (log.steps.empty())
        return std::nullopt;
    if (leftOutCount > 0)
        m_report.add(IssueKind::BadHeader, std::nullopt,
            say("{} scalars are not drawn, since steps have no such figure or have it already: {}", leftOutCount,
                leftOutCount > 8 ? leftOut + ", …" : leftOut));
    return log;
}

} // namespace bubblescope
