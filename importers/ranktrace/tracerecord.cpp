// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracerecord.h"

#include "characters.h"

#include <charconv>
#include <cstring>
#include <initializer_list>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr std::array<bool, 256> makeWordTable()
{
    std::array<bool, 256> table {};
    for (int c = 0; c < 256; ++c)
        table[c] = isLetter(char(c)) || isDigit(char(c)) || c == '_';
    return table;
}
constexpr std::array<bool, 256> wordTable = makeWordTable();

bool isWordLetter(char c) { return wordTable[static_cast<unsigned char>(c)]; }

struct NamedKey {
    std::string_view name;
    TraceKey key;
};

TraceKey pick(std::string_view name, std::initializer_list<NamedKey> candidates)
{
    for (const NamedKey& candidate : candidates) {
        if (name == candidate.name)
            return candidate.key;
    }
    return TraceKey::Unknown;
}

// Switch on the length first: this runs a dozen times per record.
TraceKey keyNamed(std::string_view name)
{
    switch (name.size()) {
    case 5:
        return pick(name, {{"group"sv, TraceKey::Group}});
    case 7:
        return pick(name, {{"cmd_uid"sv, TraceKey::Known}});
    case 8:
        return pick(name,
            {{"duration"sv, TraceKey::Duration}, {"batch_id"sv, TraceKey::BatchId}, {"stage_id"sv, TraceKey::StageId},
                {"mg_state"sv, TraceKey::State}});
    case 9:
        return pick(name,
            {{"timestamp"sv, TraceKey::Timestamp}, {"comm_func"sv, TraceKey::CommFunction},
                {"func_name"sv, TraceKey::FunctionName}, {"bucket_id"sv, TraceKey::BucketId}});
    case 10:
        return pick(name,
            {{"group_kind"sv, TraceKey::GroupKind}, {"time_stamp"sv, TraceKey::Timestamp},
                {"grad_dtype"sv, TraceKey::GradientType}});
    case 11:
        return pick(name, {{"description"sv, TraceKey::Description}});
    case 12:
        return pick(name,
            {{"input__shape"sv, TraceKey::Shape}, {"input__dtype"sv, TraceKey::DataType},
                {"op_semantics"sv, TraceKey::Semantics}, {"bucket_numel"sv, TraceKey::BucketElements}});
    case 13:
        return pick(name, {{"metadata_only"sv, TraceKey::MetadataOnly}});
    case 14:
        return pick(
            name, {{"trace_src_func"sv, TraceKey::SourceFunction}, {"sub_operations"sv, TraceKey::SubOperations}});
    case 16:
        return pick(name, {{"trigger_batch_id"sv, TraceKey::TriggerBatchId}});
    case 19:
        return pick(name, {{"launch_timestamp_ms"sv, TraceKey::LaunchTimestamp}});
    case 25:
        return pick(name, {{"finalize_base_duration_ms"sv, TraceKey::Known}});
    case 32:
        return pick(name, {{"completion_observed_timestamp_ms"sv, TraceKey::CompletionTimestamp}});
    default:
        return TraceKey::Unknown;
    }
}

// False for keys that only sub-operations and gradient buckets have: in a description, such words are plain text.
bool belongsToOperation(TraceKey key)
{
    return key <= TraceKey::DataType || key == TraceKey::Known || key == TraceKey::SubOperations;
}

enum class KeyRule : uint8_t {
    Operation,    ///< known keys of an operation
    Planned,      ///< the same; each may be preceded by a space
    SubOperation, ///< known keys
    AnyWord,      ///< gradient buckets: many keys, but no free text
};

struct KeyMatch {
    TraceKey key = TraceKey::Unknown;
    const char* value = nullptr; ///< first byte after "="
};

// Matches a key that starts at `p`.
KeyMatch matchKey(const char* p, const char* end, KeyRule rule)
{
    if (rule == KeyRule::Planned && p != end && *p == ' ')
        ++p;
    const char* const name = p;
    while (p != end && isWordLetter(*p))
        ++p;
    if (p == end || p == name || *p != '=')
        return {};
    TraceKey key = keyNamed(std::string_view(name, static_cast<size_t>(p - name)));
    if (rule == KeyRule::AnyWord) {
        if (key == TraceKey::Unknown)
            key = TraceKey::Known;
    } else if (rule != KeyRule::SubOperation && !belongsToOperation(key)) {
        key = TraceKey::Unknown;
    }
    return {key, p + 1};
}

// Fills `fields` from [p, end) and returns the start of the list of sub-operations, or null if there is none. A value
// extends to the next comma that is followed by a known key, since descriptions and shapes contain commas. A key that
// was already seen is taken as text.
const char* readFields(const char* p, const char* end, KeyRule rule, TraceFields& fields, bool& any)
{
    uint32_t seen = 0;
    KeyMatch current = matchKey(p, end, rule);
    if (current.key == TraceKey::Unknown)
        return nullptr;
    any = true;
    while (current.key != TraceKey::SubOperations) {
        if (current.key != TraceKey::Known)
            seen |= 1u << static_cast<unsigned>(current.key);
        KeyMatch following;
        const char* comma = current.value;
        for (;; ++comma) {
            comma = static_cast<const char*>(std::memchr(comma, ',', static_cast<size_t>(end - comma)));
            if (!comma)
                break;
            following = matchKey(comma + 1, end, rule);
            if (following.key != TraceKey::Unknown
                && (following.key >= TraceKey::Known || !(seen & (1u << static_cast<unsigned>(following.key)))))
                break;
        }
        const char* const valueEnd = comma ? comma : end;
        if (current.key != TraceKey::Known)
            fields.set(current.key, std::string_view(current.value, static_cast<size_t>(valueEnd - current.value)));
        if (!comma)
            return nullptr;
        current = following;
    }
    return current.value;
}

} // namespace

Message refusalText(RecordRefusal refusal)
{
    switch (refusal) {
    case RecordRefusal::NotARecord:
        return say("the line does not start like a record");
    case RecordRefusal::BadOwner:
        return say("the rank or stage is not a usable number");
    case RecordRefusal::NoArguments:
        return say("no opening parenthesis follows the operation's name");
    case RecordRefusal::NoKeys:
        return say("no known key inside the parentheses");
    case RecordRefusal::Unterminated:
        return say("the record ends before it is complete");
    }
    return {};
}

std::string_view recordPrefix(RecordOwner owner) { return owner == RecordOwner::Rank ? "rank:"sv : "stage:"sv; }

std::variant<TraceRecord, RecordRefusal> readTraceRecord(std::string_view text, RecordOwner owner)
{
    const std::string_view prefix = recordPrefix(owner);
    if (text.substr(0, prefix.size()) != prefix)
        return prefix.substr(0, text.size()) == text ? RecordRefusal::Unterminated : RecordRefusal::NotARecord;
    const char* p = text.data() + prefix.size();
    const char* const end = text.data() + text.size();
    TraceRecord record;
    const auto number = std::from_chars(p, end, record.owner);
    if (number.ec != std::errc() || record.owner < 0)
        return number.ptr == end ? RecordRefusal::Unterminated : RecordRefusal::BadOwner;
    p = number.ptr;
    if (p == end)
        return RecordRefusal::Unterminated;
    if (*p != ':')
        return RecordRefusal::BadOwner;
    const char* const name = ++p;
    while (p != end && isWordLetter(*p))
        ++p;
    if (p == end)
        return RecordRefusal::Unterminated;
    if (*p != '(' || p == name)
        return RecordRefusal::NoArguments;
    record.name = std::string_view(name, static_cast<size_t>(p - name));
    ++p;

    KeyRule rule = owner == RecordOwner::Rank ? KeyRule::Operation : KeyRule::Planned;
    if (record.name == "ddp_grad_comm"sv)
        rule = KeyRule::AnyWord;
    bool any = false;
    const char* list = readFields(p, end, rule, record.fields, any);
    if (list) {
        const std::string_view rest(list, static_cast<size_t>(end - list));
        if (!rest.empty() && rest.front() == '[') {
            record.hasSubOperations = true;
            record.rest = rest.substr(1);
            return record;
        }
        const size_t close = rest.find(')');
        record.isCut = close == std::string_view::npos;
        record.rest = rest.substr(record.isCut ? rest.size() : close + 1);
        return record;
    }
    // Without a list of sub-operations, the last value was read to the end of the text: cut it back to the closing
    // parenthesis.
    const size_t close = std::string_view(p, static_cast<size_t>(end - p)).rfind(')');
    if (close == std::string_view::npos)
        return RecordRefusal::Unterminated;
    if (!any)
        return RecordRefusal::NoKeys;
    const char* const stop = p + close;
    for (size_t k = 0; k < storedTraceKeys; ++k) {
        const auto key = static_cast<TraceKey>(k);
        const std::string_view value = record.fields[key];
        if (value.data() && value.data() + value.size() > stop) {
            const size_t size = stop > value.data() ? static_cast<size_t>(stop - value.data()) : 0;
            record.fields.set(key, value.substr(0, size));
        }
    }
    record.rest = std::string_view(stop + 1, static_cast<size_t>(end - stop) - 1);
    return record;
}

bool SubOperationCursor::next()
{
    const char* p = m_rest.data();
    const char* const end = p + m_rest.size();
    while (p != end && (*p == ' ' || *p == ','))
        ++p;
    m_rest = std::string_view(p, static_cast<size_t>(end - p));
    m_cut = p == end;
    if (m_cut)
        return false;
    if (*p == ']') {
        m_complete = end - p >= 2 && p[1] == ')';
        m_cut = end - p == 1;
        if (m_complete)
            m_rest.remove_prefix(2);
        return false;
    }
    // Python quotes a string with ' unless the string contains one.
    const char quote = *p;
    if (quote != '\'' && quote != '"')
        return false;
    const char* const begin = ++p;
    for (;; ++p) {
        p = static_cast<const char*>(std::memchr(p, quote, static_cast<size_t>(end - p)));
        if (!p) {
            m_cut = true;
            return false;
        }
        if (p == begin || p[-1] != '\\')
            break;
    }
    m_text = std::string_view(begin, static_cast<size_t>(p - begin));
    m_rest = std::string_view(p + 1, static_cast<size_t>(end - p) - 1);
    return true;
}

TraceFields readSubOperation(std::string_view text)
{
    TraceFields fields;
    bool any = false;
    readFields(text.data(), text.data() + text.size(), KeyRule::SubOperation, fields, any);
    return fields;
}

bool cutSubOperationTimes(std::string_view text, SubOperationTimes& times)
{
    constexpr std::string_view durationKey = ",duration=";
    constexpr std::string_view timestampKey = ",timestamp=";
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    const auto comma
        = [end](const char* p) { return static_cast<const char*>(std::memchr(p, ',', static_cast<size_t>(end - p))); };
    const auto startsWith = [end](const char* p, std::string_view key) {
        return static_cast<size_t>(end - p) > key.size() && std::memcmp(p, key.data(), key.size()) == 0;
    };
    const char* const first = begin == end ? nullptr : comma(begin);
    if (!first || !startsWith(first, durationKey))
        return false;
    const char* const duration = first + durationKey.size();
    const char* const second = comma(duration);
    if (!second || !startsWith(second, timestampKey))
        return false;
    const char* const timestamp = second + timestampKey.size();
    const char* third = comma(timestamp);
    if (!third)
        third = end;
    times.before = std::string_view(begin, static_cast<size_t>(first - begin));
    times.duration = std::string_view(duration, static_cast<size_t>(second - duration));
    times.timestamp = std::string_view(timestamp, static_cast<size_t>(third - timestamp));
    times.after = std::string_view(third, static_cast<size_t>(end - third));
    return true;
}

} // namespace bubblescope
