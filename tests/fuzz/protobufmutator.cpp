// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The wire format of protocol buffers, see protobuf.dev/programming-guides/encoding.
#include "mutators.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace bubblescope::fuzz {

namespace {

constexpr int deepest = 12;
enum Wire : unsigned { Varint = 0, Eight = 1, Bytes = 2, Four = 5 };

struct Field;
using Fields = std::vector<Field>;

/// A text that happens to be a message is taken for one.
struct Field {
    uint64_t number = 0;
    unsigned wire = Varint;
    uint64_t value = 0;
    std::string bytes;
    Fields fields; ///< of a message, instead of bytes
};

std::optional<uint64_t> takeVarint(std::string_view& bytes)
{
    uint64_t value = 0;
    for (size_t i = 0; i < bytes.size() && i < 10; ++i) {
        value |= uint64_t(bytes[i] & 0x7f) << (7 * i);
        if ((bytes[i] & 0x80) == 0) {
            bytes.remove_prefix(i + 1);
            return value;
        }
    }
    return std::nullopt;
}

std::optional<std::string_view> takeBytes(std::string_view& bytes, uint64_t count)
{
    if (count > bytes.size())
        return std::nullopt;
    const std::string_view taken = bytes.substr(0, count);
    bytes.remove_prefix(count);
    return taken;
}

std::optional<Fields> fieldsOf(std::string_view bytes, int depth = 0)
{
    Fields fields;
    while (!bytes.empty()) {
        const std::optional<uint64_t> tag = takeVarint(bytes);
        if (!tag || *tag >> 3 == 0)
            return std::nullopt;
        Field& field = fields.emplace_back();
        field.number = *tag >> 3;
        field.wire = *tag & 7;
        if (field.wire == Varint) {
            const std::optional<uint64_t> value = takeVarint(bytes);
            if (!value)
                return std::nullopt;
            field.value = *value;
            continue;
        }
        std::optional<uint64_t> count;
        if (field.wire == Bytes)
            count = takeVarint(bytes);
        else if (field.wire == Eight || field.wire == Four)
            count = field.wire == Eight ? 8 : 4;
        const std::optional<std::string_view> taken = count ? takeBytes(bytes, *count) : std::nullopt;
        if (!taken)
            return std::nullopt;
        std::optional<Fields> nested;
        if (field.wire == Bytes && !taken->empty() && depth < deepest)
            nested = fieldsOf(*taken, depth + 1);
        if (nested)
            field.fields = *std::move(nested);
        else
            field.bytes = *taken;
    }
    return fields;
}

/// Messages in a row, each after its length, as fields without numbers.
std::optional<Fields> rowOf(std::string_view bytes)
{
    Fields row;
    while (!bytes.empty()) {
        const std::optional<uint64_t> length = takeVarint(bytes);
        const std::optional<std::string_view> taken = length ? takeBytes(bytes, *length) : std::nullopt;
        std::optional<Fields> fields = taken ? fieldsOf(*taken) : std::nullopt;
        if (!fields)
            return std::nullopt;
        row.emplace_back().fields = *std::move(fields);
    }
    return row;
}

void writeVarint(std::string& to, uint64_t value)
{
    for (; value > 0x7f; value >>= 7)
        to += char(value | 0x80);
    to += char(value);
}

std::string bytesOf(const Fields& fields)
{
    std::string bytes;
    for (const Field& field : fields) {
        if (field.number > 0)
            writeVarint(bytes, field.number << 3 | field.wire);
        if (field.number > 0 && field.wire == Varint) {
            writeVarint(bytes, field.value);
            continue;
        }
        std::string content = field.fields.empty() ? field.bytes : bytesOf(field.fields);
        if (field.wire == Bytes || field.number == 0)
            writeVarint(bytes, content.size());
        else
            content.resize(field.wire == Eight ? 8 : 4);
        bytes += content;
    }
    return bytes;
}

void collect(Fields& fields, std::vector<Fields*>& all)
{
    if (fields.empty())
        return;
    all.push_back(&fields);
    for (Field& field : fields)
        collect(field.fields, all);
}

void changeValue(Field& field, Choices& choices)
{
    if (field.number > 0 && field.wire == Varint) {
        field.value = choices.oneIn(3) ? field.value + (choices.oneIn(2) ? 1 : -1) : choices.extreme();
    } else if (field.fields.empty()) {
        field.bytes = mutatedBytes(field.bytes, 12);
    } else {
        field.bytes = bytesOf(field.fields);
        field.fields.clear();
        field.bytes = mutatedBytes(field.bytes, 12);
    }
}

void changeKind(Field& field, Choices& choices)
{
    if (field.number == 0)
        return;
    if (choices.oneIn(2)) {
        field.number = choices.oneIn(4) ? 1 + (choices.extreme() >> 4) % ((1 << 29) - 1) : 1 + choices.below(16);
        return;
    }
    static constexpr unsigned wires[] = {Varint, Eight, Bytes, Four};
    if (!field.fields.empty()) {
        field.bytes = bytesOf(field.fields);
        field.fields.clear();
    }
    field.wire = choices.of(wires);
}

} // namespace

bool mutateProtobuf(std::string& bytes, Choices& choices)
{
    std::optional<Fields> fields = rowOf(bytes);
    if (!fields)
        fields = fieldsOf(bytes);
    if (!fields || fields->empty())
        return false;
    std::vector<Fields*> all;
    collect(*fields, all);
    // Not every leaf as often as another: a message of a message is worth as much as what has a thousand fields.
    Fields& of = *choices.of(all);
    Fields& elsewhere = *choices.of(all);
    const size_t at = choices.below(of.size());
    const Field other = choices.of(elsewhere);
    switch (choices.below(10)) {
    case 0:
        of.erase(of.begin() + ptrdiff_t(at));
        break;
    case 1: { // twice
        const Field copy = of[at];
        of.insert(of.begin() + ptrdiff_t(at), copy);
        break;
    }
    case 2:
        std::swap(of[at], choices.of(of));
        break;
    case 3:
        of.insert(of.begin() + ptrdiff_t(at), other);
        break;
    case 4:
        of[at] = other;
        break;
    case 5:
        changeKind(of[at], choices);
        break;
    default:
        changeValue(of[at], choices);
        break;
    }
    bytes = bytesOf(*fields);
    return true;
}

} // namespace bubblescope::fuzz
