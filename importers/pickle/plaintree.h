// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Plain data of a strange file: nothing, truths, numbers, texts, lists and maps of them. All of it lies in two arrays;
/// what occurs in two places is there once, so lists may hold themselves: a walk through one says how deep.
class PlainTree {
public:
    static constexpr size_t mostBytes = size_t(1) << 30; ///< beyond the ring of any recorder
    /// Small numbers, nothing and truths are nodes by themselves; all others stand in the tree.
    using Node = uint32_t;
    static constexpr Node none = 0; ///< the value of nothing, in every tree
    enum class Kind : uint8_t { None, Truth, Integer, Number, Text, List, Map };

    PlainTree();

    Kind kind(Node node) const { return isSmall(node) ? Kind::Integer : m_nodes[node].kind; }
    bool isTrue(Node node) const { return node == truth; }
    std::optional<int64_t> integer(Node node) const;
    /// Of any number.
    std::optional<double> number(Node node) const;
    /// Empty for what is none.
    std::string_view text(Node node) const;

    static Node addTruth(bool value) { return value ? truth : falsehood; }
    Node addInteger(int64_t value)
    {
        return value >= 0 && value < smallMark ? smallMark | static_cast<Node>(value)
                                               : add(Kind::Integer, static_cast<uint64_t>(value));
    }
    Node addNumber(double value);
    /// A view of what outlives the tree.
    Node addText(std::string_view text);
    Node addOwnText(std::string text);
    Node addList() { return add(Kind::List, 0); }
    Node addMap() { return add(Kind::Map, 0); }
    /// To a list, or to a map alternately keys and values. False where it is neither.
    bool append(Node container, std::span<const Node> values);
    bool append(Node container, Node value) { return append(container, std::span(&value, 1)); }

    /// Nodes that stand in the tree have lower numbers.
    size_t nodeCount() const { return m_nodes.size(); }
    size_t memoryBytes() const { return m_nodes.size() * sizeof(Value) + m_cells.size() * sizeof(uint32_t); }
    /// Forgets all and keeps the memory for the next file.
    void clear();

    /// Calls visit(value) for what a list holds; false ends it.
    template <typename Visit> void forEach(Node list, Visit visit) const
    {
        if (kind(list) == Kind::List)
            forEachCell(list, visit);
    }
    /// Calls visit(key, value) for what a map holds; false ends it.
    template <typename Visit> void forEachPair(Node map, Visit visit) const
    {
        if (kind(map) != Kind::Map)
            return;
        Node key = none;
        bool isKey = true;
        forEachCell(map, [&](Node node) {
            isKey = !isKey;
            if (isKey)
                return visit(key, node);
            key = node;
            return true;
        });
    }
    /// The value of a key of a small map; none where there is no such key.
    Node find(Node map, std::string_view key) const;

private:
    static constexpr Node falsehood = 1;
    static constexpr Node truth = 2;
    static constexpr Node smallMark = Node(1) << 31;
    static bool isSmall(Node node) { return (node & smallMark) != 0; }

    /// What a container holds stands in runs of cells: how many follow, where the next run begins, the nodes.
    static constexpr uint32_t runHeader = 2;
    struct Value {
        uint64_t bits = 0; ///< number; of containers, where the first and the last run begin, counted from 1
        uint32_t size = 0; ///< of a text
        Kind kind = Kind::None;
    };
    Node add(Kind kind, uint64_t bits, uint32_t size = 0)
    {
        m_nodes.push_back({bits, size, kind});
        return static_cast<Node>(m_nodes.size() - 1);
    }
    template <typename Visit> void forEachCell(Node container, const Visit& visit) const
    {
        for (auto run = static_cast<uint32_t>(m_nodes[container].bits >> 32); run != 0; run = m_cells[run]) {
            const uint32_t* const cells = m_cells.data() + run - 1;
            for (uint32_t i = 0; i < cells[0]; ++i) {
                if (!visit(cells[runHeader + i]))
                    return;
            }
        }
    }

    std::vector<Value> m_nodes;
    std::vector<uint32_t> m_cells;
    std::deque<std::string> m_texts;
};

} // namespace bubblescope
