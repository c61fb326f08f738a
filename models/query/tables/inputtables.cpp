// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputtables.h"

#include "fabricfaults.h"
#include "rowtable.h"

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

using Type = QueryColumn::Type;
using Use = QueryColumn::Use;
using Per = RowTable::Per;

void operationOf(const CommRequest& comm, QueryCell& cell)
{
    cell.keptOrNull(comm.isNone() ? std::string_view() : operationName(comm.operation));
}

void exchangedBytes(const CommRequest& comm, QueryCell& cell) { comm.isNone() ? cell.null() : cell.real(comm.bytes); }

// layers

const LayerRow& layerAt(const QueryRow& row) { return row.input->layerTable()->rows[row.index]; }

RowTable::Definition layersTable()
{
    return {"layers", "The rows of layer tables: cost of each operator or layer", Per::Input,
        [](const QueryRow& part) { return part.input->layerTable() ? part.input->layerTable()->rows.size() : size_t(0); },
        {runColumn(),
            {{"row", Type::Integer, {}, "from 0, as in the file"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(int64_t(row.index)); }},
            {{"name", Type::Text, {}, "as in the file"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(layerAt(row).name); }},
            {{"is_layer", Type::Integer, {}, "1 for the rows that one transformer layer consists of"},
                [](const QueryRow& row, QueryCell& cell) {
                    const auto& block = row.input->layerTable()->block;
                    cell.integer(block.first <= row.index && row.index < block.second ? 1 : 0);
                }},
            {{"forward_ns", Type::Real, "ns", "compute of the forward pass"},
                [](const QueryRow& row, QueryCell& cell) { cell.real(layerAt(row).forwardNs); }},
            {{"backward_ns", Type::Real, "ns", "gradient of the input"},
                [](const QueryRow& row, QueryCell& cell) { cell.real(layerAt(row).backwardNs); }},
            {{"weight_gradient_ns", Type::Real, "ns", "gradient of the weights"},
                [](const QueryRow& row, QueryCell& cell) { cell.real(layerAt(row).weightGradientNs); }},
            {{"total_ns", Type::Real, "ns", "as the table states it, else the sum"},
                [](const QueryRow& row, QueryCell& cell) { cell.real(layerAt(row).totalNs()); }},
            {{"forward_operation", Type::Text, {}, "communication of the forward pass; NULL if none"},
                [](const QueryRow& row, QueryCell& cell) { operationOf(layerAt(row).forwardComm, cell); }},
            {{"forward_bytes", Type::Real, "bytes", "its size; NULL if none"},
                [](const QueryRow& row, QueryCell& cell) { exchangedBytes(layerAt(row).forwardComm, cell); }},
            {{"backward_operation", Type::Text, {}, "communication of the backward pass; NULL if none"},
                [](const QueryRow& row, QueryCell& cell) { operationOf(layerAt(row).backwardComm, cell); }},
            {{"backward_bytes", Type::Real, "bytes", "its size; NULL if none"},
                [](const QueryRow& row, QueryCell& cell) { exchangedBytes(layerAt(row).backwardComm, cell); }},
            {{"weight_operation", Type::Text, {}, "communication of the weight gradient; NULL if none"},
                [](const QueryRow& row, QueryCell& cell) { operationOf(layerAt(row).weightComm, cell); }},
            {{"weight_bytes", Type::Real, "bytes", "its size; NULL if none"},
                [](const QueryRow& row, QueryCell& cell) { exchangedBytes(layerAt(row).weightComm, cell); }},
            {{"exposed_ns", Type::Real, "ns", "exposed communication of all passes, where the table states it"},
                [](const QueryRow& row, QueryCell& cell) {
                    const LayerRow& layer = layerAt(row);
                    cell.real(layer.forwardCommNs + layer.backwardCommNs + layer.weightCommNs);
                }}}};
}

// work_items

constexpr size_t passesOfRow = 3;

const WorkloadRow& workAt(const QueryRow& row) { return row.input->workload()->rows[row.index / passesOfRow]; }

const WorkloadPass& passAt(const QueryRow& row)
{
    const WorkloadRow& work = workAt(row);
    const std::array<const WorkloadPass*, passesOfRow> passes {
        &work.forward, &work.inputGradient, &work.weightGradient};
    return *passes[row.index % passesOfRow];
}

RowTable::Definition workItemsTable()
{
    return {"work_items", "The passes of the rows of simulator workloads", Per::Input,
        [](const QueryRow& part) {
            return part.input->workload() ? part.input->workload()->rows.size() * passesOfRow : size_t(0);
        },
        {runColumn(),
            {{"row", Type::Integer, {}, "from 0, as in the file"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(int64_t(row.index / passesOfRow)); }},
            {{"name", Type::Text, {}, "of the row"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(workAt(row).name); }},
            {{"pass", Type::Text, {}, "forward, input gradient or weight gradient"},
                [](const QueryRow& row, QueryCell& cell) {
                    constexpr std::array<std::string_view, passesOfRow> names {
                        "forward", "input gradient", "weight gradient"};
                    cell.kept(names[row.index % passesOfRow]);
                }},
            {{"compute_ns", Type::Real, "ns", "NULL where the file says that it is not known"},
                [](const QueryRow& row, QueryCell& cell) {
                    passAt(row).computeIsUnknown ? cell.null() : cell.real(passAt(row).computeNs);
                }},
            {{"operation", Type::Text, {}, "its communication; NULL if none"},
                [](const QueryRow& row, QueryCell& cell) { operationOf(passAt(row).comm, cell); }},
            {{"category", Type::Text, {}, "whose communication: tp, dp, …; NULL if none"},
                [](const QueryRow& row, QueryCell& cell) {
                    const CommRequest& comm = passAt(row).comm;
                    cell.keptOrNull(comm.isNone() ? std::string_view() : categoryKey(comm.group));
                }},
            {{"bytes", Type::Real, "bytes", "its size; NULL if none"},
                [](const QueryRow& row, QueryCell& cell) { exchangedBytes(passAt(row).comm, cell); }},
            {{"update_ns", Type::Real, "ns", "update time of the row"},
                [](const QueryRow& row, QueryCell& cell) { cell.real(workAt(row).updateTimeNs); }}}};
}

// losses

const LogStep& logStepAt(const QueryRow& row) { return row.input->log()->steps[row.index]; }

template <std::optional<double> LogStep::*member> void printedCell(const QueryRow& row, QueryCell& cell)
{
    cell.realOrNull(logStepAt(row).*member);
}

RowTable::Definition lossesTable()
{
    return {"losses", "What logs print step by step", Per::Input,
        [](const QueryRow& part) { return part.input->log() ? part.input->log()->steps.size() : size_t(0); },
        {runColumn(),
            {{"step", Type::Integer, {}, "as printed"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(logStepAt(row).step); }},
            {{"step_ns", Type::Real, "ns", "time of the step; NULL if not printed"},
                [](const QueryRow& row, QueryCell& cell) {
                    const auto ms = logStepAt(row).stepMs;
                    ms ? cell.real(*ms * 1e6) : cell.null();
                }},
            {{"loss", Type::Real, {}, "NULL if not printed, or not finite"}, printedCell<&LogStep::loss>},
            {{"perplexity", Type::Real, {}, "NULL if not printed"}, printedCell<&LogStep::perplexity>},
            {{"learning_rate", Type::Real, {}, "NULL if not printed"}, printedCell<&LogStep::learningRate>},
            {{"gradient_norm", Type::Real, {}, "NULL if not printed"}, printedCell<&LogStep::gradientNorm>},
            {{"tokens_per_second", Type::Real, {}, "as printed, per GPU or per job; NULL if not printed"},
                printedCell<&LogStep::tokensPerSecond>},
            {{"samples_per_second", Type::Real, {}, "NULL if not printed"}, printedCell<&LogStep::samplesPerSecond>},
            {{"teraflops", Type::Real, {}, "per GPU; NULL if not printed"}, printedCell<&LogStep::teraflops>},
            {{"mfu", Type::Real, "%", "utilisation of the model's FLOPs; NULL if not printed"},
                printedCell<&LogStep::mfuPercent>},
            {{"memory", Type::Real, "GiB", "peak of the rank that prints most; NULL if not printed"},
                printedCell<&LogStep::memoryGiB>}}};
}

// timers

RowTable::Definition timersTable()
{
    return {"timers", "Named timers that logs print; they nest and overlap. First their medians, whose step is NULL",
        Per::Input,
        [](const QueryRow& part) {
            return part.input->log() ? part.input->logTimers().size() + part.input->log()->timers.size() : size_t(0);
        },
        {runColumn(),
            {{"step", Type::Integer, {}, "as printed; NULL for the median over the steps"},
                [](const QueryRow& row, QueryCell& cell) {
                    const size_t medians = row.input->logTimers().size();
                    row.index < medians ? cell.null()
                                        : cell.integer(row.input->log()->timers[row.index - medians].step);
                }},
            {{"name", Type::Text, {}, "as printed"},
                [](const QueryRow& row, QueryCell& cell) {
                    const auto& medians = row.input->logTimers();
                    cell.kept(row.index < medians.size() ? medians[row.index].name
                                                         : row.input->log()->timers[row.index - medians.size()].name);
                }},
            {{"duration_ns", Type::Real, "ns", "its time"},
                [](const QueryRow& row, QueryCell& cell) {
                    const auto& medians = row.input->logTimers();
                    cell.real(1e6
                        * (row.index < medians.size() ? medians[row.index].ms
                                                      : row.input->log()->timers[row.index - medians.size()].ms));
                }}}};
}

// allocations

/// Where a row is among those of all snapshots.
class AllocationAt {
public:
    explicit AllocationAt(const QueryRow& row) : AllocationAt(*row.data, row.index) { }
    void timeOf(uint32_t event, QueryCell& cell) const
    {
        event == MemoryAllocation::noEvent || !snapshot.hasTimes ? cell.null()
                                                                 : cell.integer(snapshot.events[event].time);
    }
    /// Null where it is not known what code took it.
    const MemoryStack* stack() const
    {
        return allocation.stack == MemoryAllocation::noStack ? nullptr : &snapshot.stacks[allocation.stack];
    }

private:
    AllocationAt(const QueryData& data, size_t index)
        : snapshot(data.folder().memorySnapshots[numberIn(data.firstAllocations(), index)])
        , allocation(snapshot.allocations[index])
    {
    }
    /// Leaves of the index what it is in that snapshot.
    static size_t numberIn(const std::vector<size_t>& firsts, size_t& index)
    {
        const auto number = size_t(std::upper_bound(firsts.begin(), firsts.end(), index) - firsts.begin()) - 1;
        index -= firsts[number];
        return number;
    }

public:
    const MemorySnapshot& snapshot; ///< set first: it leaves the index of the other
    const MemoryAllocation& allocation;
};

RowTable::Definition allocationsTable()
{
    return {"allocations", "Blocks of memory that snapshots of PyTorch's allocator show", Per::Folder,
        [](const QueryRow& part) { return part.data->firstAllocations().back(); },
        {{{"file", Type::Text, {}, "the snapshot"},
             [](const QueryRow& row, QueryCell& cell) { cell.kept(AllocationAt(row).snapshot.file); }},
            {{"rank", Type::Integer, {}, "its rank, else the number of its GPU"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(AllocationAt(row).snapshot.rank); }},
            {{"address", Type::Integer, {}, "of the block"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integer(static_cast<int64_t>(AllocationAt(row).allocation.address));
                }},
            {{"bytes", Type::Integer, "bytes", "its size"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(AllocationAt(row).allocation.bytes); }},
            {{"taken_ns", Type::Integer, "ns", "since the epoch; NULL before the recording, or without times"},
                [](const QueryRow& row, QueryCell& cell) {
                    const AllocationAt at(row);
                    at.timeOf(at.allocation.taken, cell);
                }},
            {{"freed_ns", Type::Integer, "ns", "since the epoch; NULL where it was not freed, or without times"},
                [](const QueryRow& row, QueryCell& cell) {
                    const AllocationAt at(row);
                    at.timeOf(at.allocation.freed, cell);
                }},
            {{"category", Type::Text, {}, "what it is for, by the code that took it: activations, …, unknown"},
                [](const QueryRow& row, QueryCell& cell) {
                    const MemoryStack* const stack = AllocationAt(row).stack();
                    cell.kept(memoryUseKey(stack ? stack->use : MemoryUse::Unknown));
                }},
            {{"operation", Type::Text, {}, "of PyTorch, that took it; NULL if unknown"},
                [](const QueryRow& row, QueryCell& cell) {
                    const MemoryStack* const stack = AllocationAt(row).stack();
                    cell.keptOrNull(stack ? std::string_view(stack->operation) : std::string_view());
                }},
            {{"code", Type::Text, {}, "the innermost line outside PyTorch; NULL if unknown"},
                [](const QueryRow& row, QueryCell& cell) {
                    const MemoryStack* const stack = AllocationAt(row).stack();
                    cell.keptOrNull(stack ? stack->caller() : std::string_view());
                }}},
        [](const QueryData& data) { return double(data.firstAllocations().back()); }};
}

// network

const Fabric::Speed& speedAt(const QueryRow& row) { return row.data->folder().fabric.speeds[row.index]; }
const Fabric::Group& communicatorAt(const QueryRow& row)
{
    return row.data->folder().fabric.groups[speedAt(row).group];
}
void hostAt(const QueryRow& row, uint32_t process, QueryCell& cell)
{
    cell.keptOrNull(process == Fabric::none ? std::string_view()
                                            : std::string_view(row.data->folder().fabric.processes[process].host));
}
void processAt(const QueryRow& row, uint32_t process, QueryCell& cell)
{
    process == Fabric::none ? cell.null() : cell.integer(row.data->folder().fabric.processes[process].id);
}

RowTable::Definition networkTable()
{
    return {"network", "What communicators of a job measured by operation and size (NCCL Inspector)", Per::Folder,
        [](const QueryRow& part) { return part.data->folder().fabric.speeds.size(); },
        {{{"communicator", Type::Text, {}, "its id, the same on all members"},
             [](const QueryRow& row, QueryCell& cell) { cell.kept(communicatorAt(row).id); }},
            {{"name", Type::Text, {}, "as the program named it; NULL if it did not"},
                [](const QueryRow& row, QueryCell& cell) { cell.keptOrNull(communicatorAt(row).name); }},
            {{"ranks", Type::Integer, {}, "in the communicator"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(communicatorAt(row).ranks); }},
            {{"nodes", Type::Integer, {}, "that it spans"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(communicatorAt(row).nodes); }},
            {{"operation", Type::Text, {}, "send forward for messages"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(operationName(speedAt(row).operation)); }},
            {{"send_host", Type::Text, {}, "of a message; NULL for collectives"},
                [](const QueryRow& row, QueryCell& cell) { hostAt(row, speedAt(row).from, cell); }},
            {{"send_process", Type::Integer, {}, "its id on that host; NULL for collectives"},
                [](const QueryRow& row, QueryCell& cell) { processAt(row, speedAt(row).from, cell); }},
            {{"receive_host", Type::Text, {}, "of a message; NULL for collectives"},
                [](const QueryRow& row, QueryCell& cell) { hostAt(row, speedAt(row).to, cell); }},
            {{"receive_process", Type::Integer, {}, "its id on that host; NULL for collectives"},
                [](const QueryRow& row, QueryCell& cell) { processAt(row, speedAt(row).to, cell); }},
            {{"bytes", Type::Real, "bytes", "size, as nccl-tests count it"},
                [](const QueryRow& row, QueryCell& cell) { cell.real(speedAt(row).bytes); }},
            {{"count", Type::Integer, {}, "operations that were measured"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(speedAt(row).count); }},
            {{"transfer_ns", Type::Real, "ns", "median of the last member read, of messages the fastest quarter"},
                [](const QueryRow& row, QueryCell& cell) { cell.real(speedAt(row).ns); }},
            {{"busbw", Type::Real, "bytes/s", "bus bandwidth, as nccl-tests define it"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.real(busBandwidth(row.data->folder().fabric, speedAt(row)));
                }}},
        [](const QueryData& data) { return double(data.folder().fabric.speeds.size()); }};
}

} // namespace

void addInputTables(QueryTables& tables)
{
    for (RowTable::Definition (*make)() :
        {layersTable, workItemsTable, lossesTable, timersTable, allocationsTable, networkTable})
        tables.push_back(std::make_unique<RowTable>(make()));
}

} // namespace bubblescope
