// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"

#include <array>
#include <cstdint>

namespace bubblescope {

/// Host time before the operations of a rank, ns, by what it does next and what it did before: launching a pass takes
/// another time than posting a message.
class HostGaps {
public:
    HostGaps() = default;
    /// As long before whatever operation.
    explicit HostGaps(double ns);

    /// `before` is Operation::Other where the rank has done nothing in the step yet.
    void add(Operation before, Operation next, double ns);
    /// All that `other` saw, too.
    void merge(const HostGaps& other);
    /// What was never seen here is as `other` saw it.
    void fillFrom(const HostGaps& other);
    /// Before the first operation of a rank.
    double beginNs() const;
    void beginLater(double ns);
    /// The mean of what was seen between the two; else before `next`; else of all.
    double ns(Operation before, Operation next) const;

private:
    static constexpr size_t kinds = 9;
    static size_t kindOf(Operation operation);
    struct Seen {
        double sum = 0;
        uint32_t count = 0;
        double mean() const { return count > 0 ? sum / count : 0; }
        Seen& operator+=(const Seen& other);
    };
    std::array<std::array<Seen, kinds>, kinds> m_seen {}; // by what came before, and what is next
};

} // namespace bubblescope
