// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Blocks of the matrix of steps, against sums over all of their cells.
#include "stepmatrix.h"
#include "testprogram.h"

#include <QCoreApplication>
#include <QTest>

#include <cmath>
#include <limits>

namespace bubblescope::tst_stepmatrix {

namespace {

constexpr size_t rowCount = 300;
constexpr size_t stepCount = 5000;

/// Steps 64 to 127 are unknown.
StepMatrix matrixOfTest()
{
    std::vector<StepTable::Row> rows;
    for (size_t r = 0; r < rowCount; ++r)
        rows.push_back({int32_t(r), 0, 0});
    std::vector<int64_t> numbers(stepCount);
    for (size_t s = 0; s < stepCount; ++s)
        numbers[s] = int64_t(s);
    StepTable table(std::move(rows), std::move(numbers));
    table.add(StepMeasure::StepTime);
    uint32_t random = 7;
    for (size_t r = 0; r < rowCount; ++r) {
        for (size_t s = 0; s < stepCount; ++s) {
            random = random * 1664525 + 1013904223;
            table.set(StepMeasure::StepTime, r, s,
                s / 64 == 1 ? std::numeric_limits<float>::quiet_NaN() : float(random >> 20));
        }
    }
    return StepMatrix(std::make_shared<const StepTable>(std::move(table)), {});
}

StepMatrix::Block sumOfCells(const StepMatrix& matrix, size_t row, size_t rows, const StepMatrix::Steps& steps)
{
    double sum = 0;
    size_t count = 0;
    float largest = 0;
    for (size_t r = row; r < row + rows; ++r) {
        for (size_t s = steps.first; s < steps.first + steps.count; ++s) {
            const float value = matrix.value(r, s);
            if (!std::isfinite(value))
                continue;
            sum += double(value);
            ++count;
            largest = std::max(largest, value);
        }
    }
    return {float(sum / double(count)), largest};
}

} // namespace

class TstStepMatrix : public QObject {
    Q_OBJECT
private slots:
    void noiseNamesNobody()
    {
        // Two stages of four ranks, each 0.5 % about 100 ms; rank 6 always, rank 1 in one step takes a fifth more.
        std::vector<StepTable::Row> rows;
        for (int r = 0; r < 8; ++r)
            rows.push_back({r, r / 4, 0});
        std::vector<int64_t> numbers;
        for (int64_t s = 0; s < 40; ++s)
            numbers.push_back(s);
        StepTable table(std::move(rows), std::move(numbers));
        table.add(StepMeasure::Compute);
        uint32_t random = 7;
        for (size_t r = 0; r < 8; ++r) {
            for (size_t s = 0; s < 40; ++s) {
                random = random * 1664525 + 1013904223;
                const float own = 99.5f + float(random >> 20) / 4096;
                table.set(StepMeasure::Compute, r, s, r == 6 || (r == 1 && s == 30) ? own * 1.2f : own);
            }
        }
        const auto shared = std::make_shared<const StepTable>(std::move(table));
        const StepMatrix beside(shared, {StepMeasure::Compute, StepMatrix::Order::Stage, StepMatrix::Scale::Deviation});
        QVERIFY(beside.noise() >= 0.01f && beside.noise() < 0.05f);
        QVERIFY(beside.value(6, 0) > beside.noise());
        QVERIFY(beside.value(1, 30) > beside.noise());
        QVERIFY(std::abs(beside.value(3, 30)) <= beside.noise());
        for (const auto scale : {StepMatrix::Scale::Value, StepMatrix::Scale::Deviation}) {
            const StepMatrix matrix(shared, {StepMeasure::Compute, StepMatrix::Order::Stage, scale});
            uint32_t slowest = 0;
            for (size_t row = 0; row < 8; ++row)
                slowest += row == 6 || row == 1 ? 0 : matrix.timesSlowest(row);
            QCOMPARE(slowest, 0U);
            QVERIFY(matrix.timesSlowest(6) >= 39); // in step 30 rank 1 may be slower still
            QCOMPARE(matrix.timesSlowest(6) + matrix.timesSlowest(1), 40U);
        }
    }

    void blocksOfAnySizeAreTold_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("steps");
        QTest::addColumn<bool>("isExact");
        for (const int rows : {1, 2, 4, 16}) {
            for (const int steps : {1, 2, 4, 16, 64})
                QTest::addRow("%d x %d", rows, steps) << rows << steps << true;
        }
        QTest::newRow("between levels") << 7 << 23 << false; // what lies at the ends of coarser blocks comes with it
    }
    void blocksOfAnySizeAreTold()
    {
        QFETCH(int, rows);
        QFETCH(int, steps);
        QFETCH(bool, isExact);
        const StepMatrix matrix = matrixOfTest();
        std::vector<StepMatrix::Steps> ranges;
        for (size_t first = 0; first + size_t(steps) <= stepCount; first += size_t(steps))
            ranges.push_back({first, size_t(steps)});
        const StepMatrix::StepRanges prepared(matrix, ranges);
        for (size_t row = 0; row + size_t(rows) <= rowCount; row += 16) {
            const std::vector<StepMatrix::Block> blocks = matrix.blocks(row, size_t(rows), prepared);
            QCOMPARE(blocks.size(), ranges.size());
            for (size_t i = 0; i < ranges.size(); ++i) {
                const StepMatrix::Block cells = sumOfCells(matrix, row, size_t(rows), ranges[i]);
                if (isExact && std::isnan(cells.mean)) {
                    QVERIFY(std::isnan(blocks[i].mean));
                } else if (isExact) {
                    QCOMPARE(blocks[i].largest, cells.largest);
                    QVERIFY(std::abs(blocks[i].mean - cells.mean) <= 1e-4f * cells.mean);
                } else if (!std::isnan(cells.mean)) {
                    QVERIFY(blocks[i].largest >= cells.largest);
                    QVERIFY(std::abs(blocks[i].mean - cells.mean) <= 0.5f * cells.mean);
                }
            }
        }
    }
};

BUBBLESCOPE_TEST(TstStepMatrix, QCoreApplication)

} // namespace bubblescope::tst_stepmatrix

#include "tst_stepmatrix.moc"
