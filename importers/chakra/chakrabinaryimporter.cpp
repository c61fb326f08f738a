// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chakrabinaryimporter.h"

#include "chakragraph.h"
#include "textencoding.h"
#include "wirereader.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr size_t largestBinaryFile = size_t(1) << 30;
constexpr size_t bytesPerProgress = size_t(1) << 20;
// No genuine file has more; a three-byte node takes a hundred times its size in memory.
constexpr size_t mostNodes = 10'000'000;
constexpr size_t mostDependencies = 100'000'000;
constexpr uint64_t longestWireMicroseconds = 1'000'000'000'000;
constexpr uint64_t latestWireMicroseconds = uint64_t(1) << 50;
constexpr uint64_t largestNodeType = 10;

// Field numbers of a node and its attributes, from the published schema.
enum NodeField : uint64_t {
    NodeId = 1,
    Name,
    Type,
    ControlDependencies,
    DataDependencies,
    StartTime,
    Duration,
    Attribute = 10
};
enum AttributeField : uint64_t { AttributeName = 1, BoolValue = 27 };
void readAttribute(std::string_view message, ChakraNode& node)
{
    WireReader reader(message);
    std::string_view name;
    while (const auto field = reader.next()) {
        if (field->number == AttributeName && field->kind == WireReader::Kind::Bytes)
            name = field->bytes;
        else if (field->kind != WireReader::Kind::Number)
            continue;
        else if (name == "is_cpu_op")
            node.isOnHost = field->value != 0;
        else if (name == "comm_type")
            node.collective = field->value;
        else if (name == "comm_size" || name == "tensor_size")
            node.bytes = field->value;
    }
}

void readDependencies(const WireReader::Field& field, std::vector<uint64_t>& dependencies)
{
    if (field.kind == WireReader::Kind::Number) {
        dependencies.push_back(field.value);
        return;
    }
    WireReader packed(field.bytes);
    while (!packed.isAtEnd()) {
        const auto id = packed.number();
        if (!id)
            return;
        dependencies.push_back(*id);
    }
}

std::optional<ChakraNode> readBinaryNode(std::string_view message)
{
    ChakraNode node;
    WireReader reader(message);
    while (const auto field = reader.next()) {
        const bool isNumber = field->kind == WireReader::Kind::Number;
        if (field->number == NodeId && isNumber)
            node.id = field->value;
        else if (field->number == Name && !isNumber)
            node.name = clipped(field->bytes, ChakraNode::longestName);
        else if (field->number == Type && isNumber)
            node.type = field->value;
        else if (field->number == ControlDependencies)
            readDependencies(*field, node.controlDependencies);
        else if (field->number == DataDependencies)
            readDependencies(*field, node.dataDependencies);
        else if (field->number == StartTime && isNumber && field->value > 0 && field->value <= latestWireMicroseconds)
            node.begin = static_cast<TimeNs>(field->value) * 1000;
        else if (field->number == Duration && isNumber && field->value <= longestWireMicroseconds)
            node.duration = static_cast<TimeNs>(field->value) * 1000;
        else if (field->number == Attribute && !isNumber)
            readAttribute(field->bytes, node);
    }
    // Zeros alone parse as a sequence of empty messages: disk space that was never written to.
    if (reader.isDamaged() || message.empty())
        return {};
    return node;
}

} // namespace

int ChakraBinaryImporter::sniff(std::string_view head) const
{
    // The metadata: only strings and messages, in fields 1 and 2.
    WireReader file(head);
    const auto metadata = file.delimited();
    if (!metadata)
        return 0;
    WireReader fields(*metadata);
    while (const auto field = fields.next()) {
        if (field->number > 2 || field->kind != WireReader::Kind::Bytes)
            return 0;
    }
    // The first node: it has a name and a valid type.
    const auto first = file.delimited();
    if (fields.isDamaged() || !first)
        return 0;
    WireReader node(*first);
    bool hasName = false;
    bool hasType = false;
    while (const auto field = node.next()) {
        const bool isNumber = field->kind == WireReader::Kind::Number;
        hasName = hasName || (field->number == Name && !isNumber && !field->bytes.empty());
        hasType
            = hasType || (field->number == Type && isNumber && field->value >= 1 && field->value <= largestNodeType);
        if (field->number > 11)
            return 0;
    }
    return hasName && hasType && !node.isDamaged() ? firstNode.sureness : 0;
}

bool ChakraBinaryImporter::importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents,
    ImportReport& report, const ProgressFn& progress) const
{
    const std::optional<std::string> text = readAll(source, largestBinaryFile, report);
    reportSourceError(source, report);
    if (!text)
        return true;
    std::vector<ChakraNode> nodes;
    size_t dependencies = 0;
    size_t nextProgress = 0;
    WireReader file(*text);
    file.delimited(); // metadata
    while (!file.isAtEnd()) {
        const size_t offset = file.position();
        const auto message = file.delimited();
        if (!message) {
            report.add(IssueKind::TruncatedFile, offset, say("the last node breaks off; what precedes it is kept"));
            break;
        }
        if (std::optional<ChakraNode> node = readBinaryNode(*message)) {
            dependencies += node->controlDependencies.size() + node->dataDependencies.size();
            if (nodes.size() == mostNodes || dependencies > mostDependencies) {
                report.add(IssueKind::OversizedFile, offset, say("further nodes are left out"));
                break;
            }
            node->offset = offset;
            nodes.push_back(std::move(*node));
        } else {
            report.add(IssueKind::BadRecord, offset, say("a node that is empty or not a protobuf message"));
        }
        if (file.position() < nextProgress)
            continue;
        nextProgress = file.position() + bytesPerProgress;
        if (progress && !progress(source.consumed(), source.size()))
            return false;
    }
    return takeChakraNodes(choices, nodes, std::nullopt, source, contents, report, progress);
}

} // namespace bubblescope
