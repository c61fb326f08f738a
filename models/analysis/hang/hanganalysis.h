// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "flightdump.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace bubblescope {

/// One process group of a hanging job, over all of its ranks.
struct HangGroup {
    std::string name;
    std::string description;
    std::vector<int32_t> ranks; ///< as far as known, in order
    FlightOperation operation;  ///< that somebody waits in, as the first of those has it
    int64_t sequence = -1;
    std::vector<int32_t> missing;   ///< did not enqueue it
    std::vector<int32_t> waiting;   ///< did, and did not complete it
    std::vector<int32_t> stuck;     ///< enqueued what others of the group completed already
    std::vector<int32_t> different; ///< enqueued something else under its number
    std::vector<int32_t> absent;    ///< left no dump
    TimeNs since = 0;               ///< when the first of those that wait enqueued it; 0 where not stated
};

/// Why a rank is suspected.
struct HangReason {
    enum class Kind : uint8_t {
        Missing,    ///< it did not enqueue what others of the group wait in
        Stuck,      ///< it did not complete what others of the group completed: its GPU hangs
        NotStarted, ///< others of the group have started it
        Different,  ///< it enqueued another operation, size or type than the others
        Unanswered, ///< a message waits for its counterpart of this rank
        Absent,     ///< it left no dump, and all others of the group wait
    };
    Kind kind = Kind::Missing;
    size_t group = 0; ///< index into HangReport::groups
    int64_t sequence = -1;
    size_t peers = 0; ///< who wait for it there
};

struct HangSuspect {
    int32_t rank = -1;
    std::vector<HangReason> reasons;
    int score = 0;
    bool isIdle = false; ///< nothing of its own is pending
};

struct HangReport {
    std::vector<HangSuspect> suspects; ///< the likeliest first
    std::vector<int32_t> victims;      ///< that only wait for others
    std::vector<HangGroup> groups;     ///< in which somebody waits; those with a reason first
    std::vector<int32_t> missingDumps; ///< ranks that groups name
    size_t dumps = 0;
};

/// Finds who hangs from what each rank's recorder held. Ranks are compared group by group, by the numbers of their
/// collectives; messages by their two ends. A rank that did not join, or whose GPU did not finish what its peers
/// finished, is suspected; a rank that waits for others itself and is late in no more than one group is a victim,
/// unless everybody does.
HangReport analyseHang(std::span<const FlightDump> dumps);

} // namespace bubblescope
