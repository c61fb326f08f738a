// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeparts.h"

#include "timesplit.h"

#include <numeric>

namespace bubblescope {

std::string_view timePartKey(TimePart part)
{
    constexpr std::array<std::string_view, timePartCount> keys {"compute", "exposed_comm", "waiting", "bubble",
        "copies", "kernel_wait", "host_wait", "host", "idle", "not_recorded", "unexplained"};
    return keys[static_cast<size_t>(part)];
}

std::string_view timePartName(TimePart part)
{
    constexpr std::array<std::string_view, timePartCount> names {"compute", "exposed communication", "waiting",
        "pipeline bubble", "copies", "kernel wait", "host wait", "host", "idle", "not recorded", "not explained"};
    return names[static_cast<size_t>(part)];
}

TimeParts::TimeParts(const TimeSplit& split, double whole) : overlapped(double(split.hiddenCommunication))
{
    of(TimePart::Compute) = double(split.compute());
    of(TimePart::ExposedComm) = double(split.exposedCommunication());
    of(TimePart::Waiting) = double(split.waiting());
    of(TimePart::Bubble) = double(split.bubble());
    of(TimePart::Copies) = double(split.of(Category::MemoryCopy));
    of(TimePart::KernelWait) = double(split.kernelWait);
    of(TimePart::HostWait) = double(split.hostWait);
    of(TimePart::Host) = double(split.host() - split.of(Category::MemoryCopy));
    of(TimePart::Idle) = double(split.idle() - split.hostWait - split.kernelWait);
    of(TimePart::NotRecorded) = whole - double(split.total());
}

double TimeParts::whole() const { return std::accumulate(ns.begin(), ns.end(), 0.0); }

double TimeParts::share(TimePart part) const
{
    const double all = whole();
    return all > 0 ? of(part) / all : 0;
}

} // namespace bubblescope
