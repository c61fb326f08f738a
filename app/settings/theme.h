// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "themechoice.h"

#include <QColor>
#include <QIcon>
#include <QSize>

class QApplication;
class QWidget;

namespace bubblescope {

struct Palette;

/// Fusion with the colours of Palette and a small style sheet; System follows the desktop.
void applyTheme(QApplication& application, ThemeChoice choice);
/// Before applyTheme() is first called: remembers the desktop's own colours.
void rememberDesktopColours();
/// The desktop has no preference any more: its colours decide, as they were at first.
void forgetDesktopWish(QApplication& application);
/// The desktop changed its mind; with ThemeChoice::System the window does so, too.
void setDesktopIsDark(QApplication& application, bool isDark);

/// The size that a dialog is to have at first, where the screen has room for it.
void resizeToScreen(QWidget& dialog, QSize wanted);

/// Line icons drawn in a colour, so that they fit both surfaces and need no file format plugin.
enum class Icon : uint8_t { Open, Reload, Previous, Next, Search, Close, Warning, Check, Fit, Back, Forward };
QIcon themedIcon(Icon icon, const QColor& color);
/// The program's own, as the desktop shows it, too.
QIcon programIcon();

} // namespace bubblescope
