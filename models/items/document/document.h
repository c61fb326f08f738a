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

/// Describes a replaced run to objects that keep something about it.
struct RunChange {
    enum class Kind : uint8_t { Folder, ReadAgain, Run, Simulation };
    Kind kind {};
    OpenedFolderPtr opened; ///< before the change
    TracePtr before;        ///< the trace shown before; null if there was none
    /// The same run read again, or its simulation: times, ranks and stages are comparable.
    bool isSame = false;
    TimeNs shift = 0; ///< from times of `before` to those shown now
};

/// What is open: a folder, the run of it that all views show (or a simulated one instead), and their notes. GUI thread
/// only; owns nothing but the shared folder.
class Document : public QObject {
    Q_OBJECT
public:
    /// A second timeline of the same folder shares the first one's notes, which must outlive it; null: own notes.
    explicit Document(NoteBook* notes = nullptr, QObject* parent = nullptr);

    /// Shows another folder, starting with its largest run. Null closes it.
    void setFolder(OpenedFolderPtr opened);
    /// The same folder after rereading or further loading: keeps view and selection as far as possible.
    void updateFolder(OpenedFolderPtr opened);
    const OpenedFolderPtr& opened() const { return m_opened; }
    const RunFolder* folder() const { return m_opened ? &m_opened->folder : nullptr; }

    int runIndex() const { return m_runIndex; } ///< into the folder's runs; -1 if none
    void setRunIndex(int index);
    /// What all views show: the folder's run or a simulated one.
    const Run* run() const;
    const Run* openedRun() const; ///< the folder's own run, even while another is shown
    TracePtr trace() const;       ///< null if there is no run
    /// Where not all ranks of run() are in memory, reads them; else null.
    std::shared_ptr<const RankBlocks> blocks() const;
    const LevelOfDetail* levelOfDetail() const;

    /// Whether the run or its simulation is shown. Both: the views stay with the opened run, and the timeline has the
    /// simulated one below it. Interleaved: the same, with each simulated lane below its opened one.
    enum class Timeline : uint8_t { Opened, Simulated, Both, Interleaved };
    Timeline timeline() const { return m_timeline; }
    /// Keeps the visible place: times are shifted to the simulated step.
    void setTimeline(Timeline timeline);
    /// Replaced while a knob moves, which keeps range and selected rank; null removes it. It is what is shown if no run
    /// is open.
    void setSimulation(ShownSimulationPtr simulation);
    const ShownSimulationPtr& simulation() const { return m_simulation; }
    bool showsSimulation() const { return m_simulation && (m_timeline == Timeline::Simulated || m_runIndex < 0); }
    /// Differences to the opened step, by shown span; null if nothing is compared.
    std::shared_ptr<const std::vector<float>> differences() const
    {
        return showsSimulation() ? m_simulation->differences : m_otherDifferences;
    }
    /// To another run, by span of the opened one; they end with the run.
    void setOtherDifferences(std::shared_ptr<const std::vector<float>> differences);

    /// A run of the folder to compare with, shown below the opened one; -1 if none or while a simulation is shown.
    int otherRunIndex() const { return m_otherRunIndex; }
    void setOtherRun(int index);

    /// Notes of all timelines; a new folder starts without any.
    NoteBook& notes() const { return *m_notes; }
    /// The subject that notes on the shown timeline get.
    Annotation::Subject noteSubject() const;

signals:
    void folderChanged();
    void runChanged();
    void simulationChanged(); ///< another simulation, or another timeline shown; then after runChanged()
    void otherRunChanged();
    void differencesChanged();
    /// Only for the other parts of a Workspace: first all of them update their state, before anyone else knows …
    void replaced(const bubblescope::RunChange& change);
    /// … and after the listeners of runChanged(), the parts emit their own signals.
    void followed(const bubblescope::RunChange& change);

private:
    void replace(const RunChange& change);
    void showOther(const std::function<void()>& change);

    OpenedFolderPtr m_opened;
    NoteBook* m_notes;
    int m_runIndex = -1;
    bool m_runIsChosen = false; ///< stays while more of the folder is loaded
    ShownSimulationPtr m_simulation;
    Timeline m_timeline = Timeline::Opened;
    int m_otherRunIndex = -1;
    std::shared_ptr<const std::vector<float>> m_otherDifferences;
};

} // namespace bubblescope
