// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// How many cores the program may use, on a machine and in a container of either version of control groups.
#include "machinecores.h"
#include "parallel.h"
#include "testprogram.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace bubblescope::tst_machinecores {

class TstMachineCores : public QObject {
    Q_OBJECT
private slots:
    void aContainerHasWhatItsGroupsAllow_data()
    {
        QTest::addColumn<QStringList>("limits"); ///< file and text in turn
        QTest::addColumn<QByteArray>("groups");
        QTest::addColumn<unsigned>("cores");
        QTest::newRow("no groups") << QStringList() << QByteArray() << 0u;
        QTest::newRow("own namespace") << QStringList {"cpu.max", "400000 100000"} << QByteArray("0::/\n") << 4u;
        QTest::newRow("none set") << QStringList {"pod/cpu.max", "max 100000"} << QByteArray("0::/pod\n") << 0u;
        QTest::newRow("part of a core") << QStringList {"pod/cpu.max", "150000 100000"} << QByteArray("0::/pod\n")
                                        << 2u;
        QTest::newRow("less than a core")
            << QStringList {"pod/cpu.max", "1000 100000"} << QByteArray("0::/pod\n") << 1u;
        QTest::newRow("group above") << QStringList {"pod/cpu.max", "300000 100000", "pod/box/cpu.max", "max 100000"}
                                     << QByteArray("0::/pod/box\n") << 3u;
        QTest::newRow("the smaller one") << QStringList {"pod/cpu.max", "300000 100000", "pod/box/cpu.max",
            "800000 100000"} << QByteArray("0::/pod/box\n")
                                         << 3u;
        QTest::newRow("first version") << QStringList {"cpu/job/cpu.cfs_quota_us", "250000",
            "cpu/job/cpu.cfs_period_us", "50000"}
                                       << QByteArray("3:memory:/other\n2:cpu,cpuacct:/job\n0::/\n") << 5u;
        QTest::newRow("first version, none set")
            << QStringList {"cpu/job/cpu.cfs_quota_us", "-1", "cpu/job/cpu.cfs_period_us", "100000"}
            << QByteArray("2:cpuacct,cpu:/job\n") << 0u;
        QTest::newRow("first version, own namespace")
            << QStringList {"cpu/cpu.cfs_quota_us", "200000", "cpu/cpu.cfs_period_us", "100000"}
            << QByteArray("2:cpu:/gone\n") << 2u;
        QTest::newRow("another controller")
            << QStringList {"cpu/job/cpu.cfs_quota_us", "100000", "cpu/job/cpu.cfs_period_us", "100000"}
            << QByteArray("2:cpuset:/job\n") << 0u;
        QTest::newRow("damaged") << QStringList {"cpu.max", "400000 0", "cpu/cpu.cfs_quota_us", "7"}
                                 << QByteArray("0::/\n::\nx") << 0u;
        QTest::newRow("enormous") << QStringList {"cpu.max", "9223372036854775807 1"} << QByteArray("0::/\n")
                                  << 1'000'000u;
    }
    void aContainerHasWhatItsGroupsAllow()
    {
        QFETCH(QStringList, limits);
        QFETCH(QByteArray, groups);
        QFETCH(unsigned, cores);
        QTemporaryDir root;
        for (int i = 0; i + 1 < limits.size(); i += 2) {
            QFile file(root.filePath(limits[i]));
            QVERIFY(QDir().mkpath(QFileInfo(file).path()));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(limits[i + 1].toLatin1() + '\n');
        }
        QCOMPARE(containerCores(root.path().toStdString(), groups.toStdString()), cores);
    }

    void noMoreAreUsedThanTheProgramIsAllowedOn()
    {
        QVERIFY(availableCores() >= 1);
        QCOMPARE(threadCount(), std::min(availableCores(), 4u));
        QCOMPARE(threadCount(7), 7u);
#ifdef __GLIBC__
        // What nproc counts, by its own way: as it was asked to in the environment, or as it may.
        QProcess nproc;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.remove(QStringLiteral("OMP_NUM_THREADS"));
        environment.remove(QStringLiteral("OMP_THREAD_LIMIT"));
        nproc.setProcessEnvironment(environment);
        nproc.start(QStringLiteral("nproc"), {});
        QVERIFY(nproc.waitForFinished());
        QVERIFY(availableCores() <= nproc.readAll().trimmed().toUInt());
#endif
    }
};

BUBBLESCOPE_TEST(TstMachineCores, QCoreApplication)

} // namespace bubblescope::tst_machinecores

#include "tst_machinecores.moc"
