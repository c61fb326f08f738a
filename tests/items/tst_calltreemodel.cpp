// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Calls as rows of a tree, and as boxes.
#include "calltext.h"
#include "calltreemodel.h"
#include "flamelayout.h"
#include "profilerpicture.h"
#include "testprogram.h"

#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QTest>

#include <algorithm>

namespace bubblescope::tst_calltreemodel {

namespace {

using Column = CallTreeModel::Column;

/// Two steps: one operator that launches much, one that takes long on the thread.
std::shared_ptr<const CallTree> twoOperators()
{
    ProfilerPicture picture;
    picture.host(0, "thread 1", "step", 0, 1000);
    picture.host(0, "thread 1", "aten::mm", 0, 100);
    picture.kernel(0, "stream 7", 50, 850, picture.launch(0, "thread 1", 10), Category::OtherCompute, "gemm");
    picture.host(0, "thread 1", "aten::copy_", 200, 700);
    picture.host(0, "thread 1", "aten::copy_", 800, 900);
    const TracePtr trace = std::make_shared<Trace>(picture.finish());
    auto tree = std::make_shared<CallTree>(
        trace, CallSelection {{trace->range().begin, trace->range().end + 1}}, CallTree::Of::Calls);
    while (!tree->advance(1000)) { }
    return tree;
}

/// One call with so many inside, all equally long.
std::shared_ptr<const CallTree> manyCalls(int count)
{
    ProfilerPicture picture;
    picture.host(0, "thread 1", "step", 0, count);
    for (int i = 0; i < count; ++i)
        picture.host(0, "thread 1", "f" + std::to_string(i), i, i + 1);
    const TracePtr trace = std::make_shared<Trace>(picture.finish());
    auto tree = std::make_shared<CallTree>(
        trace, CallSelection {{trace->range().begin, trace->range().end + 1}}, CallTree::Of::Calls);
    while (!tree->advance(1 << 20)) { }
    return tree;
}

/// Ten calls with ten inside, and ten inside those, all with the same ten names.
std::shared_ptr<const CallTree> sameNamesAtAllDepths()
{
    ProfilerPicture picture;
    picture.host(0, "thread 1", "step", 0, 1000);
    for (int i = 0; i < 10; ++i) {
        picture.host(0, "thread 1", "g" + std::to_string(i), i * 100, i * 100 + 100);
        for (int j = 0; j < 10; ++j) {
            picture.host(0, "thread 1", "g" + std::to_string(j), i * 100 + j * 10, i * 100 + j * 10 + 10);
            for (int k = 0; k < 10; ++k)
                picture.host(0, "thread 1", "g" + std::to_string(k), i * 100 + j * 10 + k, i * 100 + j * 10 + k + 1);
        }
    }
    const TracePtr trace = std::make_shared<Trace>(picture.finish());
    auto tree = std::make_shared<CallTree>(
        trace, CallSelection {{trace->range().begin, trace->range().end + 1}}, CallTree::Of::Calls);
    while (!tree->advance(1 << 20)) { }
    return tree;
}

QStringList rowsBelow(const CallTreeModel& model, const QModelIndex& parent)
{
    QStringList names;
    for (int row = 0; row < model.rowCount(parent); ++row)
        names << model.index(row, 0, parent).data().toString();
    return names;
}

} // namespace

class TstCallTreeModel : public QObject {
    Q_OBJECT
private slots:
    void aNameIsLookedThroughOnce()
    {
        const std::shared_ptr<const CallTree> tree = sameNamesAtAllDepths();
        CallNameSearch names(*tree, QStringLiteral("G3"));
        size_t found = 0;
        for (uint32_t node = 1; node < tree->nodes().size(); ++node)
            found += names.matches(node);
        QCOMPARE(found, size_t(111));
        QCOMPARE(names.lookedThrough(), size_t(11));
        QVERIFY(!names.matches(0));
    }

    void callsAreBelowTheirCallers()
    {
        CallTreeModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTree(twoOperators());
        QCOMPARE(model.rowCount(), 1);
        const QModelIndex step = model.index(0, 0);
        QCOMPARE(rowsBelow(model, step), (QStringList {QStringLiteral("aten::mm"), QStringLiteral("aten::copy_")}));
        const QModelIndex mm = model.index(0, 0, step);
        QCOMPARE(rowsBelow(model, mm), (QStringList {QStringLiteral("gemm"), QStringLiteral("cudaLaunchKernel")}));
        const auto plain = [](const QModelIndex& row, int column) {
            return row.siblingAtColumn(column).data(CallTreeModel::PlainRole).toString();
        };
        QCOMPARE(plain(step, Column::Host), QStringLiteral("1"));
        QCOMPARE(plain(step, Column::OwnHost), QStringLiteral("0.3"));
        QCOMPARE(plain(step, Column::Device), QStringLiteral("0.8"));
        QCOMPARE(plain(mm, Column::OwnDevice), QStringLiteral("0.8"));
        const QModelIndex copy = model.index(1, 0, step);
        QCOMPARE(plain(copy, Column::Count), QStringLiteral("2"));
        QCOMPARE(plain(copy, Column::HostPerCall), QStringLiteral("0.3"));
        QCOMPARE(plain(copy, Column::DevicePerCall), QString());
        model.setTree(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void rowsAreSortedAmongTheirSiblings()
    {
        CallTreeModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTree(twoOperators());
        const QPersistentModelIndex copy = model.index(1, 0, model.index(0, 0));
        model.sort(Column::Host, Qt::DescendingOrder);
        QCOMPARE(copy.row(), 0);
        QCOMPARE(copy.data().toString(), QStringLiteral("aten::copy_"));
        model.sort(Column::Call, Qt::DescendingOrder);
        QCOMPARE(copy.row(), 1);
        model.sort(-1, Qt::AscendingOrder);
        QCOMPARE(rowsBelow(model, model.index(0, 0)),
            (QStringList {QStringLiteral("aten::mm"), QStringLiteral("aten::copy_")}));
    }

    void aNameIsFoundFromHereOnAndAround()
    {
        CallTreeModel model;
        model.setTree(twoOperators());
        QModelIndex at = model.find(QStringLiteral("ATEN"), {});
        QCOMPARE(at.data().toString(), QStringLiteral("aten::mm"));
        at = model.find(QStringLiteral("aten"), at);
        QCOMPARE(at.data().toString(), QStringLiteral("aten::copy_"));
        at = model.find(QStringLiteral("aten"), at);
        QCOMPARE(at.data().toString(), QStringLiteral("aten::mm"));
        QVERIFY(!model.find(QStringLiteral("conv"), at).isValid());
    }

    void boxesAreAsWideAsTheirTime()
    {
        const std::shared_ptr<const CallTree> tree = twoOperators();
        const FlameLayout layout(*tree, FlameLayout::Of::Threads, 0, 1000);
        QCOMPARE(layout.rows, 4); // all, step, operators, call
        const FlameLayout::Box* mm = layout.at(50, 2);
        QVERIFY(mm);
        QCOMPARE(callName(*tree, mm->node), QStringLiteral("aten::mm"));
        QCOMPARE(mm->right - mm->left, 100.0);
        const FlameLayout::Box* copy = layout.at(400, 2);
        QVERIFY(copy);
        QCOMPARE(copy->right - copy->left, 600.0);
        QVERIFY(!layout.at(900, 2)); // the step itself
        QCOMPARE(layout.of(copy->node), copy);
        // Of GPUs, callers are as wide as what they launched.
        const FlameLayout devices(*tree, FlameLayout::Of::Devices, 0, 1000);
        QCOMPARE(devices.at(999, 2)->right, 1000.0);
        QCOMPARE(callName(*tree, devices.at(1, 3)->node), QStringLiteral("gemm"));
        // The one that is zoomed to takes the whole width, below its callers.
        const FlameLayout zoomed(*tree, FlameLayout::Of::Threads, mm->node, 1000);
        QCOMPARE(zoomed.at(999, 2)->node, mm->node);
        QCOMPARE(zoomed.at(5, 3)->right, 10.0);
    }

    void narrowCallsAreOneBoxAndNothingIsLost()
    {
        const FlameLayout layout(*manyCalls(100'000), FlameLayout::Of::Threads, 0, 500);
        QCOMPARE(layout.boxes.size(), size_t(3)); // not one for each
        QCOMPARE(layout.boxes[2].count, uint32_t(100'000));
        QVERIFY(qAbs(layout.boxes[2].right - 500) < 0.01);
    }

    void anEmptyTreeHasNoBoxes()
    {
        QVERIFY(FlameLayout(CallTree(), FlameLayout::Of::Threads, 0, 100).boxes.empty());
        QVERIFY(FlameLayout(*twoOperators(), FlameLayout::Of::Threads, 0, 0).boxes.empty());
    }
};

BUBBLESCOPE_TEST(TstCallTreeModel, QCoreApplication)

} // namespace bubblescope::tst_calltreemodel

#include "tst_calltreemodel.moc"
