// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "placefinder.h"

#include "formatting.h"
#include "notebook.h"
#include "spansearch.h"
#include "workspace.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <climits>
#include <cmath>
#include <set>

namespace bubblescope {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("bubblescope::PlaceFinder", text); }

/// The number after a word, in English or in the language of the window, or after its first letter: "rank 5", "r5".
std::optional<qint64> numberAfter(const QString& typed, const QString& word, const QString& translated)
{
    const QString pattern = QStringLiteral("^(?:%1|%2|%3)\\s*[:#]?\\s*(\\d{1,12})$")
                                .arg(word, QRegularExpression::escape(translated), word.left(1));
    const QRegularExpressionMatch match
        = QRegularExpression(pattern, QRegularExpression::CaseInsensitiveOption).match(typed);
    return match.hasMatch() ? std::optional(match.captured(1).toLongLong()) : std::nullopt;
}

/// "3.5 ms" in ns; a comma is a decimal point, too.
std::optional<TimeNs> timeOf(const QString& typed)
{
    static const QRegularExpression form(QStringLiteral("^([0-9]+(?:[.,][0-9]+)?)\\s*(ns|us|µs|ms|s)$"));
    const QRegularExpressionMatch match = form.match(typed);
    if (!match.hasMatch())
        return std::nullopt;
    const QString unit = match.captured(2);
    const double factor = unit == QLatin1String("s") ? 1e9 : unit == QLatin1String("ms") ? 1e6
        : unit == QLatin1String("ns")                                                    ? 1
                                                                                         : 1e3;
    const double ns = match.captured(1).replace(QLatin1Char(','), QLatin1Char('.')).toDouble() * factor;
    return ns < 4e18 ? std::optional(TimeNs(std::llround(ns))) : std::nullopt;
}

void goToTime(Workspace& workspace, TimeNs time)
{
    TimeWindow& window = workspace.window;
    const TimeNs width = window.visibleRange().duration();
    window.setVisibleRange({time - width / 2, time - width / 2 + width});
    window.setCrosshair(time);
    window.commitPlace();
}

/// Whether any span matches, as far as that can be told at once.
bool occurs(const Trace& trace, const std::string& text)
{
    constexpr size_t mostLookedAt = 4'000'000; // some 50 ms
    const Result<SpanQuery> query = SpanQuery::parse(text);
    if (!query || query->isEmpty())
        return false;
    const PreparedQuery prepared(*query, trace.strings());
    std::vector<StringId> names;
    for (uint32_t i = 0; i < trace.strings().size(); ++i)
        names.emplace_back(i);
    if (!prepared.mayMatch(names)) // of all ranks alike
        return false;
    size_t looked = 0;
    for (const RankInfo& rank : trace.ranks()) {
        if (!prepared.mayMatch(trace, rank.rank, {}))
            continue;
        for (const Track& track : trace.tracksOf(rank.rank)) {
            if (!prepared.matchesTrack(trace, track))
                continue;
            for (const Row& row : trace.rowsOf(trace.idOf(track))) {
                for (uint32_t s = row.firstSpan; s < row.firstSpan + row.spanCount; ++s) {
                    if (prepared.matchesSpan(trace, trace.timing(), SpanId(s)))
                        return true;
                }
                looked += row.spanCount;
                if (looked > mostLookedAt)
                    return true; // the search will tell
            }
        }
    }
    return false;
}

QString shortened(const QString& text)
{
    constexpr qsizetype most = 40;
    const QString line = text.simplified();
    return line.size() <= most ? line : line.left(most - 1) + QChar(0x2026);
}

/// Notes and layers with these words.
void addNamed(std::vector<NamedPlace>& places, Workspace& workspace, const QString& typed)
{
    constexpr size_t most = 8; // of each
    const auto contains = [&typed](const QString& text) { return text.contains(typed, Qt::CaseInsensitive); };
    NoteBook& notes = workspace.document.notes();
    size_t found = 0;
    for (const Annotation& note : notes.notes()) {
        const QString text = toText(note.text);
        if (!contains(text) || ++found > most)
            continue;
        places.push_back(
            {tr("Go to the note “%1”").arg(shortened(text)), [&notes, id = note.id] { notes.requestGo(id); }});
    }
    std::set<QString> layers;
    const RunFolder* folder = workspace.document.folder();
    if (!folder)
        return;
    for (const LayerTable& table : folder->layerTables) {
        for (const LayerRow& row : table.rows) {
            const QString name = toText(row.name);
            if (!contains(name) || layers.size() >= most || !layers.insert(name).second)
                continue;
            places.push_back({tr("Show the layer “%1”").arg(shortened(name)),
                [&workspace, name] { workspace.selection.setLayer(name); }});
        }
    }
}

/// Also goes there if it is selected already.
void goToRank(Selection& selection, int rank)
{
    if (selection.rank() == rank)
        selection.setRank(-1);
    selection.setRank(rank);
}

void goToStage(Selection& selection, int stage)
{
    selection.setRank(-1);
    selection.setStage(-1);
    selection.setStage(stage);
}

} // namespace

std::vector<NamedPlace> placesNamed(Workspace& workspace, const QString& text)
{
    const QString typed = text.trimmed();
    const TracePtr trace = workspace.document.trace();
    std::vector<NamedPlace> places;
    if (typed.isEmpty())
        return places;
    if (!trace) {
        addNamed(places, workspace, typed);
        return places;
    }
    const auto numbered = [&](const QString& word, const QString& translated, const QString& title,
                              const QString& missing, const auto& exists, const auto& go) {
        const std::optional<qint64> number = numberAfter(typed, word, translated);
        if (!number)
            return;
        const bool isThere = exists(*number);
        places.push_back({(isThere ? title : missing).arg(*number),
            isThere ? std::function<void()>([go, number = *number] { go(number); }) : nullptr});
    };
    numbered(
        QStringLiteral("rank"), tr("rank"), tr("Go to rank %1"), tr("This run has no rank %1"),
        [&](qint64 number) { return number <= INT_MAX && trace->findRank(int(number)); },
        [&workspace](qint64 number) { goToRank(workspace.selection, int(number)); });
    const auto hasStage = [&](qint64 number) {
        const auto ranks = trace->ranks();
        return std::any_of(ranks.begin(), ranks.end(), [number](const RankInfo& rank) { return rank.stage == number; });
    };
    numbered(QStringLiteral("stage"), tr("stage"), tr("Go to stage %1"), tr("This run has no stage %1"), hasStage,
        [&workspace](qint64 number) { goToStage(workspace.selection, int(number)); });
    const auto hasStep = [&](qint64 number) {
        const auto steps = trace->steps();
        return std::any_of(steps.begin(), steps.end(), [number](const Step& step) { return step.number == number; });
    };
    numbered(QStringLiteral("step"), tr("step"), tr("Go to step %1"), tr("This run has no step %1"), hasStep,
        [&workspace](qint64 number) {
            workspace.window.setStep(std::nullopt);
            workspace.window.setStep(number);
        });
    if (const std::optional<TimeNs> stated = timeOf(typed)) {
        const TimeNs time = *stated + workspace.window.origin();
        const bool isThere = workspace.window.limits().contains(time);
        places.push_back({(isThere ? tr("Go to %1") : tr("%1 is outside this run")).arg(formatDuration(double(*stated))),
            isThere ? std::function<void()>([&workspace, time] { goToTime(workspace, time); }) : nullptr});
    }
    if (places.empty() && occurs(*trace, typed.toStdString())) {
        places.push_back({tr("Go to the next span with “%1”").arg(typed), [&workspace, typed] {
                              workspace.search.setText(typed);
                              workspace.search.goToNext(1);
                          }});
    }
    addNamed(places, workspace, typed);
    return places;
}

} // namespace bubblescope
