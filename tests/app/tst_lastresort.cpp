// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "guardedapplication.h"
#include "lastresort.h"
#include "testprogram.h"

#include <QTest>
#include <QTimer>

#include <new>
#include <stdexcept>

namespace bubblescope::tst_lastresort {

class TstLastResort : public QObject {
    Q_OBJECT
private slots:
    void aCommandThatThrowsEndsWithACodeOfItsOwn()
    {
        QCOMPARE(runGuarded([] { return ExitCode::NothingUsable; }), ExitCode::NothingUsable);
        QCOMPARE(runGuarded([]() -> ExitCode { throw std::bad_alloc(); }), ExitCode::Failed);
        QCOMPARE(runGuarded([]() -> ExitCode { throw std::runtime_error("no such thing"); }), ExitCode::Failed);
        QCOMPARE(runGuarded([]() -> ExitCode { throw 3; }), ExitCode::Failed);
        QCOMPARE(int(ExitCode::Failed), 4);
    }

    void whatAnEventThrowsSavesTheNotesAndEndsTheLoop()
    {
        auto& application = *static_cast<GuardedApplication*>(QCoreApplication::instance());
        int rescues = 0;
        application.setRescue([&rescues] {
            ++rescues;
            throw std::runtime_error("the disk is full, too");
        });
        QTimer::singleShot(0, this, [] { throw std::runtime_error("the first"); });
        QVERIFY(GuardedApplication::exec() != 0);
        QCOMPARE(rescues, 1);
        // What follows from it, as when the window is painted once more, is not saved again.
        QTimer::singleShot(0, this, [] { throw std::runtime_error("the second"); });
        QVERIFY(GuardedApplication::exec() != 0);
        QCOMPARE(rescues, 1);
        QVERIFY(application.failure());
        try {
            std::rethrow_exception(application.failure());
        } catch (const std::runtime_error& error) {
            QCOMPARE(QString::fromUtf8(error.what()), QStringLiteral("the first"));
        }
        application.setRescue({});
    }
};

BUBBLESCOPE_TEST(TstLastResort, GuardedApplication)

} // namespace bubblescope::tst_lastresort

#include "tst_lastresort.moc"
