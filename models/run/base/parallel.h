// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "machinecores.h"
#include "otherprocessor.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace bubblescope {

/// The number asked for; for 0, the cores that the program may use, at most four. Work of minutes, such as an index,
/// asks for all of availableCores().
inline unsigned threadCount(unsigned wanted = 0) { return wanted > 0 ? wanted : std::min(availableCores(), 4u); }

/// Fewer are dealt with by the time another thread has begun.
inline constexpr size_t spansWorthThreads = 1u << 15;
/// The same of work that takes longer for each: sorting a graph, splitting the time of a rank.
inline constexpr size_t spansWorthThreadsOfAnalysis = spansWorthThreads / 4;

/// Begin and end of one of `pieces` equal pieces of `size`.
inline std::pair<size_t, size_t> evenPiece(size_t index, size_t pieces, size_t size)
{
    return {size * index / pieces, size * (index + 1) / pieces};
}

/// Runs work(0) … work(count - 1) on this thread and others, lower numbers first, and waits for all of them. If no
/// thread can be started, this one does everything. The first exception stops the work and is rethrown.
template <typename Work> void forEachParallel(size_t count, unsigned threads, const Work& work)
{
    std::atomic<size_t> next {0};
    std::exception_ptr failure;
    std::once_flag failed;
    const auto loop = [&] {
        try {
            for (size_t i = next++; i < count; i = next++)
                work(i);
        } catch (...) {
            std::call_once(failed, [&] { failure = std::current_exception(); });
            next = count;
        }
    };
    std::vector<std::thread> others;
    // Reserved before the first start: destroying a thread that was not joined would terminate the program.
    others.reserve(std::min<size_t>(threads, count));
    try {
        for (unsigned i = 1; i < threads && i < count; ++i)
            moveToOtherProcessor(others.emplace_back(loop));
    } catch (const std::exception&) {
    }
    loop();
    for (std::thread& thread : others)
        thread.join();
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace bubblescope
