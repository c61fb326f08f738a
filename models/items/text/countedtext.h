// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace bubblescope {

/// The one of two translated texts that fits the number: "1 file", or "%1 files" with the number in it.
QString countedText(qint64 count, const QString& one, const QString& many);

} // namespace bubblescope
