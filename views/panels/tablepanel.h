// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QAction;
class QHBoxLayout;
class QLineEdit;
class QModelIndex;
class QSortFilterProxyModel;
class QTableView;
class QToolButton;

namespace bubblescope {

class TableModel;

/// A table as all views have it: sorts by a click on a header (a third click goes back to the model's own order),
/// filters, copies the selected rows as TSV with Ctrl+C, and hands all rows out as CSV.
/// Rows are always those of the model, whatever the order on screen.
class TablePanel : public QWidget {
    Q_OBJECT
public:
    /// `name` says what the table lists, for screen readers and as the name of exported files. The model must outlive
    /// the panel.
    TablePanel(TableModel& model, const QString& name, QWidget* parent = nullptr);

    QTableView* table() const { return m_table; }
    QLineEdit* filterEdit() const { return m_filter; }
    /// Puts a widget into the line of the filter, before it.
    void addToolWidget(QWidget* widget);
    /// No line with filter and export; copying stays.
    void setToolsVisible(bool visible);

    /// Selects and shows rows without telling anybody; an empty list clears the selection.
    void selectRows(const std::vector<int>& rows);
    /// Row of the model that stands at this place of the table on screen.
    int modelRow(const QModelIndex& onScreen) const { return sourceRow(onScreen); }
    /// -1 for none.
    int currentRow() const;
    int visibleRowCount() const;

    /// The selected rows (all where none is), with headers; what Ctrl+C puts on the clipboard.
    QString tsv() const;
    /// All rows that pass the filter, in the order on screen.
    QString csv() const;

signals:
    /// The user chose a row with the mouse or the keyboard.
    void rowChosen(int row);
    /// Double click or Enter.
    void rowActivated(int row);
    /// The user wants the table as a file; whoever owns dialogs asks where. The button is there once somebody listens.
    void csvRequested(const QString& suggestedName, const QString& csv);

protected:
    void connectNotify(const QMetaMethod& signal) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void copy();
    void measureColumns();
    void fitColumns();
    int sourceRow(const QModelIndex& index) const;

    QString m_name;
    QSortFilterProxyModel* m_proxy;
    QTableView* m_table;
    QLineEdit* m_filter;
    QWidget* m_tools;
    QHBoxLayout* m_toolLayout;
    QAction* m_exportAction;
    QToolButton* m_exportButton;
    std::vector<int> m_naturalWidths; // what the contents would like
    bool m_isQuiet = false;
    bool m_isFitting = false;
    bool m_userSized = false; // columns stay as the user dragged them
};

} // namespace bubblescope
