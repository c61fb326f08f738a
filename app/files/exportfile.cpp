// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "exportfile.h"

#include <QFile>

namespace bubblescope {

std::optional<Error> writeWholeFile(const QString& path, const QByteArray& contents)
{
    return writeWholeFile(
        QFile::encodeName(path).toStdString(), std::string_view(contents.constData(), size_t(contents.size())));
}

} // namespace bubblescope
