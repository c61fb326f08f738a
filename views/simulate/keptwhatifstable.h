// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace bubblescope {

class KeptWhatIfs;
class TablePanel;

/// The what-ifs that are kept, in few columns as high as its rows; there is nothing of it where none is. The model must
/// outlive it but for the end of the program.
class KeptWhatIfsTable : public QWidget {
    Q_OBJECT
public:
    explicit KeptWhatIfsTable(KeptWhatIfs& kept, QWidget* parent = nullptr);
    TablePanel& table() const { return *m_table; }

signals:
    void chosen(int row); ///< to be set again

private:
    void fit();

    KeptWhatIfs& m_kept;
    TablePanel* m_table;
};

} // namespace bubblescope
