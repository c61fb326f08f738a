// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace bubblescope {

class LoadControl;
class Settings;

/// What was opened before, latest first. Entries that no longer exist (or are not mounted) are hidden, but return with
/// their disk.
class RecentMenu : public QMenu {
    Q_OBJECT
public:
    /// Both must outlive this object.
    RecentMenu(Settings& settings, LoadControl& load, QWidget* parent = nullptr);

    void fill();

signals:
    void changed(const QStringList& entries);

private:
    Settings& m_settings;
    LoadControl& m_load;
};

} // namespace bubblescope
