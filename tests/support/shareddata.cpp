// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "shareddata.h"

#include <QDir>
#include <QDirIterator>
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
    const QString path = QString::fromUtf8(name);
    const QString sample = QStringLiteral("%1/importers/%2/samples/%3")
                               .arg(projectFolder(), path.section(QLatin1Char('/'), 0, 0),
                                   path.section(QLatin1Char('/'), 1));
    if (path.contains(QLatin1Char('/')) && QFileInfo::exists(sample))
        return sample.toStdString();
    return QDir(QStringLiteral(BUBBLESCOPE_TEST_DATA)).filePath(path).toStdString();
}

QStringList testFiles()
{
    QStringList folders {QStringLiteral(BUBBLESCOPE_TEST_DATA)};
    const QDir formats(projectFolder() + QStringLiteral("/importers"));
    for (const QString& format : formats.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        folders << formats.filePath(format + QStringLiteral("/samples"));
    QStringList files;
    for (const QString& folder : folders) {
        QDirIterator it(folder, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext())
            files << it.next();
    }
    return files;
}

QString projectFolder() { return QDir::cleanPath(QStringLiteral(BUBBLESCOPE_TEST_DATA "/../..")); }

} // namespace bubblescope
