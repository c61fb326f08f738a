// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <variant>

namespace bubblescope {

/// The keys of a rank trace or plan record that are read.
enum class TraceKey : uint8_t {
    StageId,
    BatchId,
    State,
    Duration,
    Timestamp,
    Description,
    GroupKind,
    Semantics,
    Shape,
    DataType,
    CommFunction,
    SourceFunction,
    FunctionName,
    Group,
    LaunchTimestamp,
    CompletionTimestamp,
    TriggerBatchId,
    MetadataOnly,
    BucketId,
    BucketElements,
    GradientType,
    Known, ///< part of the grammar, but not used
    SubOperations,
    Unknown,
};
inline constexpr size_t storedTraceKeys = static_cast<size_t>(TraceKey::Known);

/// Values by key, as slices of the line; an absent key has a default view (null data).
class TraceFields {
public:
    std::string_view operator[](TraceKey key) const { return m_values[static_cast<size_t>(key)]; }
    bool has(TraceKey key) const { return m_values[static_cast<size_t>(key)].data() != nullptr; }
    void set(TraceKey key, std::string_view value) { m_values[static_cast<size_t>(key)] = value; }

private:
    std::array<std::string_view, storedTraceKeys> m_values;
};

/// One operation of a rank ("rank:2:forward_step(…)") or of a stage in a plan ("stage:0:forward_step(…)").
struct TraceRecord {
    int32_t owner = -1; ///< rank, or the stage in a plan
    std::string_view name;
    TraceFields fields;
    bool hasSubOperations = false;
    bool isCut = false; ///< the fields are complete, but the text ends before the list of sub-operations
    /// The text after `sub_operations=[`, for SubOperationCursor; without such a list, the text after the record.
    std::string_view rest;
};

enum class RecordRefusal : uint8_t {
    NotARecord,   ///< does not start like a record
    BadOwner,     ///< rank or stage is not a number, or out of range
    NoArguments,  ///< no "(" after the name
    NoKeys,       ///< no known key inside the parentheses
    Unterminated, ///< the text ends inside the record
};
/// A short description for the issue table.
Message refusalText(RecordRefusal refusal);

enum class RecordOwner : uint8_t { Rank, Stage };
/// "rank:" or "stage:".
std::string_view recordPrefix(RecordOwner owner);

/// Reads the record at the start of `text` in linear time without allocating; all views point into `text`.
std::variant<TraceRecord, RecordRefusal> readTraceRecord(std::string_view text, RecordOwner owner);

/// Iterates over the list of sub-operations, a Python repr of a list of strings.
class SubOperationCursor {
public:
    /// `text` starts after the opening bracket.
    explicit SubOperationCursor(std::string_view text) : m_rest(text) { }
    /// False at the closing bracket or if the list is damaged.
    bool next();
    std::string_view text() const { return m_text; }
    /// True if the list ended with "])".
    bool isComplete() const { return m_complete; }
    /// True if the list is damaged because the text ends inside it.
    bool isCut() const { return m_cut; }
    /// The text after the record or, if the list is damaged, the unread rest.
    std::string_view rest() const { return m_rest; }

private:
    std::string_view m_rest;
    std::string_view m_text;
    bool m_complete = false;
    bool m_cut = false;
};

/// The fields of one sub-operation.
TraceFields readSubOperation(std::string_view text);

/// A sub-operation with its two times cut out: the remaining text is identical for repeated calls, so its meaning can
/// be cached instead of parsed again.
struct SubOperationTimes {
    std::string_view before; ///< up to the comma before `duration`
    std::string_view duration;
    std::string_view timestamp;
    std::string_view after; ///< starts with the comma after the time stamp
};
/// False if the fields come in another order; use readSubOperation() then.
bool cutSubOperationTimes(std::string_view text, SubOperationTimes& times);

} // namespace bubblescope
