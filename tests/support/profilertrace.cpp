// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profilertrace.h"

#include <algorithm>
#include <random>
#include <vector>

#include <fmt/format.h>

namespace bubblescope {

namespace {

class TraceMaker {
public:
    explicit TraceMaker(const ProfilerTraceOptions& options) : m_options(options) { }

    ProfilerTrace make()
    {
        const auto stacks = std::max<size_t>(m_options.events / static_cast<size_t>(m_options.depth), 1);
        std::vector<TimeNs> next(static_cast<size_t>(m_options.threads), m_options.start);
        for (size_t i = 0; i < stacks; ++i) {
            const size_t thread = i % next.size();
            next[thread] = addStack(thread, next[thread]);
        }
        if (m_options.unsorted)
            std::shuffle(m_events.begin(), m_events.end(), m_random);
        m_made.text = fmt::format("{}[\n{}\n]{}",
            m_options.bareList ? "" : "{\"schemaVersion\":1,\"traceEvents\":", fmt::join(m_events, ",\n"),
            m_options.bareList ? "" : "}");
        return std::move(m_made);
    }

private:
    /// Writes nested spans; returns the time at which the thread continues.
    TimeNs addStack(size_t thread, TimeNs begin)
    {
        TimeNs inner = begin;
        TimeNs end = begin + 50'000 + pick(30'000);
        const TimeNs outerEnd = end;
        std::vector<std::string> ends;
        for (int level = 0; level < m_options.depth; ++level) {
            const bool isLast = level + 1 == m_options.depth;
            if (m_options.ties && isLast && pick(4) == 0)
                end = inner;
            add(thread, level, inner, end, ends);
            inner += m_options.ties ? 0 : 1 + pick(4'000);
            end -= m_options.ties && !isLast ? 0 : 1 + pick(4'000);
            end = std::max(inner, end);
        }
        m_events.insert(m_events.end(), ends.rbegin(), ends.rend());
        // The next stack begins immediately, slightly later, or too early.
        if (m_options.overlaps && pick(8) == 0)
            return outerEnd - 2'000;
        return m_options.ties ? outerEnd : outerEnd + 1 + pick(500);
    }

    void add(size_t thread, int level, TimeNs begin, TimeNs end, std::vector<std::string>& ends)
    {
        const std::string place
            = fmt::format(R"("pid":7,"tid":{},"cat":"cpu_op","name":"aten::op_{}_{}")", thread, level, thread % 5);
        ++m_made.spans;
        m_made.totalDuration += end - begin;
        if (m_options.beginsEnds) {
            m_events.push_back(fmt::format(R"({{"ph":"B",{},"ts":{}}})", place, microseconds(begin)));
            ends.push_back(fmt::format(R"({{"ph":"E",{},"ts":{}}})", place, microseconds(end)));
        } else {
            m_events.push_back(fmt::format(R"({{"ph":"X",{},"ts":{},"dur":{},"args":{{"External id":{}}}}})", place,
                microseconds(begin), microseconds(end - begin), m_made.spans));
        }
    }

    std::string microseconds(TimeNs time) const
    {
        const char* const quote = m_options.textTimes ? "\"" : "";
        return fmt::format("{}{}.{:03}{}", quote, time / 1000, time % 1000, quote);
    }
    TimeNs pick(int below) { return std::uniform_int_distribution<int>(0, below - 1)(m_random); }

    const ProfilerTraceOptions m_options;
    std::mt19937 m_random {17};
    std::vector<std::string> m_events;
    ProfilerTrace m_made;
};

} // namespace

ProfilerTrace makeProfilerTrace(const ProfilerTraceOptions& options) { return TraceMaker(options).make(); }

} // namespace bubblescope
