// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobdescription.h"
#include "planstate.h"

#include <QDialog>

#include <functional>
#include <string_view>
#include <vector>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTimer;

namespace bubblescope {

/// Describes a training run that does not exist yet: fields for the usual sizes beside the text that they write
/// (*.bubblejob), which is checked while one types. A file of any format of descriptions can be taken as a beginning.
class DescribeDialog : public QDialog {
    Q_OBJECT
public:
    explicit DescribeDialog(std::vector<PlanState::HardwareOption> hardware, QWidget* parent = nullptr);

    void setJob(const JobDescription& job);
    void setHardware(const QString& key);
    QString hardware() const; ///< empty for the usual one
    /// Begins with a file: a config.json, arguments of Megatron, TOML of torchtitan …; false if it describes no job.
    bool take(const QString& path);
    QString text() const;
    void setText(const QString& text);
    /// What is wrong with it, or what it is.
    QString verdict() const;
    bool isUsable() const;
    QLineEdit* field(const QString& key) const;

    /// Where to write it, and what to begin with; tests answer instead of a dialog.
    std::function<QString(const QString& suggestion)> askPath;
    std::function<QString()> askFile;
    void accept() override;

signals:
    /// It was written to this file, and is to be opened for this hardware.
    void described(const QString& path, const QString& hardware);

private:
    void addField(QFormLayout* form, std::string_view key, const QString& label, const QString& hint);
    void fillFields();
    void check();

    std::vector<PlanState::HardwareOption> m_options;
    QComboBox* m_hardware;
    std::vector<QLineEdit*> m_fields;
    QPlainTextEdit* m_text;
    QLabel* m_verdict;
    QPushButton* m_open;
    QTimer* m_checkDelay;
    bool m_isFilling = false;
    bool m_isUsable = false;
};

} // namespace bubblescope
