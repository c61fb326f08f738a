// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduleplaces.h"

namespace bubblescope {

SchedulePlaces::SchedulePlaces(const Schedule& schedule)
    : m_schedule(schedule), m_places(schedule.bidirectional ? size_t(schedule.chunks) : 1)
{
    const auto stages = size_t(schedule.modelStages());
    for (std::vector<Place>& places : m_places)
        places.resize(stages);
    for (int rank = 0; rank < schedule.ranks; ++rank) {
        for (int chunk = 0; chunk < schedule.chunks; ++chunk) {
            std::vector<Place>& places = m_places[schedule.bidirectional ? size_t(chunk) : 0];
            places[size_t(schedule.stageOf(rank, chunk))] = {int16_t(rank), int16_t(chunk)};
        }
    }
}

SchedulePlaces::Place SchedulePlaces::neighbour(int rank, const ScheduledPass& pass, int direction) const
{
    if (pass.pass == Pass::WeightGradient)
        return {};
    const int stage = m_schedule.stageOf(rank, pass.chunk) + (pass.pass == Pass::Forward ? direction : -direction);
    if (stage < 0 || stage >= m_schedule.modelStages())
        return {};
    const Place place = holder(stage, pass.chunk);
    return place.rank == rank ? Place() : place;
}

} // namespace bubblescope
