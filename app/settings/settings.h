// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "themechoice.h"

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <QVariantMap>

namespace bubblescope {

/// What the program remembers between two starts. Values only; nothing else touches QSettings.
class Settings {
public:
    static constexpr int recentCount = 10;
    /// None forgets everything at the end: for pictures, which must not depend on what somebody did before.
    enum class Storage : uint8_t { User, None };
    explicit Settings(Storage storage = Storage::User);
    ~Settings();

    QByteArray geometry() const { return m_settings.value(QStringLiteral("window/geometry")).toByteArray(); }
    QByteArray layout() const { return m_settings.value(QStringLiteral("window/layout")).toByteArray(); }
    void setWindow(const QByteArray& geometry, const QByteArray& layout);
    void forgetLayout() { m_settings.remove(QStringLiteral("window/layout")); }

    ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);

    /// Empty: as the desktop has it.
    QString language() const { return m_settings.value(QStringLiteral("language")).toString(); }
    void setLanguage(const QString& language) { m_settings.setValue(QStringLiteral("language"), language); }

    int rowHeight(int fallback) const;
    void setRowHeight(int pixels) { m_settings.setValue(QStringLiteral("timeline/rowHeight"), pixels); }
    QString colorBy() const { return m_settings.value(QStringLiteral("timeline/colorBy")).toString(); }
    void setColorBy(const QString& key) { m_settings.setValue(QStringLiteral("timeline/colorBy"), key); }

    /// The latest first; what was opened at once is one entry, its paths separated by U+0000, which no path can hold.
    QStringList recent() const { return m_settings.value(QStringLiteral("recent")).toStringList(); }
    void addRecent(const QStringList& paths);
    void clearRecent() { m_settings.remove(QStringLiteral("recent")); }

    /// Sets of knobs that the user kept: name and one line of text each.
    QStringList knobSetNames() const;
    QString knobSet(const QString& name) const;
    void setKnobSet(const QString& name, const QString& line);
    void dropKnobSet(const QString& name);

    bool hintWasShown() const { return m_settings.value(QStringLiteral("hintWasShown")).toBool(); }
    void setHintWasShown() { m_settings.setValue(QStringLiteral("hintWasShown"), true); }

private:
    QVariantMap knobSets() const { return m_settings.value(QStringLiteral("simulate/knobSets")).toMap(); }
    QString m_temporary; ///< path of a file that goes with this object; empty for the user's own
    QSettings m_settings;
};

} // namespace bubblescope
