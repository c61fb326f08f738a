// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plaintree.h"

#include <cstring>
#include <utility>

namespace bubblescope {

PlainTree::PlainTree() { m_nodes.emplace_back(); }

PlainTree::Node PlainTree::add(Kind kind, uint64_t bits, uint32_t size)
{
    m_nodes.push_back({bits, size, kind});
    return static_cast<Node>(m_nodes.size() - 1);
}

PlainTree::Node PlainTree::addNumber(double value)
{
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return add(Kind::Number, bits);
}

PlainTree::Node PlainTree::addText(std::string_view text)
{
    return add(Kind::Text, reinterpret_cast<uintptr_t>(text.data()), static_cast<uint32_t>(text.size()));
}

PlainTree::Node PlainTree::addOwnText(std::string text)
{
    m_texts.push_back(std::move(text));
    return addText(m_texts.back());
}

bool PlainTree::append(Node container, Node value)
{
    Value& own = m_nodes[container];
    if (own.kind != Kind::List && own.kind != Kind::Map)
        return false;
    const auto cell = static_cast<uint32_t>(m_cells.size());
    m_cells.push_back({value, noCell});
    // Both are counted from 1.
    const auto last = static_cast<uint32_t>(own.bits);
    if (last == 0) {
        own.bits = uint64_t(cell + 1) << 32 | (cell + 1);
        return true;
    }
    m_cells[last - 1].next = cell;
    own.bits = (own.bits >> 32 << 32) | (cell + 1);
    return true;
}

std::optional<int64_t> PlainTree::integer(Node node) const
{
    if (kind(node) != Kind::Integer)
        return {};
    return static_cast<int64_t>(m_nodes[node].bits);
}

std::optional<double> PlainTree::number(Node node) const
{
    if (const auto whole = integer(node))
        return static_cast<double>(*whole);
    if (kind(node) != Kind::Number)
        return {};
    double value = 0;
    std::memcpy(&value, &m_nodes[node].bits, sizeof value);
    return value;
}

std::string_view PlainTree::text(Node node) const
{
    if (kind(node) != Kind::Text)
        return {};
    return {reinterpret_cast<const char*>(static_cast<uintptr_t>(m_nodes[node].bits)), m_nodes[node].size};
}

PlainTree::Node PlainTree::find(Node map, std::string_view key) const
{
    constexpr int furthest = 1000; // pairs
    Node found = none;
    int seen = 0;
    forEachPair(map, [&](Node name, Node value) {
        if (text(name) == key)
            found = value;
        return ++seen < furthest;
    });
    return found;
}

} // namespace bubblescope
