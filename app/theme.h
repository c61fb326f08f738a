// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandline.h"

#include <QColor>
#include <QIcon>

class QApplication;

namespace bubblescope {

struct Palette;

/// Fusion with the colours of Palette and a small style sheet; System follows what the desktop had at the start.
void applyTheme(QApplication& application, ThemeChoice choice);
/// Before applyTheme() is first called: remembers the desktop's own colours.
void rememberDesktopColours();

/// Line icons drawn in a colour, so that they fit both surfaces and need no file format plugin.
enum class Icon : uint8_t { Open, Reload, Previous, Next, Search, Close, Warning, Check, Fit, Back, Forward };
QIcon themedIcon(Icon icon, const QColor& color);
/// The program's own: three bars of a pipeline with a bubble.
QIcon programIcon();

} // namespace bubblescope
