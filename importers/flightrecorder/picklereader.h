// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plaintree.h"
#include "result.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Reads a Python pickle of protocol 2 to 5 that holds plain data. It makes no object and calls nothing: every opcode
/// that would is refused by its name and offset. Memory is bounded by the size of the text, which must outlive the
/// tree; nothing recurses.
class PickleReader {
public:
    PickleReader(std::string_view text, PlainTree& tree) : m_text(text), m_tree(tree) { }
    /// The value that the text holds.
    Result<PlainTree::Node> read();

private:
    using Node = PlainTree::Node;

    bool step(unsigned char opcode, std::optional<Node>& result);
    bool readNumber(unsigned char opcode);
    bool readText(unsigned char opcode);
    bool readContainer(unsigned char opcode);
    bool readMemo(unsigned char opcode);

    std::optional<std::string_view> take(uint64_t size);
    std::optional<uint64_t> takeNumber(size_t size);
    std::optional<std::string_view> takeLine();
    bool push(Node node);
    bool popTo(size_t mark, Node container, PlainTree::Kind kind);
    std::optional<size_t> popMark();
    bool remember(uint64_t place);
    bool recall(std::optional<uint64_t> place);
    bool refuse(const char* why);

    std::string_view m_text;
    PlainTree& m_tree;
    size_t m_at = 0;
    std::vector<Node> m_stack;
    std::vector<size_t> m_marks; ///< heights of the stack
    std::vector<Node> m_memo;
    const char* m_why = nullptr;
};

} // namespace bubblescope
