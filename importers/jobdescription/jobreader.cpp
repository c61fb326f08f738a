// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobreader.h"

#include "argumentfields.h"
#include "bubblejob.h"
#include "bytesource.h"
#include "characters.h"
#include "corefields.h"
#include "flagfields.h"
#include "huggingfacejob.h"
#include "jsonfields.h"
#include "megatronjob.h"
#include "nanotronjob.h"
#include "nemofields.h"
#include "plainnumber.h"
#include "printedfields.h"
#include "simumaxjob.h"
#include "tabletext.h"
#include "textencoding.h"
#include "tomlfields.h"
#include "torchtitanjob.h"
#include "yamlfields.h"

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

constexpr size_t mostText = 4 << 20;   ///< of a description
constexpr size_t mostOfLog = 32 << 20; ///< its arguments come first

/// What the lines that are no comments look like, over the first of them.
struct LineKinds {
    int sections = 0;    ///< [model]
    int assignments = 0; ///< layers = 32
    int fields = 0;      ///< num_layers: 32
    int flagFields = 0;  ///< --num-layers: 32
    int flags = 0;       ///< anything with --num-layers 32
};

bool isFieldName(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return isLetter(c) || isDigit(c) || c == '_' || c == '-' || c == '.';
    });
}

LineKinds kindsOfLines(std::string_view text)
{
    constexpr int mostLines = 2000;
    LineKinds kinds;
    for (int number = 0; number < mostLines && !text.empty(); ++number) {
        const size_t end = text.find('\n');
        const std::string_view line = withoutBlanks(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.empty() || line.front() == '#')
            continue;
        const size_t colon = line.find(':');
        const size_t equal = line.find('=');
        const bool isFlag = line.starts_with("--");
        if (isFlag && colon != std::string_view::npos && isFieldName(line.substr(0, colon)))
            ++kinds.flagFields;
        else if (isFlag || holds(line, " --"))
            ++kinds.flags;
        else if (line.front() == '[' && line.back() == ']')
            ++kinds.sections;
        else if (equal != std::string_view::npos && isFieldName(withoutBlanks(line.substr(0, equal))))
            ++kinds.assignments;
        else if (colon != std::string_view::npos && isFieldName(withoutBlanks(line.substr(0, colon))))
            ++kinds.fields;
    }
    return kinds;
}

using JobMeaning = Result<JobDescription> (*)(const DescribedFields&, std::string_view);

Result<JobDescription> meantBy(const Result<DescribedFields>& fields, JobMeaning meaning, std::string_view file)
{
    return fields ? meaning(*fields, file) : Result<JobDescription>(fields.error());
}

Error noDescription(std::string_view file)
{
    Error error = atLine(file, 0, say("this is no description of a job"));
    error.advice = say("Read are config.json of Hugging Face, models of SimuMax, YAML, launch scripts and logs of "
                       "Megatron, TOML of torchtitan, YAML of Megatron-Bridge, NeMo and nanotron, and *.bubblejob.");
    return error;
}

Result<JobDescription> readYaml(std::string_view text, std::string_view file)
{
    const Result<DescribedFields> fields = readYamlFields(text, file);
    if (!fields)
        return fields.error();
    if (fields->hasBelow("model.model_config"))
        return nanotronJob(*fields, file);
    const DescribedFields flags = megatronFields(*fields);
    if (!flags.all().empty())
        return megatronJob(flags, file);
    if (isOfMegatronCore(*fields))
        return meantBy(coreArguments(*fields, file), megatronJob, file);
    if (fields->hasBelow("trainer") && fields->hasBelow("model"))
        return meantBy(nemoArguments(*fields, file), megatronJob, file);
    if (fields->find("num_layers") || fields->find("hidden_size"))
        return megatronJob(*fields, file);
    return noDescription(file);
}

/// What DeepSpeed is given beside a model, as what to set of a plan.
Error configOfDeepSpeed(const DescribedFields& fields, std::string_view file)
{
    std::string knobs;
    const auto addKnob = [&](std::string_view name, std::string_view knob) {
        const DescribedField* field = fields.find(name);
        if (field && toCount(field->value, DescriptionLimits::batch).value_or(0) > 0)
            knobs.append(" --set ").append(knob).append("=").append(field->value);
    };
    addKnob("train_micro_batch_size_per_gpu", "microbatch-size");
    addKnob("gradient_accumulation_steps", "microbatches");
    constexpr auto shards = std::to_array<std::string_view>({"none", "optimizer", "gradients", "parameters"});
    const DescribedField* stage = fields.find("zero_optimization.stage");
    const auto number = toCount(stage ? std::string_view(stage->value) : std::string_view(), int(shards.size()) - 1);
    if (number)
        knobs.append(" --set shard=").append(shards[size_t(*number)]);
    Error error = atLine(file, 0, say("this is a configuration of DeepSpeed: it states no model"));
    error.advice
        = say("Open config.json of the model with what this one says:{}", knobs.empty() ? " --set shard=…" : knobs);
    return error;
}

Result<JobDescription> readJson(std::string_view text, std::string_view file)
{
    const Result<DescribedFields> fields = readJsonFields(text, file);
    if (!fields)
        return fields.error();
    if (fields->find("layer_num") || fields->find("head_num"))
        return simuMaxJob(*fields, file);
    const auto isStated = [&fields](std::string_view name) { return fields->find(name) || fields->hasBelow(name); };
    if (isStated("zero_optimization") || isStated("train_micro_batch_size_per_gpu"))
        return configOfDeepSpeed(*fields, file);
    if (!isStated("model_type") && !isStated("architectures") && !isStated("hidden_size") && !isStated("text_config"))
        return noDescription(file);
    return huggingFaceJob(*fields, file);
}

Result<JobDescription> readAnyJob(std::string_view text, std::string_view file)
{
    if (looksLikeUtf16(text.substr(0, 64)))
        return atLine(file, 0, say("UTF-16 text is not read: save it as UTF-8"));
    text = withoutByteOrderMark(text);
    const size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return atLine(file, 0, say("the file is empty"));
    const bool isPrinted = hasPrintedConfig(text);
    const bool isNemo = hasNemoConfig(text);
    const bool isBridge = hasBridgeConfig(text);
    const bool isLog = isPrinted || isNemo || isBridge || hasArgumentBlock(text);
    if (text.size() > mostText && !isLog)
        return atLine(file, 0, say("a description of more than {} MB is not read", mostText >> 20));
    if (text[first] == '{')
        return readJson(text, file);
    if (isPrinted)
        return meantBy(readPrintedFields(text, file), nanotronJob, file);
    if (isNemo)
        return meantBy(readNemoFields(text, file), megatronJob, file);
    if (isBridge)
        return meantBy(readBridgeFields(text, file), megatronJob, file);
    if (isLog)
        return meantBy(readArgumentFields(text, file), megatronJob, file);
    const LineKinds kinds = kindsOfLines(text);
    if (file.ends_with(".bubblejob"))
        return meantBy(readLineFields(text, file), bubbleJob, file);
    if (kinds.sections > 0 && kinds.assignments > 0 && kinds.flags == 0)
        return meantBy(readTomlFields(text, file), torchTitanJob, file);
    if (kinds.flagFields > 0 || kinds.fields > kinds.flags + kinds.assignments)
        return readYaml(text, file);
    if (kinds.flags > 0)
        return meantBy(readFlagFields(text, file), megatronJob, file);
    if (kinds.assignments > 0)
        return meantBy(readLineFields(text, file), bubbleJob, file);
    return noDescription(file);
}

} // namespace

Result<JobDescription> readJobDescription(std::string_view text, std::string_view file)
{
    Result<JobDescription> job = readAnyJob(text, file);
    if (job)
        job.value().name = job->model.name.empty() ? tableName(file) : job->model.name;
    return job;
}

Result<JobDescription> openJobDescription(const std::string& path)
{
    const std::string name = path.substr(path.find_last_of('/') + 1);
    Result<std::unique_ptr<ByteSource>> source = openFile(path, name);
    if (!source)
        return source.error();
    std::string text;
    text.resize(1 << 16);
    size_t filled = 0;
    while (filled < mostOfLog) {
        if (filled == text.size())
            text.resize(2 * text.size());
        const size_t read = (*source)->read(text.data() + filled, text.size() - filled);
        if (read == 0)
            break;
        filled += read;
    }
    if ((*source)->error())
        return *(*source)->error();
    text.resize(filled);
    return readJobDescription(text, name);
}

} // namespace bubblescope
