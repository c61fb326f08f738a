// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparecontrol.h"

#include "comparisonview.h"
#include "devicestext.h"
#include "knownrun.h"
#include "openedfolder.h"
#include "stepterms.h"
#include "tabletexts.h"
#include "tracedifference.h"
#include "whatif.h"
#include "workspace.h"

#include <QMenu>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace bubblescope {

namespace {

/// The other one as A.
Comparison swapped(Comparison comparison)
{
    std::swap(comparison.stepA, comparison.stepB);
    for (auto* differences : {&comparison.terms, &comparison.stages, &comparison.ranks}) {
        for (Difference& difference : *differences)
            std::swap(difference.a, difference.b);
    }
    return comparison;
}

/// The typical step of a run with that of a plan; nullopt if it was stopped.
std::optional<Comparison> runAndPlan(const OpenedFolder& opened, size_t run, size_t job, const ProgressFn& progress)
{
    const auto refused = [](const Message& why) {
        Comparison comparison;
        comparison.nothing = why;
        return comparison;
    };
    const auto isStopped = [&progress] { return progress && !progress(0, 1); };
    Result<Simulator> simulator
        = Simulator::make(opened.folder, {SimulationSource::Kind::Description, job, 0}, progress);
    if (isStopped())
        return std::nullopt;
    if (!simulator)
        return refused(simulator.error().message);
    const Result<SimulatedStep> plan = simulator->simulate({}, progress);
    FindingOptions options;
    options.progress = progress;
    const Result<KnownAnalysis> known = knownOf(opened).run(run).analysis(options);
    if (isStopped())
        return std::nullopt;
    if (!plan)
        return refused(plan.error().message);
    if (!known)
        return refused(known.error().message);
    const RunSummary& summary = known->analysis.summary;
    if (!plan->summary || summary.ranks.empty())
        return refused(say("The run has no step to compare with."));
    return swapped(comparePlan({*plan->summary, plan->figures.wholeStepNs()},
        {summary, summary.parts().whole() / double(summary.ranks.size())}));
}

} // namespace

CompareControl::CompareControl(Workspace& workspace, Workspace& other, ComparisonView& view, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_other(other), m_view(view)
{
    connect(&workspace.document, &Document::folderChanged, this, &CompareControl::update);
    connect(&workspace.document, &Document::runChanged, this, &CompareControl::update);
    connect(&workspace.inputs, &InputChoice::layerTableChanged, this, &CompareControl::update);
    connect(&workspace.inputs, &InputChoice::workloadChanged, this, &CompareControl::update);
    connect(&workspace.inputs, &InputChoice::runLogChanged, this, &CompareControl::update);
    connect(&view, &ComparisonView::partnerChosen, this, &CompareControl::choose);
}

CompareControl::~CompareControl() = default;

CompareControl::Kind CompareControl::kind() const
{
    return m_workspace.document.openedRun() ? Kind::Run
        : m_workspace.inputs.runLog()       ? Kind::RunLog
        : m_workspace.inputs.workload()     ? Kind::Workload
        : m_workspace.inputs.layerTable()   ? Kind::LayerTable
                                            : Kind::None;
}

void CompareControl::update()
{
    const RunFolder* folder = m_workspace.document.folder();
    const Kind now = kind();
    const int open = now == Kind::Run ? m_workspace.document.runIndex()
        : now == Kind::RunLog         ? m_workspace.inputs.runLogIndex()
        : now == Kind::Workload       ? m_workspace.inputs.workloadIndex()
                                      : m_workspace.inputs.layerTableIndex();
    if (folder == m_folder && now == m_kind && open == m_open)
        return; // only the simulated input changed
    m_folder = folder;
    m_kind = now;
    m_open = open;
    m_chosen = -1;
    m_names.clear();
    m_partners.clear();
    m_jobs = 0;
    QString own;
    const auto list = [&](const auto& inputs) {
        for (size_t i = 0; i < inputs.size(); ++i) {
            const QString name = toText(inputs[i].name).simplified();
            if (int(i) == open) {
                own = name;
                continue;
            }
            m_names << name;
            m_partners.push_back(int(i));
        }
    };
    if (folder) {
        switch (now) {
        case Kind::Run:
            list(folder->runs);
            for (const JobDescription& job : folder->jobs) {
                m_names << tr("plan %1").arg(toText(job.name).simplified());
                m_partners.push_back(int(m_jobs++));
            }
            break;
        case Kind::RunLog:
            list(folder->runLogs);
            break;
        case Kind::Workload:
            list(folder->workloads);
            break;
        case Kind::LayerTable:
            list(folder->layerTables);
            break;
        case Kind::None:
            break;
        }
    }
    m_retired.take(std::move(m_job));
    m_view.setPartners(own, m_names, -1);
    emit partnersChanged();
}

bool CompareControl::isPlan(int partner) const
{
    return partner >= 0 && size_t(partner) + m_jobs >= m_partners.size();
}

void CompareControl::fill(QMenu* menu)
{
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        constexpr int mostEntries = 30; // the panel lists all of them
        menu->clear();
        menu->addAction(tr("A: %1").arg(elideMiddle(m_view.openName(), 60)))->setEnabled(false);
        const QStringList names = elidedApart(m_names, 60);
        for (int i = 0; i < std::min(mostEntries, int(m_names.size())); ++i) {
            QAction* action = menu->addAction(tr("B: %1").arg(names[i]), this, [this, i] { choose(i); });
            action->setCheckable(true);
            action->setChecked(i == m_chosen);
        }
        if (m_names.isEmpty())
            menu->addAction(tr("There is no other input of this kind"))->setEnabled(false);
        menu->addSeparator();
        menu->addAction(tr("Nothing"), this, [this] { choose(-1); })->setEnabled(m_chosen >= 0);
    });
}

void CompareControl::choose(int partner)
{
    if (partner >= int(m_partners.size()))
        return;
    m_chosen = -1; // the timelines tell which parts are compared, and then it is asked once
    m_retired.take(std::move(m_job));
    m_view.setPartners(m_view.openName(), m_names, std::max(partner, -1));
    m_workspace.document.setOtherRun(m_kind == Kind::Run && partner >= 0 && !isPlan(partner) ? m_partners[size_t(partner)] : -1);
    m_chosen = std::max(partner, -1);
    if (m_chosen < 0)
        return;
    ask();
    emit chosen();
}

void CompareControl::setParts(const ComparedPart& ofA, const ComparedPart& ofB)
{
    if (ofA == m_partOfA && ofB == m_partOfB)
        return;
    m_partOfA = ofA;
    m_partOfB = ofB;
    if (m_chosen >= 0 && m_kind == Kind::Run) {
        m_retired.take(std::move(m_job));
        ask();
    }
}

void CompareControl::ask()
{
    if (m_kind == Kind::Run && !isPlan(m_chosen)) {
        const std::vector<Run>& runs = m_workspace.document.folder()->runs;
        m_view.setDevices(
            devicesText(runs[size_t(m_open)].machine), devicesText(runs[size_t(m_partners[size_t(m_chosen)])].machine));
    }
    m_job = std::make_unique<BackgroundJob>();
    connect(m_job.get(), &BackgroundJob::failed, this, [this](const Error& error) {
        m_view.setRefusal(QStringLiteral("%1 %2").arg(messageText(error.message), messageText(error.advice)));
    });
    m_job->start([find = question()](const JobThread& thread) { return find(thread.progressFunction()); },
        [this](const std::optional<Found>& found) {
            if (!found)
                return;
            if (const Message& nothing = found->comparison.nothing; nothing.empty())
                m_view.setComparison(found->comparison);
            else
                m_view.setRefusal(messageText(nothing));
            m_workspace.document.setOtherDifferences(found->ofA);
            m_other.document.setOtherDifferences(found->ofB);
        });
}

void CompareControl::chooseRun(int run)
{
    const auto runsEnd = m_partners.end() - std::ptrdiff_t(m_jobs);
    const auto partner = std::find(m_partners.begin(), runsEnd, run);
    if (m_kind == Kind::Run && partner != runsEnd)
        choose(int(partner - m_partners.begin()));
}

void CompareControl::chooseNext()
{
    const auto runsEnd = m_partners.end() - std::ptrdiff_t(m_jobs);
    const auto next = std::upper_bound(m_partners.begin(), runsEnd, m_open);
    if (hasPartners())
        choose(next == runsEnd ? 0 : int(next - m_partners.begin()));
}

/// Owns the folder, since another one may be opened meanwhile.
CompareControl::Find CompareControl::question() const
{
    const auto a = size_t(m_open);
    const auto b = size_t(m_partners[size_t(m_chosen)]);
    if (isPlan(m_chosen)) {
        return [opened = m_workspace.document.opened(), a, b](const ProgressFn& progress) -> std::optional<Found> {
            const std::optional<Comparison> comparison = runAndPlan(*opened, a, b, progress);
            return comparison ? std::optional(Found {*comparison, {}, {}}) : std::nullopt;
        };
    }
    return [opened = m_workspace.document.opened(), kind = m_kind, a, b, partOfA = m_partOfA, partOfB = m_partOfB](
               const ProgressFn& progress) -> std::optional<Found> {
        const RunFolder& folder = opened->folder;
        switch (kind) {
        case Kind::Run: {
            const Run& runA = folder.runs[a];
            const Run& runB = folder.runs[b];
            const std::optional<Comparison> comparison = compare(runA, runB, progress, partOfA, partOfB);
            if (!comparison)
                return std::nullopt;
            const auto longer = [](const Run& run, const Run& than) {
                return std::make_shared<const std::vector<float>>(
                    durationDifferences(*than.trace, than.trace->range(), *run.trace));
            };
            return Found {*comparison, longer(runA, runB), longer(runB, runA)};
        }
        case Kind::RunLog:
            return Found {compare(folder.runLogs[a], folder.runLogs[b]), {}, {}};
        case Kind::Workload:
            return Found {compare(folder.workloads[a], folder.workloads[b]), {}, {}};
        case Kind::LayerTable:
            return Found {compare(folder.layerTables[a], folder.layerTables[b]), {}, {}};
        case Kind::None:
            break;
        }
        return Found {};
    };
}

} // namespace bubblescope
