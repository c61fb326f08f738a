// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rundetails.h"

#include "countedtext.h"
#include "detailfields.h"

#include <algorithm>

namespace bubblescope {

using namespace details;

namespace {

QString clockText(const RankInfo& rank)
{
    switch (rank.clock) {
    case ClockState::Reference:
        return tr("the reference");
    case ClockState::Aligned:
        return tr("shifted by %1").arg(formatDurationDifference(double(rank.shift)));
    case ClockState::OwnStart:
        return tr("not comparable: drawn from its own start");
    }
    return {};
}

/// One size per line with its usual short name, since panels are narrow.
void addLayout(Fields& fields, const ParallelLayout& layout)
{
    const auto add = [&fields](const QString& label, const std::optional<int>& value, const QString& meaning) {
        if (value)
            fields.add(label, formatCount(*value), meaning);
    };
    add(tr("TP"), layout.tensor, tr("tensor parallel"));
    add(tr("PP"), layout.pipeline, tr("pipeline parallel"));
    add(tr("DP"), layout.data, tr("data parallel"));
    add(tr("EP"), layout.expert, tr("expert parallel"));
    add(tr("CP"), layout.context, tr("context parallel"));
    add(tr("microbatches"), layout.microbatches, tr("of one replica in one step"));
    add(tr("size of each"), layout.microbatchSize, tr("Sequences in a microbatch"));
    add(tr("layers"), layout.layers, tr("of the whole model"));
}

} // namespace

DetailFields runDetails(const Run& run, int rank, bool hangs)
{
    Fields fields;
    const Trace& trace = *run.trace;
    if (const RankInfo* info = rank < 0 ? nullptr : trace.findRank(rank)) {
        fields.heading(rankText(rank));
        if (info->stage >= 0)
            fields.add(tr("stage"), QString::number(info->stage));
        if (info->host < trace.hosts().size())
            fields.add(tr("host"), toText(trace.hosts()[info->host]).simplified());
        if (run.kind != Run::Kind::Plan) {
            fields.add(tr("clock"), clockText(*info));
            fields.add(tr("recorded time"), formatDuration(double(trace.rangeOf(*info).duration())),
                exactTip(trace.rangeOf(*info).duration()));
        }
    }

    fields.heading(toText(run.name).simplified());
    if (run.origin != Origin::Modelled)
        fields.add(tr("kind"), runKindText(run.kind));
    fields.add(tr("origin"), originText(run.origin));
    if (run.kind != Run::Kind::Plan) {
        fields.add(tr("recorded time"), formatDuration(double(trace.range().duration())),
            tr("First start to last end, after alignment: %1").arg(exactTip(trace.range().duration())));
    }
    addLayout(fields, run.layout);
    fields.add(tr("ranks"), formatCount(run.rankCount()));
    if (run.stageCount() > 0)
        fields.add(tr("stages"), formatCount(run.stageCount()));
    if (!hangs)
        fields.add(tr("steps"), formatCount(qint64(trace.steps().size())));
    fields.add(tr("spans"), formatCount(trace.operationCount()), tr("Top-level records"));
    if (trace.subOperationCount() > 0)
        fields.add(tr("inside them"), formatCount(trace.subOperationCount()), tr("Recorded inside spans"));
    if (!run.missingRanks.empty()) {
        QStringList missing;
        for (size_t i = 0; i < std::min<size_t>(run.missingRanks.size(), 200); ++i)
            missing.append(QString::number(run.missingRanks[i]));
        fields.add(tr("missing ranks"), missing.join(QStringLiteral(", ")));
    }

    if (run.clocks.size() > 1) {
        fields.heading(tr("Hosts and their clocks"));
        for (const HostClock& clock : run.clocks) {
            fields.add(toText(clock.host).simplified(),
                !clock.aligned ? tr("not aligned: drawn from its own start")
                               : tr("%1 ± %2").arg(formatDurationDifference(double(clock.shift)),
                                   formatDuration(double(clock.residual))),
                clock.aligned ? countedText(clock.matches, tr("Added to its times; residual over 1 match"),
                    tr("Added to its times; residual over %1 matches"))
                              : tr("No message was found that both it and another host recorded"));
        }
    }

    if (!run.files.empty()) {
        fields.heading(countedText(qint64(run.files.size()), tr("1 file"), tr("%1 files")));
        for (size_t i = 0; i < std::min<size_t>(run.files.size(), 64); ++i)
            fields.add(QString::number(i + 1), fileNameOf(run.files[i]), toText(run.files[i]).simplified());
        if (run.files.size() > 64)
            fields.add(tr("and more"), formatCount(qint64(run.files.size() - 64)));
    }
    return fields.take();
}

} // namespace bubblescope
