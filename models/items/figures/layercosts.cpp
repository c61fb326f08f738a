// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "layercosts.h"

#include "countedtext.h"
#include "formatting.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace bubblescope {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("bubblescope", text); }

QString rowsText(const LayerCosts& costs)
{
    return countedText(qint64(costs.lines.size()), tr("1 row"), tr("%1 rows"));
}

double orUnknown(bool isKnown, double value) { return isKnown ? value : LayerCost::unknown; }

void addTo(double& sum, double value)
{
    if (std::isfinite(value))
        sum = std::isfinite(sum) ? sum + value : value;
}

/// Adds `cost` `times` times.
void accumulate(LayerCost& sum, const LayerCost& cost, int times = 1)
{
    addTo(sum.forwardNs, cost.forwardNs * times);
    addTo(sum.backwardNs, cost.backwardNs * times);
    addTo(sum.weightGradientNs, cost.weightGradientNs * times);
    addTo(sum.communicationNs, cost.communicationNs * times);
    sum.totalNs += cost.totalNs * times;
    sum.messageBytes += cost.messageBytes * times;
}

LayerCost lineOf(const LayerRow& row, bool communicationIsKnown)
{
    LayerCost line;
    line.name = toText(row.name).simplified();
    line.forwardNs = row.forwardNs;
    line.backwardNs = row.backwardNs;
    line.weightGradientNs = row.weightGradientNs;
    line.communicationNs = orUnknown(communicationIsKnown, row.forwardCommNs + row.backwardCommNs + row.weightCommNs);
    line.totalNs = row.totalNs();
    // A stated total is the file's own sum of the passes; exposed communication that is stated separately is added.
    if (communicationIsKnown && !row.statedTotalNs)
        line.totalNs += line.communicationNs;
    line.messageBytes = row.forwardComm.bytes + row.backwardComm.bytes + row.weightComm.bytes;
    return line;
}

LayerCost barOf(const std::vector<LayerCost>& lines, size_t first, size_t last, const QString& name)
{
    LayerCost bar;
    bar.name = name;
    for (size_t i = first; i < last; ++i)
        accumulate(bar, lines[i]);
    return bar;
}

double totalOf(const std::vector<LayerCost>& costs)
{
    double total = 0;
    for (const LayerCost& cost : costs)
        total += cost.totalNs * cost.repeats;
    return total;
}

bool isForwardOnly(const std::vector<LayerCost>& lines)
{
    const auto any = [&lines](double LayerCost::*pass) {
        return std::any_of(lines.begin(), lines.end(), [pass](const LayerCost& line) { return line.*pass > 0; });
    };
    return any(&LayerCost::forwardNs) && !any(&LayerCost::backwardNs) && !any(&LayerCost::weightGradientNs);
}

} // namespace

double LayerCost::knownSum() const
{
    double sum = 0;
    for (const double value : {forwardNs, backwardNs, weightGradientNs, communicationNs}) {
        if (std::isfinite(value))
            sum += value;
    }
    return sum;
}

bool LayerCosts::knows(double LayerCost::*pass) const
{
    return std::any_of(bars.begin(), bars.end(), [pass](const LayerCost& bar) { return std::isfinite(bar.*pass); });
}

std::vector<int> LayerCosts::boundaries() const
{
    std::vector<int> places;
    for (size_t i = 0; i + 1 < bars.size(); ++i) {
        if (bars[i].lastStage >= 0 && bars[i + 1].firstStage >= 0 && bars[i].lastStage != bars[i + 1].firstStage)
            places.push_back(static_cast<int>(i));
    }
    return places;
}

int LayerCosts::barOf(const QString& name) const
{
    if (name.isEmpty())
        return -1;
    const auto bar = std::find_if(bars.begin(), bars.end(), [&name](const LayerCost& b) { return b.name == name; });
    if (bar != bars.end())
        return static_cast<int>(bar - bars.begin());
    const auto line = std::find_if(lines.begin(), lines.end(), [&name](const LayerCost& l) { return l.name == name; });
    if (line == lines.end() || line->part.isEmpty())
        return -1;
    const auto owner
        = std::find_if(bars.begin(), bars.end(), [&line](const LayerCost& b) { return b.part == line->part; });
    return owner == bars.end() ? -1 : static_cast<int>(owner - bars.begin());
}

LayerCosts layerCosts(const LayerTable& table, int foldedLayers)
{
    LayerCosts costs;
    costs.source = LayerCosts::Source::Table;
    costs.origin = table.origin;
    costs.folds = table.hasBlock() && table.block.second <= table.rows.size();
    const bool communicationIsKnown = table.kind == LayerTable::Kind::SimAIResult;
    for (const LayerRow& row : table.rows)
        costs.lines.push_back(lineOf(row, communicationIsKnown));
    costs.writtenNs = totalOf(costs.lines);
    if (costs.lines.empty()) {
        costs.missing = tr("The table has no rows: it may have been left behind by a run that stopped early.");
        return costs;
    }

    if (costs.folds) {
        const int layers = std::max(1, foldedLayers);
        const auto [first, last] = table.block;
        const QString prologue = tr("prologue");
        const QString layer = tr("layer");
        const QString epilogue = tr("epilogue");
        for (size_t i = 0; i < costs.lines.size(); ++i) {
            costs.lines[i].part = i < first ? prologue : i < last ? layer : epilogue;
            costs.lines[i].repeats = i >= first && i < last ? layers : 1;
        }
        const auto addBar = [&costs](size_t from, size_t to, const QString& name, const QString& part) {
            if (from == to)
                return;
            costs.bars.push_back(bubblescope::barOf(costs.lines, from, to, name));
            costs.bars.back().part = part;
        };
        addBar(0, first, prologue, prologue);
        for (int i = 0; i < layers; ++i)
            addBar(first, last, QString::number(i), layer);
        addBar(last, costs.lines.size(), epilogue, epilogue);
        costs.totalNs = table.folded(layers).totalNs;
        costs.summary = tr("Prologue %1 + %2 × layer %3 + epilogue %4 = %5. As written, with one layer: %6.")
                            .arg(formatDuration(table.prologue().totalNs), formatCount(layers),
                                formatDuration(table.layer().totalNs), formatDuration(table.epilogue().totalNs),
                                formatDuration(costs.totalNs), formatDuration(costs.writtenNs));
        if (table.stated) {
            costs.summary
                += QLatin1Char(' ') + tr("The prediction states %1.").arg(formatDuration(table.stated->totalNs));
        }
    } else {
        costs.bars = costs.lines;
        costs.totalNs = totalOf(costs.bars);
        costs.summary = tr("%1, %2.").arg(rowsText(costs), formatDuration(costs.totalNs));
    }
    if (isForwardOnly(costs.lines))
        costs.summary += QLatin1Char(' ') + tr("Forward only: the backward times are 0.");
    return costs;
}

LayerCosts layerCosts(const Workload& workload)
{
    LayerCosts costs;
    costs.source = LayerCosts::Source::Workload;
    costs.origin = Origin::Modelled;
    int unknownPasses = 0;
    for (const WorkloadRow& row : workload.rows) {
        LayerCost line;
        line.name = toText(row.name).simplified();
        const auto passTime = [&unknownPasses](const WorkloadPass& pass) {
            unknownPasses += pass.computeIsUnknown;
            return orUnknown(!pass.computeIsUnknown, pass.computeNs);
        };
        line.forwardNs = passTime(row.forward);
        line.backwardNs = passTime(row.inputGradient);
        line.weightGradientNs = passTime(row.weightGradient);
        line.messageBytes = row.forward.comm.bytes + row.inputGradient.comm.bytes + row.weightGradient.comm.bytes;
        line.totalNs = line.knownSum();
        costs.lines.push_back(line);
    }
    costs.bars = costs.lines;
    costs.totalNs = totalOf(costs.bars);
    costs.writtenNs = costs.totalNs;
    if (costs.bars.empty()) {
        costs.missing = tr("The workload has no rows.");
        return costs;
    }
    costs.summary = tr("%1 of one stage of one rank, compute %2; %3 in messages.")
                        .arg(rowsText(costs), formatDuration(costs.totalNs), formatBytes([&costs] {
                            double bytes = 0;
                            for (const LayerCost& line : costs.lines)
                                bytes += line.messageBytes;
                            return bytes;
                        }()));
    if (unknownPasses > 0) {
        costs.summary += QLatin1Char(' ')
            + countedText(unknownPasses, tr("1 compute time is unknown (the file says 1) and left out."),
                tr("%1 compute times are unknown (the file says 1) and left out."));
    }
    return costs;
}

LayerCosts layerCosts(const RunLog& log, std::optional<int64_t> step)
{
    LayerCosts costs;
    costs.source = LayerCosts::Source::Log;
    costs.origin = Origin::Measured;
    if (log.blocks.empty()) {
        costs.missing = tr("This log prints no forward times by layer.");
        return costs;
    }
    std::map<int, std::pair<int, int>> stagesOf;
    for (const StageBlock& block : log.blocks) {
        for (const StageBlock::LayerTime& time : block.layers) {
            const auto [found, isNew] = stagesOf.try_emplace(time.layer, block.stage, block.stage);
            found->second.first = std::min(found->second.first, block.stage);
            found->second.second = std::max(found->second.second, block.stage);
        }
    }
    const std::vector<int64_t> steps = log.blockSteps();
    for (const RunLog::LayerForward& layer : step ? log.layerForwardMs(*step) : log.medianLayerForwardMs()) {
        LayerCost bar;
        bar.name = toText(logLayerName(layer.layer));
        bar.forwardNs = layer.ms * 1e6;
        bar.totalNs = bar.forwardNs;
        std::tie(bar.firstStage, bar.lastStage) = stagesOf[layer.layer];
        costs.bars.push_back(bar);
    }
    if (costs.bars.empty()) {
        costs.missing = tr("The log has no forward times of step %1.").arg(step.value_or(steps.front()));
        return costs;
    }
    costs.lines = costs.bars;
    costs.totalNs = totalOf(costs.bars);
    costs.writtenNs = costs.totalNs;
    const QString which = step ? tr("Step %1").arg(*step)
        : steps.size() > 1     ? tr("Median step (without the first)")
                               : tr("Step %1").arg(steps.front());
    costs.summary
        = tr("%1: forward %2 in all layers and microbatches.").arg(which, formatDuration(costs.totalNs));
    return costs;
}

} // namespace bubblescope
