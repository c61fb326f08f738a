// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lanenames.h"

#include "formatting.h"

#include <QCoreApplication>

#include <algorithm>
#include <string_view>

namespace bubblescope {

namespace {

constexpr qsizetype roomyName = 14;   // characters; shorter ones are never cut
constexpr uint32_t spansToJudgeBy = 64; // of a thread, to know what it does

struct LaneNames {
    Q_DECLARE_TR_FUNCTIONS(bubblescope::LaneNames)
};

/// The thread of the training loop marks its steps; autograd's names itself. Anything else keeps its number.
QString threadName(const Trace& trace, const Track& track)
{
    const QString own = toText(trace.strings().text(track.name)).simplified();
    static const QLatin1String numbered("thread ");
    if (!own.startsWith(numbered) || track.rowCount == 0)
        return own;
    const Row& outermost = trace.row(RowId(track.firstRow));
    const auto begins = [](std::string_view name, std::string_view with) { return name.substr(0, with.size()) == with; };
    for (uint32_t i = 0; i < std::min(outermost.spanCount, spansToJudgeBy); ++i) {
        const std::string_view name = trace.name(SpanId(outermost.firstSpan + i));
        if (begins(name, "ProfilerStep"))
            return LaneNames::tr("main thread");
        if (begins(name, "autograd::engine"))
            return LaneNames::tr("autograd");
    }
    return own;
}

} // namespace

std::vector<QString> laneNames(const Trace& trace)
{
    std::vector<QString> names(trace.tracks().size());
    for (const RankInfo& rank : trace.ranks()) {
        QStringList lanes;
        std::vector<uint32_t> ids;
        for (const Track& track : trace.tracksOf(rank.rank)) {
            const uint32_t id = trace.idOf(track).value;
            if (track.lane == Lane::Thread) {
                names[id] = threadName(trace, track);
                continue;
            }
            QString name = toText(trace.trackName(TrackId(id))).simplified();
            const QLatin1String prefix("comm ");
            if (track.lane == Lane::Communication && name.startsWith(prefix))
                name.remove(0, prefix.size());
            lanes += name;
            ids.push_back(id);
        }
        const bool isLong = std::any_of(lanes.begin(), lanes.end(), [](const QString& n) { return n.size() > roomyName; });
        const QStringList shown = isLong ? elidedApart(lanes, int(roomyName)) : lanes;
        for (size_t i = 0; i < ids.size(); ++i) {
            // The tree elides what is still too long by its own width.
            const QString& name = shown[qsizetype(i)];
            names[ids[i]] = isLong && name.startsWith(QChar(0x2026)) ? name.mid(1).trimmed() : lanes[qsizetype(i)];
        }
    }
    return names;
}

QString numberFirst(const QString& lane)
{
    for (const QLatin1String word : {QLatin1String("thread "), QLatin1String("stream ")}) {
        if (lane.startsWith(word) && lane.size() > word.size() && lane[word.size()].isDigit())
            return lane.mid(word.size());
    }
    return lane;
}

} // namespace bubblescope
