// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "nsystexts.h"
#include "timerange.h"

#include <cstdint>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// A process or thread as Nsight Systems packs it: hardware, virtual machine, process and thread in one number.
struct NsysOwner {
    uint64_t number = 0;
    uint64_t process() const { return number >> 24; } ///< with all that is above it
    uint32_t processId() const { return static_cast<uint32_t>(process() & 0xffffff); }
    uint32_t thread() const { return static_cast<uint32_t>(number & 0xffffff); }
};

/// Where something runs: a stream of a device, or a thread (device and stream are -1 then).
struct NsysPlace {
    NsysOwner owner;
    int64_t device = -1;
    int64_t stream = -1;
    auto key() const { return std::tuple(owner.number, device, stream); }
};

/// One row of a table, whichever.
struct NsysRow {
    TimeNs begin = 0;
    TimeNs end = 0;
    uint32_t place = 0;
    uint32_t text = 0;   ///< of the table's NsysTexts
    uint32_t number = 0; ///< correlation; 0 for none
    uint32_t more = 0;   ///< what else the table says of it, counted from 1
};

/// What only few rows have.
struct NsysMore {
    int64_t bytes = -1;
    int64_t kind = -1;
    int64_t from = -1;
    int64_t to = -1;
    std::string payload;
    bool isOpen = false; ///< the end was not recorded
};

/// The rows of one table in an order that depends on nothing but what they say.
class NsysTable {
public:
    NsysTable(SqliteFile& file, NsysTexts::Trim trim) : texts(file, std::move(trim)) { }

    uint32_t placeOf(const NsysPlace& place);
    void add(NsysRow row) { rows.push_back(row); }
    void add(NsysRow row, NsysMore more)
    {
        mores.push_back(std::move(more));
        row.more = static_cast<uint32_t>(mores.size());
        rows.push_back(row);
    }
    /// What several rows share, as their `more`; 0 for nothing.
    uint32_t addPayload(std::string payload);
    /// Once all are added: looks up their texts and puts them in order.
    void settle();

    NsysTexts texts;
    std::vector<NsysPlace> places;
    std::vector<NsysRow> rows;
    std::vector<NsysMore> mores;

private:
    struct PlaceHash {
        size_t operator()(const std::tuple<uint64_t, int64_t, int64_t>& key) const
        {
            uint64_t hash = std::get<0>(key) * 0x9e3779b97f4a7c15ull;
            hash = (hash ^ static_cast<uint64_t>(std::get<1>(key))) * 0xd6e8feb86659fd93ull;
            hash = (hash ^ static_cast<uint64_t>(std::get<2>(key))) * 0xd6e8feb86659fd93ull;
            return hash ^ (hash >> 32);
        }
    };
    std::unordered_map<std::tuple<uint64_t, int64_t, int64_t>, uint32_t, PlaceHash> m_places;
    uint32_t m_lastPlace = 0;
};

} // namespace bubblescope
