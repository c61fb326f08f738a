// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace bubblescope {

/// Writes a file as a whole or not at all: where that fails (a full disk, a folder that may not be written to) what was
/// there before is still there, and no half file is left. False then.
bool writeWholeFile(const QString& path, const QByteArray& contents);

} // namespace bubblescope
