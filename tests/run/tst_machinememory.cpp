// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// How much memory there is, on a machine and in a container of either version of control groups.
#include "machinememory.h"
#include "testprogram.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>
#include <vector>

namespace bubblescope::tst_machinememory {

class TstMachineMemory : public QObject {
    Q_OBJECT
private slots:
    void aContainerHasWhatItsGroupsAllow_data()
    {
        QTest::addColumn<QStringList>("limits"); ///< file and text in turn
        QTest::addColumn<QByteArray>("groups");
        QTest::addColumn<quint64>("memory");
        QTest::newRow("no groups") << QStringList() << QByteArray() << quint64(UINT64_MAX);
        QTest::newRow("own namespace") << QStringList {"memory.max", "2000"} << QByteArray("0::/\n") << quint64(2000);
        QTest::newRow("none set") << QStringList {"job/memory.max", "max"} << QByteArray("0::/job\n")
                                  << quint64(UINT64_MAX);
        QTest::newRow("own group") << QStringList {"job/memory.max", "3000"} << QByteArray("0::/job\n") << quint64(3000);
        QTest::newRow("group above") << QStringList {"job/memory.max", "900", "job/step/memory.max", "max"}
                                     << QByteArray("0::/job/step\n") << quint64(900);
        QTest::newRow("first version") << QStringList {"memory/job/memory.limit_in_bytes", "700"}
                                       << QByteArray("3:cpu:/other\n2:memory:/job\n0::/\n") << quint64(700);
        QTest::newRow("first version, own namespace")
            << QStringList {"memory/memory.limit_in_bytes", "600"} << QByteArray("2:memory:/gone\n") << quint64(600);
        QTest::newRow("no lines of groups") << QStringList {"memory.max", "5"} << QByteArray("::\n:\nx") << quint64(5);
    }
    void aContainerHasWhatItsGroupsAllow()
    {
        QFETCH(QStringList, limits);
        QFETCH(QByteArray, groups);
        QFETCH(quint64, memory);
        QTemporaryDir root;
        for (int i = 0; i + 1 < limits.size(); i += 2) {
            QFile file(root.filePath(limits[i]));
            QVERIFY(QDir().mkpath(QFileInfo(file).path()));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(limits[i + 1].toLatin1() + '\n');
        }
        QCOMPARE(quint64(containerMemory(root.path().toStdString(), groups.toStdString()).limit), memory);
    }

    void whatAGroupHoldsIsNotFree_data()
    {
        QTest::addColumn<QStringList>("files"); ///< file and text in turn
        QTest::addColumn<QByteArray>("groups");
        QTest::addColumn<quint64>("free");
        QTest::newRow("no limit") << QStringList {"memory.current", "400"} << QByteArray("0::/\n") << quint64(UINT64_MAX);
        QTest::newRow("no usage") << QStringList {"memory.max", "1000"} << QByteArray("0::/\n") << quint64(1000);
        QTest::newRow("page cache can be had back")
            << QStringList {"memory.max", "1000", "memory.current", "700", "memory.stat",
                   "anon 300\nfile 400\ninactive_file 250\nactive_file 150\nslab 5"}
            << QByteArray("0::/\n") << quint64(700);
        QTest::newRow("less in the group above")
            << QStringList {"job/memory.max", "1000", "job/memory.current", "950", "job/step/memory.max", "500",
                   "job/step/memory.current", "100"}
            << QByteArray("0::/job/step\n") << quint64(50);
        QTest::newRow("more than allowed")
            << QStringList {"memory.max", "1000", "memory.current", "1200"} << QByteArray("0::/\n") << quint64(0);
        QTest::newRow("first version")
            << QStringList {"memory/job/memory.limit_in_bytes", "1000", "memory/job/memory.usage_in_bytes", "900",
                   "memory/job/memory.stat", "cache 200\ntotal_inactive_file 100\ntotal_active_file 200\nactive_file 7"}
            << QByteArray("2:memory:/job\n") << quint64(400);
    }
    void whatAGroupHoldsIsNotFree()
    {
        QFETCH(QStringList, files);
        QFETCH(QByteArray, groups);
        QFETCH(quint64, free);
        QTemporaryDir root;
        for (int i = 0; i + 1 < files.size(); i += 2) {
            QFile file(root.filePath(files[i]));
            QVERIFY(QDir().mkpath(QFileInfo(file).path()));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(files[i + 1].toLatin1() + '\n');
        }
        QCOMPARE(quint64(containerMemory(root.path().toStdString(), groups.toStdString()).free), free);
    }

    void noMoreIsAvailableThanThereIs()
    {
        const std::optional<uint64_t> available = availableMemory();
        QVERIFY(available && *available > 0 && *available < machineMemory());
    }

    void aMachineHasNoMoreThanItsPages()
    {
        QVERIFY(machineMemory() > 0);
        QVERIFY(machineMemory() <= uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE)));
    }

    void whatIsTouchedIsResident()
    {
        const uint64_t before = residentMemory();
        const std::vector<char> touched(64u << 20, 'x');
        QVERIFY(residentMemory() >= before + (48u << 20));
        QCOMPARE(touched.back(), 'x');
    }
};

BUBBLESCOPE_TEST(TstMachineMemory, QCoreApplication)

} // namespace bubblescope::tst_machinememory

#include "tst_machinememory.moc"
