// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panelhost.h"

#include "document.h"
#include "testprogram.h"

#include <QApplication>
#include <QDataStream>
#include <QScopedValueRollback>
#include <QTest>

#include <cmath>

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

    void aLayoutOfALargeWindowLeavesASmallOneItsTimeline()
    {
        const QSize large(2400, 1300);
        const Document document;
        QByteArray layout;
        QSize right;
        int below = 0;
        {
            Host host;
            host.resize(large);
            host.show();
            host.shareRoom(document, large.height());
            host.resizeDocks({host.panel(QStringLiteral("details"))}, {900}, Qt::Horizontal);
            host.resizeDocks({host.panel(QStringLiteral("layers"))}, {600}, Qt::Vertical);
            QCoreApplication::processEvents();
            layout = host.layout();
            right = host.panel(QStringLiteral("details"))->size();
            below = large.height() - host.centralWidget()->height();
        }
        QCOMPARE(right.width(), 900);
        for (const QSize size : {QSize(1400, 800), QSize(1200, 650)}) {
            Host host;
            host.resize(size);
            host.restore(layout);
            host.show();
            QCoreApplication::processEvents();
            const auto isNear
                = [](int extent, double expected) { return std::abs(extent - expected) < 0.05 * expected + 8; };
            const int width = host.panel(QStringLiteral("details"))->width();
            QVERIFY2(isNear(width, 900.0 * size.width() / large.width()), qPrintable(QString::number(width)));
            const int left = host.centralWidget()->height();
            QVERIFY2(isNear(size.height() - left, double(below) * size.height() / large.height()),
                qPrintable(QString::number(left)));
            // Kept again, it is the same part of a window.
            const QByteArray again = host.layout();
            Host third;
            third.resize(large);
            third.restore(again);
            third.show();
            QCoreApplication::processEvents();
            QVERIFY(isNear(third.panel(QStringLiteral("details"))->width(), 900));
            // At its own size everything is as it was.
            host.resize(large);
            QCoreApplication::processEvents();
            QTRY_COMPARE(host.panel(QStringLiteral("details"))->size(), right);
        }
    }

    void panelsNeverTakeAllOfANarrowWindow()
    {
        const Document document;
        QByteArray layout;
        {
            Host host;
            host.resize(2400, 1300);
            host.show();
            host.shareRoom(document, 1300);
            host.resizeDocks({host.panel(QStringLiteral("details"))}, {1900}, Qt::Horizontal);
            QCoreApplication::processEvents();
            layout = host.layout();
        }
        Host host;
        host.resize(1000, 600);
        host.restore(layout);
        host.show();
        QCoreApplication::processEvents();
        QVERIFY2(host.centralWidget()->width() >= 470, qPrintable(QString::number(host.centralWidget()->width())));
    }

    void aLayoutWithoutSharesIsTakenAsBefore()
    {
        QByteArray layout = layoutWithWideDetails({760, 640});
        layout.chop(3 * int(sizeof(double)));
        Host host;
        host.resize(760, 640);
        host.restore(layout);
        host.show();
        QCoreApplication::processEvents();
        QCOMPARE(host.panel(QStringLiteral("details"))->width(), 333);
        // What is damaged is no share.
        QByteArray hostile = layout;
        QDataStream out(&hostile, QIODevice::Append);
        out << 1e300 << -1.0 << std::nan("");
        Host other;
        other.resize(700, 600);
        other.restore(hostile);
        other.show();
        QCoreApplication::processEvents();
        QVERIFY(other.panel(QStringLiteral("details"))->width() > 0);
    }
};

BUBBLESCOPE_TEST(TstPanelHost, QApplication)

} // namespace bubblescope::tst_panelhost

#include "tst_panelhost.moc"
