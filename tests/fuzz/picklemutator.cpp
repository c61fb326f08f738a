// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// After pickletools.py of Python, which tells what argument each instruction has.
#include "mutators.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace bubblescope::fuzz {

namespace {

enum class Kind : uint8_t { None, Number, Counted, Lines };

/// What follows an instruction: a number of `width` bytes, or as many bytes as such a number says, or lines.
struct Argument {
    Kind kind = Kind::None;
    size_t width = 0;
};

Argument argumentOf(char code)
{
    switch (code) {
    case 'h':
    case 'q':
    case 'K':
    case '\x80':
    case '\x82':
        return {Kind::Number, 1};
    case 'M':
    case '\x83':
        return {Kind::Number, 2};
    case 'J':
    case 'j':
    case 'r':
    case '\x84':
        return {Kind::Number, 4};
    case 'G':
    case '\x95':
        return {Kind::Number, 8};
    case 'U':
    case 'C':
    case '\x8a':
    case '\x8c':
        return {Kind::Counted, 1};
    case 'T':
    case 'X':
    case 'B':
    case '\x8b':
        return {Kind::Counted, 4};
    case '\x8d':
    case '\x8e':
    case '\x96':
        return {Kind::Counted, 8};
    case 'I':
    case 'L':
    case 'F':
    case 'S':
    case 'V':
    case 'g':
    case 'p':
    case 'P':
        return {Kind::Lines, 1};
    case 'c':
    case 'i':
        return {Kind::Lines, 2};
    default:
        return {};
    }
}

struct Instruction {
    char code = 0;
    std::string argument; ///< without its count
};

std::string littleEndian(uint64_t value, size_t width)
{
    std::string bytes;
    for (size_t i = 0; i < width; ++i)
        bytes += char(value >> (8 * i));
    return bytes;
}

/// Up to the end, or what is no pickle any more; the rest is dropped.
std::vector<Instruction> instructionsOf(std::string_view bytes)
{
    std::vector<Instruction> instructions;
    while (!bytes.empty()) {
        const char code = bytes.front();
        bytes.remove_prefix(1);
        const Argument argument = argumentOf(code);
        size_t length = argument.kind == Kind::Number ? argument.width : 0;
        if (argument.kind == Kind::Counted) {
            if (bytes.size() < argument.width)
                break;
            for (size_t i = argument.width; i-- > 0;)
                length = length << 8 | uint8_t(bytes[i]);
            bytes.remove_prefix(argument.width);
        } else if (argument.kind == Kind::Lines) {
            for (size_t i = 0; i < argument.width && (i == 0 || length > 0); ++i)
                length = bytes.find('\n', length) + 1; // 0 for no line
        }
        if (length > bytes.size() || (argument.kind == Kind::Lines && length == 0))
            break;
        instructions.push_back({code, std::string(bytes.substr(0, length))});
        bytes.remove_prefix(length);
    }
    return instructions;
}

std::string bytesOf(const std::vector<Instruction>& instructions)
{
    std::string bytes;
    std::optional<size_t> frame; // where the length of the last one lies
    const auto endFrame = [&] {
        if (frame)
            bytes.replace(*frame, 8, littleEndian(bytes.size() - *frame - 8, 8));
    };
    for (const Instruction& instruction : instructions) {
        const Argument argument = argumentOf(instruction.code);
        if (instruction.code == '\x95')
            endFrame();
        bytes += instruction.code;
        if (instruction.code == '\x95')
            frame = bytes.size();
        if (argument.kind == Kind::Counted)
            bytes += littleEndian(instruction.argument.size(), argument.width);
        bytes += instruction.argument;
    }
    endFrame();
    return bytes;
}

/// Values, containers, and what is done to them.
constexpr std::string_view bare = "N\x88\x89(.01ad}est)lu]t\x85\x86\x87\x90\x91\x93\x94QRbo2\x81\x8f\x92";

void changeArgument(Instruction& instruction, Choices& choices)
{
    const Argument argument = argumentOf(instruction.code);
    switch (argument.kind) {
    case Kind::Number:
        instruction.argument = choices.oneIn(3) ? littleEndian(choices.below(16), argument.width)
                                                : littleEndian(choices.extreme(), argument.width);
        break;
    case Kind::Counted:
        instruction.argument = mutatedBytes(instruction.argument, 12);
        break;
    case Kind::Lines:
        instruction.argument
            = mutatedBytes(std::string_view(instruction.argument).substr(0, instruction.argument.size() - 1), 12)
            + '\n';
        break;
    case Kind::None:
        instruction.code = choices.of(bare);
        break;
    }
}

} // namespace

bool mutatePickle(std::string& bytes, Choices& choices)
{
    // Protocol 2 and later.
    if (bytes.size() < 2 || bytes.front() != '\x80')
        return false;
    std::vector<Instruction> instructions = instructionsOf(bytes);
    if (instructions.size() < 2)
        return false;
    const size_t at = 1 + choices.below(instructions.size() - 1);
    const size_t other = 1 + choices.below(instructions.size() - 1);
    const size_t count = std::min(1 + choices.below(choices.oneIn(3) ? 12 : 1), instructions.size() - at);
    const auto first = instructions.begin() + ptrdiff_t(at);
    switch (choices.below(7)) {
    case 0:
        instructions.erase(first, first + ptrdiff_t(count));
        break;
    case 1: { // twice, there or elsewhere
        const std::vector<Instruction> copy(first, first + ptrdiff_t(count));
        instructions.insert(instructions.begin() + ptrdiff_t(choices.oneIn(2) ? at : other), copy.begin(), copy.end());
        break;
    }
    case 2:
        std::swap(instructions[at], instructions[other]);
        break;
    case 3:
        instructions[at] = instructions[other];
        break;
    default:
        changeArgument(instructions[at], choices);
        break;
    }
    bytes = bytesOf(instructions);
    return true;
}

} // namespace bubblescope::fuzz
