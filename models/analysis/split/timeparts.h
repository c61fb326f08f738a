// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bubblescope {

struct TimeSplit;

/// What a step is made of, in the order in which it is printed and drawn.
enum class TimePart : uint8_t {
    Compute,     ///< without the communication inside
    ExposedComm, ///< transfer that no compute hides
    Waiting,     ///< inside communication or a gap before it, before its last member arrived
    Bubble,      ///< without work, waiting for a message of the pipeline
    Copies,
    KernelWait,  ///< a GPU is idle although its next work was launched
    HostWait,    ///< a GPU is idle because its next work was not launched yet
    Host,        ///< recorded work of the host that takes time of the step
    Idle,        ///< no work, and no record that says why
    NotRecorded, ///< the rank was not observed
    Unexplained  ///< of a modelled step: what the model leaves out of it, below 0 where it adds to it
};
inline constexpr size_t timePartCount = static_cast<size_t>(TimePart::Unexplained) + 1;
constexpr TimePart timePartAt(size_t number) { return static_cast<TimePart>(number); }
/// "exposed_comm": the key in JSON.
std::string_view timePartKey(TimePart part);
/// "exposed communication": English, for display.
std::string_view timePartName(TimePart part);

/// Whether bubbles of so much time are reported: a single stage has none.
constexpr bool isPipeline(size_t stages, double bubble) { return stages > 1 || bubble > 0; }

/// A step of several ranks in parts, all of them together in ns: whole numbers where it was recorded, and exact up to
/// 2^53. Every surface prints these; nobody else adds up parts.
struct TimeParts {
    TimeParts() = default;
    /// Of a sum over ranks that take `whole` ns together.
    TimeParts(const TimeSplit& split, double whole);

    std::array<double, timePartCount> ns {};
    double overlapped = 0; ///< communication beside compute; no part of whole()

    double of(TimePart part) const { return ns[static_cast<size_t>(part)]; }
    double& of(TimePart part) { return ns[static_cast<size_t>(part)]; }
    double whole() const;              ///< ranks x step
    double share(TimePart part) const; ///< of whole(); 0 if that is 0
    /// Of time without work, communication or bubble, whatever is known of why.
    double idleShare() const { return share(TimePart::KernelWait) + share(TimePart::HostWait) + share(TimePart::Idle); }
};

} // namespace bubblescope
