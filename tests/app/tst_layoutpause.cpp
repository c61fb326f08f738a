// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "layoutpause.h"
#include "testprogram.h"

#include <QApplication>
#include <QMainWindow>
#include <QTest>

namespace bubblescope::tst_layoutpause {

namespace {

/// Counts how often a widget is asked to lay itself out.
class Requests : public QObject {
public:
    explicit Requests(QWidget& window) { window.installEventFilter(this); }
    int count = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        count += event->type() == QEvent::LayoutRequest ? 1 : 0;
        return false;
    }
};

} // namespace

class TstLayoutPause : public QObject {
    Q_OBJECT
private slots:
    void aWindowIsLaidOutAfterThePauseOnly()
    {
        QMainWindow window;
        auto* page = new QWidget;
        window.setCentralWidget(page);
        Requests requests(window);
        const auto askedBy = [&requests](QWidget& asking) {
            requests.count = 0;
            QCoreApplication::postEvent(&asking, new QEvent(QEvent::LayoutRequest));
            QCoreApplication::sendPostedEvents();
            return requests.count;
        };
        QCOMPARE(askedBy(window), 1);

        LayoutPause pause(*page);
        pause.extend();
        QCOMPARE(askedBy(window), 0);
        pause.extend();
        QCOMPARE(askedBy(window), 0);
        QTRY_COMPARE(requests.count, 1); // the moment is over
        QCOMPARE(askedBy(window), 1);

        pause.extend();
        QCOMPARE(askedBy(window), 0);
        pause.end();
        QCoreApplication::sendPostedEvents();
        QCOMPARE(requests.count, 1);
        pause.extend();
        pause.end(); // nothing was asked for
        QCoreApplication::sendPostedEvents();
        QCOMPARE(requests.count, 1);
    }

    void whatLiesWithinIsLaidOutAtOnce()
    {
        QMainWindow window;
        auto* page = new QWidget;
        window.setCentralWidget(page);
        LayoutPause pause(*page);
        pause.extend();
        Requests requests(*page);
        QCoreApplication::postEvent(page, new QEvent(QEvent::LayoutRequest));
        QCoreApplication::sendPostedEvents();
        QCOMPARE(requests.count, 1);
    }
};

BUBBLESCOPE_TEST(TstLayoutPause, QApplication)

} // namespace bubblescope::tst_layoutpause

#include "tst_layoutpause.moc"
