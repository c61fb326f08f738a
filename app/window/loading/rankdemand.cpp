// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankdemand.h"

#include "earlypart.h"
#include "loadcontrol.h"
#include "timelinerows.h"
#include "workspace.h"

#include <algorithm>

namespace bubblescope {

namespace {
constexpr int pauseMs = 60;
constexpr double viewsAround = 1;
constexpr size_t mostRecent = 1024;
} // namespace

RankDemand::RankDemand(Workspace& workspace, const TimelineRows& rows, LoadControl& load, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_rows(rows), m_load(load)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMs);
    connect(&m_pause, &QTimer::timeout, this, &RankDemand::look);
    connect(&rows, &TimelineRows::layoutChanged, &m_pause, qOverload<>(&QTimer::start));
    connect(&rows, &TimelineRows::scrollRangeChanged, &m_pause, qOverload<>(&QTimer::start));
    connect(&load, &LoadControl::stateChanged, &m_pause, qOverload<>(&QTimer::start));
}

void RankDemand::look()
{
    const std::set<int>& unread = m_rows.options().unread;
    const Run* run = m_workspace.document.openedRun();
    const OpenedFolderPtr& opened = m_workspace.document.opened();
    if (!run || unread.empty()
        || !isReadByRank(opened->folder, size_t(m_workspace.document.runIndex()), opened->summaries))
        return;
    if (m_recent.run != run->name) {
        m_recent = {run->name, {}};
        m_asked.clear();
    }
    const std::vector<int> inSight = m_rows.ranksInSight();
    const bool isAnyNew = std::any_of(inSight.begin(), inSight.end(),
        [&](int rank) { return unread.count(rank) > 0 && m_asked.count(rank) == 0; });
    if (!isAnyNew)
        return;
    WantedRanks wanted {run->name, inSight};
    std::set<int> known(inSight.begin(), inSight.end());
    const auto add = [&](const std::vector<int>& ranks) {
        for (const int rank : ranks) {
            if (wanted.ranks.size() < mostRecent && known.insert(rank).second)
                wanted.ranks.push_back(rank);
        }
    };
    add(m_rows.ranksInSight(viewsAround));
    add(m_recent.ranks);
    if (!m_load.readRanks(wanted))
        return; // asked again once that is over
    m_recent = std::move(wanted);
    m_asked = {inSight.begin(), inSight.end()};
}

} // namespace bubblescope
