// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatifsources.h"

#include "formatting.h"
#include "simulationinputs.h"
#include "stepofranks.h"
#include "tabletexts.h"
#include "typicalstep.h"
#include "whatifcontrol.h"
#include "workspace.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr uint64_t bytesOfPreparedSpan = 500; // measured

uint64_t spansIn(const Trace& trace, TimeRange range)
{
    const std::span<const TimeNs> begins(trace.timing().begin);
    uint64_t count = 0;
    for (const Row& row : trace.rows()) {
        const auto own = begins.subspan(row.firstSpan, row.spanCount);
        count += uint64_t(std::lower_bound(own.begin(), own.end(), range.end)
            - std::lower_bound(own.begin(), own.end(), range.begin));
    }
    return count;
}

} // namespace

QString WhatIfSources::nameOf(const SimulationSource& source) const
{
    const QString name = toText(inputName(*m_workspace.document.folder(), source));
    switch (source.kind) {
    case SimulationSource::Kind::LayerTable:
        return tr("Table: %1").arg(name);
    case SimulationSource::Kind::Workload:
        return tr("Workload: %1").arg(name);
    case SimulationSource::Kind::RunLog:
        return tr("Log: %1").arg(name);
    case SimulationSource::Kind::Description:
        return tr("Job: %1").arg(name);
    case SimulationSource::Kind::Run:
        break;
    }
    return name;
}

void WhatIfSources::update()
{
    const RunFolder* folder = m_workspace.document.folder();
    m_sources = folder ? simulationSources(*folder) : std::vector<SimulationSource>();
    m_chosen.reset();
}

QStringList WhatIfSources::names() const
{
    QStringList names;
    for (const SimulationSource& source : m_sources)
        names << nameOf(source);
    return names;
}

int WhatIfSources::indexOf(const SimulationSource& source) const
{
    return int(std::find_if(m_sources.begin(), m_sources.end(), [&source](const SimulationSource& other) {
        return other.kind == source.kind && other.index == source.index;
    }) - m_sources.begin());
}

void WhatIfSources::choose(const SimulationSource& source)
{
    m_chosen.reset();
    const int index = indexOf(source);
    if (source.kind != SimulationSource::Kind::Run && size_t(index) < m_sources.size())
        m_chosen = size_t(index);
}

void WhatIfSources::chooseNamed(const QString& name)
{
    m_chosen.reset();
    const qsizetype index = name.isEmpty() ? -1 : names().indexOf(name);
    if (index >= 0)
        m_chosen = size_t(index);
}

QString WhatIfSources::chosenName() const
{
    const bool isThere = m_workspace.document.folder() && m_chosen && *m_chosen < m_sources.size();
    return isThere ? nameOf(m_sources[*m_chosen]) : QString();
}

/// Of the inputs of this kind, the one that the views show.
SimulationSource WhatIfSources::shown(SimulationSource first) const
{
    const InputChoice& inputs = m_workspace.inputs;
    const int index = first.kind == SimulationSource::Kind::LayerTable ? inputs.layerTableIndex()
        : first.kind == SimulationSource::Kind::Workload               ? inputs.workloadIndex()
        : first.kind == SimulationSource::Kind::RunLog                 ? inputs.runLogIndex()
                                                                       : -1;
    const SimulationSource source {first.kind, size_t(std::max(index, 0)), 0};
    return index >= 0 && size_t(indexOf(source)) < m_sources.size() ? source : first;
}

SimulationSource WhatIfSources::current() const
{
    SimulationSource source = shown(m_sources.front());
    const int run = m_workspace.document.runIndex();
    if (m_chosen && *m_chosen < m_sources.size())
        source = m_sources[*m_chosen];
    else if (run >= 0)
        source = {SimulationSource::Kind::Run, size_t(run), 0};
    if (source.kind == SimulationSource::Kind::Run) {
        const Run& opened = m_workspace.document.folder()->runs[source.index];
        const std::optional<int64_t> number = m_workspace.window.step();
        const Result<int> chosen = number ? stepNumbered(opened, *number) : Error {};
        source.step = chosen ? *chosen : typicalStep(*opened.trace);
    }
    return source;
}

bool WhatIfSources::isLarge(const SimulationSource& source, uint64_t mostSpans) const
{
    constexpr uint64_t readWhilePreparing = 4; // spans, as fast as one is prepared
    return spansOf(source).value_or(0) > mostSpans || spansToRead(source) > readWhilePreparing * mostSpans;
}

uint64_t WhatIfSources::spansToRead(const SimulationSource& source) const
{
    const bool isToBeRead = isReadByRanks(*m_workspace.document.opened(), source);
    return isToBeRead ? m_workspace.document.folder()->statistics.spans : 0;
}

std::optional<uint64_t> WhatIfSources::spansOf(const SimulationSource& source) const
{
    if (spansToRead(source) > 0) {
        const Run& run = m_workspace.document.folder()->runs[source.index];
        return spansToRead(source) / std::max<size_t>(run.trace->steps().size(), 1);
    }
    const OpenedStep step = openedStep(*m_workspace.document.folder(), source);
    return step.run ? std::optional(spansIn(*step.run->trace, step.range)) : std::nullopt;
}

QString WhatIfSources::offerOf(const SimulationSource& source) const
{
    const std::optional<uint64_t> spans = spansOf(source);
    if (!spans)
        return WhatIfControl::tr("Nothing is simulated until you ask.");
    if (spansToRead(source) > 0) {
        const double gigabytes = std::max(double(*spans * bytesOfPreparedSpan) / 1e9, 0.1);
        return WhatIfControl::tr(
            "Not all ranks are in memory. To get this step of all of them, %1 million events are read; re-timing it "
            "takes about %2 GB of memory, so it waits until you ask.")
            .arg(formatFixed(double(spansToRead(source)) / 1e6, 1), formatFixed(gigabytes, 1));
    }
    return WhatIfControl::tr(
        "This step has %1 million events. Re-timing it takes about %2 GB of memory, so it waits until you ask.")
        .arg(formatFixed(double(*spans) / 1e6, 1), formatFixed(double(*spans * bytesOfPreparedSpan) / 1e9, 1));
}

QString WhatIfSources::progressOf(bool isReading, double share)
{
    const QString text = isReading ? WhatIfControl::tr("Reading the step of all ranks … %1 %")
                                   : WhatIfControl::tr("Preparing the step … %1 %");
    return text.arg(int(100 * share));
}

} // namespace bubblescope
