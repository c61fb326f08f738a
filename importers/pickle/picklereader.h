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

    bool step(unsigned char opcode);
    template <typename Number> bool pushInteger();
    template <typename Size> bool pushLong();
    bool pushFloat();
    bool pushDecimal(unsigned char opcode);
    template <typename Size> bool pushText();
    bool pushMarked(Node container);
    bool pushTuple(size_t count);
    bool append(std::optional<size_t> mark, PlainTree::Kind kind);

    std::optional<std::string_view> take(uint64_t size);
    /// A whole number, its lowest byte first.
    template <typename Number> std::optional<Number> takeNumber();
    std::optional<std::string_view> takeLine();
    std::optional<uint64_t> takeDecimal();
    bool push(Node node);
    bool popTo(size_t mark, Node container, PlainTree::Kind kind);
    std::optional<size_t> popMark();
    size_t heightWithout(size_t count) const;
    bool remember(std::optional<uint64_t> place);
    bool recall(std::optional<uint64_t> place);
    bool refuse(const char* why);
    bool isTooLarge() const;

    std::string_view m_text;
    PlainTree& m_tree;
    size_t m_at = 0;
    std::vector<Node> m_stack;
    std::vector<size_t> m_marks; ///< heights of the stack
    std::vector<Node> m_memo;
    std::optional<Node> m_result;
    const char* m_why = nullptr;
};

} // namespace bubblescope
