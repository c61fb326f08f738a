// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "idealcontrol.h"

#include "comparecontrol.h"
#include "formatting.h"
#include "idealrun.h"
#include "runcontext.h"
#include "stragglersview.h"
#include "tabletexts.h"
#include "workspace.h"

#include <algorithm>

namespace bubblescope {

IdealControl::IdealControl(Workspace& workspace, StragglersView& view, CompareControl& compare, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_view(view), m_compare(compare)
{
    connect(&view, &StragglersView::idealWanted, this, &IdealControl::show);
    connect(&workspace.document, &Document::folderChanged, this, [this] {
        m_retired.take(std::move(m_job));
        m_view.setIdealIsComing(false);
    });
}

void IdealControl::show()
{
    const OpenedFolderPtr opened = m_workspace.document.opened();
    const Run* run = m_workspace.document.openedRun();
    if (!opened || !run)
        return;
    const std::string name = tr("%1 without stragglers").arg(toText(run->name)).toStdString();
    const std::vector<Run>& runs = opened->folder.runs;
    const auto made = std::find_if(runs.begin(), runs.end(), [&name](const Run& other) { return other.name == name; });
    if (made != runs.end())
        return m_compare.chooseRun(int(made - runs.begin()));
    m_view.setIdealIsComing(true);
    m_job = std::make_unique<BackgroundJob>();
    connect(m_job.get(), &BackgroundJob::failed, this, [this](const Error& error) {
        m_view.setIdealIsComing(false);
        m_view.setRefusal(messageText(error.message));
    });
    m_job->start(
        [opened, run = *run, name](const JobThread&) -> Result<OpenedFolderPtr> {
            Result<Run> ideal = makeIdealRun(run);
            if (!ideal)
                return ideal.error();
            ideal->name = name;
            ideal->context = contextOf(*ideal);
            auto with = std::make_shared<OpenedFolder>(*opened);
            with->levels.resize(with->folder.runs.size());
            with->levels.emplace_back(*ideal->trace, ideal->trace->timing());
            with->folder.runs.push_back(std::move(ideal).value());
            return OpenedFolderPtr(with);
        },
        [this, opened](const Result<OpenedFolderPtr>& with) {
            m_view.setIdealIsComing(false);
            if (m_workspace.document.opened() != opened)
                return;
            if (!with)
                return m_view.setRefusal(messageText(with.error().message));
            m_workspace.document.updateFolder(*with);
            m_compare.chooseRun(int((*with)->folder.runs.size()) - 1);
        });
}

} // namespace bubblescope
