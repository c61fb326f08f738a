// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation.h"
#include "openedfolder.h"
#include "shownsimulation.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

class NoteBook;

/// What takes the place of what, for those who keep something about it.
struct RunChange {
    enum class Kind : uint8_t { Folder, ReadAgain, Run, Simulation };
    Kind kind {};
    OpenedFolderPtr opened; ///< until now
    TracePtr before;        ///< that was shown; null for nothing
    /// The same run read again, or its simulation: places, ranks and stages mean the same in both.
    bool isSame = false;
    TimeNs shift = 0; ///< from times of before to those of what is shown now
};

/// What is open: a folder, the run of it that all views show, or a simulated one in its place, and the notes on them.
/// GUI thread only; owns nothing but the shared folder.
class Document : public QObject {
    Q_OBJECT
public:
    /// Another timeline of the same folder shares the notes, which outlive it; null: notes of its own.
    explicit Document(NoteBook* notes = nullptr, QObject* parent = nullptr);

    /// Shows another folder, with its first run current. Null closes it.
    void setFolder(OpenedFolderPtr opened);
    /// The same folder read again (or with more of it ready): keeps what can be kept of view and selection.
    void updateFolder(OpenedFolderPtr opened);
    const OpenedFolderPtr& opened() const { return m_opened; }
    const RunFolder* folder() const { return m_opened ? &m_opened->folder : nullptr; }

    int runIndex() const { return m_runIndex; } ///< of the folder's runs; -1 for none
    void setRunIndex(int index);
    /// What all views show: the folder's run, or a simulated one.
    const Run* run() const;
    const Run* openedRun() const; ///< the folder's own, whatever is shown
    TracePtr trace() const;       ///< null where there is no run
    const LevelOfDetail* levelOfDetail() const;

    /// Which of the two a run and its simulation is shown. Both: the views stay with the opened run, the timeline has
    /// the simulated one below it. Interleaved: the same, with each simulated lane below its opened one.
    enum class Timeline : uint8_t { Opened, Simulated, Both, Interleaved };
    Timeline timeline() const { return m_timeline; }
    /// Keeps the place: times are shifted to the step that was simulated.
    void setTimeline(Timeline timeline);
    /// Replaced while a knob moves, which keeps range and selected rank; null takes it away. Where no run is open, it
    /// is what is shown.
    void setSimulation(ShownSimulationPtr simulation);
    const ShownSimulationPtr& simulation() const { return m_simulation; }
    bool showsSimulation() const { return m_simulation && (m_timeline == Timeline::Simulated || m_runIndex < 0); }
    /// Of the spans that are shown against those of the opened step, by span; null where nothing is compared.
    std::shared_ptr<const std::vector<float>> differences() const
    {
        return showsSimulation() ? m_simulation->differences : nullptr;
    }

    /// A run of the folder to compare with, shown below the opened one; -1 for none, and where a simulation is shown.
    int otherRunIndex() const { return m_otherRunIndex; }
    void setOtherRun(int index);

    /// Notes of all timelines of what is open; a new folder begins with none.
    NoteBook& notes() const { return *m_notes; }
    /// Whose notes belong to what is shown.
    Annotation::Subject noteSubject() const;

signals:
    void folderChanged();
    void runChanged();
    void simulationChanged(); ///< another simulation, or which timeline is shown; after runChanged() where that changes
    void otherRunChanged();
    /// For the other parts of a Workspace alone. All bring what they keep up to date, while nobody else was told yet …
    void replaced(const bubblescope::RunChange& change);
    /// … and when those who listen to runChanged() know, the parts tell what became of theirs.
    void told(const bubblescope::RunChange& change);

private:
    void replace(const RunChange& change);
    void showOther(const std::function<void()>& change);

    OpenedFolderPtr m_opened;
    NoteBook* m_notes;
    int m_runIndex = -1;
    ShownSimulationPtr m_simulation;
    Timeline m_timeline = Timeline::Opened;
    int m_otherRunIndex = -1;
};

} // namespace bubblescope
