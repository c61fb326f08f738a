// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "physicalkey.h"

#include <QGuiApplication>
#include <QKeyEvent>

#include <cstring>

namespace bubblescope {

int physicalKey(const char* platform, unsigned scanCode, int key)
{
    // Positions in the code set that Linux and Windows share; X11 and Wayland add eight.
    static constexpr struct {
        unsigned code;
        int key;
    } keys[] = {{17, Qt::Key_W}, {30, Qt::Key_A}, {31, Qt::Key_S}, {32, Qt::Key_D}, {33, Qt::Key_F}, {50, Qt::Key_M},
        {51, Qt::Key_Comma}, {52, Qt::Key_Period}};
    const bool isX = std::strcmp(platform, "xcb") == 0 || std::strncmp(platform, "wayland", 7) == 0;
    if (scanCode == 0 || (!isX && std::strcmp(platform, "windows") != 0))
        return key;
    for (const auto& known : keys) {
        if (known.code + (isX ? 8u : 0u) == scanCode)
            return known.key;
        // At another position the letter itself means nothing, otherwise it would have two meanings.
        if (known.key == key)
            key = key == Qt::Key_Comma || key == Qt::Key_Period ? key : Qt::Key_unknown;
    }
    return key;
}

int physicalKey(const QKeyEvent& event)
{
    return physicalKey(
        QGuiApplication::platformName().toUtf8().constData(), unsigned(event.nativeScanCode()), event.key());
}

} // namespace bubblescope
