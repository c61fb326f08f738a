// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "typednumber.h"

#include "formatting.h"

namespace bubblescope {

namespace {
QChar writtenSign() { return formatFixed(0.5, 1).at(1); }
} // namespace

QString typedNumber(QString plain) { return plain.replace(QLatin1Char('.'), writtenSign()); }

QString withPoint(QString typed) { return typed.replace(writtenSign(), QLatin1Char('.')); }

} // namespace bubblescope
