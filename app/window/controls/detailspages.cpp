// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "detailspages.h"

#include "comparedtimelines.h"
#include "detailspanel.h"
#include "recordcontrol.h"
#include "workspace.h"

namespace bubblescope {

DetailsPages::DetailsPages(Workspace& workspace, ComparedTimelines& timelines, QWidget* parent) : QStackedWidget(parent)
{
    Workspace& lower = timelines.lowerWorkspace();
    auto* details = new DetailsPanel(workspace, this);
    addWidget(details);
    m_records = new RecordControl(workspace, *details, this);
    addWidget(new DetailsPanel(lower, this));
    connect(&workspace.selection, &Selection::spanChanged, this, [this, &workspace, &timelines] {
        if (workspace.selection.span().isValid() || !timelines.isComparing())
            setCurrentIndex(0);
    });
    connect(&lower.selection, &Selection::spanChanged, this, [this, &lower, &timelines] {
        if (const SpanId span = lower.selection.span(); span.isValid())
            setCurrentIndex(timelines.openedSpan(span).isValid() ? 0 : 1);
        else if (!timelines.isComparing())
            setCurrentIndex(0);
    });
    connect(&workspace.document, &Document::simulationChanged, this, [this, &timelines] {
        if (!timelines.isComparing())
            setCurrentIndex(0);
    });
}

} // namespace bubblescope
