// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace bubblescope {

/// Makes up questions in SQL about some tables. The same seed makes the same ones.
class RandomQuery {
public:
    struct Table {
        std::string name;
        std::vector<std::string> columns;
    };
    RandomQuery(std::vector<Table> tables, uint64_t seed) : m_tables(std::move(tables)), m_random(seed) { }

    /// One that has an answer of its own: no limit without an order, nothing that only some databases have.
    std::string question();
    /// Anything: questions, what nobody may ask, and both with words lost, doubled or swapped.
    std::string anything();

private:
    size_t below(size_t count) { return size_t(m_random() % count); }
    bool happens(int percent) { return below(100) < size_t(percent); }
    template <typename List> const auto& oneOf(const List& list) { return list[below(std::size(list))]; }
    std::string constant();
    std::string column(const Table& table, const std::string& alias);
    std::string value(const Table& table, const std::string& alias, int depth);
    std::string condition(const Table& table, const std::string& alias, int depth);
    std::string damaged(const std::string& sql);

    std::vector<Table> m_tables;
    std::mt19937_64 m_random;
};

} // namespace bubblescope
