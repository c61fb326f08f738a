// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tablemapping.h"

#include "bytesource.h"
#include "measuretext.h"
#include "textencoding.h"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr size_t largestMapping = size_t(1) << 20;
constexpr size_t mostMapped = 10'000;

Error mappingError(Message message)
{
    return {std::move(message),
        say("Write \"columns\" with the name of each column and what it is: rank, dp_rank, stage, step, name, start, "
            "duration, end, lane, microbatch, bytes, group, category."),
        {}};
}

} // namespace

Result<TableMapping> parseTableMapping(std::string_view json)
{
    if (json.size() > largestMapping)
        return mappingError(say("the mapping is larger than 1 MB"));
    const nlohmann::json root = nlohmann::json::parse(json, nullptr, false);
    if (!root.is_object())
        return mappingError(say("the mapping is no JSON object"));
    TableMapping mapping;
    if (const auto columns = root.find("columns"); columns != root.end()) {
        if (!columns->is_object() || columns->size() > mostMapped)
            return mappingError(say("\"columns\" of the mapping is no object"));
        for (const auto& [name, meaning] : columns->items()) {
            const std::string word = meaning.is_string() ? meaning.get<std::string>() : std::string("?");
            const ColumnUse use = usualColumnUse(word);
            if (use.column == OperationColumn::None && !word.empty())
                return mappingError(say("the mapping takes {} for \"{}\", which no operation has", excerpt(name), excerpt(word)));
            mapping.columns.emplace_back(name, use);
        }
    }
    if (const auto units = root.find("units"); units != root.end()) {
        mapping.unit = units->is_string() ? timeUnitNamed(units->get<std::string>()) : std::nullopt;
        if (!mapping.unit)
            return mappingError(say("\"units\" of the mapping is none of ns, us, ms and s"));
    }
    if (const auto operations = root.find("operations"); operations != root.end()) {
        if (!operations->is_object() || operations->size() > mostMapped)
            return mappingError(say("\"operations\" of the mapping is no object"));
        for (const auto& [name, meaning] : operations->items()) {
            if (meaning.is_string())
                mapping.operations.emplace_back(name, meaning.get<std::string>());
        }
    }
    return mapping;
}

TableMapping readTableMapping(const std::string& path, ImportReport& report)
{
    if (path.empty())
        return {};
    const auto source = openFile(path, path);
    if (!source) {
        report.add(IssueKind::UnreadableFile, std::nullopt, source.error().message);
        return {};
    }
    const std::optional<std::string> text = readAll(**source, largestMapping, report);
    Result<TableMapping> mapping = parseTableMapping(text.value_or(std::string()));
    if (mapping)
        return std::move(mapping).value();
    report.add(IssueKind::BadHeader, std::nullopt,
        say("{} is not used: {}", path.substr(path.rfind('/') + 1), mapping.error().message));
    return {};
}

std::string tableMappingText(const TableMapping& mapping)
{
    nlohmann::ordered_json root;
    nlohmann::ordered_json& columns = root["columns"] = nlohmann::ordered_json::object();
    for (const auto& [name, use] : mapping.columns) {
        std::string word(operationColumnKey(use.column));
        if (use.unit)
            word += fmt::format("_{}", *use.unit == TimeUnit::Microseconds ? "us" : timeUnitName(*use.unit));
        columns[toUtf8(name)] = word;
    }
    if (mapping.unit)
        root["units"] = *mapping.unit == TimeUnit::Microseconds ? "us" : std::string(timeUnitName(*mapping.unit));
    if (!mapping.operations.empty()) {
        nlohmann::ordered_json& operations = root["operations"];
        for (const auto& [name, meaning] : mapping.operations)
            operations[toUtf8(name)] = toUtf8(meaning);
    }
    return root.dump(2, ' ', false, nlohmann::json::error_handler_t::replace).append("\n");
}

} // namespace bubblescope
