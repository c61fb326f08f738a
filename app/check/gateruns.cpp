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

std::optional<double> GatePath::mfu() const
{
    const std::optional<double> stepNs
        = runs.empty() ? std::nullopt : runs.front().typical(GateQuantity::Step);
    if (!stepNs)
        return {};
    const RunFolder& folder = opened->folder;
    const std::optional<MeasuredThroughput> throughput = folder.runs.empty()
        ? measuredThroughput(folder.runLogs.front(), *stepNs)
        : measuredThroughput(folder, folder.runs.front(), *stepNs);
    return throughput && throughput->step.mfu > 0 ? std::optional(throughput->step.mfu) : std::nullopt;
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

JudgedFolders::JudgedFolders(const CheckCommand& command)
{
    std::vector<GateRun> baselines;
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
    for (size_t p = 1; p < m_paths.size(); ++p)
        std::copy(m_paths[p].runs.begin(), m_paths[p].runs.end(), std::back_inserter(baselines));
    if (!m_isWhole || m_paths.front().runs.empty() || baselines.empty())
        return;
    const std::vector<GateRun>& runs = m_paths.front().runs;
    m_run = runs.front().run;
    m_report = judgeRun(runs.front(), baselines, command.rules);
    judgeMfu(*m_report, runs.front(), m_paths.front().mfu(), command.rules);
    if (runs.size() > 1)
        m_report->remarks.push_back(say("The folder holds {} runs: the first of them was judged.", runs.size()));
    if (m_report->verdict == Verdict::Better)
        doubtHardware(m_paths[0], m_paths[1]);
}

void JudgedFolders::doubtHardware(const GatePath& run, const GatePath& baseline)
{
    const std::string now = run.hardware();
    const std::string before = baseline.hardware();
    if (now.empty() || before.empty() || now == before)
        return;
    m_report->verdict = Verdict::NotComparable;
    m_report->whyNot.push_back(say("Other hardware: {}, and {} in the baseline.", now, before));
    m_report->sentence = say("Nothing can be compared: {}", m_report->whyNot.front());
}

} // namespace bubblescope
