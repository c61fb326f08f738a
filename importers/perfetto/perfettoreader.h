// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rowspans.h"
#include "wirereader.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace bubblescope {

/// Gives the track events of a Perfetto trace the meaning that the like of them have in a PyTorch profiler's trace.
/// Tracks that are named after a GPU, its agent or a numbered stream show work of a device; each GPU of each process is
/// a rank, and threads are drawn with the first GPU of their process.
class PerfettoReader {
public:
    PerfettoReader(TracePart& part, ImportReport& report, const ImportChoices& choices)
        : m_report(report), m_spans(part, report, std::nullopt, choices)
    {
    }

    /// `text` is the whole file. False where `mayContinue`, asked now and then, says no.
    bool read(std::string_view text, const std::function<bool()>& mayContinue);

private:
    struct Track {
        std::string name;
        uint64_t parent = 0;
        int64_t process = -1;
        int64_t thread = -1;
        bool isCounter = false;
        bool isIncremental = false; ///< a counter whose samples are added
        bool isBytes = false;
        double multiplier = 1;
        double sum = 0;
    };
    /// A process and the number of its GPU; -1 where there is none.
    using Unit = std::pair<int64_t, int64_t>;
    /// How the slices of a track are drawn.
    struct Drawn {
        std::string process;
        std::string thread;
        std::string name;
        bool isDevice = false;
    };
    struct Open {
        TimeNs begin = 0;
        uint32_t lane = 0;
        const RowSpans::Named* named = nullptr;
        std::optional<uint64_t> flow; ///< shared by a call and what it started
    };
    /// A clock whose time at one instant is known by that of the trace, too.
    struct Clock {
        TimeNs base = 0;    ///< in the trace's time
        uint64_t begin = 0; ///< in its own unit
        uint64_t unit = 1;  ///< ns
        bool isIncremental = false;
        uint64_t current = 0;
    };
    /// What one writer of packets refers to by number.
    struct Sequence {
        std::unordered_map<uint64_t, std::string_view> names;
        std::unordered_map<uint64_t, std::string_view> categories;
        std::unordered_map<uint64_t, std::string_view> annotations; ///< their names
        std::map<uint64_t, Clock> clocks;
        uint64_t track = 0; ///< of events that name none
        uint64_t clock = 0;
    };
    /// One TrackEvent, as far as it is read.
    struct Event {
        uint64_t type = 0;
        uint64_t track = 0;
        std::string_view name;
        std::string_view category;
        double value = 0;
        bool hasTrack = false;
        std::optional<uint64_t> flow;
        std::optional<uint64_t> correlation;
        std::optional<int64_t> duration; ///< ns
        std::optional<TimeNs> time;
    };

    bool forEachPacket(std::string_view text, const std::function<void(std::string_view packet, size_t offset)>& visit);
    void readDescriptor(std::string_view message);
    void readPacket(std::string_view packet, size_t offset);
    void readInterned(std::string_view message, Sequence& sequence);
    void readDefaults(std::string_view message, Sequence& sequence);
    void readSnapshot(std::string_view message, Sequence& sequence);
    bool readTrackEvent(std::string_view message, const Sequence& sequence, Event& event) const;
    void readAnnotation(std::string_view message, const Sequence& sequence, Event& event) const;
    std::map<uint64_t, Clock>& clocksOf(uint64_t number, Sequence& sequence);
    std::optional<TimeNs> timeOf(std::optional<uint64_t> timestamp, uint64_t clock, Sequence& sequence);
    void takeEvent(const Event& event, TimeNs time, size_t offset);
    void takeSample(Track& track, double value, TimeNs time);
    void close(const Open& open, TimeNs end);
    void findUnits();
    Unit unitOf(const Track& track) const;
    int64_t processOf(const Track& track) const;
    const Drawn& drawnOf(uint64_t number);
    bool nameUnits();

    ImportReport& m_report;
    RowSpans m_spans;
    std::map<uint64_t, Track> m_tracks; ///< by their number, in order
    std::map<int64_t, std::string> m_processNames;
    std::set<Unit> m_units;
    std::set<Unit> m_drawnUnits; ///< those that a span lies on
    std::map<uint64_t, Drawn> m_drawn;
    std::map<uint64_t, std::vector<Open>> m_open; ///< by track, the innermost last
    std::map<uint64_t, Sequence> m_sequences;
    std::map<uint64_t, Clock> m_clocks; ///< that all sequences share
    TimeNs m_lastTime = 0;
    uint64_t m_skipped = 0;    ///< packets of other kinds
    uint64_t m_compressed = 0; ///< bundles of packets
};

} // namespace bubblescope
