// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "customplot.h"
#include "document.h"
#include "formatting.h"
#include "memoryview.h"
#include "testprogram.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QTest>

#include <memory>

namespace bubblescope::tst_memoryview {

namespace {

/// Weights from before, then activations of 3 GB of which 2 are given back, then a gradient of 1.
MemorySnapshot forwardAndBackward(int rank, int64_t unit)
{
    using Kind = MemoryEvent::Kind;
    MemorySnapshot snapshot;
    snapshot.name = "rank" + std::to_string(rank) + ".pickle";
    snapshot.file = snapshot.name;
    snapshot.rank = rank;
    snapshot.stacks = {{MemoryUse::Activations, "addmm", {"forward (model.py:3)"}},
        {MemoryUse::Gradients, "mm", {}}, {MemoryUse::Parameters, "empty", {"build (model.py:1)"}}};
    snapshot.allocations = {{1, unit, 0}, {2, 2 * unit, 0}, {3, unit, 1}, {4, 4 * unit, 2}};
    snapshot.events = {{0, unit, 0, Kind::Allocated}, {1000, 2 * unit, 1, Kind::Allocated},
        {2000, 2 * unit, 1, Kind::Freed}, {3000, unit, 2, Kind::Allocated}};
    snapshot.aliveAtEnd = {0, 2, 3};
    snapshot.allocatedAtEnd = 6 * unit;
    snapshot.reservedAtEnd = 8 * unit;
    return snapshot;
}

OpenedFolderPtr folderOf(std::vector<MemorySnapshot> snapshots)
{
    auto opened = std::make_shared<OpenedFolder>();
    opened->folder.path = "snapshots";
    opened->folder.memorySnapshots = std::move(snapshots);
    for (const MemorySnapshot& snapshot : opened->folder.memorySnapshots)
        opened->memoryFigures.push_back(memoryFigures(snapshot));
    return opened;
}

bool says(const MemoryView& view, const QString& words)
{
    for (const QLabel* label : view.findChildren<QLabel*>()) {
        if (label->isVisibleTo(&view) && label->text().contains(words))
            return true;
    }
    return false;
}

struct Shown {
    explicit Shown(std::vector<MemorySnapshot> snapshots) : view(document)
    {
        view.resize(1000, 300);
        view.show();
        document.setFolder(folderOf(std::move(snapshots)));
        view.refreshNow();
    }
    Document document;
    MemoryView view;
};

} // namespace

class TstMemoryView : public QObject {
    Q_OBJECT
private slots:
    void itSaysHowToRecordWhereThereIsNone()
    {
        Shown shown({});
        QVERIFY(says(shown.view, QStringLiteral("_record_memory_history")));
        QVERIFY(!shown.view.illustration().plot);
    }

    void itOpensAtThePeakOfTheFullestGpu()
    {
        Shown shown({forwardAndBackward(0, 1'000'000'000), forwardAndBackward(1, 2'000'000'000)});
        QVERIFY(says(shown.view, QStringLiteral("Peak: ") + formatBytes(14e9)));
        QVERIFY(says(shown.view, QStringLiteral("is parameters.")));
        QCOMPARE(shown.view.chosenEvents(), size_t(2));
        const MemorySiteModel& model = shown.view.model();
        QCOMPARE(model.rowCount(), 2); // both activations come from one line
        const auto plain = [&model](int row, MemorySiteModel::Column column) {
            return model.data(model.index(row, int(column)), TableModel::PlainRole).toString();
        };
        QCOMPARE(plain(0, MemorySiteModel::Column::Bytes), QStringLiteral("8000000000"));
        QCOMPARE(plain(1, MemorySiteModel::Column::Bytes), QStringLiteral("6000000000"));
        QCOMPARE(plain(1, MemorySiteModel::Column::Code), QStringLiteral("forward (model.py:3)"));
        shown.view.findChild<QComboBox*>()->setCurrentIndex(1);
        QCOMPARE(plain(0, MemorySiteModel::Column::Bytes), QStringLiteral("4000000000"));
    }

    void aClickChoosesAnInstant()
    {
        Shown shown({forwardAndBackward(0, 1'000'000'000)});
        auto* const plot = shown.view.findChild<QCustomPlot*>();
        plot->replot();
        const QPoint end(int(plot->xAxis->coordToPixel(3000)), plot->height() / 2);
        QTest::mouseClick(plot, Qt::LeftButton, {}, end);
        QCOMPARE(shown.view.chosenEvents(), size_t(4));
        QCOMPARE(shown.view.model().rowCount(), 3);
        QVERIFY(says(shown.view, QStringLiteral("Shown: %1 allocated at ").arg(formatBytes(6e9))));
        for (int i = 0; i < 10; ++i)
            QTest::keyClick(plot, Qt::Key_Left);
        QCOMPARE(shown.view.chosenEvents(), size_t(0));
        QCOMPARE(shown.view.model().rowCount(), 1); // what was there before
        for (int i = 0; i < 10; ++i)
            QTest::keyClick(plot, Qt::Key_Right);
        QCOMPARE(shown.view.chosenEvents(), size_t(4));
        QCOMPARE(shown.view.model().rowCount(), 3);
    }

    void anotherFolderLeavesNothing()
    {
        Shown shown({forwardAndBackward(0, 1'000'000'000)});
        shown.document.setFolder(nullptr);
        shown.view.refreshNow();
        QCOMPARE(shown.view.model().rowCount(), 0);
        QVERIFY(says(shown.view, QStringLiteral("_record_memory_history")));
    }
};

BUBBLESCOPE_TEST(TstMemoryView, QApplication)

} // namespace bubblescope::tst_memoryview

#include "tst_memoryview.moc"
