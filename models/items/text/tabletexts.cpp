// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tabletexts.h"

#include "formatting.h"

#include <QCoreApplication>

#include <string>

namespace bubblescope {

QString tableText(std::string_view english)
{
    return QCoreApplication::translate("bubblescope", std::string(english).c_str());
}

QString messageText(const Message& message)
{
    return toText(message.in([](const std::string& english) { return tableText(english).toStdString(); }));
}

QString messageText(const Error& error)
{
    return QStringLiteral("%1 %2").arg(messageText(error.message), messageText(error.advice)).trimmed();
}

} // namespace bubblescope
