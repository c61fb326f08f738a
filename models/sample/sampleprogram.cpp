// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sampleprogram.h"

#include "schedulemessages.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

PassCosts costsOf(const SamplePlan& plan)
{
    PassCosts costs = PassCosts::uniform(plan.layout.stages, 0, 0, 0, 0);
    for (size_t stage = 0; stage < plan.stages.size(); ++stage) {
        costs.forward[stage] = onSampleGrid(plan.plannedNs(plan.stages[stage].forward));
        costs.inputGradient[stage] = onSampleGrid(plan.plannedNs(plan.stages[stage].backward));
        costs.weightGradient[stage] = onSampleGrid(plan.plannedNs(plan.stages[stage].weightGradient));
    }
    return costs;
}

/// The operations of every stage in order, with blocking sends.
Result<std::vector<OperationList>> operationsOf(const SamplePlan& plan)
{
    ScheduleRequest request {plan.options.schedule, plan.options.stages, plan.options.microbatches};
    request.blockingSends = true;
    if (scheduleInfo(request.kind).followsCosts)
        request.costs = costsOf(plan);
    const Result<Schedule> schedule = makeSchedule(request);
    if (!schedule)
        return schedule.error();
    return withBlockingMessages(*schedule);
}

} // namespace

Result<SampleProgram> makeSampleProgram(const SamplePlan& plan)
{
    SampleProgram program;
    program.collectives = plan.collectives;
    program.holdsSenders = sendProtocolOf(plan.options.schedule) == SendProtocol::Posted;
    const SampleLayout& layout = plan.layout;
    const Result<std::vector<OperationList>> lists = operationsOf(plan);
    if (!lists)
        return lists.error();
    for (int stage = 0; stage < layout.stages; ++stage) {
        const SampleStage& costs = plan.stages[size_t(stage)];
        const bool isFirst = stage == 0;
        const bool isLast = stage == layout.stages - 1;
        std::vector<SampleOperation>& operations = program.stages.emplace_back();
        uint32_t nodes = 0;
        const auto add = [&](SampleOperation operation) {
            operation.firstNode = nodes;
            operation.nodeCount = operation.pieces ? uint32_t(operation.pieces->size()) : 1;
            nodes += operation.nodeCount;
            operations.push_back(operation);
        };
        const auto addWork = [&](Operation what, int microbatch, const std::vector<SamplePiece>& pieces) {
            SampleOperation operation;
            operation.operation = what;
            operation.microbatch = microbatch;
            operation.pieces = &pieces;
            operation.stretches = what != Operation::GetBatch;
            add(operation);
        };
        for (const ScheduledOperation& scheduled : (*lists)[size_t(stage)]) {
            if (scheduled.operation == Operation::Forward) {
                if (isFirst || isLast)
                    addWork(Operation::GetBatch, scheduled.microbatch, plan.getBatch);
                addWork(Operation::Forward, scheduled.microbatch, costs.forward);
                if (isLast)
                    addWork(Operation::Loss, scheduled.microbatch, plan.loss);
            } else if (scheduled.operation == Operation::Backward) {
                addWork(Operation::Backward, scheduled.microbatch, costs.backward);
            } else if (scheduled.operation == Operation::WeightGradient) {
                addWork(Operation::WeightGradient, scheduled.microbatch, costs.weightGradient);
            } else {
                SampleOperation message;
                message.operation = scheduled.operation;
                message.second = scheduled.second;
                message.microbatch = scheduled.microbatch;
                message.secondMicrobatch = scheduled.secondMicrobatch;
                message.peerStage = scheduled.peer;
                add(message);
            }
        }
        const auto addGradients = [&](SampleGroup group, int64_t numbers, int64_t size, std::string detail) {
            SampleOperation operation;
            operation.operation = Operation::AllReduce;
            operation.collective = int(program.collectives.size());
            program.collectives.push_back(
                {Operation::AllReduce, group, double(numbers * size), {std::move(detail)}, {numbers * size}});
            add(operation);
        };
        if (layout.data > 1)
            addGradients(SampleGroup::Data, costs.gradients, 4, fmt::format("[{}] float32", costs.gradients));
        if (layout.expert > 1) { // recorded by a group of one, too
            addGradients(
                SampleGroup::ExpertData, costs.expertGradients, 4, fmt::format("[{}] float32", costs.expertGradients));
        }
        if ((isFirst || isLast) && layout.stages > 1) {
            addGradients(SampleGroup::Embedding, plan.embeddingGradients, 2,
                fmt::format(
                    "[{}, {}] bfloat16", plan.embeddingGradients / plan.options.hiddenSize, plan.options.hiddenSize));
        }
        addWork(Operation::OptimizerStep, -1, costs.optimizer);
    }
    return program;
}

uint64_t SampleProgram::spansPerStep(const SampleLayout& layout) const
{
    uint64_t spans = 0;
    for (const std::vector<SampleOperation>& operations : stages) {
        for (const SampleOperation& operation : operations) {
            spans += operation.second == Operation::Other ? 1 : 2;
            for (size_t i = 0; operation.pieces && i < operation.pieces->size(); ++i) {
                const SamplePiece& piece = (*operation.pieces)[i];
                spans += piece.collective != SamplePiece::none && !piece.isHidden;
            }
        }
    }
    return spans * uint64_t(layout.tensor) * uint64_t(layout.data);
}

} // namespace bubblescope
