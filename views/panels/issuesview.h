// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "issuemodel.h"
#include "panelview.h"

class QLabel;
class QListWidget;
class QPushButton;
class QScrollArea;

namespace bubblescope {

class Document;
class TablePanel;

/// Import issues with advice and, below, the files that were not recognised.
class IssuesView : public PanelView {
    Q_OBJECT
public:
    explicit IssuesView(const Document& document, QWidget* parent = nullptr);

    const IssueModel& model() const { return m_model; }
    /// Copies the command that the chosen issue wants to be run first; hidden where there is none.
    QPushButton* copyButton() const { return m_copy; }
    /// Asks for the columns of the table that the chosen issue is about; hidden where it is about none.
    QPushButton* columnsButton() const { return m_columns; }
    /// "Issues 3", for a tab.
    QString title() const;

signals:
    void titleChanged();
    /// The user wants to name the columns of this file of the folder.
    void columnsRequested(const QString& file);

protected:
    void refresh() override;
    void letGo() override;
    void restyle() override;

private:
    void showIssue(int row);

    const Document& m_document;
    IssueModel m_model;
    QLabel* m_summary;
    TablePanel* m_table;
    QLabel* m_detail;
    QScrollArea* m_detailArea;
    QPushButton* m_copy;
    QPushButton* m_columns;
    QLabel* m_unrecognisedTitle;
    QListWidget* m_unrecognised;
};

} // namespace bubblescope
