// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "indexopening.h"

#include <QObject>
#include <QTimer>

#include <set>

namespace bubblescope {

class LoadControl;
class TimelineRows;
class Workspace;

/// Of an index that does not fit into memory, has the ranks read that come into sight in the timeline, and those around
/// them. Those seen last stay as long as there is room. GUI thread only.
class RankDemand : public QObject {
    Q_OBJECT
public:
    /// All must outlive this object.
    RankDemand(Workspace& workspace, const TimelineRows& rows, LoadControl& load, QObject* parent = nullptr);

private:
    void look();

    Workspace& m_workspace;
    const TimelineRows& m_rows;
    LoadControl& m_load;
    WantedRanks m_recent;
    std::set<int> m_asked; ///< in sight when ranks were last read: what is still missing of them does not come
    QTimer m_pause;        ///< nothing is read while the user scrolls past
};

} // namespace bubblescope
