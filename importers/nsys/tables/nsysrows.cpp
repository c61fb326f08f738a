// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nsysrows.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

uint32_t NsysTable::placeOf(const NsysPlace& place)
{
    if (m_lastPlace < places.size() && places[m_lastPlace].key() == place.key())
        return m_lastPlace;
    const auto [known, isNew] = m_places.try_emplace(place.key(), static_cast<uint32_t>(places.size()));
    if (isNew)
        places.push_back(place);
    m_lastPlace = known->second;
    return m_lastPlace;
}

uint32_t NsysTable::addPayload(std::string payload)
{
    if (payload.empty())
        return 0;
    mores.emplace_back().payload = std::move(payload);
    return static_cast<uint32_t>(mores.size());
}

void NsysTable::settle()
{
    texts.resolve();
    for (NsysRow& row : rows)
        row.text = texts.settled(row.text);
    static const NsysMore nothing;
    const auto moreOf
        = [this](const NsysRow& row) -> const NsysMore& { return row.more ? mores[row.more - 1] : nothing; };
    const auto isBefore = [&](const NsysRow& a, const NsysRow& b) {
        if (a.begin != b.begin)
            return a.begin < b.begin;
        if (a.end != b.end)
            return a.end > b.end; // what surrounds comes first
        if (a.place != b.place)
            return places[a.place].key() < places[b.place].key();
        if (a.number != b.number)
            return a.number < b.number;
        if (a.text != b.text)
            return texts[a.text] < texts[b.text];
        const NsysMore& ofA = moreOf(a);
        const NsysMore& ofB = moreOf(b);
        return std::tie(ofA.bytes, ofA.kind, ofA.from, ofA.to, ofA.payload)
            < std::tie(ofB.bytes, ofB.kind, ofB.from, ofB.to, ofB.payload);
    };
    if (!std::is_sorted(rows.begin(), rows.end(), isBefore))
        std::sort(rows.begin(), rows.end(), isBefore);
}

} // namespace bubblescope
