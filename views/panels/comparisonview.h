// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparisonmodel.h"
#include "panelview.h"

class QComboBox;

namespace bubblescope {

class SearchState;
class Selection;
class Sentence;
class TablePanel;

/// Two inputs of one kind compared by figures: step times, and differences by name, stage and layer, of profiler runs by
/// operator, module and kernel. The opened input is A; the differences to the chosen B are computed elsewhere.
class ComparisonView : public PanelView {
    Q_OBJECT
public:
    ComparisonView(Selection& selection, SearchState& search, QWidget* parent = nullptr);

    /// What the opened input can be compared with; `chosen` is an index into the list, -1 if none.
    void setPartners(const QString& open, const QStringList& partners, int chosen);
    /// What the two ran on, as "NVIDIA H100"; may be empty.
    void setDevices(const QString& ofOpen, const QString& ofPartner);
    void setComparison(const Comparison& comparison);
    /// Why the chosen one cannot be compared.
    void setRefusal(const QString& sentence);
    const QString& openName() const { return m_open; }
    const ComparisonModel& model() const { return m_model; }

signals:
    /// An index into the list of partners; -1 ends the comparison.
    void partnerChosen(int index);

protected:
    void refresh() override;

private:
    void choose(int row);
    /// Offers what there is to compare by.
    void offerKinds();

    Selection& m_selection;
    SearchState& m_search;
    ComparisonModel m_model;
    std::optional<Comparison> m_comparison; // nullopt until computed
    QString m_refusal;
    QString m_open;
    QStringList m_partners;
    QString m_openDevices;
    QString m_partnerDevices;
    int m_chosen = -1;
    QComboBox* m_partner;
    QComboBox* m_kind;
    Sentence* m_sentence;
    TablePanel* m_table;
};

} // namespace bubblescope
