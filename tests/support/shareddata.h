// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFileInfo>
#include <QTest>

#include <string>

namespace bubblescope {

/// Folder of real sample data that a checkout may or may not have beside it.
inline QString sharedDataFolder()
{
    const QString named = qEnvironmentVariable("BUBBLESCOPE_DATA");
    return named.isEmpty() ? QStringLiteral(BUBBLESCOPE_SHARED_DATA) : named;
}

inline bool hasSharedData() { return QFileInfo(QDir(sharedDataFolder()).filePath(QStringLiteral("seeds"))).isDir(); }

inline std::string sharedData(const char* name)
{
    return QDir(sharedDataFolder()).filePath(QString::fromUtf8(name)).toStdString();
}

/// A fixture of this project's own.
inline std::string testData(const char* name)
{
    return QDir(QStringLiteral(BUBBLESCOPE_TEST_DATA)).filePath(QString::fromUtf8(name)).toStdString();
}

} // namespace bubblescope

#define REQUIRE_SHARED_DATA()                                                                                          \
    do {                                                                                                               \
        if (!bubblescope::hasSharedData())                                                                             \
            QSKIP("the real sample data is not here; set BUBBLESCOPE_DATA to its folder");                             \
    } while (false)
