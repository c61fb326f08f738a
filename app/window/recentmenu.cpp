// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recentmenu.h"

#include "formatting.h"
#include "loadcontrol.h"
#include "settings.h"

#include <QFileInfo>

namespace bubblescope {

RecentMenu::RecentMenu(Settings& settings, LoadControl& load, QWidget* parent)
    : QMenu(tr("Open &recent"), parent), m_settings(settings), m_load(load)
{
}

void RecentMenu::fill()
{
    constexpr QChar between(u'\0'); // the paths of an entry
    QStringList entries = m_settings.recent();
    entries.removeIf([between](const QString& entry) { return !QFileInfo::exists(entry.section(between, 0, 0)); });
    clear();
    for (const QString& entry : entries) {
        const QStringList paths = entry.split(between);
        QString title = elideMiddle(toText(paths.front()), 70);
        if (paths.size() > 1)
            title += tr(" and %1 more").arg(paths.size() - 1);
        title.replace(QLatin1Char('&'), QLatin1String("&&"));
        addAction(title, this, [this, paths] { m_load.open(paths); });
    }
    if (!entries.isEmpty()) {
        addSeparator();
        addAction(tr("&Forget all"), this, [this] {
            m_settings.clearRecent();
            fill();
        });
    }
    setEnabled(!entries.isEmpty());
    emit changed(entries);
}

} // namespace bubblescope
