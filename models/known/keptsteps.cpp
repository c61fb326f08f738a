// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "keptsteps.h"

#include "packedcolumn.h"
#include "packedtext.h"
#include "runcontext.h"
#include "traceexchange.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

template <typename Archive, Either<StepTable::Row> Value> void exchange(Archive& archive, Value& row)
{
    archive(row.rank, row.stage, row.host);
}

namespace {
/// Column by column, so that the steps of a rank, which are alike, stand together.
void writeMeasure(BinaryWriter& archive, const StepTable& table, StepMeasure measure)
{
    std::vector<float> values;
    values.reserve(table.rowCount() * table.stepCount());
    for (size_t r = 0; r < table.rowCount(); ++r) {
        for (size_t s = 0; s < table.stepCount(); ++s)
            values.push_back(table.value(measure, r, s));
    }
    packColumn(archive, std::span(std::as_const(values)), ColumnCoding::Values);
}

void readMeasure(BinaryReader& archive, StepTable& table, StepMeasure measure)
{
    const uint64_t count = uint64_t(table.rowCount()) * table.stepCount();
    std::vector<float> values;
    unpackColumn(archive, values, count, ColumnCoding::Values);
    if (!archive.isOk())
        return;
    table.add(measure);
    for (size_t r = 0; r < table.rowCount(); ++r) {
        for (size_t s = 0; s < table.stepCount(); ++s)
            table.set(measure, r, s, values[r * table.stepCount() + s]);
    }
}

bool areSoundRows(const std::vector<StepTable::Row>& rows, const std::vector<int64_t>& steps)
{
    const auto isBefore = [](const StepTable::Row& a, const StepTable::Row& b) { return a.rank < b.rank; };
    const uint64_t most = mostKeptSteps / sizeof(float);
    return std::is_sorted(rows.begin(), rows.end(), isBefore) && std::is_sorted(steps.begin(), steps.end())
        && (steps.empty() || rows.size() <= most / steps.size());
}
} // namespace

std::string keptSteps(const Run& run)
{
    const Trace& trace = *run.trace;
    const uint64_t cells = uint64_t(trace.ranks().size()) * trace.steps().size();
    if (!run.hasCommonTime() || cells == 0 || cells > mostKeptSteps / (stepMeasureCount * sizeof(float)))
        return {};
    const StepTable table = StepTable::ofRun(*contextOf(run));
    return archived([&table](BinaryWriter& archive) {
        archive(table.rows(), table.steps());
        for (size_t m = 0; m < stepMeasureCount; ++m) {
            archive(table.has(StepMeasure(m)));
            if (table.has(StepMeasure(m)))
                writeMeasure(archive, table, StepMeasure(m));
        }
    });
}

StepTablePtr restoredSteps(std::string_view text)
{
    std::shared_ptr<StepTable> table;
    const bool isWhole = restored(text, [&table](BinaryReader& archive) {
        std::vector<StepTable::Row> rows;
        std::vector<int64_t> steps;
        archive(rows, steps);
        if (!archive.isOk() || !areSoundRows(rows, steps))
            return archive.fail();
        table = std::make_shared<StepTable>(std::move(rows), std::move(steps));
        for (size_t m = 0; m < stepMeasureCount && archive.isOk(); ++m) {
            bool isThere = false;
            archive(isThere);
            if (isThere)
                readMeasure(archive, *table, StepMeasure(m));
        }
    });
    return isWhole ? table : nullptr;
}

} // namespace bubblescope
