// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateruns.h"

#include "checkcommand.h"
#include "console.h"
#include "opensource.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace bubblescope {

std::vector<GateRun> gateRunsOf(const RunFolder& folder, bool wantsFindings)
{
    std::vector<GateRun> runs;
    for (const Run& run : folder.runs)
        runs.push_back(gateRunOf(run, wantsFindings));
    if (!runs.empty())
        return runs;
    for (const RunLog& log : folder.runLogs)
        runs.push_back(gateRunOf(log));
    return runs;
}

GatePath::GatePath(OpenedFolderPtr folder, bool wantsFindings)
    : runs(gateRunsOf(folder->folder, wantsFindings)), m_folder(std::move(folder))
{
}

GatePath::GatePath(GatedIndex&& index)
{
    runs = std::move(index.runs);
    m_index = std::make_shared<const GatedIndex>(std::move(index));
}

Result<GatePath> GatePath::open(
    const std::string& path, bool useCache, uint64_t memory, bool wantsFindings, const KernelNamesPtr& kernels)
{
    Result<std::optional<GatedIndex>> index = gatedIndex(path, spanMemory(memory, true));
    if (!index)
        return index.error();
    if (*index)
        return GatePath(std::move(**index));
    OpenedFolderPtr folder = openWhole(path, useCache, memory, kernels);
    if (std::optional<Error> error = whyNotOpened(folder->folder))
        return *std::move(error);
    if (std::optional<Error> error = whyCutShort(folder->folder))
        return *std::move(error);
    warnOfPart({}, folder->folder);
    return GatePath(std::move(folder), wantsFindings);
}

std::string GatePath::hardware() const { return m_index ? m_index->hardware : measuredHardware(m_folder->folder); }

JudgedFolders::JudgedFolders(const CheckCommand& command)
{
    std::vector<GateRun> baselines;
    const auto open = [&](const std::string& path) {
        Result<GatePath> opened = GatePath::open(path, command.useCache, command.memory, true, command.kernels);
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
