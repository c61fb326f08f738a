// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloadstep.h"

#include "joblayout.h"
#include "layerwork.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace bubblescope {

namespace {

constexpr std::string_view microbatchStart = "embedding_layer";

using WorkloadRows = std::span<const WorkloadRow>;

/// "attention_column_3" is "attention_column" of some layer.
std::string_view withoutNumber(std::string_view name)
{
    const size_t last = name.find_last_not_of("0123456789");
    return last != std::string_view::npos && last + 1 < name.size() && name[last] == '_' ? name.substr(0, last) : name;
}

bool isLossRow(const WorkloadRow& row) { return row.name.starts_with("cross_entropy"); }
bool isOptimizerRow(const WorkloadRow& row) { return row.name.starts_with("optimizer"); }
bool names(const WorkloadRow& row, std::initializer_list<std::string_view> words)
{
    return std::any_of(words.begin(), words.end(), [&](auto word) { return row.name.find(word) != std::string::npos; });
}
/// SimAI's attention_norm is the whole attention including its norm, its mlp_norm the whole MLP.
bool isAttentionRow(const WorkloadRow& row) { return names(row, {"attention", "attn"}); }
bool isMlpRow(const WorkloadRow& row) { return !isAttentionRow(row) && names(row, {"mlp", "ffn", "feed_forward"}); }
/// Norm and head after the last layer.
bool isFinalRow(const WorkloadRow& row) { return row.name == "embedding_norm" || row.name.starts_with("final_"); }

/// The parts that the rows of a workload form, in order.
struct Parts {
    WorkloadRows preamble; ///< gradient synchronization
    WorkloadRows embedding;
    WorkloadRows layers;
    WorkloadRows final;
    WorkloadRows loss;
    WorkloadRows optimizer;
    int microbatches = 0; ///< in the rows; 0 if none starts
    size_t oddRows = 0;   ///< of microbatches that differ from the first
};

Parts workloadParts(const Workload& workload)
{
    const WorkloadRows all(workload.rows);
    std::vector<size_t> starts;
    for (size_t i = 0; i < all.size(); ++i) {
        if (withoutNumber(all[i].name) == microbatchStart)
            starts.push_back(i);
    }
    // WorkloadRows that are all named so begin nothing: a test of one collective at many sizes.
    if (starts.size() > 1 && starts[1] == starts[0] + 1)
        starts.clear();
    const auto isTail = [](const WorkloadRow& row) { return isLossRow(row) || isOptimizerRow(row); };
    const size_t tail = size_t(std::find_if(all.begin(), all.end(), isTail) - all.begin());
    Parts parts;
    const size_t first = starts.empty() ? 0 : starts.front();
    const auto endOf
        = [&](size_t start) { return start + 1 < starts.size() ? starts[start + 1] : std::max(tail, first); };
    const size_t end = endOf(0);
    for (size_t i = 0; i < starts.size(); ++i) {
        const size_t rows = endOf(i) - std::min(starts[i], endOf(i));
        if (rows == end - first)
            ++parts.microbatches;
        else
            parts.oddRows += rows;
    }
    parts.preamble = all.subspan(0, first);
    const size_t embeddings = starts.empty() ? 0 : 1;
    parts.embedding = all.subspan(first, embeddings);
    size_t layersEnd = end;
    while (layersEnd > first + embeddings && isFinalRow(all[layersEnd - 1]))
        --layersEnd;
    parts.layers = all.subspan(first + embeddings, layersEnd - first - embeddings);
    parts.final = all.subspan(layersEnd, end - layersEnd);
    const WorkloadRows behind = all.subspan(std::min(tail, all.size()));
    const size_t optimizer = size_t(std::find_if(behind.begin(), behind.end(), isOptimizerRow) - behind.begin());
    parts.loss = behind.subspan(0, optimizer);
    parts.optimizer = behind.subspan(optimizer);
    return parts;
}

/// WorkloadRows of one layer: the shortest run of names that the rows repeat. All of them where nothing repeats.
size_t layerPeriod(WorkloadRows rows)
{
    for (size_t period = 1; period <= rows.size() / 2; ++period) {
        if (rows.size() % period != 0)
            continue;
        bool repeats = true;
        for (size_t i = period; repeats && i < rows.size(); ++i)
            repeats = withoutNumber(rows[i].name) == withoutNumber(rows[i - period].name);
        if (repeats)
            return period;
    }
    return rows.size();
}

bool isOfExperts(const WorkloadRow& row) { return row.name.find("moe") != std::string::npos; }

/// What attention kernels take of the rows of attention, in percent: what these take beyond half of the MLP.
/// Projections have half of its FLOPs: 8 h² against 16 h² of a token, with 4 h wide layers as well as with gated ones
/// of 8/3 h. Where nothing can be told (experts, rows of whole layers): unknown.
uint8_t attentionPercentOfRows(WorkloadRows rows)
{
    double attention = 0;
    double mlp = 0;
    for (const WorkloadRow& row : rows) {
        if (isOfExperts(row))
            return unknownPercent;
        double* sum = isAttentionRow(row) ? &attention : isMlpRow(row) ? &mlp : nullptr;
        for (const WorkloadPass* pass : {&row.forward, &row.inputGradient, &row.weightGradient}) {
            if (sum && !pass->computeIsUnknown)
                *sum += std::max(pass->computeNs, 0.0);
        }
    }
    if (attention <= 0 || mlp <= 0)
        return unknownPercent;
    constexpr double least = 15; // of short sequences
    constexpr double most = 95;
    return uint8_t(std::lround(std::clamp(100 * (1 - mlp / 2 / attention), least, most)));
}

class WorkloadWork {
public:
    WorkloadWork(bool isForwardsTime, uint8_t attentionPercent)
        : m_isForwardsTime(isForwardsTime), m_attentionPercent(attentionPercent)
    {
    }

    Work forward(WorkloadRows rows) const
    {
        Work work;
        for (const WorkloadRow& row : rows) {
            compute(work, row, row.forward, Category::Forward);
            communication(work, row, row.forward.comm);
        }
        return work;
    }
    Work backward(WorkloadRows rows) const
    {
        Work work;
        for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
            compute(work, *row, m_isForwardsTime ? row->forward : row->inputGradient, Category::Backward);
            communication(work, *row, row->inputGradient.comm);
        }
        return work;
    }
    Work weightGradient(WorkloadRows rows) const
    {
        Work work;
        for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
            if (!m_isForwardsTime)
                compute(work, *row, row->weightGradient, Category::WeightGradient);
            // The gradients of a layer are exchanged while the next layer is computed.
            communication(work, *row, row->weightGradient.comm, true);
        }
        return work;
    }
    /// All three passes in sequence: for work done once per step.
    Work once(WorkloadRows rows, Category category) const
    {
        Work work;
        for (const WorkloadRow& row : rows) {
            for (const WorkloadPass* pass : {&row.forward, &row.inputGradient, &row.weightGradient}) {
                compute(work, row, *pass, category, ComputeClass::MemoryBound);
                communication(work, row, pass->comm);
            }
        }
        return work;
    }

private:
    void compute(Work& work, const WorkloadRow& row, const WorkloadPass& pass, Category category,
        std::optional<ComputeClass> computeClass = {}) const
    {
        if (pass.computeIsUnknown || pass.computeNs <= 0)
            return;
        WorkPiece& piece = work.emplace_back();
        piece.name = row.name;
        piece.ns = pass.computeNs;
        piece.category = category;
        const bool isOfLayer = isAttentionRow(row) || isMlpRow(row);
        piece.computeClass = computeClass.value_or(isOfLayer ? ComputeClass::Layers : computeClassOf(row.name));
        if (isOfLayer && m_attentionPercent != unknownPercent)
            piece.attentionPercent = isAttentionRow(row) ? m_attentionPercent : 0;
    }
    static void communication(Work& work, const WorkloadRow& row, const CommRequest& comm, bool isGradient = false)
    {
        if (comm.isNone() || comm.bytes <= 1)
            return;
        WorkPiece& piece = work.emplace_back();
        piece.name = row.name;
        piece.ns = -1;
        piece.operation = comm.operation;
        piece.category = comm.group;
        piece.bytes = comm.bytes;
        piece.isAsynchronous
            = isGradient && (comm.group == Category::DataComm || comm.group == Category::ExpertDataComm);
        if (!comm.thenAllToAll)
            return;
        work.push_back(piece);
        work.back().operation = Operation::AllToAll;
    }

    bool m_isForwardsTime;
    uint8_t m_attentionPercent; ///< of the rows of attention
};

size_t unknownRows(const Workload& workload)
{
    return size_t(std::count_if(workload.rows.begin(), workload.rows.end(), [](const WorkloadRow& row) {
        return row.forward.computeIsUnknown && row.inputGradient.computeIsUnknown
            && row.weightGradient.computeIsUnknown;
    }));
}

bool exchangesTokens(const Workload& workload)
{
    return std::any_of(workload.rows.begin(), workload.rows.end(), [](const WorkloadRow& row) {
        return row.forward.comm.group == Category::ExpertComm || row.inputGradient.comm.group == Category::ExpertComm;
    });
}

void stateAssumptions(JobProfile& profile, const Workload& workload, const Parts& parts, int layersOfRows)
{
    const auto assume = [&profile](Message sentence, Assumption::Id id = Assumption::Id::Other) {
        profile.assumptions.emplace_back(std::move(sentence), id);
    };
    if (parts.microbatches == 0)
        assume(say("The rows do not show where a microbatch begins: all of them count as one."));
    else if (workload.microbatches && *workload.microbatches != profile.microbatches)
        assume(say("The header says {} microbatches, the rows hold {}: the rows are used.", *workload.microbatches,
            profile.microbatches));
    if (parts.oddRows > 0)
        assume(say(parts.oddRows == 1 ? say("{} row does not repeat the first microbatch: left out.")
                                      : say("{} rows do not repeat the first microbatch: left out."),
            parts.oddRows));
    if (parts.microbatches > 0 && workload.layersPerStage && *workload.layersPerStage != layersOfRows)
        assume(say("The header says {} layers per stage, the rows hold {}: the rows are used.",
            *workload.layersPerStage, layersOfRows));
    if (profile.stages > 1)
        assume(say(
            "All stages are as the one that the workload describes, the embedding in the first, final norm and loss in "
            "the last."));
    if (const size_t unknown = unknownRows(workload))
        assume(say(unknown == 1 ? say("{} of {} rows has no compute time: it counts as zero.")
                                : say("{} of {} rows have no compute time: it counts as zero."),
            unknown, workload.rows.size()));
    if (profile.assumedBackwardRatio)
        assume(say("The workload has no backward times: {} times the forward pass is assumed.",
                   *profile.assumedBackwardRatio),
            Assumption::Id::Backward);
    if (profile.stages > 1 && profile.messageBytes < 0)
        assume(say("The header does not state pp_comm: messages between stages are free."));
    if (!workload.checkpoints.empty())
        assume(say("Recomputation from checkpoints is not counted."));
}

} // namespace

Result<JobProfile> profileOfWorkload(const Workload& workload)
{
    if (workload.rows.empty())
        return Error {say("The workload {} has no rows.", workload.name), say("Choose one that has."), {}};
    const Parts parts = workloadParts(workload);
    JobProfile profile;
    using Size = GuessedSize::Of;
    profile.tensor = std::max(profile.givenOr(workload.tensorParallel, Size::Tensor, 1), 1);
    profile.stages = std::max(profile.givenOr(workload.pipelineParallel, Size::Stages, 1), 1);
    const int stages = profile.stages;
    const size_t period = layerPeriod(parts.layers);
    const int layers = parts.layers.empty() ? 0 : int(parts.layers.size() / period);
    if (std::optional<Error> error
        = whyNoLayers(int64_t(stages) * (parts.microbatches > 0 ? std::max(layers, 1) : 1)))
        return *std::move(error);
    const auto knows = [&](auto pass) {
        for (const WorkloadRows rows : {parts.embedding, parts.layers, parts.final}) {
            for (const WorkloadRow& row : rows) {
                if (!(row.*pass).computeIsUnknown && (row.*pass).computeNs > 0)
                    return true;
            }
        }
        return false;
    };
    const bool knowsForward = knows(&WorkloadRow::forward);
    const bool knowsBackward = knows(&WorkloadRow::inputGradient) || knows(&WorkloadRow::weightGradient);

    profile.name = workload.name;
    profile.origin = Origin::Modelled;
    profile.data = profile.givenOr(workload.dataParallel(), Size::Data, 1);
    profile.expert = std::clamp(exchangesTokens(workload) ? profile.givenOr(workload.expertParallel, Size::Expert, 1)
                                                          : workload.expertParallel.value_or(1),
        1, profile.data);
    profile.hasExperts = std::any_of(parts.layers.begin(), parts.layers.end(), isOfExperts);
    profile.microbatches = parts.microbatches > 1
        ? parts.microbatches
        : std::max(profile.givenOr(workload.microbatches, Size::Microbatches, 1), 1);
    profile.microbatchSize = profile.givenOr({}, Size::MicrobatchSize, 1);
    if (profile.hasPeers())
        profile.ranksPerNode = profile.givenOr({}, Size::RanksPerNode, assumedRanksPerNode);
    profile.replicasAreAlike = true;
    profile.messageBytes = workload.pipelineCommBytes.value_or(-1);
    if (knowsForward && !knowsBackward)
        profile.assumedBackwardRatio = usualBackwardRatio;

    const WorkloadWork make(profile.assumedBackwardRatio.has_value(), attentionPercentOfRows(parts.layers));
    const Work synchronization = make.once(parts.preamble, Category::OtherCompute);
    const Work optimizer = make.once(parts.optimizer, Category::Optimizer);
    // The repeated rows may differ between layers: each stage takes its own as they are.
    for (int stage = 0; stage < stages; ++stage) {
        RankWork& rank = profile.ranks.emplace_back();
        rank.rank = stage * profile.tensor * profile.data;
        rank.stage = stage;
        const auto add = [](Work& work, Work more) { work.insert(work.end(), more.begin(), more.end()); };
        const WorkloadRows embedding = stage == 0 ? parts.embedding : WorkloadRows();
        const WorkloadRows final = stage == stages - 1 ? parts.final : WorkloadRows();
        for (const WorkloadRows rows : {embedding, parts.layers, final})
            add(rank.forward, make.forward(rows));
        for (const WorkloadRows rows : {final, parts.layers, embedding}) {
            add(rank.backward, make.backward(rows));
            add(rank.weightGradient, make.weightGradient(rows));
        }
        if (stage == stages - 1)
            rank.loss = make.once(parts.loss, Category::OtherCompute);
        rank.finalize = synchronization;
        rank.optimizer = optimizer;
    }
    if (layers > 0 && parts.microbatches > 0) {
        const WorkloadRows layer = parts.layers.subspan(0, period);
        profile.layersOfStage.assign(size_t(stages), layers);
        LayerWork& work = profile.layerWork.emplace();
        work.layers = layers * stages;
        work.prologueForward = make.forward(parts.embedding);
        work.layerForward = make.forward(layer);
        work.epilogueForward = make.forward(parts.final);
        work.prologueBackward = make.backward(parts.embedding);
        work.layerBackward = make.backward(layer);
        work.epilogueBackward = make.backward(parts.final);
        work.prologueWeightGradient = make.weightGradient(parts.embedding);
        work.layerWeightGradient = make.weightGradient(layer);
        work.epilogueWeightGradient = make.weightGradient(parts.final);
    }
    stateAssumptions(profile, workload, parts, layers);
    return profile;
}

} // namespace bubblescope
