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

/// What metadata events say about the processes and threads of a trace, and the rank of each process.
class TraceProcesses {
public:
    struct Process {
        std::string name;
        std::string labels;
        int16_t stage = -1; ///< as stated by this program's writer or by the name
        int32_t rank = -1;
        std::optional<int32_t> rankOfEvents; ///< that its events state
        bool hasIterations = false;          ///< its events count iterations, as those of MegaScan do
        int32_t launchScope = -1; ///< number of what its calls and kernels are counted in, where that is not the rank
    };
    struct Thread {
        std::string name;
        std::string lane;  ///< as stated by this program's writer
        std::string group; ///< category key
    };
    /// Where the rank of the file may be known from.
    struct RankSources {
        std::optional<int32_t> ofFile;   ///< from the head of the file
        std::optional<int32_t> ofEvents; ///< from its events
        std::string fileName;
        bool isOwn = false;  ///< this program wrote the file
        bool isPart = false; ///< only part of the run is read
        std::vector<uint32_t> callLanes {}; ///< with calls of the runtime, which one process makes for itself alone
    };

    /// Reads an M event.
    void read(const ChromeEvent& event);
    /// Reads the first event of a process and thread: those that MegaScan merged state their place in the job.
    void readPlace(const ChromeEvent& event, TracePart& part);
    /// Reads any event of a process that counts iterations: older versions of MegaScan state the place in the pipeline
    /// only where a pass ends.
    void readStage(const ChromeEvent& event, TracePart& part);
    /// Events of some process state their iteration.
    bool countIterations() const { return m_countIterations; }
    /// As a format states them that knows all of them, ranks included.
    void add(const std::string& process, Process known) { m_processes[process] = std::move(known); }
    void addThread(const std::string& process, const std::string& thread, std::string name)
    {
        m_threads[{process, thread}].name = std::move(name);
    }
    /// Fills in what the part knows of its ranks, where all processes state theirs.
    void takeStatedRanks(const EventLanes& lanes, TimeNs base, TracePart& part) const { addRanges(lanes, base, part); }
    /// A process gets the rank in its name (traces merged from several ranks have such names), otherwise that of the
    /// file. Of merged traces without such names what SGLang's merger puts before process ids counts ("[TP01-PP00] 7"),
    /// else each process that calls the runtime is a rank, if as many show devices: their order is the same. Fills in
    /// what `part` knows about its ranks, and reports a rank that was taken from the file's name.
    void settleRanks(
        const RankSources& sources, const EventLanes& lanes, TimeNs base, TracePart& part, ImportReport& report);

    /// Null if no metadata event describes it.
    const Process* process(const std::string& name) const;
    const Thread* thread(const std::string& process, const std::string& thread) const;

    // Valid after settleRanks():
    int32_t rankOf(const std::string& process) const;
    /// The rank of every lane.
    std::vector<int32_t> ranksOf(const EventLanes& lanes) const;
    /// The numbers of launches are unique within this, of every lane.
    std::vector<int32_t> launchScopesOf(const EventLanes& lanes) const;
    /// The rank of everything that has no process; -1 if unknown.
    int32_t rankOfFile() const { return m_rankOfFile; }

private:
    void takeNumbersForRanks(const EventLanes& lanes);
    bool takeLabelsForRanks(const EventLanes& lanes, TracePart& part);
    bool takeCallersForRanks(const EventLanes& lanes, const std::vector<uint32_t>& callLanes);
    void addRanges(const EventLanes& lanes, TimeNs base, TracePart& part) const;

    std::map<std::string, Process, std::less<>> m_processes;
    std::map<std::pair<std::string, std::string>, Thread> m_threads;
    int32_t m_rankOfFile = -1;
    bool m_countIterations = false;
};

} // namespace bubblescope
