// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings.h"

#include <QDir>
#include <QFile>
#include <QTemporaryFile>

#include <algorithm>

namespace bubblescope {

namespace {
QString temporaryPath()
{
    QTemporaryFile file(QDir::tempPath() + QStringLiteral("/bubblescope-XXXXXX.ini"));
    file.setAutoRemove(false);
    file.open();
    return file.fileName();
}
} // namespace

Settings::Settings(Storage storage)
    : m_temporary(storage == Storage::None ? temporaryPath() : QString())
    , m_settings(m_temporary.isEmpty()
              ? QSettings(QStringLiteral("bubblescope"), QStringLiteral("bubblescope")).fileName()
              : m_temporary,
          QSettings::IniFormat)
{
}

Settings::~Settings()
{
    if (m_temporary.isEmpty())
        return;
    m_settings.clear();
    m_settings.sync();
    QFile::remove(m_temporary);
}

void Settings::setWindow(const QByteArray& geometry, const QByteArray& layout)
{
    m_settings.setValue(QStringLiteral("window/geometry"), geometry);
    m_settings.setValue(QStringLiteral("window/layout"), layout);
}

ThemeChoice Settings::theme() const
{
    const QString word = m_settings.value(QStringLiteral("theme")).toString();
    if (word == QLatin1String("light"))
        return ThemeChoice::Light;
    return word == QLatin1String("dark") ? ThemeChoice::Dark : ThemeChoice::System;
}

void Settings::setTheme(ThemeChoice theme)
{
    const char* word = theme == ThemeChoice::Light ? "light" : theme == ThemeChoice::Dark ? "dark" : "system";
    m_settings.setValue(QStringLiteral("theme"), QString::fromLatin1(word));
}

int Settings::rowHeight(int fallback) const
{
    bool isNumber = false;
    const int pixels = m_settings.value(QStringLiteral("timeline/rowHeight")).toInt(&isNumber);
    return isNumber ? std::clamp(pixels, 10, 64) : fallback;
}

QStringList Settings::knobSetNames() const { return knobSets().keys(); }
QString Settings::knobSet(const QString& name) const { return knobSets().value(name).toString(); }

void Settings::setKnobSet(const QString& name, const QString& line)
{
    QVariantMap sets = knobSets();
    sets.insert(name, line);
    m_settings.setValue(QStringLiteral("simulate/knobSets"), sets);
}

void Settings::dropKnobSet(const QString& name)
{
    QVariantMap sets = knobSets();
    sets.remove(name);
    m_settings.setValue(QStringLiteral("simulate/knobSets"), sets);
}

void Settings::addRecent(const QStringList& paths)
{
    QStringList entries = recent();
    const QString entry = paths.join(QChar(u'\0'));
    entries.removeAll(entry);
    entries.prepend(entry);
    m_settings.setValue(QStringLiteral("recent"), QStringList(entries.mid(0, recentCount)));
}

} // namespace bubblescope
