// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "shareddata.h"

#include <QDir>
#include <QFileInfo>

namespace bubblescope {

QString sharedDataFolder()
{
    const QString named = qEnvironmentVariable("BUBBLESCOPE_DATA");
    return named.isEmpty() ? QStringLiteral(BUBBLESCOPE_SHARED_DATA) : named;
}

bool hasSharedData() { return QFileInfo(QDir(sharedDataFolder()).filePath(QStringLiteral("seeds"))).isDir(); }

std::string sharedData(const char* name)
{
    return QDir(sharedDataFolder()).filePath(QString::fromUtf8(name)).toStdString();
}

std::string testData(const char* name)
{
    return QDir(QStringLiteral(BUBBLESCOPE_TEST_DATA)).filePath(QString::fromUtf8(name)).toStdString();
}

QString projectFolder() { return QDir::cleanPath(QStringLiteral(BUBBLESCOPE_TEST_DATA "/../..")); }

} // namespace bubblescope
