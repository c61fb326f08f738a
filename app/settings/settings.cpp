// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings.h"

#include "exportfile.h"
#include "hardwarepresets.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLockFile>
#include <QSettings>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int soonMs = 300; // combines the changes of a drag into one write
constexpr int patienceMs = 15'000;

QJsonObject valuesOf(const QString& path)
{
    QFile file(path);
    constexpr qint64 largest = 16 << 20;
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.read(largest)).object() : QJsonObject();
}

/// The format of earlier versions.
QJsonObject formerValues(const QString& path)
{
    QJsonObject values;
    if (!QFile::exists(path))
        return values;
    const QSettings former(path, QSettings::IniFormat);
    for (const QString& key : former.allKeys()) {
        const QVariant value = former.value(key);
        if (value.typeId() == QMetaType::QByteArray)
            values[key] = QString::fromLatin1(value.toByteArray().toBase64());
        else if (key == QLatin1String("recent"))
            values[key] = QJsonArray::fromStringList(value.toStringList());
        else if (key == QLatin1String("hintWasShown"))
            values[key] = value.toBool();
        else if (key == QLatin1String("timeline/rowHeight"))
            values[key] = value.toInt();
        else
            values[key] = QJsonValue::fromVariant(value);
    }
    return values;
}

} // namespace

Settings::Settings(Storage storage)
{
    m_delay.setSingleShot(true);
    QObject::connect(&m_delay, &QTimer::timeout, &m_delay, [this] { keep(); });
    const QString folder = QFile::decodeName(userConfigDirectory().c_str());
    if (storage == Storage::None || folder.isEmpty())
        return;
    m_path = folder + QStringLiteral("/settings.json");
    if (QFile::exists(m_path)) {
        m_values = valuesOf(m_path);
        return;
    }
    m_values = formerValues(folder + QStringLiteral("/bubblescope.conf"));
    for (const QString& key : m_values.keys())
        m_changed.insert(key);
}

Settings::~Settings() { save(); }

std::optional<Error> Settings::save()
{
    m_delay.stop();
    if (m_path.isEmpty() || m_changed.isEmpty())
        return std::nullopt;
    if (std::optional<Error> error = makeFolder(QFile::encodeName(QFileInfo(m_path).path()).toStdString()))
        return error;
    QLockFile lock(m_path + QStringLiteral(".lock"));
    constexpr int tryMs = 500;
    lock.tryLock(tryMs); // without it (a full disk has no space for it) the last writer wins
    QJsonObject values = valuesOf(m_path);
    for (const QString& key : std::as_const(m_changed)) {
        if (m_values.contains(key))
            values[key] = m_values[key];
        else
            values.remove(key);
    }
    if (std::optional<Error> error = writeWholeFile(m_path, QJsonDocument(values).toJson()))
        return error;
    m_values = values;
    m_changed.clear();
    return std::nullopt;
}

void Settings::keep()
{
    const std::optional<Error> error = save();
    if (error) {
        m_delay.start(patienceMs); // there may be space again
        if (!m_isTroubleReported && trouble)
            trouble(*error);
    }
    m_isTroubleReported = error.has_value();
}

void Settings::changed(const QString& key)
{
    m_changed.insert(key);
    if (!m_path.isEmpty() && !m_delay.isActive())
        m_delay.start(soonMs);
}

void Settings::set(const QString& key, const QJsonValue& value)
{
    if (m_values.value(key) == value)
        return;
    m_values[key] = value;
    changed(key);
}

void Settings::forget(const QString& key)
{
    m_values.remove(key);
    changed(key);
}

QByteArray Settings::bytes(const QString& key) const
{
    return QByteArray::fromBase64(m_values.value(key).toString().toLatin1());
}

void Settings::setWindow(const QByteArray& geometry, const QByteArray& layout)
{
    set(QStringLiteral("window/geometry"), QString::fromLatin1(geometry.toBase64()));
    set(QStringLiteral("window/layout"), QString::fromLatin1(layout.toBase64()));
}

ThemeChoice Settings::theme() const
{
    const QString word = m_values.value(QStringLiteral("theme")).toString();
    if (word == QLatin1String("light"))
        return ThemeChoice::Light;
    return word == QLatin1String("dark") ? ThemeChoice::Dark : ThemeChoice::System;
}

void Settings::setTheme(ThemeChoice theme)
{
    const char* word = theme == ThemeChoice::Light ? "light" : theme == ThemeChoice::Dark ? "dark" : "system";
    set(QStringLiteral("theme"), QString::fromLatin1(word));
}

int Settings::rowHeight(int fallback) const
{
    const QJsonValue pixels = m_values.value(QStringLiteral("timeline/rowHeight"));
    return pixels.isDouble() ? std::clamp(pixels.toInt(fallback), 10, 64) : fallback;
}

QStringList Settings::recent() const
{
    QStringList entries;
    for (const QJsonValue& entry : m_values.value(QStringLiteral("recent")).toArray())
        entries << entry.toString();
    return entries;
}

void Settings::addRecent(const QStringList& paths)
{
    QStringList entries = recent();
    const QString entry = paths.join(QChar(u'\0'));
    entries.removeAll(entry);
    entries.prepend(entry);
    set(QStringLiteral("recent"), QJsonArray::fromStringList(entries.mid(0, recentCount)));
}

void Settings::setKnobSet(const QString& name, const QString& line)
{
    QJsonObject sets = knobSets();
    sets.insert(name, line);
    set(QStringLiteral("simulate/knobSets"), sets);
}

void Settings::dropKnobSet(const QString& name)
{
    QJsonObject sets = knobSets();
    sets.remove(name);
    set(QStringLiteral("simulate/knobSets"), sets);
}

} // namespace bubblescope
