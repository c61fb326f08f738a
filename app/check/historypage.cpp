// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "historypage.h"

#include "formatting.h"
#include "quoting.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double chartWidth = 960;
constexpr double leftMargin = 84;
constexpr double rightMargin = 16;
constexpr double topMargin = 26;
constexpr double bottomMargin = 22;
constexpr double stepHeight = 310;

struct Part {
    GateQuantity quantity;
    const char* name;
    const char* colour;
};
// Okabe and Ito: distinguished by everybody, and in grey.
constexpr Part parts[] = {{GateQuantity::Compute, "compute", "#0072b2"}, {GateQuantity::Exposed, "exposed communication", "#e69f00"},
    {GateQuantity::Waiting, "waiting", "#cc79a7"}, {GateQuantity::Bubble, "pipeline bubble", "#bbbbbb"},
    {GateQuantity::Idle, "idle and host", "#e8e4d8"}};

std::string durationText(double ns) { return xmlText(formatDuration(ns).toStdString()); }

/// 1, 2 or 5 times a power of ten, for at most `most` ticks.
double tickStep(double range, int most)
{
    const double rough = range / most;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough)
            return factor * power;
    }
    return 10 * power;
}

/// One of two drawings over the same builds.
class Chart {
public:
    Chart(size_t builds, double height, double low, double high) : m_builds(builds), m_height(height), m_low(low), m_high(high) { }

    double x(double build) const
    {
        return leftMargin + (chartWidth - leftMargin - rightMargin) * (build + 0.5) / double(std::max<size_t>(m_builds, 1));
    }
    double y(double ns) const
    {
        return topMargin + (m_height - topMargin - bottomMargin) * (1 - (ns - m_low) / (m_high - m_low));
    }
    double buildWidth() const { return x(1) - x(0); }
    void add(const std::string& element)
    {
        m_elements += element;
        m_elements += '\n';
    }

    void addAxis()
    {
        const double step = tickStep(m_high - m_low, 6);
        for (double tick = std::ceil(m_low / step) * step; tick <= m_high * (1 + 1e-12); tick += step) {
            add(fmt::format(R"(<line class="grid" x1="{}" x2="{}" y1="{:.1f}" y2="{:.1f}"/>)", leftMargin,
                chartWidth - rightMargin, y(tick), y(tick)));
            add(fmt::format(R"(<text class="tick" x="{}" y="{:.1f}">{}</text>)", leftMargin - 8, y(tick) + 4,
                TimeFormat::forTicks(step, m_high).text(tick).toHtmlEscaped().toStdString()));
        }
    }

    /// As many names as fit.
    void addNames(const std::vector<RunHistory::Build>& builds)
    {
        constexpr double widthOfLetter = 7;
        constexpr int longestName = 16;
        QStringList names;
        qsizetype longest = 0;
        for (const RunHistory::Build& build : builds) {
            names << elideMiddle(QString::fromStdString(build.name), longestName);
            longest = std::max(longest, names.back().size());
        }
        const double widthOfName = widthOfLetter * double(longest + 1);
        const auto every = qsizetype(std::max(std::ceil(widthOfName / std::max(buildWidth(), 1.0)), 1.0));
        for (qsizetype i = 0; i < names.size(); i += every)
            add(fmt::format(R"(<text class="name" x="{:.1f}" y="{}">{}</text>)", x(double(i)), m_height - 5,
                xmlText(names[i].toStdString())));
    }

    std::string svg(const std::string& label) const
    {
        return fmt::format(
            "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n{}</svg>\n", chartWidth, m_height, label, m_elements);
    }

private:
    size_t m_builds;
    double m_height;
    double m_low;
    double m_high;
    std::string m_elements;
};

std::string titleOf(const RunHistory::Build& build)
{
    return fmt::format("{}: {}", xmlText(build.name), durationText(build.of(GateQuantity::Step).value_or(0)));
}

/// The level of the step between changes, its changes, and the builds.
std::string stepChart(const RunHistory& history)
{
    double low = 1e300;
    double high = 0;
    for (const RunHistory::Build& build : history.builds) {
        const double step = build.of(GateQuantity::Step).value_or(0);
        low = std::min({low, step, build.low.value_or(step)});
        high = std::max({high, step, build.high.value_or(step)});
    }
    const double margin = std::max((high - low) * 0.08, high * 0.01);
    Chart chart(history.builds.size(), stepHeight, std::max(low - margin, 0.0), high + margin);
    chart.addAxis();
    for (const RunHistory::Stretch& stretch : history.stretches())
        chart.add(fmt::format(R"(<line class="level" x1="{:.1f}" x2="{:.1f}" y1="{:.1f}" y2="{:.1f}"/>)",
            chart.x(stretch.from), chart.x(stretch.to), chart.y(stretch.fromNs), chart.y(stretch.toNs)));
    double lastLabel = -1e9;
    int row = 0;
    for (const RunHistory::ChangePoint& change : history.changes) {
        const double at = chart.x(double(change.build) - 0.5);
        const char* kind = change.change > 0 ? "worse" : "better";
        row = at - lastLabel < 70 ? (row + 1) % 2 : 0;
        lastLabel = at;
        chart.add(fmt::format(R"(<line class="change {}" x1="{:.1f}" x2="{:.1f}" y1="{}" y2="{}"/>)", kind, at, at, topMargin,
            stepHeight - bottomMargin));
        chart.add(fmt::format(R"(<text class="change {}" x="{:.1f}" y="{}">{}</text>)", kind, at, 11 + row * 12,
            xmlText(formatShareDifference(change.change).toStdString())));
    }
    const double radius = std::clamp(chart.buildWidth() / 6, 1.5, 4.0);
    for (size_t i = 0; i < history.builds.size(); ++i) {
        const RunHistory::Build& build = history.builds[i];
        if (build.low && build.high)
            chart.add(fmt::format(R"(<line class="error" x1="{0:.1f}" x2="{0:.1f}" y1="{1:.1f}" y2="{2:.1f}"/>)",
                chart.x(double(i)), chart.y(*build.low), chart.y(*build.high)));
        chart.add(fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="{:.1f}"><title>{}</title></circle>)",
            chart.x(double(i)), chart.y(build.of(GateQuantity::Step).value_or(0)), radius, titleOf(build)));
    }
    chart.addNames(history.builds);
    return chart.svg("step time of every build");
}

/// Empty where only logs are known.
std::string partsChart(const RunHistory& history)
{
    double high = 0;
    for (const RunHistory::Build& build : history.builds) {
        double sum = 0;
        for (const Part& part : parts)
            sum += build.of(part.quantity).value_or(0);
        high = std::max(high, sum);
    }
    if (high <= 0)
        return {};
    Chart chart(history.builds.size(), 220, 0, high * 1.02);
    chart.addAxis();
    const double width = std::min(chart.buildWidth() * 0.8, 44.0);
    for (size_t i = 0; i < history.builds.size(); ++i) {
        double sum = 0;
        for (const Part& part : parts) {
            const double value = history.builds[i].of(part.quantity).value_or(0);
            if (value <= 0)
                continue;
            chart.add(fmt::format(
                R"(<rect x="{:.1f}" y="{:.2f}" width="{:.1f}" height="{:.2f}" fill="{}"><title>{}, {}: {}</title></rect>)",
                chart.x(double(i)) - width / 2, chart.y(sum + value), width, chart.y(sum) - chart.y(sum + value), part.colour,
                xmlText(history.builds[i].name), part.name, durationText(value)));
            sum += value;
        }
    }
    chart.addNames(history.builds);
    std::string legend = "<p class=\"legend\">";
    for (const Part& part : parts)
        legend += fmt::format("<span><i style=\"background:{}\"></i>{}</span> ", part.colour, part.name);
    return fmt::format("<h2>Where the time of a step goes, mean rank</h2>\n{}{}</p>\n",
        chart.svg("parts of the step of every build"), legend);
}

std::string changesText(const RunHistory& history)
{
    std::string text;
    if (const Message sentence = history.sentence(); !sentence.empty())
        text = fmt::format("<p>{}</p>\n", xmlText(sentence));
    if (history.changes.empty())
        return text;
    text += "<ol class=\"changes\">\n";
    for (const RunHistory::ChangePoint& change : history.changes) {
        text += fmt::format("<li><strong class=\"{}\">{}</strong> since <code>{}</code>: step {} instead of {}.",
            change.change > 0 ? "worse" : "better", xmlText(formatShareDifference(change.change).toStdString()),
            xmlText(history.builds[change.build].name), durationText(change.afterNs), durationText(change.beforeNs));
        if (change.culprit)
            text += fmt::format(" {}", xmlText(change.culprit->sentence));
        if (!change.whyNotSearched.empty())
            text += fmt::format(" {}", xmlText(change.whyNotSearched));
        text += "</li>\n";
    }
    text += "</ol>\n";
    return text;
}

std::string buildsTable(const RunHistory& history, const HistoryThroughputs& throughputs)
{
    std::string text = "<table>\n<thead><tr><th>build</th><th>step</th><th>change</th><th>steps</th>";
    for (const Part& part : parts)
        text += fmt::format("<th>{}</th>", part.name);
    const auto isKnown = [&](const auto& figure) {
        return std::ranges::any_of(
            history.builds, [&](const RunHistory::Build& build) { return figure(build, throughputs).has_value(); });
    };
    const bool knowsTokens = isKnown(tokensOfBuild);
    const bool knowsMfu = isKnown(mfuOfBuild);
    text += knowsTokens ? "<th>tokens/s</th>" : "";
    text += knowsMfu ? "<th>MFU</th>" : "";
    const auto figureCell = [](const std::optional<double>& value, QString (*format)(double)) {
        return fmt::format("<td>{}</td>", value ? xmlText(format(*value).toStdString()) : std::string("–"));
    };
    text += "<th>costs most</th></tr></thead>\n<tbody>\n";
    const auto cell = [](std::optional<double> ns) {
        return fmt::format("<td>{}</td>", ns ? durationText(*ns) : std::string("–"));
    };
    for (size_t i = 0; i < history.builds.size(); ++i) {
        const RunHistory::Build& build = history.builds[i];
        const RunHistory::ChangePoint* change = history.changeAt(i);
        text += fmt::format("<tr{}><td><code>{}</code></td>{}<td>{}</td><td>{}</td>", change ? " class=\"changed\"" : "",
            xmlText(build.name), cell(build.of(GateQuantity::Step)),
            change ? xmlText(formatShareDifference(change->change).toStdString()) : std::string(), build.steps);
        for (const Part& part : parts)
            text += cell(build.of(part.quantity));
        if (knowsTokens)
            text += figureCell(tokensOfBuild(build, throughputs), [](double tokens) { return formatNumber(tokens); });
        if (knowsMfu)
            text += figureCell(mfuOfBuild(build, throughputs), [](double mfu) { return formatShare(mfu); });
        text += fmt::format("<td>{}</td></tr>\n", xmlText(build.finding));
    }
    text += "</tbody>\n</table>\n";
    for (const RunHistory::Apart& apart : history.apart)
        text += fmt::format("<p class=\"muted\">Left out: <code>{}</code>. {}</p>\n", xmlText(apart.name), xmlText(apart.why.front()));
    return text;
}

constexpr const char* style = R"(
body { font: 14px/1.45 system-ui, sans-serif; color: #1d1d1f; background: #fff; max-width: 1000px; margin: 24px auto; padding: 0 16px; }
h1 { font-size: 22px; margin: 0 0 4px; } h2 { font-size: 15px; margin: 26px 0 6px; } code { font-size: 12.5px; }
.muted { color: #666; } svg { width: 100%; height: auto; display: block; }
.grid { stroke: #e3e3e3; } .tick { font-size: 11px; fill: #555; text-anchor: end; } .name { font-size: 11px; fill: #555; text-anchor: middle; }
.level { stroke: #0072b2; stroke-width: 2; opacity: .45; } .error { stroke: #0072b2; stroke-width: 1; } circle { fill: #0072b2; }
line.change { stroke-dasharray: 4 3; } line.worse { stroke: #b3261e; } line.better { stroke: #16783a; }
text.change { font-size: 11px; font-weight: 600; text-anchor: middle; } text.worse { fill: #b3261e; } text.better { fill: #16783a; }
strong.worse { color: #b3261e; } strong.better { color: #16783a; } .changes li { margin: 4px 0; }
.legend span { margin-right: 14px; white-space: nowrap; } .legend i { display: inline-block; width: 11px; height: 11px; margin-right: 5px; }
table { border-collapse: collapse; width: 100%; font-size: 12px; } th, td { padding: 3px 6px; border-bottom: 1px solid #e3e3e3; text-align: right; }
th { font-weight: 600; vertical-align: bottom; } th:first-child, td:first-child, th:last-child, td:last-child { text-align: left; }
td { white-space: nowrap; } td:last-child { white-space: normal; } td:first-child { white-space: normal; overflow-wrap: anywhere; }
tr.changed td { border-top: 2px solid #999; }
@media print { body { margin: 0; max-width: none; font-size: 10pt; } table { font-size: 8pt; } thead { display: table-header-group; }
 tr, svg, li { break-inside: avoid; } h2 { break-after: avoid; } * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
)";

} // namespace

std::optional<double> tokensOfBuild(const RunHistory::Build& build, const HistoryThroughputs& throughputs)
{
    const bool isKnown = build.run < throughputs.size() && throughputs[build.run];
    return isKnown ? std::optional(throughputs[build.run]->tokensPerSecond) : std::nullopt;
}

std::optional<double> mfuOfBuild(const RunHistory::Build& build, const HistoryThroughputs& throughputs)
{
    const double mfu = tokensOfBuild(build, throughputs) ? throughputs[build.run]->mfu : 0;
    return mfu > 0 ? std::optional(mfu) : std::nullopt;
}

std::string historyPage(const RunHistory& history, const HistoryThroughputs& throughputs)
{
    const std::string title = history.builds.empty()
        ? std::string("History")
        : fmt::format("{} to {}", xmlText(history.builds.front().name), xmlText(history.builds.back().name));
    std::string page = fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
                                   "name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n<style>{}</style>\n"
                                   "</head>\n<body>\n",
        title, style);
    page += fmt::format("<h1>{}</h1>\n<p class=\"muted\">{} builds of one job. Bars: where the mean of a build's steps lies "
                        "with 95 % confidence.</p>\n",
        title, history.builds.size());
    page += changesText(history);
    page += "<h2>Step time</h2>\n";
    page += stepChart(history);
    page += partsChart(history);
    page += "<h2>Builds</h2>\n";
    page += buildsTable(history, throughputs);
    page += "</body>\n</html>\n";
    return page;
}

} // namespace bubblescope
