// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stageblocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace bubblescope {
namespace {

using logtext::Cursor;

constexpr std::string_view blockMark = "transformer-block(module) forward time";
constexpr std::string_view layerMark = "layer[";
constexpr int largestRank = 1 << 24;
constexpr int largestStage = 1 << 14;
constexpr size_t layersOfBlock = 4096;
constexpr size_t rememberedBlocks = 16;

bool isIn(int64_t value, int64_t largest) { return value >= 0 && value <= largest; }

} // namespace

std::optional<StageBlockReader::Header> StageBlockReader::parseHeader(std::string_view text, size_t mark)
{
    constexpr std::string_view opening = "[rank:";
    const size_t start = text.substr(0, mark).rfind(opening);
    if (start == std::string_view::npos)
        return std::nullopt;
    Cursor cursor(text, start + opening.size());
    const auto rank = cursor.integer();
    if (!rank || !cursor.skip(" stage:"))
        return std::nullopt;
    const auto stage = cursor.integer();
    if (!stage || !cursor.skip("] ") || cursor.position() != mark)
        return std::nullopt;
    cursor.skip(blockMark);
    if (cursor.skip(" (")) {
        while (!cursor.atEnd() && !cursor.rest().starts_with(')') && !cursor.rest().starts_with('['))
            cursor.skip(cursor.rest().substr(0, 1));
        cursor.skip(")");
    }
    if (!cursor.skip(" - step "))
        return std::nullopt;
    const auto step = cursor.integer();
    if (!step || !isIn(*step, largestStep) || !isIn(*rank, largestRank) || !isIn(*stage, largestStage))
        return std::nullopt;
    return Header {*step, static_cast<int>(*rank), static_cast<int>(*stage)};
}

std::optional<StageBlock::LayerTime> StageBlockReader::parseRecord(
    std::string_view text, size_t position, const LogLine& line, LogSheet& sheet)
{
    Cursor cursor(text, position + layerMark.size());
    StageBlock::LayerTime record;
    if (cursor.skip("embed")) {
        record.layer = StageBlock::embedding;
    } else if (cursor.skip("lm_head")) {
        record.layer = StageBlock::head;
    } else {
        const auto layer = cursor.integer();
        if (!layer || !isIn(*layer, StageBlock::head - 1))
            return std::nullopt;
        record.layer = static_cast<int>(*layer);
    }
    if (!cursor.skip("]: total="))
        return std::nullopt;
    const auto total = cursor.number();
    if (!total || !cursor.skip("ms, ops="))
        return std::nullopt;
    const auto operations = cursor.integer();
    if (!operations || *operations < 0 || !cursor.skip(", avg/op="))
        return std::nullopt;
    const auto average = cursor.number();
    if (!average || !cursor.skip("ms"))
        return std::nullopt;
    record.totalMs
        = sheet.time(*total, 1, line, [&] { return say("time of layer {}", logLayerName(record.layer)); }).value_or(-1);
    record.operations = *operations;
    record.averageMs = average->isFinite ? average->value : 0;
    return record;
}

void StageBlockReader::read(const LogLine& line, LogSheet& sheet)
{
    const std::string_view text = line.text;
    if (!logtext::contains(text, layerMark) && !logtext::contains(text, blockMark))
        return;
    size_t header = logtext::find(text, blockMark);
    size_t record = logtext::find(text, layerMark);
    if (header == std::string_view::npos && (record == std::string_view::npos || m_blocks.empty()))
        return;
    const IssueKind damage = line.isCut ? IssueKind::TruncatedFile : IssueKind::BadRecord;
    size_t headers = 0;
    m_pending.clear();
    while (header != std::string_view::npos || record != std::string_view::npos) {
        if (record < header) {
            const auto parsed = parseRecord(text, record, line, sheet);
            if (parsed && parsed->totalMs >= 0)
                m_pending.push_back(*parsed);
            else if (!parsed && logtext::contains(text.substr(record, 64), "]: total="))
                sheet.report.add(damage, line.offset + record, "a layer record cannot be read");
            record = logtext::find(text, layerMark, record + layerMark.size());
        } else {
            if (const auto parsed = parseHeader(text, header)) {
                place(m_pending, line.offset, sheet);
                m_pending.clear();
                openBlock(*parsed, line.offset, headers == 0, sheet);
                ++headers;
            } else {
                sheet.report.add(damage, line.offset + header, "the header of a stage block cannot be read");
            }
            header = logtext::find(text, blockMark, header + blockMark.size());
        }
    }
    place(m_pending, line.offset, sheet);
    if (headers > 1)
        sheet.report.add(IssueKind::InterleavedOutput, line.offset,
            say("{} stage blocks are printed over each other: taken apart", headers));
}

void StageBlockReader::openBlock(const Header& header, uint64_t offset, bool isFirstOfLine, LogSheet& sheet)
{
    if (isFirstOfLine)
        closeBlocks();
    if (m_blocks.size() >= maximumBlocks) {
        if (!m_isFull)
            sheet.report.add(
                IssueKind::OversizedFile, offset, say("stage blocks after the first {} are left out", maximumBlocks));
        m_isFull = true;
        return;
    }
    StageBlock block;
    block.step = header.step;
    block.rank = header.rank;
    block.stage = header.stage;
    block.offset = offset;
    m_open.push_back(m_blocks.size());
    m_blocks.push_back(std::move(block));
}

const std::vector<int>* StageBlockReader::layoutOf(int stage) const
{
    const auto found = m_layouts.find(stage);
    return found == m_layouts.end() ? nullptr : &found->second;
}

/// Records of these blocks may still follow if their stage printed more layers before.
void StageBlockReader::closeBlocks()
{
    for (const size_t index : m_open) {
        const StageBlock& block = m_blocks[index];
        const std::vector<int>* layout = layoutOf(block.stage);
        if (!layout && !block.layers.empty()) {
            std::vector<int>& learned = m_layouts[block.stage];
            for (const StageBlock::LayerTime& layer : block.layers)
                learned.push_back(layer.layer);
        } else if (layout && block.layers.size() < layout->size()) {
            m_recent.push_back(index);
        }
    }
    m_open.clear();
    std::erase_if(m_recent,
        [this](size_t index) { return m_blocks[index].layers.size() >= layoutOf(m_blocks[index].stage)->size(); });
    if (m_recent.size() > rememberedBlocks)
        m_recent.erase(m_recent.begin(), m_recent.end() - rememberedBlocks);
}

bool StageBlockReader::isExpected(const StageBlock& block, int layer) const
{
    const size_t count = block.layers.size();
    if (const std::vector<int>* layout = layoutOf(block.stage))
        return count < layout->size() && (*layout)[count] == layer;
    return count > 0 && (block.layers.back().layer + 1 == layer || layer == StageBlock::head);
}

size_t StageBlockReader::blockFor(const StageBlock::LayerTime& record) const
{
    for (const size_t index : m_open) {
        if (isExpected(m_blocks[index], record.layer))
            return index;
    }
    for (const size_t index : m_open) {
        if (m_blocks[index].layers.empty() && !layoutOf(m_blocks[index].stage))
            return index;
    }
    for (auto index = m_recent.rbegin(); index != m_recent.rend(); ++index) {
        if (isExpected(m_blocks[*index], record.layer))
            return *index;
    }
    return *std::min_element(m_open.begin(), m_open.end(),
        [this](size_t a, size_t b) { return m_blocks[a].layers.size() < m_blocks[b].layers.size(); });
}

void StageBlockReader::place(const std::vector<StageBlock::LayerTime>& records, uint64_t offset, LogSheet& sheet)
{
    if (records.empty() || m_isFull)
        return;
    if (m_open.empty()) {
        sheet.report.add(IssueKind::BadRecord, offset, say("a layer record stands before every stage block"));
        return;
    }
    const bool byPosition = m_open.size() > 1 && records.size() == m_open.size();
    for (size_t i = 0; i < records.size(); ++i) {
        const size_t index = byPosition ? m_open[i] : blockFor(records[i]);
        if (m_records >= maximumRecords || m_blocks[index].layers.size() >= layersOfBlock) {
            if (!m_isFull)
                sheet.report.add(IssueKind::OversizedFile, offset, say("further layer records are left out"));
            m_isFull = true;
            return;
        }
        m_blocks[index].layers.push_back(records[i]);
        ++m_records;
    }
}

std::optional<int> StageBlockReader::microbatches() const
{
    for (const StageBlock& block : m_blocks) {
        for (const StageBlock::LayerTime& layer : block.layers) {
            const bool isCalledOnce = layer.layer == StageBlock::embedding || layer.layer == StageBlock::head;
            if (isCalledOnce && layer.operations > 0 && layer.operations <= (1 << 24))
                return static_cast<int>(layer.operations);
        }
    }
    return std::nullopt;
}

std::optional<int> StageBlockReader::layerCount() const
{
    int highest = -1;
    for (const StageBlock& block : m_blocks) {
        for (const StageBlock::LayerTime& layer : block.layers) {
            if (layer.layer < StageBlock::head)
                highest = std::max(highest, layer.layer);
        }
    }
    return highest < 0 ? std::nullopt : std::optional(highest + 1);
}

std::vector<StageBlock> StageBlockReader::finish(LogSheet& sheet)
{
    std::map<int, std::map<size_t, size_t>> sizes; // by stage: number of layers, number of blocks
    for (const StageBlock& block : m_blocks)
        ++sizes[block.stage][block.layers.size()];
    std::map<int, size_t> usual;
    for (const auto& [stage, counts] : sizes) {
        usual[stage] = std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
            return a.second < b.second || (a.second == b.second && a.first < b.first);
        })->first;
    }
    for (const StageBlock& block : m_blocks) {
        if (block.layers.size() < usual[block.stage])
            sheet.report.add(IssueKind::IncompleteBlock, block.offset,
                say("stage {} of step {} on rank {} has {} of {} layers", block.stage, block.step, block.rank,
                    block.layers.size(), usual[block.stage]));
    }
    std::stable_sort(m_blocks.begin(), m_blocks.end(), [](const StageBlock& a, const StageBlock& b) {
        return std::tuple(a.step, a.stage, a.rank) < std::tuple(b.step, b.stage, b.rank);
    });
    m_open.clear();
    m_recent.clear();
    return std::move(m_blocks);
}

} // namespace bubblescope
