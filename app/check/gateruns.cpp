// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateruns.h"

#include "checkcommand.h"
#include "console.h"
#include "measuredthroughput.h"
#include "opensource.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace bubblescope {

Result<GatePath> GatePath::of(OpenedFolderPtr opened, bool wantsFindings)
{
    GatePath made {std::move(opened), {}};
    const RunFolder& folder = made.opened->folder;
    for (size_t run = 0; run < folder.runs.size(); ++run) {
        Result<GateRun> gate = knownOf(*made.opened).run(run).gate(wantsFindings);
        if (!gate)
            return gate.error();
        made.runs.push_back(std::move(gate).value());
    }
    if (!folder.runs.empty())
        return made;
    for (const RunLog& log : folder.runLogs)
        made.runs.push_back(gateRunOf(log));
    return made;
}

std::optional<MeasuredThroughput> GatePath::throughput(size_t run) const
{
    const std::optional<double> stepNs = run < runs.size() ? runs[run].typical(GateQuantity::Step) : std::nullopt;
    if (!stepNs)
        return {};
    const RunFolder& folder = opened->folder;
    return folder.runs.empty() ? measuredThroughput(folder.runLogs[run], *stepNs)
                               : measuredThroughput(folder, folder.runs[run], *stepNs);
}

std::optional<double> GatePath::mfu() const
{
    const std::optional<MeasuredThroughput> known = throughput(0);
    return known && known->step.mfu > 0 ? std::optional(known->step.mfu) : std::nullopt;
}

Result<GatePath> GatePath::open(
    const std::string& path, bool useCache, uint64_t memory, bool wantsFindings, const ImportChoices& choices)
{
    Result<OpenedFolderPtr> opened = openWhole(path, Asked::Builds, useCache, memory, choices);
    if (!opened)
        return opened.error();
    warnOfPart({}, (*opened)->folder);
    return of(std::move(opened).value(), wantsFindings);
}

namespace {

/// A run that seems better on another machine was not made better.
void doubtHardware(GateReport& report, const GatePath& run, const GatePath& baseline)
{
    const std::string now = run.hardware();
    const std::string before = baseline.hardware();
    if (now.empty() || before.empty() || now == before)
        return;
    report.verdict = Verdict::NotComparable;
    report.whyNot.push_back(say("Other hardware: {}, and {} in the baseline.", now, before));
    report.sentence = say("Nothing can be compared: {}", report.whyNot.front());
}

} // namespace

std::optional<GateReport> judgePaths(std::span<const GatePath* const> paths, const GateRules& rules)
{
    std::vector<GateRun> baselines;
    for (size_t p = 1; p < paths.size(); ++p)
        std::copy(paths[p]->runs.begin(), paths[p]->runs.end(), std::back_inserter(baselines));
    if (paths.empty() || paths.front()->runs.empty() || baselines.empty())
        return std::nullopt;
    const std::vector<GateRun>& runs = paths.front()->runs;
    GateReport report = judgeRun(runs.front(), baselines, rules);
    judgeMfu(report, runs.front(), paths.front()->mfu(), rules);
    if (runs.size() > 1)
        report.remarks.push_back(say("The folder holds {} runs: the first of them was judged.", runs.size()));
    if (report.verdict == Verdict::Better)
        doubtHardware(report, *paths[0], *paths[1]);
    return report;
}

JudgedFolders::JudgedFolders(const CheckCommand& command)
{
    const auto open = [&](const std::string& path) {
        Result<GatePath> opened = GatePath::open(path, command.useCache, command.memory, true, command.choices);
        if (opened)
            return m_paths.push_back(std::move(opened).value());
        printError(opened.error());
        m_isWhole = false;
    };
    open(command.run);
    for (const std::string& path : command.baselines)
        open(path);
    if (!m_isWhole)
        return;
    std::vector<const GatePath*> paths;
    for (const GatePath& path : m_paths)
        paths.push_back(&path);
    m_report = judgePaths(paths, command.rules);
    if (m_report)
        m_run = m_paths.front().runs.front().run;
}

} // namespace bubblescope
