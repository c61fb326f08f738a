// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runsummary.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>

namespace bubblescope {

class Document;
class Selection;
class TimeWindow;
class TraceWork;

/// Where the time goes in the shown run and in the current part of it; shared by all views, so that they show the same
/// numbers. GUI thread only.
class Figures : public QObject {
    Q_OBJECT
public:
    Figures(const Document& document, const Selection& selection, const TimeWindow& window, TraceWork& work,
        QObject* parent = nullptr);

    /// Time split and stage times of the run: those that came with the folder, otherwise computed once the run is
    /// shown. Null if there is no run or until they are known; then changed() is emitted.
    std::shared_ptr<const RunSummary> ofRun() const;
    /// Which spans wait and for how long; null if unknown, as for plans, which have no times.
    std::shared_ptr<const WaitingTimes> waiting() const;
    /// When ranks have no work; null if unknown.
    std::shared_ptr<const BubblesAndWaits> lost() const;

    /// The part of the run that the figures of ranks and stages refer to.
    enum class Extent : uint8_t { Run, Step, Range };
    /// The selected range, else the chosen step, else the whole run, also if ranks cannot be compared.
    Extent extent() const { return m_extent; }
    QString extentText() const; ///< "of the run", "of step 3", "of the range"
    /// The step that the figures refer to; nullopt if a range is selected.
    std::optional<int64_t> step() const;
    /// ofRun() for that part; follows the selection after a short delay, see changed().
    std::shared_ptr<const RunSummary> ofPart() const;

signals:
    void changed(); ///< ofPart() has changed; not emitted together with a change of the run

private:
    void startOver();
    void findSummary();
    void update();

    const Document& m_document;
    const Selection& m_selection;
    const TimeWindow& m_window;
    TraceWork& m_work;
    std::shared_ptr<const RunSummary> m_summary;     // of the run, if it did not come with the folder
    std::shared_ptr<const RunSummary> m_partSummary; // null for the whole run
    Extent m_extent = Extent::Run;
    std::optional<TimeRange> m_wantedPart; // differs from the current one while it is computed
    Extent m_wantedExtent = Extent::Run;
    QTimer m_pause;
};

} // namespace bubblescope
