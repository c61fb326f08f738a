// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "picklereader.h"

#include "pickleopcodes.h"
#include "plainnumber.h"

#include <cstring>
#include <span>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace pickle;

constexpr size_t longestPickleLine = 4096;
constexpr const char* tooMany = "more values than any recorder holds";

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

template <typename Number> std::optional<Number> PickleReader::takeNumber()
{
    if (m_text.size() - m_at < sizeof(Number)) {
        m_why = "it breaks off";
        return {};
    }
    uint64_t value = 0;
    for (size_t i = 0; i < sizeof(Number); ++i) // the compiler makes one read of it
        value |= uint64_t(static_cast<unsigned char>(m_text[m_at + i])) << 8 * i;
    m_at += sizeof(Number);
    return static_cast<Number>(value);
}

std::optional<std::string_view> PickleReader::takeLine()
{
    const std::string_view rest = m_text.substr(m_at, longestPickleLine);
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
    m_tree.append(container, std::span(m_stack).subspan(mark));
    m_stack.resize(mark);
    return true;
}

bool PickleReader::remember(std::optional<uint64_t> place)
{
    // Places are counted up: no file needs more of them than it has bytes.
    if (!place)
        return false;
    if (m_stack.empty() || *place > m_text.size())
        return refuse("it remembers what is not there");
    if (*place >= m_mostBytes / sizeof(Node))
        return refuse(tooMany);
    if (*place == m_memo.size()) {
        m_memo.push_back(m_stack.back());
        return true;
    }
    if (m_memo.size() < *place)
        m_memo.resize(*place + 1, PlainTree::none);
    m_memo[*place] = m_stack.back();
    return true;
}

bool PickleReader::recall(std::optional<uint64_t> place)
{
    if (!place || *place >= m_memo.size())
        return refuse("it recalls what it did not remember");
    return push(m_memo[*place]);
}

template <typename Number> bool PickleReader::pushInteger()
{
    const auto value = takeNumber<Number>();
    return value && push(m_tree.addInteger(*value));
}

template <typename Size> bool PickleReader::pushLong()
{
    const auto size = takeNumber<Size>();
    const auto bytes = size ? take(*size) : std::nullopt;
    if (!bytes)
        return false;
    // Larger ones are no numbers of a recorder.
    return push(bytes->size() <= 8 ? m_tree.addInteger(littleEndian(*bytes)) : PlainTree::none);
}

bool PickleReader::pushFloat()
{
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

bool PickleReader::pushDecimal(unsigned char opcode)
{
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

template <typename Size> bool PickleReader::pushText()
{
    const auto size = takeNumber<Size>();
    const auto text = size ? take(*size) : std::nullopt;
    return text && push(m_tree.addText(*text));
}

/// A container of what lies above the last mark.
bool PickleReader::pushMarked(Node container)
{
    const auto mark = popMark();
    return mark && popTo(*mark, container, m_tree.kind(container)) && push(container);
}

bool PickleReader::pushTuple(size_t count)
{
    if (m_stack.size() < count)
        return refuse("the stack is too short");
    const Node made = m_tree.addList();
    return popTo(m_stack.size() - count, made, PlainTree::Kind::List) && push(made);
}

/// Into the container below them.
bool PickleReader::append(std::optional<size_t> mark, PlainTree::Kind kind)
{
    if (!mark)
        return false;
    if (*mark == 0 || *mark > m_stack.size())
        return refuse("the stack is too short");
    return popTo(*mark, m_stack[*mark - 1], kind);
}

size_t PickleReader::heightWithout(size_t count) const
{
    return m_stack.size() < count ? 0 : m_stack.size() - count;
}

std::optional<uint64_t> PickleReader::takeDecimal()
{
    const auto line = takeLine();
    const auto value = line ? toNumber<uint64_t>(*line) : std::nullopt;
    if (line && !value)
        m_why = "a place that is no number";
    return value;
}

bool PickleReader::step(unsigned char opcode)
{
    switch (opcode) {
    case Protocol: {
        const auto version = takeNumber<uint8_t>();
        return version && (*version <= 5 || refuse("a protocol after the fifth"));
    }
    case Frame:
        return takeNumber<uint64_t>().has_value();
    case Stop:
        if (m_stack.empty())
            return refuse("it holds nothing");
        m_result = m_stack.back();
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
        return pushInteger<int32_t>();
    case BinInt1:
        return pushInteger<uint8_t>();
    case BinInt2:
        return pushInteger<uint16_t>();
    case Long1:
        return pushLong<uint8_t>();
    case Long4:
        return pushLong<uint32_t>();
    case BinFloat:
        return pushFloat();
    case Int:
    case Long:
    case Float:
        return pushDecimal(opcode);
    case ShortBinUnicode:
    case ShortBinString:
    case ShortBinBytes:
        return pushText<uint8_t>();
    case BinUnicode:
    case BinString:
    case BinBytes:
        return pushText<uint32_t>();
    case BinUnicode8:
    case BinBytes8:
    case ByteArray8:
        return pushText<uint64_t>();
    case EmptyDict:
        return push(m_tree.addMap());
    case EmptyList:
    case EmptyTuple:
    case EmptySet:
        return push(m_tree.addList());
    case Dict:
        return pushMarked(m_tree.addMap());
    case List:
    case Tuple:
    case FrozenSet:
        return pushMarked(m_tree.addList());
    case Tuple1:
    case Tuple2:
    case Tuple3:
        return pushTuple(size_t(opcode) - Tuple1 + 1);
    case Append:
        return append(heightWithout(1), PlainTree::Kind::List);
    case SetItem:
        return append(heightWithout(2), PlainTree::Kind::Map);
    case Appends:
    case AddItems:
        return append(popMark(), PlainTree::Kind::List);
    case SetItems:
        return append(popMark(), PlainTree::Kind::Map);
    case Memoize:
        return remember(m_memo.size());
    case BinPut:
        return remember(takeNumber<uint8_t>());
    case LongBinPut:
        return remember(takeNumber<uint32_t>());
    case Put:
        return remember(takeDecimal());
    case BinGet:
        return recall(takeNumber<uint8_t>());
    case LongBinGet:
        return recall(takeNumber<uint32_t>());
    case Get:
        return recall(takeDecimal());
    default:
        return refuse(nullptr);
    }
}

/// Looked at now and then: a step adds little.
bool PickleReader::isTooLarge() const
{
    const size_t open = (m_stack.size() + m_memo.size()) * sizeof(Node) + m_marks.size() * sizeof(size_t);
    return m_tree.memoryBytes() > PlainTree::mostBytes || open > m_mostBytes;
}

Result<PlainTree::Node> PickleReader::read()
{
    constexpr size_t stepsPerLook = 4096;
    for (size_t steps = 1; !m_result; ++steps) {
        const size_t offset = m_at;
        const auto opcode = takeNumber<uint8_t>();
        m_isCancelled = steps % stepsPerLook == 0 && m_mayContinue && !m_mayContinue();
        if (m_isCancelled)
            return Error {{}, {}, offset};
        if (steps % stepsPerLook == 0 && isTooLarge())
            m_why = tooMany;
        else if (opcode && step(*opcode))
            continue;
        if (m_why)
            return Error {say("the pickle is damaged: {}", m_why), {}, offset};
        std::string name = fmt::format("0x{:02x}", *opcode);
        for (const RefusedOpcode& refused : refusedOpcodes)
            name = refused.opcode == *opcode ? refused.name : name;
        return Error {
            say("the pickle has the opcode {}: only plain data is read, nothing that makes objects", name), {}, offset};
    }
    return *m_result;
}

} // namespace bubblescope
