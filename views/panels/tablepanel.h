// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <functional>
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

/// The table used by all views: sorts by a click on a header (a third click restores the model's order), filters,
/// copies selected rows as TSV with Ctrl+C, and exports all rows as CSV. Row numbers are always those of the model,
/// whatever the order on screen.
class TablePanel : public QWidget {
    Q_OBJECT
public:
    /// `name` describes the content of the table, for screen readers and exported files. The model must outlive the
    /// panel.
    TablePanel(TableModel& model, const QString& name, QWidget* parent = nullptr);

    QTableView* table() const { return m_table; }
    QLineEdit* filterEdit() const { return m_filter; }
    /// Adds a widget before the filter, on its line; with a stretch it takes the room that is left.
    void addToolWidget(QWidget* widget, int stretch = 0);
    /// The others share its width.
    void setColumnVisible(int column, bool visible);
    /// The first column may shrink to that, in a narrow panel; px.
    void setLeastNameWidth(int width);
    /// Hides the line with filter and export; copying still works.
    void setToolsVisible(bool visible);

    /// Only rows that `isShown` accepts are there, and those pass the filter; null: all. Call it again when others are.
    void setShownRows(std::function<bool(int row)> isShown);
    /// Selects and shows rows without emitting signals; an empty list clears the selection.
    void selectRows(const std::vector<int>& rows);
    /// Row of the model at this place of the table on screen.
    int modelRow(const QModelIndex& onScreen) const { return sourceRow(onScreen); }
    /// -1 if none.
    int currentRow() const;
    int visibleRowCount() const;
    /// With which no column is cut.
    int naturalWidth() const;

    /// The selected rows (or all, if none is selected) with headers; also copied by Ctrl+C.
    QString tsv() const;
    /// All rows that pass the filter, in the order on screen.
    QString csv() const;

signals:
    /// The user selected a row with mouse or keyboard.
    void rowChosen(int row);
    /// Double click or Enter.
    void rowActivated(int row);
    /// The user wants the table as a file; the owner of dialogs asks where. The button exists once this is connected.
    void csvRequested(const QString& suggestedName, const QString& csv);

protected:
    void connectNotify(const QMetaMethod& signal) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void copy();
    void measureColumns();
    void fitColumns();
    static void widenColumns(std::vector<int>& widths, int spare);
    int sourceRow(const QModelIndex& index) const;

    QString m_name;
    QSortFilterProxyModel* m_proxy;
    QTableView* m_table;
    QLineEdit* m_filter;
    QWidget* m_tools;
    QHBoxLayout* m_toolLayout;
    QAction* m_exportAction;
    QToolButton* m_exportButton;
    std::vector<int> m_naturalWidths; // preferred widths of the contents
    int m_leastNameWidth = 150;
    bool m_measuredRows = false;      // not only the header
    QTimer m_measuring;
    QElapsedTimer m_reset; // since the last reset of the model
    bool m_isQuiet = false;
    bool m_isFitting = false;
    bool m_userSized = false; // columns keep the widths set by the user
};

} // namespace bubblescope
