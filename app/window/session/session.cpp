// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "session.h"

#include "notebook.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace bubblescope {

namespace {

/// Reads members of an object and checks their types; a member with a wrong type counts as missing.
class Reader {
public:
    explicit Reader(const QJsonValue& value) : m_object(value.toObject()) { }

    QJsonValue value(const char* key) const { return m_object.value(QLatin1String(key)); }
    Reader object(const char* key) const { return Reader(value(key)); }
    QString text(const char* key, qsizetype most = 4096) const { return value(key).toString().left(most); }
    std::optional<qint64> whole(const char* key) const { return wholeOf(value(key)); }
    int number(const char* key, int absent, int least, int most) const
    {
        const std::optional<qint64> found = whole(key);
        return found ? int(std::clamp<qint64>(*found, least, most)) : absent;
    }
    QJsonArray array(const char* key, qsizetype most) const
    {
        QJsonArray all = value(key).toArray();
        while (all.size() > most)
            all.removeLast();
        return all;
    }
    std::optional<TimeRange> range(const char* key) const { return rangeOf(value(key)); }
    QByteArray bytes(const char* key) const { return QByteArray::fromBase64(text(key, 1 << 20).toLatin1()); }

    static std::optional<qint64> wholeOf(const QJsonValue& value)
    {
        // A value that is no integer returns the default: two different defaults show whether one was returned.
        const qint64 found = value.toInteger(0);
        return found != 0 || value.toInteger(1) == 0 ? std::optional<qint64>(found) : std::nullopt;
    }
    static std::optional<TimeRange> rangeOf(const QJsonValue& value)
    {
        const QJsonArray ends = value.toArray();
        const std::optional<qint64> begin = wholeOf(ends.at(0));
        const std::optional<qint64> end = wholeOf(ends.at(1));
        if (!begin || !end || *end < *begin)
            return std::nullopt;
        return TimeRange {*begin, *end};
    }

private:
    QJsonObject m_object;
};

constexpr int mostRanks = 1 << 24;

std::optional<SpanKey> readSpan(const Reader& json)
{
    const std::optional<qint64> begin = json.whole("begin_ns");
    if (!begin || json.text("name").isEmpty())
        return std::nullopt;
    SpanKey span;
    span.rank = json.number("rank", -1, -1, mostRanks);
    span.lane = json.text("lane").toStdString();
    span.name = json.text("name").toStdString();
    span.begin = *begin;
    span.duration = json.whole("duration_ns").value_or(0);
    span.ordinal = uint32_t(json.number("ordinal", 0, 0, std::numeric_limits<int>::max()));
    return span;
}

std::optional<Annotation> readNote(const Reader& json)
{
    const std::optional<Annotation::Kind> kind = annotationKind(json.text("kind").toStdString());
    const std::optional<qint64> begin = json.whole("begin_ns");
    if (!kind || !begin || !json.value("text").isString())
        return std::nullopt;
    Annotation note;
    note.kind = *kind;
    note.id = uint32_t(json.number("id", 0, 0, std::numeric_limits<int>::max()));
    note.text = json.text("text", qsizetype(Annotation::longestText)).toStdString();
    note.subject.run = json.text("run").toStdString();
    if (json.value("knobs").isString())
        note.subject.knobs = json.text("knobs").toStdString();
    note.range = {*begin, std::max<qint64>(*begin, json.whole("end_ns").value_or(*begin))};
    note.color = json.number("color", 0, 0, Annotation::colorCount - 1);
    note.hasArrow = json.value("arrow").toBool(true);
    if (*kind == Annotation::Kind::Span) {
        const std::optional<SpanKey> span = readSpan(json.object("span"));
        if (!span)
            return std::nullopt;
        note.span = *span;
    }
    if (*kind == Annotation::Kind::Box) {
        const QJsonArray ranks = json.array("ranks", 2);
        const std::optional<qint64> first = Reader::wholeOf(ranks.at(0));
        const std::optional<qint64> last = Reader::wholeOf(ranks.at(1));
        if (!first || !last || *first < 0 || *last < *first || *last > mostRanks)
            return std::nullopt;
        note.firstRank = int(*first);
        note.lastRank = int(*last);
    }
    const QJsonArray offset = json.array("offset_px", 2);
    if (offset.size() == 2 && std::abs(offset.at(0).toDouble()) < 1e5 && std::abs(offset.at(1).toDouble()) < 1e5)
        note.offset = Annotation::Offset {offset.at(0).toDouble(), offset.at(1).toDouble()};
    return note;
}

Session::View readView(const Reader& json)
{
    constexpr qsizetype mostPlaces = 200;
    Session::View view;
    view.run = json.text("run");
    view.layerTable = json.text("layer_table");
    view.workload = json.text("workload");
    view.runLog = json.text("run_log");
    view.layer = json.text("layer");
    view.search = json.text("search");
    view.finding = json.text("finding");
    view.range = json.range("range_ns");
    for (const QJsonValue place : json.array("history_ns", mostPlaces)) {
        if (const std::optional<TimeRange> range = Reader::rangeOf(place))
            view.history.push_back(*range);
    }
    view.historyIndex = json.number("history_index", 0, 0, int(mostPlaces));
    view.selectedRange = json.range("selected_range_ns");
    view.selectedSpan = readSpan(json.object("selected_span"));
    view.rank = json.number("rank", -1, -1, mostRanks);
    view.stage = json.number("stage", -1, -1, mostRanks);
    view.searchIndex = json.number("search_index", -1, -1, std::numeric_limits<int>::max());
    if (const std::optional<qint64> step = json.whole("step"))
        view.step = *step;
    if (json.whole("folded_layers"))
        view.foldedLayers = json.number("folded_layers", 1, 1, 1 << 20);
    for (const QJsonValue marker : json.array("markers_ns", 2)) {
        if (const std::optional<qint64> time = Reader::wholeOf(marker))
            view.markers.push_back(*time);
    }
    return view;
}

Session::Rows readRows(const Reader& json)
{
    constexpr qsizetype mostCollapsed = 1 << 20;
    constexpr qsizetype mostPinned = 1000;
    Session::Rows rows;
    if (json.value("height").isDouble())
        rows.height = json.value("height").toDouble();
    const auto numbers = [&json](const char* key) {
        std::set<int> found;
        for (const QJsonValue number : json.array(key, mostCollapsed)) {
            const std::optional<qint64> whole = Reader::wholeOf(number);
            if (whole && *whole >= -1 && *whole <= mostRanks)
                found.insert(int(*whole));
        }
        return found;
    };
    if (json.value("folds_threads").isBool())
        rows.foldsThreads = json.value("folds_threads").toBool();
    rows.foldExceptions = numbers("folded_otherwise");
    rows.collapsedRanks = numbers("collapsed_ranks");
    rows.collapsedStages = numbers("collapsed_stages");
    for (const QJsonValue pin : json.array("pinned", mostPinned)) {
        const Reader one(pin);
        rows.pinned.emplace_back(one.number("rank", -1, -1, mostRanks), one.text("lane").toStdString());
    }
    rows.openedAlike = numbers("opened_alike");
    rows.groupsAlike = json.value("groups_alike").toBool();
    rows.showsOnlyDiffering = json.value("only_differing").toBool();
    rows.onlyStage = json.number("only_stage", -1, -1, mostRanks);
    rows.showsCriticalPath = json.value("critical_path").toBool();
    rows.lane = json.text("lane");
    rows.sort = json.text("sort");
    std::set<int> placed;
    for (const QJsonValue number : json.array("order", mostCollapsed)) {
        const std::optional<qint64> rank = Reader::wholeOf(number);
        if (rank && *rank >= -1 && *rank <= mostRanks && placed.insert(int(*rank)).second)
            rows.order.push_back(int(*rank));
    }
    rows.color = json.text("color");
    rows.scroll = std::clamp(json.value("scroll").toDouble(), 0.0, 1e9);
    return rows;
}

std::optional<KeptWhatIf> readWhatIf(const Reader& json)
{
    const auto figure = [&json](const char* key, double absent) {
        const double value = json.value(key).toDouble(absent);
        return std::isfinite(value) && std::abs(value) < 1e21 ? value : absent;
    };
    KeptWhatIf kept;
    kept.knobs = json.text("knobs").toStdString();
    kept.subject = json.text("subject", 1000);
    kept.run = json.text("run");
    kept.source = json.text("source");
    if (const std::optional<qint64> step = json.whole("step"))
        kept.step = *step;
    kept.stepNs = figure("step_ns", 0);
    kept.lowNs = figure("low_ns", kept.stepNs);
    kept.highNs = figure("high_ns", kept.stepNs);
    kept.samplesPerSecond = figure("samples_per_s", 0);
    kept.gain = figure("gain", 0);
    kept.memoryBytes = figure("memory_bytes", -1);
    kept.fits = json.value("fits").toBool(true);
    const bool isSound = kept.stepNs > 0 && kept.lowNs <= kept.stepNs && kept.stepNs <= kept.highNs;
    return json.value("knobs").isString() && isSound ? std::optional(kept) : std::nullopt;
}

/// The text before the damage, cut after the last complete value, with its brackets closed.
QByteArray mended(const QByteArray& json, qsizetype damage)
{
    QByteArray open;
    QByteArray openAtCut;
    qsizetype cut = 0;
    bool isInString = false;
    for (qsizetype i = 0; i < std::min(damage, json.size()); ++i) {
        const char c = json[i];
        if (isInString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                isInString = false;
            continue;
        }
        switch (c) {
        case '"':
            isInString = true;
            break;
        case '{':
        case '[':
            open.append(c == '{' ? '}' : ']');
            break;
        case '}':
        case ']':
            if (!open.isEmpty())
                open.chop(1);
            cut = i + 1;
            openAtCut = open;
            break;
        case ',':
            cut = i;
            openAtCut = open;
            break;
        default:
            break;
        }
    }
    std::reverse(openAtCut.begin(), openAtCut.end());
    return json.left(cut) + openAtCut;
}

QString tr(const char* text) { return QCoreApplication::translate("Session", text); }

} // namespace

Result<SessionReading> readSession(const QByteArray& json, const QString& folder)
{
    SessionReading reading;
    QJsonParseError error;
    QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError) {
        document = QJsonDocument::fromJson(mended(json, error.offset));
        reading.problems << tr("The session is damaged at byte %1; what stands before it was read.").arg(error.offset);
    }
    const QJsonObject all = document.object();
    const Reader root {QJsonValue(all)};
    const std::optional<qint64> schema = root.object("bubblescope").whole("schema");
    if (!schema) {
        return Error {say("This is not a Bubblescope session, or none of it can be read."),
            say("Open the run itself; notes that were not lost lie in an older copy of the file."), {}};
    }
    if (*schema > Session::schema)
        reading.problems << tr("The session was written by a newer version; what this one does not know was left out.");
    Session& session = reading.session;
    qsizetype lost = 0;
    for (const QJsonValue value : root.array("notes", 1 << 20)) {
        const std::optional<Annotation> note = readNote(Reader(value));
        if (note && session.notes.size() < NoteBook::mostNotes)
            session.notes.push_back(*note);
        else
            ++lost;
    }
    if (lost > 0)
        reading.problems << (lost == 1 ? tr("1 note cannot be read.") : tr("%1 notes cannot be read.").arg(lost));

    const Reader opened = root.object("opened");
    constexpr qsizetype mostPaths = 10'000;
    bool namesSession = false;
    for (const QJsonValue value : opened.array("paths", mostPaths)) {
        const QString path = value.toString();
        // The session itself, or one that refers to it, would never stop opening.
        if (isSessionFile(path))
            namesSession = true;
        else if (!path.isEmpty())
            session.paths << QDir::cleanPath(QDir(folder).absoluteFilePath(path));
    }
    session.isDemo = opened.value("demo").toBool();
    if (namesSession && session.paths.isEmpty() && !session.isDemo)
        return Error {say("The session names a session as what it opened, and no run."),
            say("Open the run itself, and save its session again."), {}};
    session.savedAs = opened.text("saved_as");
    session.savedDigest = QByteArray::fromHex(opened.text("saved_digest").toLatin1());
    if (session.paths.isEmpty() && !session.isDemo)
        reading.problems << tr("The session does not say what was open; its notes go to what is open now.");
    session.view = readView(root.object("view"));
    session.rows = readRows(root.object("rows"));
    const Reader window = root.object("window");
    const QJsonArray size = window.array("size", 2);
    session.window.size = QSize(size.at(0).toInt(-1), size.at(1).toInt(-1));
    session.window.docks = window.bytes("docks");
    session.window.timelines = window.bytes("timelines");
    const Reader simulate = root.object("simulate");
    session.simulate.timeline = simulate.text("timeline");
    session.simulate.source = simulate.text("source");
    session.simulate.knobs = simulate.text("knobs").toStdString();
    session.query = root.text("query", 100'000);
    if (const QJsonValue kernels = all.value(QLatin1String("kernels")); !kernels.isUndefined()) {
        const Result<KernelNamesPtr> names
            = kernelNamesOf(QJsonDocument(kernels.toArray()).toJson(QJsonDocument::Indented).toStdString());
        if (names && kernels.isArray())
            session.kernels = *names;
        else
            reading.problems << tr(
                "What the session says of kernels cannot be read: what is known of libraries counts.");
    }
    for (const QJsonValue value : simulate.array("what_ifs", qsizetype(KeptWhatIfs::mostKept))) {
        if (const std::optional<KeptWhatIf> kept = readWhatIf(Reader(value)))
            session.simulate.whatIfs.push_back(*kept);
    }
    const QJsonObject kept = simulate.value("kept").toObject();
    constexpr qsizetype mostSets = 1000;
    for (auto set = kept.begin(); set != kept.end() && session.simulate.kept.size() < mostSets; ++set)
        session.simulate.kept.insert(set.key().left(200), set.value().toString().left(4096));
    return reading;
}

QByteArray sessionDigest(const QByteArray& contents)
{
    return QCryptographicHash::hash(contents, QCryptographicHash::Sha256);
}

Result<SessionReading> readSessionFile(const QString& path)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return Error {
            say("The session cannot be read."), say("Check that the file exists and that you may read it."), {}};
    if (file.size() > largestSession)
        return Error {say("The file is too large for a session."), say("Check that it is one."), {}};
    const QByteArray contents = file.read(largestSession);
    Result<SessionReading> reading = readSession(contents, QFileInfo(path).absolutePath());
    if (reading)
        reading->digest = sessionDigest(contents);
    return reading;
}

bool isSessionFile(const QString& path) { return path.endsWith(QLatin1String(".bubblescope"), Qt::CaseInsensitive); }

} // namespace bubblescope
