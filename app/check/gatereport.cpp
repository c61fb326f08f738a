// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gatereport.h"

#include "checkcommand.h"
#include "counted.h"
#include "findingjson.h"
#include "formatting.h"
#include "quoting.h"
#include "texttable.h"
#include "visibletext.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr size_t mostFindingsShown = 5;

QString percentText(double share) { return QString::fromStdString(growthText(share)); }

QString amountText(GateQuantity quantity, double amount)
{
    return quantity == GateQuantity::Memory ? formatBytes(amount) : formatDuration(amount);
}

QString stateText(const QuantityChange& change)
{
    return change.isWorse    ? QStringLiteral("worse")
        : change.isBetter    ? QStringLiteral("better")
        : change.isUndecided ? QStringLiteral("cannot tell")
        : change.limit       ? QStringLiteral("fine")
                             : QStringLiteral("not judged");
}

/// Its row in tables: name, baseline, run, change, 95 %, limit, state.
QStringList rowOf(const QuantityChange& change)
{
    return {QString::fromStdString(gateQuantityName(change.quantity).text()),
        amountText(change.quantity, change.baseline), amountText(change.quantity, change.run),
        percentText(change.change.change),
        change.change.noiseIsKnown
            ? QStringLiteral("%1 to %2").arg(percentText(change.change.low), percentText(change.change.high))
            : QStringLiteral("not known"),
        change.limit ? percentText(*change.limit) : QStringLiteral("–"), stateText(change)};
}

QString stateText(const MfuAnswer& answer)
{
    return answer.isWorse ? QStringLiteral("worse")
        : answer.isUndecided ? QStringLiteral("cannot tell")
                             : QStringLiteral("fine");
}

/// The same of an MFU, which is asked of the run alone.
QStringList rowOf(const MfuAnswer& answer)
{
    const QString none = QStringLiteral("–");
    return {QStringLiteral("MFU"), none, answer.mfu ? formatShare(*answer.mfu) : QStringLiteral("not known"), none,
        answer.noiseIsKnown ? QStringLiteral("%1 to %2").arg(formatShare(answer.low), formatShare(answer.high))
                            : QStringLiteral("not known"),
        QStringLiteral("at least %1").arg(formatShare(answer.least)), stateText(answer)};
}

QStringList headOfRows()
{
    return {QStringLiteral("per step"), QStringLiteral("baseline"), QStringLiteral("run"), QStringLiteral("change"),
        QStringLiteral("95 %"), QStringLiteral("limit"), QStringLiteral("answer")};
}

std::string grownText(const GrownFinding& grown)
{
    return fmt::format("{}: {} more than in the baseline ({} of the step)", grown.finding.title.text(),
        formatDuration(grown.growthNs).toStdString(), growthText(grown.share));
}

std::string commandLine(const CheckCommand& command)
{
    std::string line = fmt::format("bubblescope check {} --baseline", shellWord(command.run));
    for (const std::string& baseline : command.baselines) {
        line += ' ';
        line += shellWord(baseline);
    }
    for (int q = 0; q < gateQuantityCount; ++q) {
        if (const std::optional<double> limit = command.rules.most[size_t(q)])
            line += fmt::format(" --max-{} +{:g}%", gateQuantityKey(GateQuantity(q)), *limit * 100);
    }
    if (command.rules.leastMfu)
        line += fmt::format(" --min-mfu {:g}%", *command.rules.leastMfu * 100);
    return line;
}

Json mfuJson(const std::optional<MfuAnswer>& answer)
{
    if (!answer)
        return nullptr;
    Json made;
    made["run"] = answer->mfu ? Json(*answer->mfu) : Json(nullptr);
    made["low"] = answer->noiseIsKnown ? Json(answer->low) : Json(nullptr);
    made["high"] = answer->noiseIsKnown ? Json(answer->high) : Json(nullptr);
    made["least"] = answer->least;
    made["is_worse"] = answer->isWorse;
    made["is_undecided"] = answer->isUndecided;
    return made;
}

} // namespace

std::string gateText(const GateReport& report, const GateCall& /*call*/)
{
    QString text = wholeLine(report.sentence) + QLatin1Char('\n');
    if (!report.quantities.empty()) {
        TextTable table(headOfRows());
        for (const QuantityChange& change : report.quantities)
            table.add(rowOf(change), {0, 6});
        if (report.mfu)
            table.add(rowOf(*report.mfu), {0, 6});
        text += heading(
                    QStringLiteral("%1 against %2; only the step in percent of itself, the rest in percent of the step")
                        .arg(oneLine(report.run), toText(counted(report.baselines.size(), "baseline"))))
            + table.text();
    }
    if (report.culprit)
        text += heading(QStringLiteral("Most of it")) + QStringLiteral("  ") + wholeLine(report.culprit->sentence) + QLatin1Char('\n');
    if (!report.findings.empty())
        text += heading(QStringLiteral("Findings that cost more"));
    for (size_t i = 0; i < std::min(report.findings.size(), mostFindingsShown); ++i)
        text += QStringLiteral("  %1\n     %2\n")
                    .arg(wholeLine(grownText(report.findings[i])), wholeLine(report.findings[i].finding.sentence));
    if (!report.whyNot.empty())
        text += heading(QStringLiteral("Not comparable"));
    for (const Message& reason : report.whyNot)
        text += QStringLiteral("  %1\n").arg(wholeLine(reason));
    if (!report.remarks.empty())
        text += QLatin1Char('\n');
    for (const Message& remark : report.remarks)
        text += QStringLiteral("note: %1\n").arg(wholeLine(remark));
    return text.toStdString();
}

std::string gateJson(const GateReport& report, const GateCall& call)
{
    Json json;
    json["verdict"] = std::string(verdictKey(report.verdict));
    json["sentence"] = report.sentence.text();
    const std::optional<size_t> needed = report.stepsNeeded();
    json["steps_needed"] = needed ? Json(*needed) : Json(nullptr);
    json["run"] = report.run;
    json["baselines"] = report.baselines;
    json["not_comparable"] = Json::array();
    for (const Message& reason : report.whyNot)
        json["not_comparable"].push_back(reason.text());
    json["quantities"] = Json::array();
    for (const QuantityChange& quantity : report.quantities) {
        const bool isMemory = quantity.quantity == GateQuantity::Memory;
        const auto amount
            = [&](double value) { return isMemory ? Json(value / 1e9) : milliseconds(value); };
        const char* unit = isMemory ? "gb" : "ms";
        Json made;
        made["quantity"] = std::string(gateQuantityKey(quantity.quantity));
        made[fmt::format("baseline_{}", unit)] = amount(quantity.baseline);
        made[fmt::format("run_{}", unit)] = amount(quantity.run);
        made["change"] = quantity.change.change;
        const bool isKnown = quantity.change.noiseIsKnown;
        made["change_low"] = isKnown ? Json(quantity.change.low) : Json(nullptr);
        made["change_high"] = isKnown ? Json(quantity.change.high) : Json(nullptr);
        made["limit"] = quantity.limit ? Json(*quantity.limit) : Json(nullptr);
        made["is_worse"] = quantity.isWorse;
        made["is_better"] = quantity.isBetter;
        made["is_undecided"] = quantity.isUndecided;
        made["chance"] = quantity.change.significance;
        made["steps"] = quantity.change.steps;
        made["is_paired"] = quantity.change.isPaired;
        made["steps_needed"] = quantity.stepsNeeded ? Json(*quantity.stepsNeeded) : Json(nullptr);
        made["margin"] = quantity.limit ? Json(*quantity.limit - quantity.change.change) : Json(nullptr);
        made["noise"] = isKnown ? Json(quantity.change.noise()) : Json(nullptr);
        made["noise_origin"] = !isKnown ? "unknown" : quantity.change.isOfFewSteps ? "partly-assumed" : "measured";
        json["quantities"].push_back(std::move(made));
    }
    json["mfu"] = mfuJson(report.mfu);
    json["culprit"] = nullptr;
    if (report.culprit) {
        const Culprit& culprit = *report.culprit;
        Json made;
        made["id"] = culprit.id;
        made["title"] = culprit.title.text();
        made["sentence"] = culprit.sentence.text();
        made["gain_ms"] = milliseconds(culprit.gainNs);
        made["factor"] = culprit.factor;
        made["category"] = culprit.timer.empty() ? Json(std::string(categoryKey(culprit.category))) : Json(nullptr);
        made["timer"] = culprit.timer.empty() ? Json(nullptr) : Json(culprit.timer);
        made["evidence"] = evidenceJson(culprit.evidence, culprit.trace.get());
        json["culprit"] = std::move(made);
    }
    json["findings"] = Json::array();
    for (const GrownFinding& grown : report.findings) {
        Json made = findingJson(grown.finding, call.run);
        made["baseline_cost_ms"] = milliseconds(grown.baselineNs);
        made["growth_ms"] = milliseconds(grown.growthNs);
        made["growth_share"] = grown.share;
        made["limit"] = grown.limit ? Json(*grown.limit) : Json(nullptr);
        made["is_worse"] = grown.isWorse;
        json["findings"].push_back(std::move(made));
    }
    json["remarks"] = Json::array();
    for (const Message& remark : report.remarks)
        json["remarks"].push_back(remark.text());
    json["seed"] = call.command.rules.test.seed;
    return jsonText(json);
}

std::string gateMarkdown(const GateReport& report, const GateCall& call)
{
    std::string text = fmt::format("### {}\n\n", markdownText(report.sentence));
    if (!report.quantities.empty()) {
        text += fmt::format(
            "{} against {}.\n\n", markdownCode(report.run), counted(report.baselines.size(), "baseline"));
        const auto addRow = [&text](const QStringList& cells) {
            for (const QString& cell : cells)
                text += fmt::format("| {} ", markdownText(cell.toStdString()));
            text += "|\n";
        };
        addRow(headOfRows());
        text += "|---|--:|--:|--:|--:|--:|---|\n";
        for (const QuantityChange& change : report.quantities)
            addRow(rowOf(change));
        if (report.mfu)
            addRow(rowOf(*report.mfu));
        text += '\n';
    }
    if (report.culprit)
        text += fmt::format("**{}.** {}\n\n", markdownText(report.culprit->title), markdownText(report.culprit->sentence));
    for (size_t i = 0; i < std::min(report.findings.size(), mostFindingsShown); ++i)
        text += fmt::format("* {}. {}\n", markdownText(grownText(report.findings[i])),
            markdownText(report.findings[i].finding.sentence));
    for (const Message& reason : report.whyNot)
        text += fmt::format("* not comparable: {}\n", markdownText(reason));
    for (const Message& remark : report.remarks)
        text += fmt::format("* {}\n", markdownText(remark));
    text += fmt::format("\n{}\n", markdownCode(commandLine(call.command)));
    return text;
}

std::string gateJunit(const GateReport& report, const GateCall& /*call*/)
{
    std::string cases;
    int tests = 0;
    int failures = 0;
    int skipped = 0;
    const auto addCase = [&](std::string_view name, const char* element, const std::string& message) {
        ++tests;
        cases += fmt::format("    <testcase classname=\"bubblescope.check\" name=\"{}\"", xmlText(name));
        cases += element == nullptr
            ? std::string("/>\n")
            : fmt::format(">\n      <{0} message=\"{1}\">{2}</{0}>\n    </testcase>\n", element, xmlText(message),
                report.culprit ? xmlText(report.culprit->sentence) : std::string());
    };
    const bool isComparable = report.verdict != Verdict::NotComparable;
    if (!isComparable)
        addCase("comparable", "error", report.sentence.text());
    for (const QuantityChange& change : report.quantities) {
        if (!change.limit || !isComparable)
            continue;
        failures += change.isWorse;
        skipped += change.isUndecided;
        addCase(gateQuantityKey(change.quantity),
            change.isWorse           ? "failure"
                : change.isUndecided ? "skipped"
                                     : nullptr,
            rowOf(change).join(QStringLiteral(", ")).toStdString());
    }
    if (report.mfu && isComparable) {
        failures += report.mfu->isWorse;
        skipped += report.mfu->isUndecided;
        addCase("mfu", report.mfu->isWorse ? "failure" : report.mfu->isUndecided ? "skipped" : nullptr,
            rowOf(*report.mfu).join(QStringLiteral(", ")).toStdString());
    }
    for (const GrownFinding& grown : report.findings) {
        if (!grown.limit || !isComparable)
            continue;
        failures += grown.isWorse;
        addCase(grown.finding.id, grown.isWorse ? "failure" : nullptr, grownText(grown));
    }
    const int errors = isComparable ? 0 : 1;
    return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"bubblescope "
                       "check\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n{}  </testsuite>\n</testsuites>\n",
        tests, failures, errors, skipped, cases);
}

} // namespace bubblescope
