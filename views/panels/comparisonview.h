// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparisonmodel.h"
#include "panelview.h"

class QComboBox;
class QLabel;

namespace bubblescope {

class SearchState;
class Selection;
class TablePanel;

/// Two inputs of one kind side by side in figures: step times, and what differs by name, stage and layer. The input
/// that is open is A; whoever computes the differences with the chosen B hands them in.
class ComparisonView : public PanelView {
    Q_OBJECT
public:
    ComparisonView(Selection& selection, SearchState& search, QWidget* parent = nullptr);

    /// What the open input can be compared with; `chosen` is its place in the list, -1 for none.
    void setPartners(const QString& open, const QStringList& partners, int chosen);
    void setComparison(const Comparison& comparison);
    /// Why there is no comparison with the chosen one.
    void setRefusal(const QString& sentence);
    const QString& openName() const { return m_open; }
    const ComparisonModel& model() const { return m_model; }

signals:
    /// A place in the list of partners; -1 ends comparing.
    void partnerChosen(int index);

protected:
    void refresh() override;

private:
    void choose(int row);

    Selection& m_selection;
    SearchState& m_search;
    ComparisonModel m_model;
    std::optional<Comparison> m_comparison; // nothing until it is found
    QString m_refusal;
    QString m_open;
    QStringList m_partners;
    int m_chosen = -1;
    QComboBox* m_partner;
    QComboBox* m_kind;
    QLabel* m_sentence;
    TablePanel* m_table;
};

} // namespace bubblescope
