// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "partofloss.h"

#include "formatting.h"

#include <QCoreApplication>

namespace bubblescope {

QString formatPartOfLoss(double share)
{
    if (share > 1)
        return QCoreApplication::translate("bubblescope", "all");
    return share < 0 ? QCoreApplication::translate("bubblescope", "nothing") : formatShare(share);
}

} // namespace bubblescope
