// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"
#include "themechoice.h"

#include <QByteArray>
#include <QJsonObject>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <optional>

namespace bubblescope {

/// What the program remembers between sessions. Plain values in a JSON file, settings.json, shared by several windows:
/// each one writes the values that it changed shortly afterwards. GUI thread only.
class Settings {
public:
    static constexpr int recentCount = 10;
    /// None forgets everything at exit: for pictures, which must not depend on earlier use.
    enum class Storage : uint8_t { User, None };
    explicit Settings(Storage storage = Storage::User);
    ~Settings();

    QByteArray geometry() const { return bytes(QStringLiteral("window/geometry")); }
    QByteArray layout() const { return bytes(QStringLiteral("window/layout")); }
    void setWindow(const QByteArray& geometry, const QByteArray& layout);
    void forgetLayout() { forget(QStringLiteral("window/layout")); }

    ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);

    /// Empty: the desktop's language.
    QString language() const { return m_values.value(QStringLiteral("language")).toString(); }
    void setLanguage(const QString& language) { set(QStringLiteral("language"), language); }

    int rowHeight(int fallback) const;
    void forgetRowHeight() { forget(QStringLiteral("timeline/rowHeight")); }
    void setRowHeight(int pixels) { set(QStringLiteral("timeline/rowHeight"), pixels); }
    QString colorBy() const { return m_values.value(QStringLiteral("timeline/colorBy")).toString(); }
    void setColorBy(const QString& key) { set(QStringLiteral("timeline/colorBy"), key); }

    /// What was last chosen for an export; see ExportDialog.
    QJsonObject exportChoices() const { return m_values.value(QStringLiteral("export")).toObject(); }
    void setExportChoices(const QJsonObject& choices) { set(QStringLiteral("export"), choices); }

    /// Of the last exported file; empty before the first.
    QString exportFolder() const { return m_values.value(QStringLiteral("exportFolder")).toString(); }
    void setExportFolder(const QString& folder) { set(QStringLiteral("exportFolder"), folder); }

    /// Latest first; paths opened together are one entry, separated by U+0000, which no path can contain.
    QStringList recent() const;
    void addRecent(const QStringList& paths);
    void clearRecent() { forget(QStringLiteral("recent")); }

    /// Knob sets saved by the user: a name and one line of text each.
    QStringList knobSetNames() const { return knobSets().keys(); }
    QString knobSet(const QString& name) const { return knobSets().value(name).toString(); }
    void setKnobSet(const QString& name, const QString& line);
    void dropKnobSet(const QString& name);

    bool hintWasShown() const { return m_values.value(QStringLiteral("hintWasShown")).toBool(); }
    void setHintWasShown() { set(QStringLiteral("hintWasShown"), true); }

    /// Writes changes immediately. If that fails they are kept and retried.
    std::optional<Error> save();
    /// Called once when values cannot be written, and again if that recurs after a success.
    std::function<void(const Error&)> trouble;

private:
    QByteArray bytes(const QString& key) const;
    QJsonObject knobSets() const { return m_values.value(QStringLiteral("simulate/knobSets")).toObject(); }
    void set(const QString& key, const QJsonValue& value);
    void forget(const QString& key);
    void keep();
    void changed(const QString& key);

    QString m_path; ///< empty: nothing is written
    QJsonObject m_values;
    QSet<QString> m_changed; ///< keys of values that are not in the file yet
    QTimer m_delay;
    bool m_isTroubleReported = false;
};

} // namespace bubblescope
