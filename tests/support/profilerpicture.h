// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tracebuilder.h"

#include <string>
#include <string_view>

namespace bubblescope {

/// Builds a profiler run span by span; times in µs.
class ProfilerPicture {
public:
    /// A span on a host thread; `category` states what it waits for or sends.
    uint32_t host(int rank, std::string_view thread, std::string_view name, TimeNs begin, TimeNs end,
        Category category = Category::Host, Operation operation = Operation::Other)
    {
        return add({rank, -1, Lane::Thread, Category::Other, thread}, name, begin, end, category, operation);
    }
    /// A call that launches a kernel or copy; starts at `begin` and takes 1 µs.
    uint32_t launch(int rank, std::string_view thread, TimeNs begin)
    {
        return host(rank, thread, "cudaLaunchKernel", begin, begin + 1);
    }
    uint32_t kernel(int rank, std::string_view stream, TimeNs begin, TimeNs end, uint32_t call = none,
        Category category = Category::OtherCompute, std::string_view name = "kernel")
    {
        const Lane lane = stream == "stream 7" ? Lane::Compute : Lane::Stream;
        return launched(add({rank, -1, lane, Category::Other, stream}, name, begin, end, category), call);
    }
    uint32_t collective(int rank, std::string_view group, TimeNs begin, TimeNs end, uint32_t call = none)
    {
        const TrackKey key {rank, -1, Lane::Communication, Category::OtherComm, group};
        return launched(
            add(key, "ncclDevKernel_AllReduce", begin, end, Category::OtherComm, Operation::AllReduce), call);
    }
    Trace finish()
    {
        ImportReport report;
        return m_builder.finish({}, report, nullptr);
    }
    TraceBuilder& builder() { return m_builder; }

private:
    static constexpr uint32_t none = Id<SpanTag>::noValue;

    uint32_t add(const TrackKey& key, std::string_view name, TimeNs begin, TimeNs end, Category category,
        Operation operation = Operation::Other)
    {
        constexpr TimeNs us = 1000;
        SpanRecord span;
        span.track = m_builder.track(key);
        span.name = m_builder.intern(name);
        span.begin = begin * us;
        span.end = end * us;
        span.category = category;
        span.operation = operation;
        return m_builder.addSpan(span);
    }
    uint32_t launched(uint32_t started, uint32_t call)
    {
        if (call != none)
            m_builder.addLaunch(call, started);
        return started;
    }

    TraceBuilder m_builder;
};

} // namespace bubblescope
