// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "picklereader.h"

#include "pickleopcodes.h"
#include "plainnumber.h"

#include <cstring>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace pickle;

constexpr size_t longestLine = 4096;

int64_t littleEndian(std::string_view bytes)
{
    uint64_t value = !bytes.empty() && (static_cast<unsigned char>(bytes.back()) & 0x80) != 0 ? UINT64_MAX : 0;
    for (size_t i = bytes.size(); i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return static_cast<int64_t>(value);
}

} // namespace

bool PickleReader::refuse(const char* why)
{
    m_why = why;
    return false;
}

std::optional<std::string_view> PickleReader::take(uint64_t size)
{
    if (size > m_text.size() - m_at) {
        m_why = "it breaks off";
        return {};
    }
    const std::string_view bytes = m_text.substr(m_at, size);
    m_at += size;
    return bytes;
}

std::optional<uint64_t> PickleReader::takeNumber(size_t size)
{
    const auto bytes = take(size);
    if (!bytes)
        return {};
    uint64_t value = 0;
    for (size_t i = size; i-- > 0;)
        value = value << 8 | static_cast<unsigned char>((*bytes)[i]);
    return value;
}

std::optional<std::string_view> PickleReader::takeLine()
{
    const std::string_view rest = m_text.substr(m_at, longestLine);
    const size_t end = rest.find('\n');
    if (end == std::string_view::npos) {
        m_why = "a line without an end";
        return {};
    }
    m_at += end + 1;
    return rest.substr(0, end);
}

bool PickleReader::push(Node node)
{
    m_stack.push_back(node);
    return true;
}

std::optional<size_t> PickleReader::popMark()
{
    if (m_marks.empty()) {
        m_why = "no mark is open";
        return {};
    }
    const size_t mark = m_marks.back();
    m_marks.pop_back();
    return mark;
}

/// Moves what lies above the mark into the container.
bool PickleReader::popTo(size_t mark, Node container, PlainTree::Kind kind)
{
    if (mark > m_stack.size())
        return refuse("the stack is shorter than its mark");
    if (m_tree.kind(container) != kind)
        return refuse("neither the list nor the map that it takes it for");
    if (kind == PlainTree::Kind::Map && (m_stack.size() - mark) % 2 != 0)
        return refuse("a key without a value");
    for (size_t i = mark; i < m_stack.size(); ++i) {
        m_tree.append(container, m_stack[i]);
    }
    m_stack.resize(mark);
    return true;
}

bool PickleReader::remember(uint64_t place)
{
    // Places are counted up: no file needs more of them than it has bytes.
    if (m_stack.empty() || place > m_text.size())
        return refuse("it remembers what is not there");
    if (m_memo.size() <= place)
        m_memo.resize(place + 1, PlainTree::none);
    m_memo[place] = m_stack.back();
    return true;
}

bool PickleReader::recall(std::optional<uint64_t> place)
{
    if (!place || *place >= m_memo.size())
        return refuse("it recalls what it did not remember");
    return push(m_memo[*place]);
}

bool PickleReader::readNumber(unsigned char opcode)
{
    switch (opcode) {
    case BinInt: {
        const auto bits = takeNumber(4);
        return bits && push(m_tree.addInteger(static_cast<int32_t>(static_cast<uint32_t>(*bits))));
    }
    case BinInt1:
    case BinInt2: {
        const auto bits = takeNumber(opcode == BinInt1 ? 1 : 2);
        return bits && push(m_tree.addInteger(static_cast<int64_t>(*bits)));
    }
    case Long1:
    case Long4: {
        const auto size = takeNumber(opcode == Long1 ? 1 : 4);
        const auto bytes = size ? take(*size) : std::nullopt;
        if (!bytes)
            return false;
        // Larger ones are no numbers of a recorder.
        return push(bytes->size() <= 8 ? m_tree.addInteger(littleEndian(*bytes)) : PlainTree::none);
    }
    case BinFloat: {
        const auto bytes = take(8);
        if (!bytes)
            return false;
        uint64_t bits = 0;
        for (const char c : *bytes)
            bits = bits << 8 | static_cast<unsigned char>(c);
        double value = 0;
        std::memcpy(&value, &bits, sizeof value);
        return push(m_tree.addNumber(value));
    }
    default: { // Int, Long, Float: written in decimal
        auto line = takeLine();
        if (!line)
            return false;
        if (opcode == Int && (*line == "00" || *line == "01"))
            return push(m_tree.addTruth(*line == "01"));
        if (line->ends_with('L'))
            line->remove_suffix(1);
        if (const auto whole = opcode == Float ? std::nullopt : toNumber<int64_t>(*line))
            return push(m_tree.addInteger(*whole));
        const auto value = toNumber<double>(*line);
        return push(value ? m_tree.addNumber(*value) : PlainTree::none);
    }
    }
}

bool PickleReader::readText(unsigned char opcode)
{
    size_t size = 4;
    if (opcode == ShortBinUnicode || opcode == ShortBinString || opcode == ShortBinBytes)
        size = 1;
    else if (opcode == BinUnicode8 || opcode == BinBytes8 || opcode == ByteArray8)
        size = 8;
    const auto length = takeNumber(size);
    const auto text = length ? take(*length) : std::nullopt;
    return text && push(m_tree.addText(*text));
}

bool PickleReader::readContainer(unsigned char opcode)
{
    switch (opcode) {
    case EmptyDict:
        return push(m_tree.addMap());
    case EmptyList:
    case EmptyTuple:
    case EmptySet:
        return push(m_tree.addList());
    case Dict:
    case List:
    case Tuple:
    case FrozenSet: {
        const auto mark = popMark();
        const Node made = opcode == Dict ? m_tree.addMap() : m_tree.addList();
        return mark && popTo(*mark, made, m_tree.kind(made)) && push(made);
    }
    case Tuple1:
    case Tuple2:
    case Tuple3: {
        const size_t count = size_t(opcode) - Tuple1 + 1;
        if (m_stack.size() < count)
            return refuse("the stack is too short");
        const Node made = m_tree.addList();
        return popTo(m_stack.size() - count, made, PlainTree::Kind::List) && push(made);
    }
    case Append:
    case SetItem: {
        const size_t count = opcode == Append ? 1 : 2;
        if (m_stack.size() < count + 1)
            return refuse("the stack is too short");
        return popTo(m_stack.size() - count, m_stack[m_stack.size() - count - 1],
            opcode == Append ? PlainTree::Kind::List : PlainTree::Kind::Map);
    }
    default: { // Appends, SetItems, AddItems
        const auto mark = popMark();
        if (!mark)
            return false;
        if (*mark == 0 || *mark > m_stack.size())
            return refuse("the stack is too short");
        return popTo(*mark, m_stack[*mark - 1], opcode == SetItems ? PlainTree::Kind::Map : PlainTree::Kind::List);
    }
    }
}

bool PickleReader::readMemo(unsigned char opcode)
{
    switch (opcode) {
    case Memoize:
        return remember(m_memo.size());
    case BinPut:
    case LongBinPut: {
        const auto place = takeNumber(opcode == BinPut ? 1 : 4);
        return place && remember(*place);
    }
    case BinGet:
        return recall(takeNumber(1));
    case LongBinGet:
        return recall(takeNumber(4));
    default: { // Put, Get: in decimal
        const auto line = takeLine();
        const auto place = line ? toNumber<uint64_t>(*line) : std::nullopt;
        if (opcode == Get)
            return recall(place);
        return place ? remember(*place) : refuse("a place that is no number");
    }
    }
}

bool PickleReader::step(unsigned char opcode, std::optional<Node>& result)
{
    switch (opcode) {
    case Protocol: {
        const auto version = takeNumber(1);
        return version && (*version <= 5 || refuse("a protocol after the fifth"));
    }
    case Frame:
        return takeNumber(8).has_value();
    case Stop:
        if (m_stack.empty())
            return refuse("it holds nothing");
        result = m_stack.back();
        return true;
    case Mark:
        m_marks.push_back(m_stack.size());
        return true;
    case Pop:
        if (m_stack.empty())
            return refuse("the stack is too short");
        m_stack.pop_back();
        return true;
    case PopMark: {
        const auto mark = popMark();
        if (!mark || *mark > m_stack.size())
            return refuse("no mark is open");
        m_stack.resize(*mark);
        return true;
    }
    case Duplicate:
        return m_stack.empty() ? refuse("the stack is too short") : push(m_stack.back());
    case None:
        return push(PlainTree::none);
    case True:
    case False:
        return push(m_tree.addTruth(opcode == True));
    case BinInt:
    case BinInt1:
    case BinInt2:
    case Long1:
    case Long4:
    case BinFloat:
    case Int:
    case Long:
    case Float:
        return readNumber(opcode);
    case BinUnicode:
    case ShortBinUnicode:
    case BinUnicode8:
    case BinString:
    case ShortBinString:
    case BinBytes:
    case ShortBinBytes:
    case BinBytes8:
    case ByteArray8:
        return readText(opcode);
    case EmptyDict:
    case EmptyList:
    case EmptyTuple:
    case EmptySet:
    case Dict:
    case List:
    case Tuple:
    case FrozenSet:
    case Tuple1:
    case Tuple2:
    case Tuple3:
    case Append:
    case SetItem:
    case Appends:
    case SetItems:
    case AddItems:
        return readContainer(opcode);
    case Memoize:
    case BinPut:
    case LongBinPut:
    case BinGet:
    case LongBinGet:
    case Put:
    case Get:
        return readMemo(opcode);
    default:
        return refuse(nullptr);
    }
}

Result<PlainTree::Node> PickleReader::read()
{
    std::optional<Node> result;
    while (!result) {
        const size_t offset = m_at;
        const auto byte = takeNumber(1);
        if (m_tree.nodeCount() > PlainTree::mostNodes)
            m_why = "more values than any recorder holds";
        else if (byte && step(static_cast<unsigned char>(*byte), result))
            continue;
        if (m_why)
            return Error {say("the pickle is damaged: {}", m_why), {}, offset};
        std::string name = fmt::format("0x{:02x}", *byte);
        for (const RefusedOpcode& refused : refusedOpcodes)
            name = refused.opcode == *byte ? refused.name : name;
        return Error {
            say("the pickle has the opcode {}: only plain data is read, nothing that makes objects", name), {}, offset};
    }
    return *result;
}

} // namespace bubblescope
