// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chromeevent.h"
#include "tracebuilder.h"

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace bubblescope {

/// What this program's writer states of its spans beyond what an event says by itself: their meaning in full, and which
/// span lies in which or was started by which, by numbers of its own.
class OwnTrace {
public:
    explicit OwnTrace(TraceBuilder& builder) : m_builder(builder) { }

    /// Of the span that is added next.
    void take(const ChromeArguments& arguments, SpanRecord& span);
    /// Binds spans to each other, once all are there.
    void settle();

private:
    void settleParents();
    void settleLaunches();

    TraceBuilder& m_builder;
    std::unordered_map<uint64_t, uint32_t> m_numbers; ///< of the spans that others name
    std::vector<std::pair<uint32_t, uint64_t>> m_parents;
    std::vector<std::pair<uint32_t, uint64_t>> m_launches; ///< what was started, and its call's number
};

} // namespace bubblescope
