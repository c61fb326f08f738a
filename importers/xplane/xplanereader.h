// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiletrace.h"
#include "xplanemessages.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Gives the planes of an XProf profile the meaning that the like of them have in a PyTorch profiler's trace: each
/// device that did something is a rank, the host's threads are drawn with the device that they start most work on.
class XPlaneReader {
public:
    XPlaneReader(TracePart& part, ImportReport& report) : m_report(report), m_trace(part) { }

    /// `text` is the whole file. False where `mayContinue`, asked now and then, says no.
    bool read(std::string_view text, const std::function<bool(uint64_t done)>& mayContinue);
    /// Called with parts of the text that were read and will not be read again.
    void setRelease(std::function<void(std::string_view part)> release) { m_release = std::move(release); }
    /// Devices that the file lists, also those that did nothing.
    int deviceCount() const { return m_deviceCount; }

private:
    struct Plane {
        XPlane plane;
        uint64_t offset = 0;
        int device = -1; ///< -1 for the host
        bool hasStreams = false;
    };
    /// What the facts of an event, and of its kind, say.
    struct Facts {
        std::optional<uint64_t> correlation;
        std::optional<int> step;
        int64_t bytes = -1;
        std::string_view module;
        std::string_view operation;
        std::string_view source;
    };

    /// What can be read of a line; damage is reported.
    XLine lineOf(const XPlane& plane, std::string_view message);
    bool readDevice(const Plane& plane);
    bool readHost(const Plane& plane);
    void readSpan(const XPlane& plane, const XLine& line, const XEvent& event, const XEventName& name, uint32_t lane,
        EventPlace place, bool isCopyLane);
    void takeFact(const XPlane& plane, std::string_view message, Facts& facts) const;
    bool timeOf(const XLine& line, const XEvent& event, TimeRange& range);
    EventPlace placeOf(const Plane& plane, const XLine& line) const;
    int deviceOfThread(const XPlane& plane, const XLine& line) const;
    uint32_t laneOf(int device, std::string thread, std::string_view name, EventPlace place);
    StringId detailOf(const Facts& facts, std::string_view name);

    ImportReport& m_report;
    ProfileTrace m_trace;
    std::map<uint64_t, int> m_deviceOfNumber; ///< by correlation
    std::vector<int> m_devices;               ///< that did something
    int m_deviceCount = 0;
    std::function<bool(uint64_t)> m_mayContinue;
    std::function<void(std::string_view)> m_release = [](std::string_view) {};
    uint64_t m_done = 0;
};

} // namespace bubblescope
