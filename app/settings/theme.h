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

/// WindowStyle in the colours of Palette, of all windows that are open or will be; System follows the desktop.
void applyTheme(QApplication& application, ThemeChoice choice);
/// Call before the first applyTheme(): remembers the desktop's own colours.
void rememberDesktopColours();
/// The desktop no longer has a preference: its original colours decide again.
void forgetDesktopWish(QApplication& application);
/// The desktop's preference has changed; with ThemeChoice::System the window follows.
void setDesktopIsDark(QApplication& application, bool isDark);

/// Initial size of a dialog, limited to the screen.
void resizeToScreen(QWidget& dialog, QSize wanted);

/// Line icons drawn in a given colour, so that they suit both themes and need no image plugin.
enum class Icon : uint8_t { Open, Reload, Previous, Next, Search, Close, Warning, Check, Fit, Back, Forward };
QIcon themedIcon(Icon icon, const QColor& color);
/// The program's own icon, also shown by the desktop.
QIcon programIcon();

} // namespace bubblescope
