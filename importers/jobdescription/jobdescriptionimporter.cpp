// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobdescriptionimporter.h"

#include "bubblejob.h"
#include "companion.h"
#include "jobreader.h"
#include "tablelines.h"

#include <algorithm>
#include <string>

namespace bubblescope {

namespace {

constexpr size_t largestDescription = 4 << 20;

/// What every model has, beside what Hugging Face's files call themselves.
bool isModelConfig(std::string_view text)
{
    const auto holds = [text](std::string_view key) { return text.find(key) != std::string_view::npos; };
    return (holds("\"model_type\"") || holds("\"architectures\""))
        && (holds("\"hidden_size\"") || holds("\"n_embd\"") || holds("\"n_embed\"") || holds("\"d_model\""))
        && (holds("\"num_hidden_layers\"") || holds("\"n_layer\"") || holds("\"n_layers\"") || holds("\"num_layers\""));
}

/// Nothing but lines with keys of a job, its layers and hidden size among them.
bool isBubbleJob(std::string_view text, bool isWhole)
{
    const std::vector<std::string_view> keys = bubbleJobKeys();
    bool hasLayers = false;
    bool hasHidden = false;
    while (!text.empty()) {
        const size_t end = text.find('\n');
        if (end == std::string_view::npos && !isWhole)
            break; // cut
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        line = withoutBlanks(line.substr(0, line.find('#')));
        if (line.empty())
            continue;
        const std::string_view key = withoutBlanks(line.substr(0, line.find('=')));
        if (key.size() == line.size() || std::find(keys.begin(), keys.end(), key) == keys.end())
            return false;
        hasLayers = hasLayers || key == "layers";
        hasHidden = hasHidden || key == "hidden";
    }
    return hasLayers && hasHidden;
}

bool holdsBoth(std::string_view text, std::string_view one, std::string_view other)
{
    return text.find(one) != std::string_view::npos && text.find(other) != std::string_view::npos;
}

void importDescription(ByteSource& source, FileContents& contents, ImportReport& report)
{
    const std::optional<std::string> text = readAll(source, largestDescription, report);
    reportSourceError(source, report);
    if (!text)
        return;
    Result<JobDescription> job = readJobDescription(*text, source.name());
    if (job) {
        contents.jobs.push_back(std::move(job).value());
        return;
    }
    Message why = job.error().message;
    if (!job.error().advice.empty())
        why = say("{}; {}", why, job.error().advice);
    report.add(IssueKind::BadRecord, std::nullopt, std::move(why));
}

class JobDescriptionImporter final : public Importer {
public:
    std::string_view id() const override { return "job-description"; }
    std::string_view displayName() const override { return "description of a job (config.json, *.bubblejob)"; }
    std::vector<std::string_view> filePatterns() const override { return {"config.json", "*.bubblejob"}; }
    FormatFacts facts() const override
    {
        return {
            "config.json of a model, *.bubblejob", FormatFacts::Tests::Recordings, ClockPolicy::None, {keysOfModel}};
    }
    int sniff(std::string_view head) const override
    {
        const std::string text = sniffText(head);
        const size_t first = text.find_first_not_of(" \t\r\n");
        if (first == std::string::npos)
            return 0;
        const bool isOne
            = text[first] == '{' ? isModelConfig(text) : isBubbleJob(text, head.size() < sniffBytes);
        return isOne ? keysOfModel.sureness : 0;
    }
    bool import(ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const override
    {
        // Models that lie beside predictions of their layers have other names.
        if (source.name().find(".json") != std::string::npos && !isNamedConfig(source.name()))
            return m_companion->import(source, contents, report, progress);
        importDescription(source, contents, report);
        return true;
    }

private:
    static constexpr FormatSignature keysOfModel {
        85, "the keys of a model, or nothing but keys of a job: before what knows only parts of a model"};
    static bool isNamedConfig(std::string_view name)
    {
        const std::string_view base = name.substr(name.find_last_of('/') + 1);
        return base == "config.json" || base.starts_with("config.json.");
    }

    const std::unique_ptr<Importer> m_companion = makeCompanionImporter();
};

class SingleJobImporter final : public Importer {
public:
    std::string_view id() const override { return "single-job-description"; }
    std::string_view displayName() const override { return "settings or launch script of a job, opened by itself"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.json", "*.yaml", "*.toml", "*.sh"}; }
    FormatFacts facts() const override
    {
        return {"settings and launch scripts of Megatron-LM, Megatron-Bridge, NeMo, torchtitan and nanotron",
            FormatFacts::Tests::Shapes, ClockPolicy::None, {{0, "nothing: taken only where such a file is opened by itself"}}};
    }
    int sniff(std::string_view) const override { return 0; }
    bool import(ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn&) const override
    {
        importDescription(source, contents, report);
        return true;
    }
};

} // namespace

std::unique_ptr<Importer> makeJobDescriptionImporter() { return std::make_unique<JobDescriptionImporter>(); }

std::unique_ptr<Importer> makeSingleJobImporter() { return std::make_unique<SingleJobImporter>(); }

bool mayDescribeJob(std::string_view head)
{
    const std::string text = sniffText(head);
    return isModelConfig(text) || holdsBoth(text, "\"layer_num\"", "\"head_num\"") || holdsBoth(text, "[model]", "[training]")
        || holdsBoth(text, "model_config:", "parallelism:") || holdsBoth(text, "num_layers:", "hidden_size:")
        || holdsBoth(text, "--num-layers", "--hidden-size");
}

} // namespace bubblescope
