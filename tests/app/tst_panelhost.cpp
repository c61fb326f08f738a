// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panelhost.h"

#include "document.h"
#include "testprogram.h"

#include <QApplication>
#include <QScopedValueRollback>
#include <QTest>

namespace bubblescope::tst_panelhost {

namespace {

/// Panels of the right and of below, and how often a layout was restored: Qt then says where each panel stands.
class Host : public PanelHost {
public:
    Host()
    {
        for (const char* name : {"details", "simulate"})
            add(QLatin1String(name), QLatin1String(name), new QWidget, Qt::RightDockWidgetArea);
        for (const char* name : {"layers", "findings"})
            add(QLatin1String(name), QLatin1String(name), new QWidget, Qt::BottomDockWidgetArea);
        setCentralWidget(new QWidget);
        arrange(600);
        connect(panel(QStringLiteral("layers")), &QDockWidget::dockLocationChanged, this, [this] {
            ++restored;
            restoredWhileResized += m_isResized ? 1 : 0;
        });
    }
    int restored = 0;
    int restoredWhileResized = 0;

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        const QScopedValueRollback during(m_isResized, true);
        PanelHost::resizeEvent(event);
    }

private:
    bool m_isResized = false;
};

QByteArray layoutWithWideDetails(QSize size)
{
    const Document document;
    Host host;
    host.resize(size);
    host.show();
    host.shareRoom(document, size.height());
    host.resizeDocks({host.panel(QStringLiteral("details"))}, {333}, Qt::Horizontal);
    QCoreApplication::processEvents();
    return host.layout();
}

} // namespace

class TstPanelHost : public QObject {
    Q_OBJECT
private slots:
    /// With a floating panel, Qt 6.8 goes on with an item of the layout that this has freed.
    void aLayoutIsNeverRestoredFromAResizeEvent()
    {
        const QByteArray layout = layoutWithWideDetails({760, 640});
        Host host;
        host.resize(600, 500); // a window that is maximised is shown in another size first
        host.restore(layout);
        host.show();
        QCoreApplication::processEvents();
        host.restored = 0;
        for (const QSize size : {QSize(700, 600), QSize(760, 640)}) {
            host.resize(size);
            QCoreApplication::processEvents();
        }
        QVERIFY(host.restored > 0);
        QCOMPARE(host.restoredWhileResized, 0);
        QCOMPARE(host.panel(QStringLiteral("details"))->width(), 333);
    }
};

BUBBLESCOPE_TEST(TstPanelHost, QApplication)

} // namespace bubblescope::tst_panelhost

#include "tst_panelhost.moc"
