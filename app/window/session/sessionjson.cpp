// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessionjson.h"

#include "formatting.h"
#include "session.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace bubblescope {

namespace {

QJsonArray rangeJson(TimeRange range) { return {qint64(range.begin), qint64(range.end)}; }

QJsonObject spanJson(const SpanKey& span)
{
    return {{QStringLiteral("rank"), span.rank}, {QStringLiteral("lane"), exactText(span.lane)},
        {QStringLiteral("name"), exactText(span.name)}, {QStringLiteral("begin_ns"), qint64(span.begin)},
        {QStringLiteral("duration_ns"), qint64(span.duration)}, {QStringLiteral("ordinal"), qint64(span.ordinal)}};
}

QJsonObject noteJson(const Annotation& note)
{
    QJsonObject json {{QStringLiteral("kind"), exactText(annotationKindName(note.kind))},
        {QStringLiteral("text"), exactText(note.text)}, {QStringLiteral("run"), exactText(note.subject.run)},
        {QStringLiteral("begin_ns"), qint64(note.range.begin)}, {QStringLiteral("end_ns"), qint64(note.range.end)},
        {QStringLiteral("color"), note.color}, {QStringLiteral("arrow"), note.hasArrow}};
    if (note.id != 0)
        json[QStringLiteral("id")] = qint64(note.id);
    if (note.subject.knobs)
        json[QStringLiteral("knobs")] = exactText(*note.subject.knobs);
    if (note.kind == Annotation::Kind::Span)
        json[QStringLiteral("span")] = spanJson(note.span);
    if (note.kind == Annotation::Kind::Box)
        json[QStringLiteral("ranks")] = QJsonArray {note.firstRank, note.lastRank};
    if (note.offset)
        json[QStringLiteral("offset_px")] = QJsonArray {note.offset->x, note.offset->y};
    return json;
}

template <typename Numbers> QJsonArray numbersJson(const Numbers& numbers)
{
    QJsonArray json;
    for (const auto number : numbers)
        json.append(qint64(number));
    return json;
}

/// Omits empty values, to keep the file readable.
void put(QJsonObject& json, const char* key, const QString& text)
{
    if (!text.isEmpty())
        json[QLatin1String(key)] = text;
}

QJsonObject viewJson(const Session::View& view)
{
    QJsonObject json;
    put(json, "run", view.run);
    put(json, "layer_table", view.layerTable);
    put(json, "workload", view.workload);
    put(json, "run_log", view.runLog);
    put(json, "layer", view.layer);
    put(json, "search", view.search);
    put(json, "finding", view.finding);
    if (view.range)
        json[QStringLiteral("range_ns")] = rangeJson(*view.range);
    QJsonArray history;
    for (const TimeRange& range : view.history)
        history.append(rangeJson(range));
    json[QStringLiteral("history_ns")] = history;
    json[QStringLiteral("history_index")] = view.historyIndex;
    if (view.selectedRange)
        json[QStringLiteral("selected_range_ns")] = rangeJson(*view.selectedRange);
    if (view.selectedSpan)
        json[QStringLiteral("selected_span")] = spanJson(*view.selectedSpan);
    json[QStringLiteral("rank")] = view.rank;
    json[QStringLiteral("stage")] = view.stage;
    json[QStringLiteral("search_index")] = view.searchIndex;
    if (view.step)
        json[QStringLiteral("step")] = qint64(*view.step);
    if (view.foldedLayers)
        json[QStringLiteral("folded_layers")] = *view.foldedLayers;
    json[QStringLiteral("markers_ns")] = numbersJson(view.markers);
    return json;
}

QJsonObject rowsJson(const Session::Rows& rows)
{
    QJsonObject json;
    if (rows.height)
        json[QStringLiteral("height")] = *rows.height;
    if (rows.foldsThreads)
        json[QStringLiteral("folds_threads")] = *rows.foldsThreads;
    if (!rows.foldExceptions.empty())
        json[QStringLiteral("folded_otherwise")] = numbersJson(rows.foldExceptions);
    json[QStringLiteral("collapsed_ranks")] = numbersJson(rows.collapsedRanks);
    json[QStringLiteral("collapsed_stages")] = numbersJson(rows.collapsedStages);
    QJsonArray pinned;
    for (const auto& [rank, lane] : rows.pinned)
        pinned.append(QJsonObject {{QStringLiteral("rank"), rank}, {QStringLiteral("lane"), exactText(lane)}});
    json[QStringLiteral("pinned")] = pinned;
    json[QStringLiteral("opened_alike")] = numbersJson(rows.openedAlike);
    json[QStringLiteral("groups_alike")] = rows.groupsAlike;
    json[QStringLiteral("only_differing")] = rows.showsOnlyDiffering;
    json[QStringLiteral("only_stage")] = rows.onlyStage;
    json[QStringLiteral("critical_path")] = rows.showsCriticalPath;
    put(json, "lane", rows.lane);
    put(json, "sort", rows.sort);
    if (!rows.order.empty())
        json[QStringLiteral("order")] = numbersJson(rows.order);
    put(json, "color", rows.color);
    json[QStringLiteral("scroll")] = rows.scroll;
    return json;
}

QJsonObject whatIfJson(const KeptWhatIf& kept)
{
    QJsonObject json {{QStringLiteral("knobs"), exactText(kept.knobs)}, {QStringLiteral("step_ns"), kept.stepNs},
        {QStringLiteral("low_ns"), kept.lowNs}, {QStringLiteral("high_ns"), kept.highNs},
        {QStringLiteral("samples_per_s"), kept.samplesPerSecond}, {QStringLiteral("gain"), kept.gain},
        {QStringLiteral("memory_bytes"), kept.memoryBytes}, {QStringLiteral("fits"), kept.fits}};
    put(json, "subject", kept.subject);
    put(json, "run", kept.run);
    put(json, "source", kept.source);
    if (kept.step)
        json[QStringLiteral("step")] = qint64(*kept.step);
    return json;
}

} // namespace

QByteArray toJson(const Session& session, const QString& folder)
{
    QJsonArray paths;
    const QDir base(folder);
    for (const QString& path : session.paths)
        paths.append(folder.isEmpty() ? path : base.relativeFilePath(path));
    QJsonObject opened {{QStringLiteral("paths"), paths}, {QStringLiteral("demo"), session.isDemo}};
    put(opened, "saved_as", session.savedAs);
    put(opened, "saved_digest", QString::fromLatin1(session.savedDigest.toHex()));
    QJsonArray notes;
    for (const Annotation& note : session.notes)
        notes.append(noteJson(note));
    QJsonObject window;
    if (session.window.size.isValid())
        window[QStringLiteral("size")] = QJsonArray {session.window.size.width(), session.window.size.height()};
    put(window, "docks", QString::fromLatin1(session.window.docks.toBase64()));
    put(window, "timelines", QString::fromLatin1(session.window.timelines.toBase64()));
    QJsonObject kept;
    for (auto set = session.simulate.kept.begin(); set != session.simulate.kept.end(); ++set)
        kept[set.key()] = set.value();
    QJsonObject simulate {{QStringLiteral("knobs"), exactText(session.simulate.knobs)}, {QStringLiteral("kept"), kept}};
    QJsonArray whatIfs;
    for (const KeptWhatIf& whatIf : session.simulate.whatIfs)
        whatIfs.append(whatIfJson(whatIf));
    if (!whatIfs.isEmpty())
        simulate[QStringLiteral("what_ifs")] = whatIfs;
    put(simulate, "timeline", session.simulate.timeline);
    put(simulate, "source", session.simulate.source);
    QJsonObject all {{QStringLiteral("bubblescope"),
                               QJsonObject {{QStringLiteral("schema"), Session::schema},
                                   {QStringLiteral("version"), QStringLiteral(BUBBLESCOPE_VERSION)}}},
        {QStringLiteral("notes"), notes}, {QStringLiteral("opened"), opened},
        {QStringLiteral("rows"), rowsJson(session.rows)}, {QStringLiteral("simulate"), simulate},
        {QStringLiteral("view"), viewJson(session.view)}, {QStringLiteral("window"), window}};
    put(all, "query", session.query);
    const QJsonArray kernels = QJsonDocument::fromJson(QByteArray::fromStdString(session.kernels->text())).array();
    if (!kernels.isEmpty())
        all[QStringLiteral("kernels")] = kernels;
    return QJsonDocument(all).toJson();
}

} // namespace bubblescope
