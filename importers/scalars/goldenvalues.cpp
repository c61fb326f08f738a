// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "goldenvalues.h"

#include "scalarcurves.h"
#include "tabletext.h"
#include "tablelines.h"
#include "textencoding.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

constexpr size_t largestGoldenValues = size_t(256) << 20;

double goldenNumber(const nlohmann::json& value)
{
    return value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

class GoldenValuesImporter final : public Importer {
    static constexpr FormatSignature keysOfCurves {90, "an object with the keys step_interval and values"};

public:
    std::string_view id() const override { return "golden-values"; }
    std::string_view displayName() const override { return "golden values (Megatron-LM)"; }
    std::vector<std::string_view> filePatterns() const override { return {"golden_values*.json"}; }
    FormatFacts facts() const override
    {
        return {"the golden values of Megatron-LM's functional tests", FormatFacts::Tests::Shapes, ClockPolicy::None,
            {keysOfCurves}};
    }
    int sniff(std::string_view head) const override
    {
        const std::string text = sniffText(head);
        const size_t first = text.find_first_not_of(" \t\r\n");
        const bool isObject = first != std::string::npos && text[first] == '{';
        return isObject && text.find("\"step_interval\"") != std::string::npos
                && text.find("\"values\"") != std::string::npos
            ? keysOfCurves.sureness
            : 0;
    }
    bool import(ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn&) const override
    {
        const std::optional<std::string> text = readAll(source, largestGoldenValues, report);
        reportSourceError(source, report);
        if (!text)
            return true;
        ScalarCurves curves(report);
        if (!readGoldenValues(*text, curves, report))
            return true;
        if (std::optional<RunLog> log = curves.finish(tableName(source.name()), source.name()))
            contents.runLogs.push_back(std::move(*log));
        else
            report.add(IssueKind::IncompleteBlock, std::nullopt, say("it holds no curve of a figure that steps have"));
        return true;
    }
};

} // namespace

bool readGoldenValues(std::string_view text, ScalarCurves& curves, ImportReport& report)
{
    size_t at = 0;
    nlohmann::json root;
    try {
        root = nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        at = std::min(error.byte > 0 ? error.byte - 1 : 0, text.size()); // it counts from 1, and the end as well
    } catch (const nlohmann::json::out_of_range&) { // of 1e999, without its place
        report.add(IssueKind::BadNumber, std::nullopt, say("a number of the JSON text is too large"));
        return false;
    }
    if (!root.is_object()) {
        report.add(IssueKind::BadRecord, at, say("the JSON text cannot be read from here on"));
        return false;
    }
    for (const auto& [name, curve] : root.items()) {
        const auto values = curve.is_object() ? curve.find("values") : curve.end();
        if (!curve.is_object() || values == curve.end())
            continue;
        const size_t number = curves.curve(name);
        if (values->is_object()) {
            for (const auto& [step, value] : values->items())
                curves.add(number, parseNumber(step).value_or(std::numeric_limits<double>::quiet_NaN()),
                    goldenNumber(value), 0);
        } else if (values->is_array()) {
            const double start = curve.contains("start_step") ? goldenNumber(curve["start_step"]) : 0;
            const double interval = curve.contains("step_interval") ? goldenNumber(curve["step_interval"]) : 1;
            for (size_t i = 0; i < values->size(); ++i)
                curves.add(number, start + double(i) * interval, goldenNumber((*values)[i]), 0);
        }
    }
    return true;
}

std::unique_ptr<Importer> makeGoldenValuesImporter() { return std::make_unique<GoldenValuesImporter>(); }

} // namespace bubblescope
