// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "decimaltime.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What a column of a table of operations states of its rows.
enum class OperationColumn : uint8_t {
    None,
    Rank,
    DataRank,
    TensorRank,
    Stage,
    Chunk,
    Step,
    Name,
    Category,
    Start,
    End,
    Duration,
    Lane,
    Microbatch,
    Bytes,
    Group,
};
inline constexpr size_t operationColumnCount = static_cast<size_t>(OperationColumn::Group) + 1;

/// "dp_rank", as mapping files name it; "" for None.
std::string_view operationColumnKey(OperationColumn column);
constexpr bool isTimeColumn(OperationColumn c)
{
    return c == OperationColumn::Start || c == OperationColumn::End || c == OperationColumn::Duration;
}

/// "us" and the like; nullopt for anything else.
std::optional<TimeUnit> timeUnitNamed(std::string_view word);

/// What one column is taken for.
struct ColumnUse {
    OperationColumn column = OperationColumn::None;
    std::optional<TimeUnit> unit; ///< of times, where the name states it: "start_us", "Duration (ns)"
    double bytes = 1;             ///< of one unit of a size: 1e6 for "size_mb"
    int preference = 0;           ///< of several columns with one meaning, that with the smallest is read
};
/// By its name, however it is written: "start_ts", "startTs", "Start (ns)", "args.mb_id".
ColumnUse usualColumnUse(std::string_view name);

/// What a mapping file says of the columns and operations of a table.
struct TableMapping {
    std::vector<std::pair<std::string, ColumnUse>> columns; ///< by the name in the header
    std::optional<TimeUnit> unit;                           ///< of times whose column does not state it
    std::vector<std::pair<std::string, std::string>> operations; ///< names, and what they stand for
};

/// The columns of a table: which of them states what.
class OperationColumns {
public:
    OperationColumns() = default;
    /// The mapping comes first, then the usual names.
    OperationColumns(const std::vector<std::string>& header, const TableMapping& mapping);

    /// Index of a column; -1 if there is none.
    int operator[](OperationColumn column) const { return m_index[static_cast<size_t>(column)]; }
    bool has(OperationColumn column) const { return (*this)[column] >= 0; }
    /// What column `index` of the header is taken for; None where another states the same.
    OperationColumn meaning(size_t index) const;
    const ColumnUse& use(OperationColumn column) const { return m_use[static_cast<size_t>(column)]; }
    /// The ranks that it states are those of the job, not of processes or devices.
    bool ranksAreOfJob() const;
    /// Operations have a name and a place in time.
    bool areOperations() const;

private:
    std::array<int, operationColumnCount> m_index = [] {
        std::array<int, operationColumnCount> none {};
        none.fill(-1);
        return none;
    }();
    std::array<ColumnUse, operationColumnCount> m_use;
};

} // namespace bubblescope
