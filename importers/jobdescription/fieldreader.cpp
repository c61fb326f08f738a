// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fieldreader.h"

#include "characters.h"
#include "plainnumber.h"
#include "textencoding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {

/// Parts of names that stand for sizes.
constexpr auto partsOfSizes = std::to_array<std::string_view>({"size", "dim", "rank", "layer", "head", "expert",
    "hidden", "ffn", "intermediate", "vocab", "width", "freq", "pattern", "latent", "mtp", "nextn", "group", "channels",
    "topk", "n_embd", "lora", "kv", "conv", "ssm", "mamba", "sparse", "period", "interval", "window", "tie"});

std::optional<bool> flagOf(std::string_view text)
{
    std::string plain;
    for (const char c : text)
        plain += toLower(c);
    if (plain == "true" || plain == "yes" || plain == "on" || plain == "1")
        return true;
    if (plain == "false" || plain == "no" || plain == "off" || plain == "0")
        return false;
    return std::nullopt;
}

bool saysNothing(const DescribedField& field)
{
    const std::optional<double> number = toNumber<double>(field.value);
    const std::optional<bool> is = flagOf(field.value);
    return field.isNull || (number && *number == 0) || (!number && !is.value_or(false));
}

} // namespace

std::string_view FieldReader::firstOf(std::initializer_list<std::string_view> names) const
{
    const auto stated
        = std::find_if(names.begin(), names.end(), [this](std::string_view name) { return isStated(name); });
    return stated == names.end() ? *names.begin() : *stated;
}

bool FieldReader::isStated(std::string_view name) const
{
    const DescribedField* field = m_fields.find(name);
    return field && !field->isNull;
}

const DescribedField* FieldReader::read(std::string_view name)
{
    m_read.emplace(name);
    const DescribedField* field = m_fields.find(name);
    if (!field || field->isNull)
        return nullptr;
    if (field->rivalLine > 0) {
        refuse(name, say("{} is stated once more in line {}, with another value", name, field->rivalLine),
            say("Keep one of them."));
        return nullptr;
    }
    return field;
}

std::optional<int> FieldReader::countIfStated(std::string_view name, int most, int least)
{
    const DescribedField* field = read(name);
    if (!field)
        return std::nullopt;
    std::optional<double> number = toNumber<double>(field->value);
    if (number && (*number != std::floor(*number) || *number < least || *number > most))
        number.reset();
    if (!number) {
        Message advice;
        if (holds(field->value, "$"))
            advice = say("The script sets this variable nowhere, or to several values: write the number itself.");
        refuse(name,
            say("{} is \"{}\": it must be a whole number from {} to {}", name, excerpt(field->value), least, most),
            std::move(advice));
        return std::nullopt;
    }
    return int(*number);
}

int FieldReader::count(std::string_view name, int most, int least)
{
    if (!isStated(name)) {
        miss(name, say("a whole number from {} to {}", least, most));
        return least;
    }
    return countIfStated(name, most, least).value_or(least);
}

std::optional<double> FieldReader::numberIfStated(std::string_view name, double least, double most)
{
    const DescribedField* field = read(name);
    if (!field)
        return std::nullopt;
    const std::optional<double> number = toNumber<double>(field->value);
    if (number && *number >= least && *number <= most)
        return number;
    refuse(name, say("{} is \"{}\": it must be a number from {} to {}", name, excerpt(field->value), least, most));
    return std::nullopt;
}

std::optional<bool> FieldReader::flagIfStated(std::string_view name)
{
    const DescribedField* field = read(name);
    if (!field)
        return std::nullopt;
    const std::optional<bool> is = flagOf(field->value);
    if (!is)
        refuse(name, say("{} is \"{}\": it must be true or false", name, excerpt(field->value)));
    return is;
}

std::string FieldReader::text(std::string_view name)
{
    const DescribedField* field = read(name);
    return field ? toUtf8(field->value) : std::string();
}

std::vector<std::string> FieldReader::items(std::string_view name)
{
    std::vector<std::string> all;
    for (;;) {
        const std::string item = std::string(name) + '.' + std::to_string(all.size());
        if (!isStated(item))
            return all;
        all.push_back(text(item));
    }
}

void FieldReader::refuse(std::string_view name, const Message& why, Message advice)
{
    if (m_error)
        return;
    const DescribedField* field = m_fields.find(name);
    m_error = atLine(m_file, field ? field->line : 0, why, std::move(advice));
}

void FieldReader::miss(std::string_view name, const Message& needed)
{
    if (!m_error)
        m_error = atLine(m_file, 0, say("{} is missing: it must be {}", name, needed));
}

void FieldReader::addUnread(JobDescription& job, std::span<const std::string_view> harmless) const
{
    constexpr size_t most = 50; // more is another kind of file
    for (const DescribedField& field : m_fields.all()) {
        if (job.assumed.size() >= most || saysNothing(field) || m_read.contains(field.name))
            continue;
        const bool isSize = std::any_of(partsOfSizes.begin(), partsOfSizes.end(),
            [&field](std::string_view word) { return field.name.find(word) != std::string::npos; });
        const bool isHarmless = std::any_of(harmless.begin(), harmless.end(), [&field](std::string_view name) {
            return holds(std::string(".").append(field.name).append("."), std::string(".").append(name).append("."));
        });
        if (isSize && !isHarmless)
            job.assume(toUtf8(field.name), excerpt(field.value), say("not known here: taken to change no size"));
    }
}

Result<JobDescription> FieldReader::finished(JobDescription job) const
{
    if (m_error)
        return *m_error;
    job.file = m_file;
    Message wrong = whatIsWrong(job.model);
    if (wrong.empty())
        wrong = whatIsWrong(job.layout);
    if (!wrong.empty())
        return atLine(m_file, 0, wrong);
    return job;
}

} // namespace bubblescope
