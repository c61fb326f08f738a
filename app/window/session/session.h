// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation.h"
#include "keptwhatifs.h"
#include "kernelnames.h"
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

/// The state of the window as a file: `*.bubblescope`, JSON. Plain values; times are on the clock of the run
/// (Trace::origin() + ns), so that they stay valid when the run is read again.
struct Session {
    static constexpr int schema = 1; ///< incremented when current readers would misinterpret the file

    QStringList paths; ///< absolute; in the file relative to it
    bool isDemo = false;
    QString savedAs; ///< for an autosave: the file that the user saved, if any
    KernelNamesPtr kernels = KernelNames::builtin(); ///< by which it was read
    QByteArray savedDigest {}; ///< sessionDigest() of that file as the window knew it; empty if unknown

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
        std::optional<double> height; ///< nullopt: automatic
        std::optional<bool> foldsThreads; ///< nullopt: automatic, or there are none
        std::set<int> foldExceptions;     ///< ranks for which foldsThreads is inverted
        std::set<int> collapsedRanks;
        std::set<int> collapsedStages;
        std::vector<std::pair<int, std::string>> pinned; ///< rank and lane
        std::set<int> openedAlike; ///< representatives of opened groups
        bool groupsAlike = false;
        bool showsOnlyDiffering = false;
        bool showsCriticalPath = false;
        int onlyStage = -1;
        QString lane;
        QString sort;
        std::vector<int> order; ///< of ranks, as the user placed them; empty: as they are sorted
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
        QMap<QString, QString> kept; ///< saved knob sets: name and line
        std::vector<KeptWhatIf> whatIfs; ///< kept side by side
    } simulate;

    QString query; ///< text of the Query panel

    std::vector<Annotation> notes;
};

/// A session as far as it could be read.
struct SessionReading {
    Session session;
    /// What could not be read and why, in sentences; empty if there were no problems.
    QStringList problems;
    QByteArray digest; ///< of the file that was read
};

/// Whether a file is still the one that was read or written.
QByteArray sessionDigest(const QByteArray& contents);
inline constexpr qint64 largestSession = 64 * 1024 * 1024;

/// Reads as much as possible: everything before the damage in a damaged file, all known members in a file of a newer
/// version. An error only if nothing is left. Relative paths refer to `folder`.
Result<SessionReading> readSession(const QByteArray& json, const QString& folder);
Result<SessionReading> readSessionFile(const QString& path);
bool isSessionFile(const QString& path);

} // namespace bubblescope
