// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiletrace.h"
#include "xplanekinds.h"
#include "xplanemessages.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// Gives the planes of an XProf profile the meaning that the like of them have in a PyTorch profiler's trace: each
/// device that did something is a rank, the host's threads are drawn with the device that they start most work on.
class XPlaneReader {
public:
    /// `kernels` must outlive it.
    XPlaneReader(TracePart& part, ImportReport& report, const KernelNames& kernels)
        : m_report(report), m_kernels(kernels), m_trace(part)
    {
    }

    /// `text` is the whole file. False where `mayContinue`, asked now and then, says no.
    bool read(std::string_view text, const std::function<bool(uint64_t done)>& mayContinue);
    /// Called with parts of the text that were read and will not be read again.
    void setRelease(std::function<void(std::string_view part)> release) { m_release = std::move(release); }
    /// Devices that the file lists, also those that did nothing.
    int deviceCount() const { return m_deviceCount; }

private:
    struct Plane {
        XPlane plane;
        std::vector<XLine> lines; ///< of a device or the host, without their events
        uint64_t offset = 0;
        int device = -1; ///< -1 for the host
        bool hasStreams = false;
        bool isHost() const { return device < 0 && plane.name.starts_with("/host:"); }
    };
    /// How the events of a line are drawn.
    struct Lane {
        uint32_t number = 0;
        EventPlace place = EventPlace::Thread;
        bool isCopies = false;
        bool isSteps = false; ///< its events are the steps of the device
        int device = 0;
    };

    /// What can be read of a line; damage is reported.
    XLine lineOf(const XPlane& plane, std::string_view message);
    bool readDevice(const Plane& plane);
    void noteVendor(const XPlane& plane);
    bool readHost(const Plane& plane);
    bool readEvents(XPlaneKinds& kinds, std::string_view message, const XLine& line, const Lane& lane);
    void readSpan(XPlaneKinds& kinds, const XLine& line, const XEvent& event, const Lane& lane);
    void noteStep(const XKind& kind, const XFacts& facts, int device, TimeRange range);
    bool timeOf(const XLine& line, const XEvent& event, TimeRange& range);
    EventPlace placeOf(const Plane& plane, const XLine& line) const;
    int deviceOfThread(const XPlaneKinds& kinds, std::string_view message) const;
    uint32_t laneOf(int device, std::string thread, std::string_view name, EventPlace place);

    ImportReport& m_report;
    const KernelNames& m_kernels;
    ProfileTrace m_trace;
    std::unordered_map<uint64_t, int> m_deviceOfNumber; ///< by correlation; of several devices only
    std::vector<int> m_devices;                         ///< that did something
    bool m_hasSeveral = false;
    bool m_hasSteps = false;
    std::map<int, int> m_lastStep; ///< its number, by device
    int m_deviceCount = 0;
    std::function<bool(uint64_t)> m_mayContinue;
    std::function<void(std::string_view)> m_release = [](std::string_view) {};
    uint64_t m_done = 0;
};

} // namespace bubblescope
