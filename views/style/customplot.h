// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// QCustomPlot without the 700 headers that its own takes in passing: all of Qt Print Support, and with that all of Qt
/// Core, Gui and Widgets. It needs none of them here; they cost every source four seconds.
#define QT_QTPRINTSUPPORT_MODULE_H // the guard of <QtPrintSupport/QtPrintSupport>
#include <qcustomplot.h>
