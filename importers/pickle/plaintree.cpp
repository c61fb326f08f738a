// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plaintree.h"

#include <cstring>
#include <utility>

namespace bubblescope {

PlainTree::PlainTree() { clear(); }

void PlainTree::clear()
{
    m_nodes.clear();
    m_cells.clear();
    m_texts.clear();
    m_nodes.push_back({});
    m_nodes.push_back({0, 0, Kind::Truth});
    m_nodes.push_back({1, 0, Kind::Truth});
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

bool PlainTree::append(Node container, std::span<const Node> values)
{
    if (const Kind own = kind(container); own != Kind::List && own != Kind::Map)
        return false;
    if (values.empty())
        return true;
    Value& value = m_nodes[container];
    const auto last = static_cast<uint32_t>(value.bits);
    // What follows the last run belongs to it.
    if (last != 0 && last - 1 + runHeader + m_cells[last - 1] == m_cells.size()) {
        m_cells[last - 1] += static_cast<uint32_t>(values.size());
    } else {
        const auto run = static_cast<uint32_t>(m_cells.size()) + 1;
        m_cells.push_back(static_cast<uint32_t>(values.size()));
        m_cells.push_back(0);
        if (last != 0)
            m_cells[last] = run;
        value.bits = uint64_t(last == 0 ? run : static_cast<uint32_t>(value.bits >> 32)) << 32 | run;
    }
    m_cells.insert(m_cells.end(), values.begin(), values.end());
    return true;
}

std::optional<int64_t> PlainTree::integer(Node node) const
{
    if (isSmall(node))
        return node & ~smallMark;
    if (m_nodes[node].kind != Kind::Integer)
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
    constexpr int furthest = 128; // pairs: no record has a quarter of them
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
