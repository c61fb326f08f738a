// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "failingcalls.h"
#include "settings.h"
#include "smalldisk.h"
#include "testprogram.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

namespace bubblescope::tst_settings {

class TstSettings : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CONFIG_HOME", m_home->path().toUtf8());
    }

    void everyValueComesBack()
    {
        const QByteArray geometry("\x01\x00\xd9\xff", 4);
        {
            Settings settings;
            QCOMPARE(settings.theme(), ThemeChoice::System);
            QCOMPARE(settings.rowHeight(18), 18);
            QVERIFY(settings.recent().isEmpty() && !settings.hintWasShown() && settings.layout().isEmpty());
            settings.setWindow(geometry, "layout");
            settings.setTheme(ThemeChoice::Dark);
            settings.setLanguage(QStringLiteral("de"));
            settings.setRowHeight(1000);
            settings.setColorBy(QStringLiteral("stage"));
            settings.addRecent({QStringLiteral("/a"), QStringLiteral("/b")});
            settings.addRecent({QStringLiteral("/c")});
            settings.setKnobSet(QStringLiteral("mine"), QStringLiteral("microbatches=8; dp=2"));
            settings.setKnobSet(QStringLiteral("gone"), QStringLiteral("dp=2"));
            settings.dropKnobSet(QStringLiteral("gone"));
            settings.setHintWasShown();
        }
        Settings again;
        QCOMPARE(again.geometry(), geometry);
        QCOMPARE(again.layout(), QByteArray("layout"));
        QCOMPARE(again.theme(), ThemeChoice::Dark);
        QCOMPARE(again.language(), QStringLiteral("de"));
        QCOMPARE(again.rowHeight(18), 64);
        QCOMPARE(again.colorBy(), QStringLiteral("stage"));
        QCOMPARE(again.recent(),
            (QStringList {QStringLiteral("/c"), QStringLiteral("/a") + QChar(u'\0') + QStringLiteral("/b")}));
        QCOMPARE(again.knobSetNames(), QStringList {QStringLiteral("mine")});
        QCOMPARE(again.knobSet(QStringLiteral("mine")), QStringLiteral("microbatches=8; dp=2"));
        QVERIFY(again.hintWasShown());
        again.forgetLayout();
        again.clearRecent();
        QVERIFY(!again.save());
        QVERIFY(Settings().layout().isEmpty() && Settings().recent().isEmpty());
    }

    void whatAFormerVersionKeptIsTakenOver()
    {
        {
            QSettings former(m_home->filePath(QStringLiteral("bubblescope/bubblescope.conf")), QSettings::IniFormat);
            former.setValue(QStringLiteral("theme"), QStringLiteral("dark"));
            former.setValue(QStringLiteral("window/layout"), QByteArray("\xff\x00z", 3));
            former.setValue(QStringLiteral("recent"), QStringList {QStringLiteral("/one")});
            former.setValue(QStringLiteral("timeline/rowHeight"), 22);
            former.setValue(QStringLiteral("hintWasShown"), true);
            former.setValue(QStringLiteral("simulate/knobSets"),
                QVariantMap {{QStringLiteral("mine"), QStringLiteral("microbatches=8, 9")}});
        }
        for (int start = 0; start < 2; ++start) {
            const Settings settings;
            QCOMPARE(settings.theme(), ThemeChoice::Dark);
            QCOMPARE(settings.layout(), QByteArray("\xff\x00z", 3));
            QCOMPARE(settings.recent(), QStringList {QStringLiteral("/one")});
            QCOMPARE(settings.rowHeight(18), 22);
            QVERIFY(settings.hintWasShown());
            QCOMPARE(settings.knobSet(QStringLiteral("mine")), QStringLiteral("microbatches=8, 9"));
        }
        QVERIFY(QFile::exists(path()));
    }

    void twoWindowsKeepEachOthersValues()
    {
        Settings a;
        Settings b;
        a.setLanguage(QStringLiteral("de"));
        b.setTheme(ThemeChoice::Dark);
        QVERIFY(!a.save() && !b.save());
        const Settings c;
        QCOMPARE(c.language(), QStringLiteral("de"));
        QCOMPARE(c.theme(), ThemeChoice::Dark);
    }

    void aDamagedFileIsNoObstacle()
    {
        QVERIFY(QDir().mkpath(QFileInfo(path()).path()));
        for (const QByteArray& damage : {QByteArray(), QByteArray("{\"theme\":"), QByteArray("[1]"),
                 QByteArray("{\"theme\":7,\"recent\":{},\"timeline/rowHeight\":\"x\",\"window/layout\":[\"%\"]}")}) {
            QFile file(path());
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(damage) == damage.size());
            file.close();
            Settings settings;
            QCOMPARE(settings.theme(), ThemeChoice::System);
            QCOMPARE(settings.rowHeight(18), 18);
            QVERIFY(settings.recent().isEmpty() && settings.layout().isEmpty());
            settings.setTheme(ThemeChoice::Light);
            QVERIFY(!settings.save());
            QCOMPARE(Settings().theme(), ThemeChoice::Light);
        }
    }

    void aFullDiskKeepsWhatWasThereAndIsToldOnce()
    {
        SmallDisk disk;
        if (disk.whyNot())
            QSKIP(disk.whyNot());
        qputenv("XDG_CONFIG_HOME", disk.path().toUtf8());
        Settings settings;
        settings.setLanguage(QStringLiteral("de"));
        QVERIFY(!settings.save());
        disk.fill();
        QStringList told;
        settings.trouble = [&told](const Error& error) { told << QString::fromStdString(error.message.text()); };
        settings.setKnobSet(QStringLiteral("mine"), QStringLiteral("dp=2"));
        QTRY_COMPARE(told.size(), 1);
        QVERIFY2(told.front().contains(QStringLiteral("no space left on the disk")), qPrintable(told.front()));
        QCOMPARE(Settings().language(), QStringLiteral("de"));
        QVERIFY(Settings().knobSetNames().isEmpty());
        disk.makeRoom();
        settings.trouble = nullptr;
        QVERIFY(!settings.save());
        QCOMPARE(Settings().knobSet(QStringLiteral("mine")), QStringLiteral("dp=2"));
    }

    void everyCallMayFail()
    {
        Settings settings;
        settings.setLanguage(QStringLiteral("de"));
        QVERIFY(!settings.save());
        int failed = 0;
        for (int call = 1;; ++call) {
            settings.setRowHeight(20 + call);
            failingcalls::arm(m_home->path().toStdString(), call);
            const std::optional<Error> error = settings.save();
            if (!failingcalls::disarm()) {
                QVERIFY(!error);
                QCOMPARE(Settings().rowHeight(1), 20 + call);
                break;
            }
            ++failed;
            QVERIFY(error);
            QCOMPARE(Settings().language(), QStringLiteral("de"));
            QCOMPARE(Settings().rowHeight(18), 18);
            QCOMPARE(
                QDir(QFileInfo(path()).path()).entryList(QDir::Files), QStringList {QStringLiteral("settings.json")});
        }
        QCOMPARE(failed, 5); // open, write, fsync, close, rename
    }

    void noneIsWrittenNowhere()
    {
        {
            Settings settings(Settings::Storage::None);
            settings.setLanguage(QStringLiteral("de"));
            QCOMPARE(settings.language(), QStringLiteral("de"));
        }
        QVERIFY(!QFile::exists(path()));
        QVERIFY(Settings(Settings::Storage::None).language().isEmpty());
    }

private:
    QString path() const { return m_home->filePath(QStringLiteral("bubblescope/settings.json")); }
    std::unique_ptr<QTemporaryDir> m_home;
};

BUBBLESCOPE_TEST(TstSettings, QCoreApplication)

} // namespace bubblescope::tst_settings

#include "tst_settings.moc"
