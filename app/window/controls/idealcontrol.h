// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backgroundjob.h"

#include <QObject>

#include <memory>

namespace bubblescope {

class CompareControl;
class StragglersView;
class Workspace;

/// Shows the steps of the run as they were if all operations of a type took equally long: a run beside the opened ones,
/// compared with it. GUI thread only.
class IdealControl : public QObject {
    Q_OBJECT
public:
    IdealControl(Workspace& workspace, StragglersView& view, CompareControl& compare, QObject* parent = nullptr);

private:
    void show();

    Workspace& m_workspace;
    StragglersView& m_view;
    CompareControl& m_compare;
    std::unique_ptr<BackgroundJob> m_job;
    RetiredJobs m_retired;
};

} // namespace bubblescope
