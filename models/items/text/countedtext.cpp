// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "countedtext.h"

#include "formatting.h"

namespace bubblescope {

QString countedText(qint64 count, const QString& one, const QString& many)
{
    return count == 1 ? one : many.arg(formatCount(count));
}

} // namespace bubblescope
