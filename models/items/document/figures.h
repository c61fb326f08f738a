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

/// Where the time went, of the run that is shown and of the part of it that is looked at; one for all views, so that
/// they show the same numbers. GUI thread only.
class Figures : public QObject {
    Q_OBJECT
public:
    Figures(const Document& document, const Selection& selection, const TimeWindow& window, TraceWork& work,
        QObject* parent = nullptr);

    /// Time split and stage times of the run: what came with the folder, else computed once the run is shown. Null
    /// where there is no run, or until they are known, which changed() tells.
    std::shared_ptr<const RunSummary> ofRun() const;
    /// Which spans wait, and how long; null where that is not known, as for plans, which have no times.
    std::shared_ptr<const WaitingTimes> waiting() const;

    /// The part of the run that the figures of ranks and stages are of.
    enum class Extent : uint8_t { Run, Step, Range };
    /// The selected range, else the chosen step, else the whole run; that also where ranks cannot be compared.
    Extent extent() const { return m_extent; }
    QString extentText() const; ///< "of the run", "of step 3", "of the range"
    /// The step that figures of the trace are of; nothing where a range was selected instead.
    std::optional<int64_t> step() const;
    /// ofRun() of that part; it follows the selection with a short delay, see changed().
    std::shared_ptr<const RunSummary> ofPart() const;

signals:
    void changed(); ///< other ofPart() than before; not sent together with a change of the run

private:
    void startOver();
    void findSummary();
    void update();

    const Document& m_document;
    const Selection& m_selection;
    const TimeWindow& m_window;
    TraceWork& m_work;
    std::shared_ptr<const RunSummary> m_summary;     // of the run, where the folder came without
    std::shared_ptr<const RunSummary> m_partSummary; // null for the whole run
    Extent m_extent = Extent::Run;
    std::optional<TimeRange> m_wantedPart; // while it is summed up, else the same
    Extent m_wantedExtent = Extent::Run;
    QTimer m_pause;
};

} // namespace bubblescope
