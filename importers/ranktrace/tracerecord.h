// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <variant>

namespace bubblescope {

/// Keys of a rank trace or plan record that mean something to us.
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
    Known, ///< part of the grammar, without use here
    SubOperations,
    Unknown,
};
inline constexpr size_t storedTraceKeys = static_cast<size_t>(TraceKey::Known);

/// Values by key, as slices of the line; a default view (null data) where the key is absent.
class TraceFields {
public:
    std::string_view operator[](TraceKey key) const { return m_values[static_cast<size_t>(key)]; }
    bool has(TraceKey key) const { return m_values[static_cast<size_t>(key)].data() != nullptr; }
    void set(TraceKey key, std::string_view value) { m_values[static_cast<size_t>(key)] = value; }

private:
    std::array<std::string_view, storedTraceKeys> m_values;
};

/// One operation of a rank ("rank:2:forward_step(…)") or of a plan's stage ("stage:0:forward_step(…)").
struct TraceRecord {
    int32_t owner = -1; ///< rank, or stage of a plan
    std::string_view name;
    TraceFields fields;
    bool hasSubOperations = false;
    bool isCut = false; ///< the fields are whole, the text ends before the list of sub-operations starts
    /// What follows `sub_operations=[`; for SubOperationCursor. Without such a list: what follows the record.
    std::string_view rest;
};

enum class RecordRefusal : uint8_t {
    NotARecord,   ///< does not start like one
    BadOwner,     ///< the rank or stage is not a number that fits
    NoArguments,  ///< no "(" after the name
    NoKeys,       ///< nothing of the grammar inside the parentheses
    Unterminated, ///< the text ends inside the record
};
/// A few words for the issue table.
Message refusalText(RecordRefusal refusal);

enum class RecordOwner : uint8_t { Rank, Stage };
/// "rank:" or "stage:".
std::string_view recordPrefix(RecordOwner owner);

/// Reads the record that `text` starts with; allocates nothing, all views point into `text`. Linear in its length.
std::variant<TraceRecord, RecordRefusal> readTraceRecord(std::string_view text, RecordOwner owner);

/// Walks the list of sub-operations, a Python repr of a list of strings.
class SubOperationCursor {
public:
    /// `text` follows the opening bracket.
    explicit SubOperationCursor(std::string_view text) : m_rest(text) { }
    /// False at the closing bracket, or where the list is damaged.
    bool next();
    std::string_view text() const { return m_text; }
    /// The list ended with "])".
    bool isComplete() const { return m_complete; }
    /// The list is damaged because the text ends inside it.
    bool isCut() const { return m_cut; }
    /// What follows the record; where the list is damaged, what could not be read.
    std::string_view rest() const { return m_rest; }

private:
    std::string_view m_rest;
    std::string_view m_text;
    bool m_complete = false;
    bool m_cut = false;
};

/// Fields of one sub-operation.
TraceFields readSubOperation(std::string_view text);

/// The two times cut out of a sub-operation: what is left is the same text for the same call of the program, so that
/// its meaning can be looked up instead of being worked out again.
struct SubOperationTimes {
    std::string_view before; ///< up to the comma before `duration`
    std::string_view duration;
    std::string_view timestamp;
    std::string_view after; ///< from the comma after the time stamp
};
/// False where the fields stand in another order: then readSubOperation() has to do.
bool cutSubOperationTimes(std::string_view text, SubOperationTimes& times);

} // namespace bubblescope
