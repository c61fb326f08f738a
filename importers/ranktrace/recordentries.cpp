// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recordentries.h"

#include "datatype.h"
#include "textencoding.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

int64_t bytesOfElements(int64_t elements, std::string_view dataType, ShapeProblem& problem)
{
    const int64_t size = elementSize(dataType);
    int64_t bytes = -1;
    if (elements < 0 || size == 0)
        return -1;
    if (__builtin_mul_overflow(elements, size, &bytes)) {
        problem = ShapeProblem::TooLarge;
        return -1;
    }
    return bytes;
}

} // namespace

const OperationEntry& RecordEntries::of(const TraceRecord& record)
{
    const TraceFields& fields = record.fields;
    const bool isBucket = fields.has(TraceKey::BucketElements);
    const std::optional<SliceKey> key = sliceKeyOf({record.name, fields[TraceKey::GroupKind],
        isBucket ? fields[TraceKey::BucketId] : fields[TraceKey::Description],
        isBucket ? fields[TraceKey::BucketElements] : fields[TraceKey::Shape],
        isBucket ? fields[TraceKey::GradientType] : fields[TraceKey::DataType]});
    if (const OperationEntry* known = key ? m_operations.find(*key) : nullptr)
        return *known;
    m_operationScratch = make(record);
    if (m_operationScratch.problem > ShapeProblem::Absent || !key)
        return m_operationScratch;
    return m_operations.insert(*key, m_operationScratch);
}

OperationEntry RecordEntries::make(const TraceRecord& record)
{
    const TraceFields& fields = record.fields;
    OperationEntry entry;
    entry.meaning = meaningOfOperation(record.name, fields[TraceKey::GroupKind]);
    entry.name = internClipped(record.name);
    const std::string_view description = fields[TraceKey::Description];
    entry.simulated = description.substr(0, 10) == "simulation"sv;
    if (entry.meaning.lane == TraceLane::DataStream) {
        const std::string function = fmt::format("bucket {}", clipped(fields[TraceKey::BucketId], 20));
        const std::string shape = fmt::format("[{}]", clipped(fields[TraceKey::BucketElements], 20));
        const ShapeSize size = elementsOfShape(isNone(fields[TraceKey::BucketElements]) ? "None"sv : shape);
        entry.problem = size.problem;
        entry.bytes = bytesOfElements(size.elements, fields[TraceKey::GradientType], entry.problem);
        entry.detail = internClipped(composeDetail({function, shape, fields[TraceKey::GradientType], {}}));
        return entry;
    }
    const ShapeSize size = elementsOfShape(fields[TraceKey::Shape]);
    entry.problem = size.problem;
    entry.bytes = bytesOfElements(size.elements, fields[TraceKey::DataType], entry.problem);
    entry.detail = internClipped(composeDetail({{}, clipped(fields[TraceKey::Shape], longestText),
        clipped(fields[TraceKey::DataType], longestText), clipped(description, longestText)}));
    return entry;
}

const SubOperationEntry& RecordEntries::ofSubOperation(std::string_view text, const SubOperationTimes& times)
{
    const std::optional<SliceKey> key = sliceKeyOf({times.before, times.after});
    if (const SubOperationEntry* known = key ? m_subOperations.find(*key) : nullptr)
        return *known;
    m_subOperationScratch = makeSubOperation(text);
    if (m_subOperationScratch.problem > ShapeProblem::Absent || !key)
        return m_subOperationScratch;
    return m_subOperations.insert(*key, m_subOperationScratch);
}

SubOperationEntry RecordEntries::makeSubOperation(std::string_view text)
{
    const TraceFields fields = readSubOperation(text);
    SubOperationEntry entry;
    const std::string_view source = fields[TraceKey::SourceFunction];
    const std::string_view function = fields[TraceKey::CommFunction];
    entry.name = internClipped(isNone(function) ? source : function);
    entry.operation = operationOfCommFunction(function);
    entry.category = categoryOfGroup(fields[TraceKey::Group]);
    entry.lane = laneOfCategory(entry.category);
    const ShapeSize size = elementsOfShape(fields[TraceKey::Shape]);
    entry.problem = size.problem;
    entry.bytes = bytesOfElements(size.elements, fields[TraceKey::DataType], entry.problem);
    const std::string_view called = fields[TraceKey::FunctionName];
    entry.detail = internClipped(composeDetail({clipped(isNone(called) ? source : called, longestText),
        clipped(fields[TraceKey::Shape], longestText), clipped(fields[TraceKey::DataType], longestText), {}}));
    return entry;
}

StringId RecordEntries::internClipped(std::string_view text)
{
    return text.empty() ? StringId() : m_builder.intern(toUtf8(clipped(text, longestText)));
}

const SubOperationEntry& RecordEntries::onceOfSubOperation(std::string_view text)
{
    m_subOperationScratch = makeSubOperation(text);
    return m_subOperationScratch;
}

} // namespace bubblescope
