// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Plain data of a strange file: nothing, truths, numbers, texts, lists and maps of them. All of it lies in two arrays;
/// what occurs in two places is there once, so lists may hold themselves: whoever walks through one says how deep.
class PlainTree {
public:
    static constexpr size_t mostNodes = 50'000'000; ///< beyond the ring of any recorder
    using Node = uint32_t;
    static constexpr Node none = 0; ///< the value of nothing, in every tree
    enum class Kind : uint8_t { None, Truth, Integer, Number, Text, List, Map };

    PlainTree();

    Kind kind(Node node) const { return m_nodes[node].kind; }
    bool isTrue(Node node) const { return kind(node) == Kind::Truth && m_nodes[node].bits != 0; }
    std::optional<int64_t> integer(Node node) const;
    /// Of any number.
    std::optional<double> number(Node node) const;
    /// Empty for what is none.
    std::string_view text(Node node) const;

    Node addTruth(bool value) { return add(Kind::Truth, value ? 1 : 0); }
    Node addInteger(int64_t value) { return add(Kind::Integer, static_cast<uint64_t>(value)); }
    Node addNumber(double value);
    /// A view of what outlives the tree.
    Node addText(std::string_view text);
    Node addOwnText(std::string text);
    Node addList() { return add(Kind::List, 0); }
    Node addMap() { return add(Kind::Map, 0); }
    /// To a list, or to a map alternately keys and values. False where it is neither.
    bool append(Node container, Node value);

    size_t nodeCount() const { return m_nodes.size(); }
    size_t memoryBytes() const { return m_nodes.size() * sizeof(Value) + m_cells.size() * sizeof(Cell); }

    /// Calls visit(value) for what a list holds; false ends it.
    template <typename Visit> void forEach(Node list, Visit visit) const
    {
        if (kind(list) != Kind::List)
            return;
        for (uint32_t cell = first(list); cell != noCell; cell = m_cells[cell].next) {
            if (!visit(m_cells[cell].node))
                return;
        }
    }
    /// Calls visit(key, value) for what a map holds; false ends it.
    template <typename Visit> void forEachPair(Node map, Visit visit) const
    {
        if (kind(map) != Kind::Map)
            return;
        for (uint32_t cell = first(map); cell != noCell;) {
            const uint32_t value = m_cells[cell].next;
            if (value == noCell || !visit(m_cells[cell].node, m_cells[value].node))
                return;
            cell = m_cells[value].next;
        }
    }
    /// The value of a key of a small map; none where there is no such key.
    Node find(Node map, std::string_view key) const;

private:
    static constexpr uint32_t noCell = UINT32_MAX;
    struct Value {
        uint64_t bits = 0; ///< number; of containers, first and last cell
        uint32_t size = 0; ///< of a text
        Kind kind = Kind::None;
    };
    struct Cell {
        Node node;
        uint32_t next;
    };
    Node add(Kind kind, uint64_t bits, uint32_t size = 0);
    uint32_t first(Node container) const { return static_cast<uint32_t>(m_nodes[container].bits >> 32) - 1; }

    std::vector<Value> m_nodes;
    std::vector<Cell> m_cells;
    std::deque<std::string> m_texts;
};

} // namespace bubblescope
