// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"

#include <QDialog>

#include <functional>

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QTableWidget;

namespace bubblescope {

/// The values of every hardware preset with their sources; built-in presets can be read and copied, the user's can be
/// changed, renamed and deleted.
class HardwareDialog : public QDialog {
    Q_OBJECT
public:
    /// Opens on the preset with this key, alias or name.
    explicit HardwareDialog(const std::string& current, QWidget* parent = nullptr);

    /// May the dialog leave an edited preset, and save it? Tests answer instead of a dialog.
    enum class Leave : uint8_t { Save, Discard, Stay };
    std::function<Leave(const QString& preset)> askLeave;
    std::function<bool(const QString& preset)> askDelete;
    void reject() override;

signals:
    /// A preset has a new key or (if empty) was deleted; emitted before presetsChanged().
    void presetRenamed(const QString& from, const QString& to);
    /// A preset was written or deleted.
    void presetsChanged();
    /// The hardware knob should use this preset.
    void presetChosen(const QString& key);

private:
    void reload(const std::string& current);
    const HardwareCatalog::Preset* current() const;
    void showPreset();
    void chooseRow(int row);
    bool leave();
    void use();
    void copy();
    bool save();
    void drop();
    void showError(const Error& error);

    HardwareCatalog m_catalog;
    std::vector<std::string> m_keys; // by row of the list
    int m_row = -1;                  // row whose values are shown
    bool m_isEdited = false;         // they differ from the saved ones
    QListWidget* m_list;
    QLineEdit* m_name;
    QTableWidget* m_values;
    QLabel* m_words;
    QPushButton* m_copy;
    QPushButton* m_save;
    QPushButton* m_drop;
    QPushButton* m_use;
};

} // namespace bubblescope
