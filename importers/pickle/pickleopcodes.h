// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace bubblescope::pickle {

/// Opcodes that plain data needs, by their names in Python's pickletools.
enum PickleOpcode : unsigned char {
    Mark = '(',
    Stop = '.',
    Pop = '0',
    PopMark = '1',
    Duplicate = '2',
    Float = 'F',
    Int = 'I',
    BinInt = 'J',
    BinInt1 = 'K',
    Long = 'L',
    BinInt2 = 'M',
    None = 'N',
    BinUnicode = 'X',
    Append = 'a',
    Dict = 'd',
    EmptyDict = '}',
    Appends = 'e',
    Get = 'g',
    BinGet = 'h',
    LongBinGet = 'j',
    List = 'l',
    EmptyList = ']',
    Put = 'p',
    BinPut = 'q',
    LongBinPut = 'r',
    SetItem = 's',
    Tuple = 't',
    EmptyTuple = ')',
    SetItems = 'u',
    BinFloat = 'G',
    BinString = 'T',
    ShortBinString = 'U',
    BinBytes = 'B',
    ShortBinBytes = 'C',
    Protocol = 0x80,
    Tuple1 = 0x85,
    Tuple2 = 0x86,
    Tuple3 = 0x87,
    True = 0x88,
    False = 0x89,
    Long1 = 0x8a,
    Long4 = 0x8b,
    ShortBinUnicode = 0x8c,
    BinUnicode8 = 0x8d,
    BinBytes8 = 0x8e,
    EmptySet = 0x8f,
    AddItems = 0x90,
    FrozenSet = 0x91,
    Memoize = 0x94,
    Frame = 0x95,
    ByteArray8 = 0x96,
};

struct RefusedOpcode {
    unsigned char opcode;
    const char* name;
};
/// What makes objects, calls something, or refers to what is outside of the file.
inline constexpr std::array<RefusedOpcode, 18> refusedOpcodes {{{'c', "GLOBAL"}, {0x93, "STACK_GLOBAL"}, {'R', "REDUCE"},
    {'b', "BUILD"}, {'i', "INST"}, {'o', "OBJ"}, {0x81, "NEWOBJ"}, {0x92, "NEWOBJ_EX"}, {'P', "PERSID"},
    {'Q', "BINPERSID"}, {0x82, "EXT1"}, {0x83, "EXT2"}, {0x84, "EXT4"}, {0x97, "NEXT_BUFFER"},
    {0x98, "READONLY_BUFFER"}, {'S', "STRING"}, {'V', "UNICODE"}, {'\0', "NUL"}}};

} // namespace bubblescope::pickle
