// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

namespace bubblescope {

class ComparedTimelines;
class RecordControl;
class Workspace;

/// Details of the span selected last in either of the two timelines.
class DetailsPages : public QStackedWidget {
    Q_OBJECT
public:
    /// Both must outlive this object.
    DetailsPages(Workspace& workspace, ComparedTimelines& timelines, QWidget* parent = nullptr);

    /// Adds to the details of the opened run what its files say.
    RecordControl& records() { return *m_records; }

private:
    RecordControl* m_records;
};

} // namespace bubblescope
