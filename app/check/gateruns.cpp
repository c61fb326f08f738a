// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateruns.h"

#include "checkcommand.h"
#include "opensource.h"
#include "simulationinputs.h"
#include "whatif.h"

#include <algorithm>
#include <iterator>

namespace bubblescope {

namespace {

/// The hardware that transfers were measured on, where the input tells.
std::string measuredHardware(const RunFolder& folder)
{
    if (folder.runs.empty())
        return {};
    const Result<Simulator> simulator = Simulator::make(folder, {SimulationSource::Kind::Run, 0, 0});
    if (!simulator || simulator->machine().by == MachineGuess::By::Assumed)
        return {};
    return simulator->machine().hardware.name;
}

} // namespace

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

JudgedFolders::JudgedFolders(const CheckCommand& command)
{
    m_opened = openWhole(command.run, command.useCache);
    m_isWhole = warnOfPart({}, m_opened->folder);
    std::vector<GateRun> runs = gateRunsOf(m_opened->folder);
    std::vector<GateRun> baselines;
    for (const std::string& path : command.baselines) {
        m_before.push_back(openWhole(path, command.useCache));
        m_isWhole = warnOfPart({}, m_before.back()->folder) && m_isWhole;
        std::vector<GateRun> more = gateRunsOf(m_before.back()->folder);
        std::move(more.begin(), more.end(), std::back_inserter(baselines));
    }
    if (!m_isWhole || runs.empty() || baselines.empty())
        return;
    m_run = runs.front().run;
    m_report = judgeRun(runs.front(), baselines, command.rules);
    if (runs.size() > 1)
        m_report->remarks.push_back(say("The folder holds {} runs: the first of them was judged.", runs.size()));
    if (m_report->verdict == Verdict::Better)
        doubtHardware(m_opened->folder, m_before.front()->folder);
}

void JudgedFolders::doubtHardware(const RunFolder& run, const RunFolder& baseline)
{
    const std::string now = measuredHardware(run);
    const std::string before = measuredHardware(baseline);
    if (now.empty() || before.empty() || now == before)
        return;
    m_report->verdict = Verdict::NotComparable;
    m_report->whyNot.push_back(say("Other hardware: {}, and {} in the baseline.", now, before));
    m_report->sentence = say("Nothing can be compared: {}", m_report->whyNot.front());
}

} // namespace bubblescope
