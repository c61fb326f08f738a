// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <memory>
#include <vector>

namespace bubblescope {

/// How much longer each span of `other` takes than its counterpart in `base`: 0.1 is a tenth longer, -0.5 half as long;
/// NaN without a counterpart. The counterpart is the k-th span with the same operation, name, microbatch and rank; of
/// two profiler runs, devices do what the same call of the same operator launched: the calls of both are laid beside
/// each other in their order, so that one more of them moves no other, and kernels of different vendors meet. One rank
/// each belong together. Only spans of `base` that begin in `range` count, which allows comparing one step of several:
/// where that is a step of devices, what their hosts did for it. Indexed by span of `other`. O(spans).
std::vector<float> durationDifferences(const Trace& base, TimeRange range, const Trace& other);

/// The same again and again, as while a knob moves: the base is sorted once, and counterparts are looked up once for all
/// traces that play the same spans in the same rows. One thread at a time.
class RepeatedDifferences {
public:
    std::vector<float> of(const TracePtr& base, TimeRange range, const TracePtr& other);

    struct Base;

private:
    TracePtr m_trace;
    std::shared_ptr<const Base> m_base; // of it
    TracePtr m_other;                   // of the last call
    std::vector<SpanId> m_counterparts; // by span of it
};

/// How much spans that do the same vary, relative to their duration: the median over all names and lanes of half the
/// distance between quartiles. A smaller difference says nothing. 0 without repetitions. O(spans log spans).
double durationNoise(const Trace& trace, TimeRange range);

} // namespace bubblescope
