// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "document.h"
#include "inputchoice.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace bubblescope::tst_inputchoice {

namespace {

OpenedFolderPtr folderOf(const std::vector<std::pair<const char*, int>>& tables, const std::vector<const char*>& logs)
{
    auto opened = std::make_shared<OpenedFolder>();
    for (const auto& [name, layers] : tables) {
        LayerTable& table = opened->folder.layerTables.emplace_back();
        table.name = name;
        table.layerCount = layers;
    }
    for (const char* name : logs)
        opened->folder.runLogs.emplace_back().name = name;
    return opened;
}

} // namespace

class TstInputChoice : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void theFirstOfEachKindIsChosen()
    {
        Document document;
        InputChoice inputs(document);
        QVERIFY(!inputs.layerTable() && !inputs.workload() && !inputs.runLog());
        document.setFolder(folderOf({{"a", 12}, {"b", 24}}, {"first", "second"}));
        QCOMPARE(inputs.layerTable()->name, std::string("a"));
        QCOMPARE(inputs.foldedLayers(), 12);
        QCOMPARE(inputs.runLog()->name, std::string("first"));
        QCOMPARE(inputs.workloadIndex(), -1);
        inputs.setLayerTableIndex(1);
        QCOMPARE(inputs.foldedLayers(), 24);
        inputs.setLayerTableIndex(9); // the last one
        QCOMPARE(inputs.layerTableIndex(), 1);
        document.setFolder(nullptr);
        QVERIFY(!inputs.layerTable() && !inputs.runLog());
        QCOMPARE(inputs.foldedLayers(), 1);
    }

    void whatWasChosenIsFoundAgainByItsName()
    {
        Document document;
        InputChoice inputs(document);
        document.setFolder(folderOf({{"a", 12}, {"b", 24}}, {"first", "second"}));
        inputs.setLayerTableIndex(1);
        inputs.setRunLogIndex(1);
        inputs.setFoldedLayers(30);
        QSignalSpy changed(&inputs, &InputChoice::layerTableChanged);
        document.updateFolder(folderOf({{"new", 1}, {"a", 12}, {"b", 24}}, {"first"}));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(inputs.layerTable()->name, std::string("b"));
        QCOMPARE(inputs.foldedLayers(), 30);
        QCOMPARE(inputs.runLog()->name, std::string("first"));
        document.updateFolder(folderOf({{"b", 48}}, {})); // another table of that name
        QCOMPARE(inputs.foldedLayers(), 48);
        QCOMPARE(inputs.runLogIndex(), -1);
    }
};

BUBBLESCOPE_TEST(TstInputChoice, QCoreApplication)

} // namespace bubblescope::tst_inputchoice

#include "tst_inputchoice.moc"
