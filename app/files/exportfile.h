// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "outputfile.h"

#include <QByteArray>
#include <QString>

namespace bubblescope {

/// Like the function for std::string: completely or not at all.
std::optional<Error> writeWholeFile(const QString& path, const QByteArray& contents);

} // namespace bubblescope
