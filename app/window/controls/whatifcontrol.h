// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "whatifjob.h"
#include "workspace.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <QUndoStack>

#include <memory>
#include <vector>

namespace bubblescope {

class ComparedTimelines;
class LayerCostView;
class Settings;
class SimulatePane;
class WhatIfView;

/// Joins the Simulate pane, the What-if panel and the timelines with the job that computes: what is simulated, where
/// the knobs stand, undo and redo. GUI thread only.
class WhatIfControl : public QObject {
    Q_OBJECT
public:
    struct Parts {
        Workspace& workspace;
        SimulatePane& pane;
        WhatIfView& view;
        ComparedTimelines& timelines;
        LayerCostView& layers;
        Settings& settings;
        QUndoStack& history; ///< of all edits; a move of a knob is taken out of it once its subject is gone
    };
    explicit WhatIfControl(const Parts& parts, QObject* parent = nullptr);
    ~WhatIfControl() override;

    QUndoStack& undoStack() { return m_parts.history; }
    /// As they stand, or will as soon as what they are about is read.
    const Knobs& knobs() const { return m_restored ? *m_restored : m_knobs; }
    /// As if the user had moved it, with undo.
    void moveKnobs(const Knobs& knobs, const QString& what, bool isLive = false);
    /// Sets knobs from text, leaving the others where they stand; what cannot be read is told by noticed().
    void tryKnobs(const std::vector<std::pair<std::string, std::string>>& settings, const QString& what);
    /// Source (empty: what is open) and knobs as they were saved; no edit. They count as soon as it is read.
    void restore(const Knobs& knobs, const QString& source);
    /// Steps with more spans are prepared only when somebody asks.
    void setMostPreparedSpans(uint64_t spans) { m_mostPreparedSpans = spans; }
    QString chosenSource() const; ///< by the user; empty where it is what is open
    /// Something is still to come: what can be asked, an answer, a refusal.
    bool isBusy() const { return m_isPending || m_restart.isActive(); }

signals:
    /// A sentence that the user should see.
    void noticed(const QString& sentence);

private:
    class Command;
    void chooseSource();
    void setSources();
    void start(const SimulationSource& source);
    void begin(const SimulationSource& source);
    bool waitsForWish(const SimulationSource& source) const;
    void startDeferred();
    void offer(const SimulationSource& source);
    void cancel();
    void askTwice(const QString& knob);
    void stop();
    void dropStale();
    bool foldsTable() const;
    void apply(const Knobs& knobs);
    void ask();
    void askGains();
    void takeSubject(const WhatIfSubject& subject);
    void takeAnswer(const ShownSimulationPtr& simulation);
    void showPartition();
    void updatePresets();
    void keepPreset();
    void balance();
    void showHardware();
    void editHardware();

    Parts m_parts;
    HardwareCatalog m_catalog;
    Knobs m_knobs;
    std::optional<Knobs> m_restored; ///< wait for their subject
    int m_subjectNumber = 0;         ///< moves of knobs of former subjects mean nothing
    QString m_ownPartition;
    std::vector<SimulationSource> m_sources;
    std::optional<size_t> m_chosenSource; ///< by the user, into m_sources
    std::optional<SimulationSource> m_deferred; ///< too large to be prepared before anybody asks
    std::unique_ptr<WhatIfJob> m_job;
    RetiredJobs m_retired;
    QTimer m_restart; ///< several signals of one change start one job
    QTimer m_gainDelay;
    uint64_t m_mostPreparedSpans = 500'000;
    bool m_isPending = false;
    bool m_hasSubject = false;
    bool m_wantsAnswer = false; ///< as soon as there is a subject, whatever the knobs
    QString m_wantedTwice;      ///< the knob to be moved then
    QElapsedTimer m_begun;      ///< the preparation
    bool m_interleaves = false;
    Document::Timeline m_comparison = Document::Timeline::Both; ///< how both were shown last
};

} // namespace bubblescope
