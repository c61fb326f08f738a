// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "randomstep.h"

#include <algorithm>

namespace bubblescope {

namespace {

class Writer {
public:
    explicit Writer(std::mt19937& random) : m_random(random), m_ranks(1 + below(5)) { }

    NaiveStep write()
    {
        const int events = 1 + below(14);
        for (int i = 0; i < events; ++i)
            writeEvent();
        if (below(4) == 0)
            swapNeighbours();
        if (!m_step.legs.empty() && below(12) == 0)
            m_step.legs.erase(m_step.legs.begin() + below(int(m_step.legs.size())));
        return std::move(m_step);
    }

private:
    int below(int end) { return int(m_random() % unsigned(end)); }
    TimeNs time() { return below(3) == 0 ? 0 : below(40); } // zeros cause ties
    size_t operation(const char* name, int line)
    {
        NaiveStep::Operation made {name, line, below(4) == 0 ? TimeNs(below(9)) : 0, time()};
        if (!m_step.operations.empty() && below(8) == 0)
            made.after.push_back(size_t(below(int(m_step.operations.size()))));
        return m_step.add(std::move(made));
    }
    int otherThan(int rank) { return (rank + 1 + below(m_ranks - 1)) % m_ranks; }
    void message(size_t sender, size_t receiver, int from, int to)
    {
        const int tag = below(2);
        NaiveStep::Leg sends {sender, true, from, to, tag, time()};
        NaiveStep::Leg gets {receiver, false, from, to, tag};
        if (below(2) == 0)
            std::swap(sends, gets); // added in any order
        m_step.legs.push_back(sends);
        m_step.legs.push_back(gets);
    }

    void writeEvent()
    {
        const int kind = m_ranks > 1 ? below(6) : below(2);
        const int rank = below(m_ranks);
        if (kind == 0) {
            operation("work", rank);
        } else if (kind == 1) { // a stream of the rank, launched by its last operation
            const size_t made = operation("stream", m_ranks + rank);
            for (size_t i = made; i-- > 0;) {
                if (m_step.operations[i].line == rank) {
                    m_step.operations[made].after.push_back(i);
                    break;
                }
            }
            if (below(2) == 0) {
                const size_t join = operation("join", rank);
                m_step.operations[join].after.push_back(made);
            }
        } else if (kind == 2) {
            const int to = otherThan(rank);
            const size_t sender = operation("send", rank);
            message(sender, operation("receive", to), rank, to);
        } else if (kind == 3) { // both directions in one call each
            const int to = otherThan(rank);
            const size_t here = operation("exchange", rank);
            const size_t there = operation("exchange", to);
            message(here, there, rank, to);
            message(there, here, to, rank);
        } else if (kind == 4 && m_ranks > 2) { // one call with two partners
            const int to = otherThan(rank);
            int other = otherThan(rank);
            if (other == to)
                return;
            const size_t sender = operation("batch", rank);
            message(sender, operation("receive", to), rank, to);
            message(sender, operation("receive", other), rank, other);
        } else {
            NaiveStep::Collective collective {{}, time()};
            std::vector<int> members(size_t(m_ranks), 0);
            for (int i = 0; i < m_ranks; ++i)
                members[size_t(i)] = i;
            std::shuffle(members.begin(), members.end(), m_random);
            members.resize(size_t(2 + below(m_ranks - 1)));
            for (const int member : members)
                collective.members.push_back(operation("meet", member));
            m_step.collectives.push_back(std::move(collective));
        }
    }

    /// Swaps two operations of one line, with all their communication.
    void swapNeighbours()
    {
        if (m_step.operations.empty())
            return;
        const auto first = size_t(below(int(m_step.operations.size())));
        for (size_t second = first + 1; second < m_step.operations.size(); ++second) {
            if (m_step.operations[second].line != m_step.operations[first].line)
                continue;
            const auto other = [&](size_t operation) {
                return operation == first ? second : operation == second ? first : operation;
            };
            std::swap(m_step.operations[first], m_step.operations[second]);
            for (NaiveStep::Leg& leg : m_step.legs)
                leg.operation = other(leg.operation);
            for (NaiveStep::Collective& collective : m_step.collectives)
                std::transform(collective.members.begin(), collective.members.end(), collective.members.begin(), other);
            return;
        }
    }

    std::mt19937& m_random;
    const int m_ranks;
    NaiveStep m_step;
};

} // namespace

NaiveStep randomStep(std::mt19937& random) { return Writer(random).write(); }

} // namespace bubblescope
