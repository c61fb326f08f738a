// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plaintree.h"
#include "result.h"

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace bubblescope {

/// Reads a Python pickle of protocol 2 to 5 that holds plain data. It makes no object and calls nothing: every opcode
/// that would is refused by its name and offset. Memory is bounded by the size of the text, which must outlive the
/// tree, and by `mostBytes` for what is open and remembered; nothing recurses.
class PickleReader {
public:
    /// `mayContinue` is asked now and then; once it says no, reading ends.
    PickleReader(std::string_view text, PlainTree& tree, std::function<bool()> mayContinue = {},
        size_t mostBytes = PlainTree::mostBytes)
        : m_text(text), m_tree(tree), m_mayContinue(std::move(mayContinue)), m_mostBytes(mostBytes)
    {
    }
    /// The value that the text holds; an error also where it was cancelled.
    Result<PlainTree::Node> read();
    bool isCancelled() const { return m_isCancelled; }

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
    const std::function<bool()> m_mayContinue;
    const size_t m_mostBytes;
    size_t m_at = 0;
    std::vector<Node> m_stack;
    std::vector<size_t> m_marks; ///< heights of the stack
    std::vector<Node> m_memo;
    std::optional<Node> m_result;
    const char* m_why = nullptr;
    bool m_isCancelled = false;
};

} // namespace bubblescope
