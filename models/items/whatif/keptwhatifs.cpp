// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "keptwhatifs.h"

#include "formatting.h"
#include "plantext.h"
#include "stepanswer.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Of a GPU of the fullest stage; -1 if unknown.
double fullestStage(const StepFigures& figures)
{
    double fullest = -1;
    for (const StepFigures::Stage& stage : figures.stages) {
        if (stage.knowsMemory())
            fullest = std::max(fullest, stage.memoryBytes());
    }
    return fullest;
}

KeptWhatIf keptFigures(const StepFigures& figures)
{
    KeptWhatIf kept;
    kept.stepNs = figures.wholeStepNs();
    kept.lowNs = figures.lowNs();
    kept.highNs = figures.highNs();
    kept.samplesPerSecond = figures.samplesPerSecond();
    kept.memoryBytes = fullestStage(figures);
    return kept;
}

/// As the knobs are called everywhere; the line itself if it is another version's.
QString knobWordsOf(const std::string& line)
{
    const Result<Knobs> knobs = knobsFromLine(line);
    return knobs ? movedKnobsText(*knobs) : toText(line);
}

bool isBetween(const KeptWhatIf& kept) { return kept.highNs > kept.lowNs; }

} // namespace

bool KeptWhatIf::isOfSame(const KeptWhatIf& other) const
{
    return subject == other.subject && run == other.run && source == other.source && step == other.step;
}

KeptWhatIf keptWhatIf(const SimulatedStep& answer, const Knobs& knobs, const WhatIfSubject& subject)
{
    KeptWhatIf kept = keptFigures(answer.figures);
    kept.subject = subject.title;
    kept.step = subject.step;
    kept.knobs = knobsLine(knobs);
    kept.gain = stepAnswer(subject.openedBeside(answer.figures), answer.figures).gain;
    if (answer.described) {
        kept.memoryBytes = -1;
        for (const PlannedStageMemory& stage : answer.described->memory.stages)
            kept.memoryBytes = std::max(kept.memoryBytes, stage.totalBytes());
    }
    // Where a run allows for both, nobody knows.
    const bool mayFit = answer.described && answer.described->memory && !answer.described->fits;
    kept.fits = mayFit || memoryWarning(answer).isEmpty();
    return kept;
}

KeptWhatIf keptOpened(const WhatIfSubject& subject)
{
    KeptWhatIf kept = keptFigures(subject.baseline);
    kept.subject = subject.title;
    kept.step = subject.step;
    kept.lowNs = kept.highNs = kept.stepNs; // it happened
    return kept;
}

KeptWhatIfs::KeptWhatIfs(QObject* parent) : TableModel(parent)
{
    setColumns({{tr("What-if"), {}, tr("A click shows it in both timelines"), false},
        {tr("Samples/s"), tr("samples per second"), tr("Samples per second"), true},
        {tr("Gain"), tr("gain (%)"), tr("In samples per second, beside the opened step"), true},
        {tr("Step"), tr("step (ms)"), tr("How long the step takes"), true},
        {tr("At least"), tr("at least (ms)"), tr("The step is expected between both"), true},
        {tr("At most"), tr("at most (ms)"), tr("The step is expected between both"), true},
        {tr("Memory"), tr("memory (bytes)"), tr("Of one GPU of the fullest stage, at its fullest moment"), true},
        {tr("Of"), {}, tr("What it is a what-if of"), false}});
}

void KeptWhatIfs::insert(const KeptWhatIf& kept)
{
    const int row = rows();
    beginInsertRows({}, row, row);
    m_kept.push_back(kept);
    endInsertRows();
}

int KeptWhatIfs::keep(const KeptWhatIf& kept, const KeptWhatIf& opened)
{
    const auto known = std::find_if(m_kept.begin(), m_kept.end(),
        [&kept](const KeptWhatIf& other) { return other.isOfSame(kept) && other.knobs == kept.knobs; });
    if (known != m_kept.end()) {
        const int row = int(known - m_kept.begin());
        *known = kept; // asked again, perhaps of other hardware by the same name
        emit dataChanged(index(row, 0), index(row, columnCount() - 1));
        return row;
    }
    const bool isFirst
        = std::none_of(m_kept.begin(), m_kept.end(), [&kept](const KeptWhatIf& other) { return other.isOfSame(kept); });
    if (m_kept.size() + (isFirst ? 2 : 1) > mostKept)
        return -1;
    if (isFirst)
        insert(opened);
    insert(kept);
    return rows() - 1;
}

void KeptWhatIfs::drop(int row)
{
    if (row < 0 || row >= rows())
        return;
    beginRemoveRows({}, row, row);
    m_kept.erase(m_kept.begin() + row);
    endRemoveRows();
}

void KeptWhatIfs::setKept(std::vector<KeptWhatIf> kept)
{
    if (kept.size() > mostKept)
        kept.resize(mostKept);
    beginResetModel();
    m_kept = std::move(kept);
    endResetModel();
}

QString KeptWhatIfs::text(int row, int column) const
{
    const KeptWhatIf& kept = m_kept[size_t(row)];
    switch (column) {
    case NameColumn:
        return kept.knobs.empty() ? tr("opened") : knobWordsOf(kept.knobs);
    case SamplesColumn:
        return kept.samplesPerSecond > 0 ? formatNumber(kept.samplesPerSecond) : unknownText();
    case GainColumn:
        return kept.knobs.empty() ? unknownText() : formatShareDifference(kept.gain);
    case StepColumn:
        return formatDuration(kept.stepNs);
    case LowColumn:
        return isBetween(kept) ? formatDuration(kept.lowNs) : unknownText();
    case HighColumn:
        return isBetween(kept) ? formatDuration(kept.highNs) : unknownText();
    case MemoryColumn:
        return kept.memoryBytes < 0 ? unknownText()
            : kept.fits             ? formatBytes(kept.memoryBytes)
                                    : tr("%1, does not fit").arg(formatBytes(kept.memoryBytes));
    default:
        return toText(kept.subject);
    }
}

QVariant KeptWhatIfs::sortValue(int row, int column) const
{
    const KeptWhatIf& kept = m_kept[size_t(row)];
    switch (column) {
    case SamplesColumn:
        return kept.samplesPerSecond;
    case GainColumn:
        return kept.gain;
    case StepColumn:
        return kept.stepNs;
    case LowColumn:
        return kept.lowNs;
    case HighColumn:
        return kept.highNs;
    case MemoryColumn:
        return kept.memoryBytes;
    default:
        return {};
    }
}

QString KeptWhatIfs::plainText(int row, int column) const
{
    const KeptWhatIf& kept = m_kept[size_t(row)];
    const QString unknown = QStringLiteral(""); // null would be the text for display
    switch (column) {
    case NameColumn: // to be set again
        return kept.knobs.empty() ? QString() : toText(kept.knobs);
    case SamplesColumn:
        return kept.samplesPerSecond > 0 ? plainNumber(kept.samplesPerSecond) : unknown;
    case GainColumn:
        return plainNumber(100 * kept.gain);
    case StepColumn:
        return plainMilliseconds(kept.stepNs);
    case LowColumn:
        return plainMilliseconds(kept.lowNs);
    case HighColumn:
        return plainMilliseconds(kept.highNs);
    case MemoryColumn:
        return kept.memoryBytes >= 0 ? plainNumber(kept.memoryBytes) : unknown;
    default:
        return {};
    }
}

QString KeptWhatIfs::toolTip(int row, int) const
{
    QStringList lines;
    for (const int column : {SubjectColumn, NameColumn})
        lines << text(row, column);
    lines << tr("step %1").arg(text(row, StepColumn));
    if (isBetween(m_kept[size_t(row)]))
        lines << tr("expected between %1 and %2").arg(text(row, LowColumn), text(row, HighColumn));
    if (!m_kept[size_t(row)].knobs.empty())
        lines << tr("gain %1").arg(text(row, GainColumn));
    if (m_kept[size_t(row)].memoryBytes >= 0)
        lines << tr("memory %1").arg(text(row, MemoryColumn));
    return lines.join(QLatin1Char('\n'));
}

} // namespace bubblescope
