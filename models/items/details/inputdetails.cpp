// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputdetails.h"

#include "detailfields.h"
#include "logtimers.h"

#include <algorithm>

namespace bubblescope {

using namespace details;

namespace {

void addTimers(Fields& fields, const std::vector<TimerMedian>& timers, double stepMs)
{
    fields.heading(tr("Timers of the program, median of a step"));
    constexpr size_t shown = 24;
    for (size_t i = 0; i < std::min(shown, timers.size()); ++i) {
        QString text = formatDuration(timers[i].ms * 1e6);
        if (const std::optional<double> share = timers[i].shareOf(stepMs))
            text += QStringLiteral(" · ") + formatShare(*share);
        fields.add(toText(timers[i].name).simplified(), text, tr("Timers are nested: they do not add up to the step"));
    }
}

} // namespace

DetailFields layerTableDetails(const LayerTable& table)
{
    Fields fields;
    fields.heading(toText(table.name).simplified());
    fields.add(tr("kind"), QLatin1String(layerTableKindName(table.kind)));
    fields.add(tr("origin"), originText(table.origin));
    fields.add(tr("rows"), formatCount(qint64(table.rows.size())));
    fields.add(tr("as written"), formatDuration(table.asWritten().totalNs));
    if (table.hasBlock()) {
        fields.add(tr("prologue"), formatDuration(table.prologue().totalNs));
        fields.add(tr("one layer"), formatDuration(table.layer().totalNs));
        fields.add(tr("epilogue"), formatDuration(table.epilogue().totalNs));
    }
    if (table.layerCount)
        fields.add(tr("layers"), formatCount(*table.layerCount), toText(table.layerCountSource).simplified());
    if (table.stated)
        fields.add(tr("stated total"), formatDuration(table.stated->totalNs));
    fields.add(tr("file"), fileNameOf(table.file), toText(table.file).simplified());
    for (const auto& [key, value] : table.summary)
        fields.add(toText(key).simplified(), toText(value).simplified());
    return fields.take();
}

DetailFields workloadDetails(const Workload& workload)
{
    Fields fields;
    fields.heading(toText(workload.name).simplified());
    fields.add(tr("kind"), tr("workload"));
    fields.add(tr("policy"), toText(workload.policy).simplified());
    fields.add(tr("rows"), formatCount(qint64(workload.rows.size())));
    if (workload.declaredRows && *workload.declaredRows != qint64(workload.rows.size()))
        fields.add(tr("declared rows"), formatCount(*workload.declaredRows));
    fields.addCount(tr("TP"), workload.tensorParallel);
    fields.addCount(tr("PP"), workload.pipelineParallel);
    fields.addCount(tr("EP"), workload.expertParallel);
    fields.addCount(tr("DP"), workload.dataParallel());
    fields.addCount(tr("GPUs"), workload.gpus);
    fields.addCount(tr("microbatches"), workload.microbatches);
    fields.addCount(tr("layers per stage"), workload.layersPerStage);
    if (workload.pipelineCommBytes)
        fields.add(tr("pipeline message"), formatBytes(*workload.pipelineCommBytes));
    fields.add(tr("known compute"), formatDuration(workload.computeNs()));
    fields.add(tr("file"), fileNameOf(workload.file), toText(workload.file).simplified());
    return fields.take();
}

DetailFields runLogDetails(const RunLog& log)
{
    Fields fields;
    fields.heading(toText(log.name).simplified());
    fields.add(tr("kind"), tr("run log, %1").arg(QLatin1String(runLogKindName(log.kind))));
    fields.add(tr("steps"), formatCount(log.stepCount()));
    if (const auto median = log.medianStepMs())
        fields.add(tr("median step"), formatDuration(*median * 1e6), tr("Without the first step"));
    fields.add(tr("loss points"), formatCount(qint64(log.lossPoints())));
    if (const std::vector<TimerMedian> timers = medianTimers(log); !timers.empty()) {
        addTimers(fields, timers, log.medianStepMs().value_or(0));
        fields.heading(tr("Job"));
    }
    if (log.stageCount() > 0)
        fields.add(tr("stages"), formatCount(log.stageCount()));
    fields.addCount(tr("world size"), log.worldSize);
    fields.addCount(tr("TP"), log.tensorParallel);
    fields.addCount(tr("PP"), log.pipelineParallel);
    fields.addCount(tr("DP"), log.dataParallel);
    fields.addCount(tr("EP"), log.expertParallel);
    fields.addCount(tr("microbatches"), log.microbatches);
    fields.addCount(tr("size of each"), log.microbatchSize);
    fields.addCount(tr("global batch"), log.globalBatch);
    fields.addCount(tr("layers"), log.layerCount);
    if (log.elapsedSeconds)
        fields.add(tr("whole program"), formatDuration(*log.elapsedSeconds * 1e9));
    fields.add(tr("file"), fileNameOf(log.file), toText(log.file).simplified());
    return fields.take();
}

} // namespace bubblescope
