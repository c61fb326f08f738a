// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chromeevent.h"
#include "eventlanes.h"
#include "importer.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

/// What metadata events say of the processes and threads of a trace, and which rank each process is of.
class TraceProcesses {
public:
    struct Process {
        std::string name;
        std::string labels;
        int16_t stage = -1; ///< as this program's writer or the name states it
        int32_t rank = -1;
        int32_t launchScope = -1; ///< number of what its calls and kernels are counted in, where that is not the rank
    };
    struct Thread {
        std::string name;
        std::string lane;  ///< as this program's writer states it
        std::string group; ///< category key
    };
    /// Who says what rank the file is of.
    struct RankSources {
        std::optional<int32_t> ofFile;   ///< as the head of the file states it
        std::optional<int32_t> ofEvents; ///< as events state it
        std::string fileName;
        bool isOwn = false;  ///< written by this program
        bool isPart = false; ///< only a part of the run is read
    };

    /// An M event.
    void read(const ChromeEvent& event);
    /// As a format states them that knows all of them, ranks included.
    void add(const std::string& process, Process known) { m_processes[process] = std::move(known); }
    void addThread(const std::string& process, const std::string& thread, std::string name)
    {
        m_threads[{process, thread}].name = std::move(name);
    }
    /// Fills in what the part knows of its ranks, where all processes state theirs.
    void takeStatedRanks(const EventLanes& lanes, TimeNs base, TracePart& part) const { addRanges(lanes, base, part); }
    /// A process has the rank its name tells, which is how traces of several ranks are merged; all others have the
    /// file's. Fills in what the part knows of its ranks, and says where one was taken from the file's name.
    void settleRanks(
        const RankSources& sources, const EventLanes& lanes, TimeNs base, TracePart& part, ImportReport& report);

    /// Null for those of which nothing is known.
    const Process* process(const std::string& name) const;
    const Thread* thread(const std::string& process, const std::string& thread) const;

    // Once ranks are settled:
    int32_t rankOf(const std::string& process) const;
    /// Of every lane.
    std::vector<int32_t> ranksOf(const EventLanes& lanes) const;
    /// The numbers of launches are unique within this, of every lane.
    std::vector<int32_t> launchScopesOf(const EventLanes& lanes) const;
    /// Of whatever has no process of its own; -1 where unknown.
    int32_t rankOfFile() const { return m_rankOfFile; }

private:
    void addRanges(const EventLanes& lanes, TimeNs base, TracePart& part) const;

    std::map<std::string, Process, std::less<>> m_processes;
    std::map<std::pair<std::string, std::string>, Thread> m_threads;
    int32_t m_rankOfFile = -1;
};

} // namespace bubblescope
