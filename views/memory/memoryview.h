// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memorysitemodel.h"
#include "panelview.h"

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QCustomPlot;

namespace bubblescope {

class Document;
struct OpenedFolder;
class LegendRow;
class Sentence;
class TablePanel;

/// The memory of one GPU over time, as a snapshot of PyTorch's allocator recorded it: stacked by what it is for, with
/// what is reserved above it, and beside it what is alive at the chosen instant, at first the peak. A click, or the
/// arrow keys, choose another.
class MemoryView : public PanelView {
    Q_OBJECT
public:
    explicit MemoryView(const Document& document, QWidget* parent = nullptr);

    const MemorySiteModel& model() const { return m_model; }
    /// How many events lead to the chosen instant.
    size_t chosenEvents() const { return m_events; }
    Illustration illustration() const override;

protected:
    void refresh() override;
    void restyle() override;
    void letGo() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const MemorySnapshot* snapshot() const; ///< null if there is none
    const MemoryFigures& figures() const;   ///< of that snapshot
    QColor colorOf(MemoryUse use) const;
    void showSnapshot();
    void choose(const MemoryCurve::Point& point);
    QString instantText(const MemoryCurve::Point& point) const;
    void chooseNextTo(double ns);
    void drawPlot();

    const Document& m_document;
    std::shared_ptr<const OpenedFolder> m_shown; ///< what the model refers to
    MemorySiteModel m_model;
    std::optional<AliveSites> m_alive; ///< of what is shown, once another instant than the peak is chosen
    std::vector<size_t> m_listed; ///< snapshots, as the box has them: the largest peak first
    size_t m_chosen = 0;          ///< point of the curve
    size_t m_events = 0;
    QString m_summary; ///< of the snapshot, at any instant
    QComboBox* m_box;
    Sentence* m_sentence;
    LegendRow* m_legend;
    QCustomPlot* m_plot;
    TablePanel* m_table;
};

} // namespace bubblescope
