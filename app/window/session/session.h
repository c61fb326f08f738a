// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation.h"
#include "result.h"

#include <QByteArray>
#include <QMap>
#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>
#include <set>
#include <vector>

namespace bubblescope {

/// What the window shows, as a file: `*.bubblescope`, JSON. Values only; times are on the clock of the run
/// (Trace::origin() + ns), so that they hold when the run is read again.
struct Session {
    static constexpr int schema = 1; ///< raised when a reader of today would misread what is written

    QStringList paths; ///< absolute; in the file relative to it
    bool isDemo = false;
    QString savedAs; ///< of an autosave: the file that the user saved it as, if any

    struct View {
        QString run; ///< name of the run
        QString layerTable;
        QString workload;
        QString runLog;
        std::optional<TimeRange> range;
        std::vector<TimeRange> history;
        int historyIndex = 0;
        std::optional<TimeRange> selectedRange;
        std::optional<SpanKey> selectedSpan;
        int rank = -1;
        int stage = -1;
        QString layer;
        std::optional<int64_t> step;
        std::optional<int> foldedLayers;
        QString search;
        int searchIndex = -1;
        QString finding; ///< its id
        std::vector<TimeNs> markers;
    } view;

    struct Rows {
        std::optional<double> height; ///< nothing: as fits
        std::optional<bool> foldsThreads; ///< absent: as fits, or there are none
        std::set<int> foldedOtherwise;    ///< ranks whose threads are shown the other way
        std::set<int> collapsedRanks;
        std::set<int> collapsedStages;
        std::vector<std::pair<int, std::string>> pinned; ///< rank and lane
        std::set<int> openedAlike; ///< representatives whose group is open
        bool groupsAlike = false;
        bool showsOnlyDiffering = false;
        bool showsCriticalPath = false;
        int onlyStage = -1;
        QString lane;
        QString sort;
        QString color;
        double scroll = 0;
    } rows;

    struct Window {
        QSize size;
        QByteArray docks;     ///< PanelHost::layout()
        QByteArray timelines; ///< QSplitter::saveState()
    } window;

    struct Simulate {
        QString timeline; ///< "opened", "simulated", "both", "interleaved"
        QString source;   ///< chosen by the user; empty: what is open
        std::string knobs;
        QMap<QString, QString> kept; ///< sets of knobs: name and line
    } simulate;

    std::vector<Annotation> notes;
};

/// The file's text; paths become relative to `folder`, or stay absolute where that is empty.
QByteArray toJson(const Session& session, const QString& folder);

/// A session as far as it could be read.
struct SessionReading {
    Session session;
    /// What could not be read, and why, in sentences; empty where all of it could.
    QStringList problems;
    QByteArray digest; ///< of the file that was read
};

/// Tells whether a file is still the one that was read or written.
QByteArray sessionDigest(const QByteArray& contents);
inline constexpr qint64 largestSession = 64 * 1024 * 1024;

/// Reads what is there: of a damaged file what stands before the damage, of a newer version what this one knows. An
/// error only where nothing is left. `folder` is what relative paths are relative to.
Result<SessionReading> readSession(const QByteArray& json, const QString& folder);
Result<SessionReading> readSessionFile(const QString& path);
bool isSessionFile(const QString& path);

} // namespace bubblescope
