// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "devicestext.h"

#include "formatting.h"

#include <QObject>
#include <QStringList>

namespace bubblescope {

QString devicesText(const MachineHints& machine)
{
    constexpr size_t mostNamed = 2;
    QStringList names;
    for (const std::string& device : machine.devices) {
        names << (size_t(names.size()) == mostNamed ? QStringLiteral("…")
                                                    : elideMiddle(toText(device).simplified(), 40));
        if (size_t(names.size()) > mostNamed)
            break;
    }
    return names.join(QStringLiteral(", "));
}

QString nameOnDevices(const QString& name, const QString& devices)
{
    return devices.isEmpty() ? name : QObject::tr("%1 on %2").arg(name, devices);
}

} // namespace bubblescope
