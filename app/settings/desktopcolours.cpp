// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktopcolours.h"

#include "theme.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>

namespace bubblescope {

namespace {
const QString service = QStringLiteral("org.freedesktop.portal.Desktop");
const QString path = QStringLiteral("/org/freedesktop/portal/desktop");
const QString settings = QStringLiteral("org.freedesktop.portal.Settings");
const QString appearance = QStringLiteral("org.freedesktop.appearance");
const QString colorScheme = QStringLiteral("color-scheme");

/// The portal's Read() wraps its answer twice.
QVariant unwrapped(QVariant value)
{
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value;
}
class DesktopColours : public QObject {
    Q_OBJECT
public:
    explicit DesktopColours(QObject* parent);
public slots:
    void takeSetting(const QString& space, const QString& key, const QDBusVariant& value);
};

DesktopColours::DesktopColours(QObject* parent) : QObject(parent)
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(service, path, settings, QStringLiteral("SettingChanged"), this,
        SLOT(takeSetting(QString, QString, QDBusVariant)));
    QDBusMessage question = QDBusMessage::createMethodCall(service, path, settings, QStringLiteral("Read"));
    question << appearance << colorScheme;
    auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        const QDBusPendingReply<QDBusVariant> reply = *answer;
        if (reply.isValid())
            takeSetting(appearance, colorScheme, reply.value());
        answer->deleteLater();
    });
}

void DesktopColours::takeSetting(const QString& space, const QString& key, const QDBusVariant& value)
{
    if (space != appearance || key != colorScheme)
        return;
    // 1 prefers dark, 2 light, 0 has no preference: then the desktop's palette decides.
    const uint wish = unwrapped(QVariant::fromValue(value)).toUInt();
    if (wish == 1 || wish == 2)
        setDesktopIsDark(*qApp, wish == 1);
    else
        forgetDesktopWish(*qApp);
}
} // namespace

void followDesktopColours(QObject* parent) { new DesktopColours(parent); }

} // namespace bubblescope

#include "desktopcolours.moc"
