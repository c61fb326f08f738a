// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "decimalcomma.h"
#include "hardwaredialog.h"
#include "hardwarepresets.h"
#include "testprogram.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

namespace bubblescope::tst_hardwarepresets {

class TstHardwarePresets : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CONFIG_HOME", m_home->path().toUtf8());
    }

    void aCopyHoldsTheNetworkAndEverySource()
    {
        const auto copy = hardwareCatalog().copyOf("h100", "Ours");
        QVERIFY(copy);
        const Result<HardwareCatalog::Preset> kept = keepHardwarePreset(*copy);
        QVERIFY2(kept, kept ? "" : kept.error().message.text().c_str());
        QCOMPARE(kept->key, std::string("ours"));
        const Result<Hardware> found = hardwareCatalog().find("ours");
        QVERIFY(found);
        for (const HardwareField& field : hardwareFields()) {
            QCOMPARE(hardwareValue(*found, field.key), hardwareValue(defaultHardware(), field.key));
            QCOMPARE(found->sourceOf(field.key), defaultHardware().sourceOf(field.key));
        }
    }

    void anotherNameIsAnotherFile()
    {
        HardwareCatalog::Preset preset = *keepHardwarePreset(*hardwareCatalog().copyOf("a800", "First"));
        preset.hardware.name = "Second one";
        const Result<HardwareCatalog::Preset> renamed = keepHardwarePreset(preset);
        QVERIFY(renamed);
        QCOMPARE(renamed->key, std::string("second-one"));
        QVERIFY(!hardwareCatalog().find("first"));
        QVERIFY(hardwareCatalog().find("second-one"));
        QVERIFY(dropHardwarePreset(*renamed));
        QVERIFY(!hardwareCatalog().find("second-one"));
    }

    void aFileThatCanNotBeReadIsNotReplaced()
    {
        const QString path = QString::fromStdString(userHardwareDirectory()) + QStringLiteral("/broken.json");
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{ half a preset");
        file.close();
        QVERIFY(!keepHardwarePreset(*hardwareCatalog().copyOf("a800", "Broken")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("{ half a preset"));
    }

    void whatCanNotBeKeptIsRefusedWithASentence()
    {
        HardwareCatalog::Preset preset = *hardwareCatalog().copyOf("h100", "H100");
        QVERIFY(keepHardwarePreset(preset).error().message.text().find("already") != std::string::npos);
        preset.hardware.name = " … ";
        QVERIFY(keepHardwarePreset(preset).error().message.text().find("no name") != std::string::npos);
        preset.hardware.name = "Slow";
        setHardwareValue(preset.hardware, "nvlink_gb_per_s", 0, {});
        QVERIFY(keepHardwarePreset(preset).error().message.text().find("nvlink_gb_per_s") != std::string::npos);
        QVERIFY(!dropHardwarePreset(hardwareCatalog().presets().front()));
    }

    void theDialogWritesFractionsAsTheLanguageDoes()
    {
        const DecimalComma german;
        HardwareDialog dialog("h100");
        dialog.show();
        const auto press = [&dialog](const char* text) {
            for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
                if (button->text().remove(QLatin1Char('&')) == QLatin1String(text))
                    button->click();
            }
        };
        auto* table = dialog.findChild<QTableWidget*>();
        const auto number = [table](const char* name) {
            for (int row = 0; row < table->rowCount(); ++row) {
                if (table->item(row, 0)->text() == QLatin1String(name))
                    return table->item(row, 1);
            }
            return static_cast<QTableWidgetItem*>(nullptr);
        };
        QCOMPARE(number("NVLink, one-way per GPU")->text(), QStringLiteral("370,8"));
        press("Copy");
        for (const char* typed : {"96,5", "96.5"}) {
            number("Network card")->setText(QString::fromLatin1(typed));
            press("Save");
            QCOMPARE(number("Network card")->text(), QStringLiteral("96,5"));
        }
        QCOMPARE(hardwareCatalog().find("my-h100")->nicBandwidth, 96.5e9);
        dialog.askDelete = [](const QString&) { return true; };
        press("Delete");
    }

    void theDialogCopiesChangesUsesAndDeletes()
    {
        HardwareDialog dialog("h200");
        dialog.show();
        auto* list = dialog.findChild<QListWidget*>();
        auto* table = dialog.findChild<QTableWidget*>();
        auto* name = dialog.findChild<QLineEdit*>();
        QSignalSpy changes(&dialog, &HardwareDialog::presetsChanged);
        QSignalSpy chosen(&dialog, &HardwareDialog::presetChosen);
        const auto press = [&dialog](const char* text) {
            for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
                if (button->text().remove(QLatin1Char('&')) == QLatin1String(text) && button->isEnabled())
                    button->click();
            }
        };
        const int before = list->count();
        QVERIFY(name->isReadOnly()); // the program's own
        press("Save");
        press("Delete");
        QCOMPARE(changes.count(), 0);
        press("Copy");
        QCOMPARE(list->count(), before + 1);
        QVERIFY(!name->isReadOnly());
        int nic = -1;
        for (int row = 0; row < table->rowCount(); ++row) {
            if (table->item(row, 0)->text() == QLatin1String("Network card"))
                nic = row;
        }
        table->item(nic, 1)->setText(QStringLiteral("fast"));
        press("Save"); // says what is wrong, keeps what was
        QCOMPARE(changes.count(), 1);
        table->item(nic, 1)->setText(QStringLiteral("97"));
        table->item(nic, 3)->setText(QStringLiteral("measured here"));
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("Our cluster"));
        QTest::keyClick(name, Qt::Key_Return); // saves, and stays
        QVERIFY(dialog.isVisible());
        const Result<Hardware> ours = hardwareCatalog().find("our-cluster");
        QVERIFY(ours);
        QCOMPARE(ours->nicBandwidth, 97e9);
        QCOMPARE(ours->sourceOf("nic_gb_per_s"), std::string_view("measured here"));
        QCOMPARE(list->count(), before + 1);
        press("Use this");
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0][0].toString(), QStringLiteral("our-cluster"));
        dialog.askDelete = [](const QString& preset) { return preset != QLatin1String("Our cluster"); };
        press("Delete"); // not without asking
        QCOMPARE(list->count(), before + 1);
        dialog.askDelete = [](const QString&) { return true; };
        press("Delete");
        QCOMPARE(list->count(), before);
        QVERIFY(!hardwareCatalog().find("our-cluster"));
    }

    void whatWasTypedIsNotLeftWithoutAsking()
    {
        QVERIFY(keepHardwarePreset(*hardwareCatalog().copyOf("h100", "Ours")));
        HardwareDialog dialog("ours");
        dialog.show();
        auto* list = dialog.findChild<QListWidget*>();
        auto* name = dialog.findChild<QLineEdit*>();
        const int own = list->currentRow();
        QSignalSpy chosen(&dialog, &HardwareDialog::presetChosen);
        int asked = 0;
        HardwareDialog::Leave answer = HardwareDialog::Leave::Stay;
        dialog.askLeave = [&](const QString&) {
            ++asked;
            return answer;
        };
        list->setCurrentRow(own == 0 ? 1 : 0); // nothing typed yet
        QCOMPARE(asked, 0);
        list->setCurrentRow(own);
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("Typed"));
        list->setCurrentRow(own == 0 ? 1 : 0);
        QTRY_COMPARE(asked, 1);
        QCOMPARE(list->currentRow(), own);
        QCOMPARE(name->text(), QStringLiteral("Typed"));
        QPushButton* use = nullptr;
        for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
            if (button->text().contains(QLatin1String("Use this")))
                use = button;
        }
        use->click();
        QCOMPARE(asked, 2);
        QCOMPARE(chosen.count(), 0);
        dialog.reject();
        QCOMPARE(asked, 3);
        QVERIFY(dialog.isVisible());
        answer = HardwareDialog::Leave::Save;
        use->click();
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0][0].toString(), QStringLiteral("typed"));
        QVERIFY(hardwareCatalog().find("typed"));
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
};

BUBBLESCOPE_TEST(TstHardwarePresets, QApplication)

} // namespace bubblescope::tst_hardwarepresets

#include "tst_hardwarepresets.moc"
