// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "logreader.h"

#include <map>
#include <optional>
#include <vector>

namespace bubblescope {

/// Collects the stage blocks of an opt_prime log (`[rank:7 stage:7] transformer-block(module) forward time … - step 1`
/// and the `layer[13]: total=114.492ms, …` records after it) from the interleaved output of all ranks.
///
/// If k headers share a line, the j-th record of each following line belongs to the j-th header. A record that does not
/// fit goes to the block it continues, judging by the layers that its stage printed before.
class StageBlockReader {
public:
    static constexpr size_t maximumBlocks = size_t(1) << 20;
    static constexpr size_t maximumRecords = size_t(4) << 20;

    void read(const LogLine& line, LogSheet& sheet);
    uint64_t blockCount() const { return m_blocks.size(); }
    uint64_t layerRecords() const { return m_records; }
    /// Number of microbatches, from the calls of the embedding or head: one per microbatch.
    std::optional<int> microbatches() const;
    /// Highest layer number plus one.
    std::optional<int> layerCount() const;
    /// Blocks sorted by step, stage and rank. Reports blocks that lack layers.
    std::vector<StageBlock> finish(LogSheet& sheet);

private:
    struct Header {
        int64_t step = 0;
        int rank = 0;
        int stage = 0;
    };
    static std::optional<Header> parseHeader(std::string_view text, size_t mark);
    /// An impossible time is reported and becomes -1.
    static std::optional<StageBlock::LayerTime> parseRecord(
        std::string_view text, size_t position, const LogLine& line, LogSheet& sheet);

    void openBlock(const Header& header, uint64_t offset, bool isFirstOfLine, LogSheet& sheet);
    void closeBlocks();
    void place(const std::vector<StageBlock::LayerTime>& records, uint64_t offset, LogSheet& sheet);
    size_t blockFor(const StageBlock::LayerTime& record) const;
    bool isExpected(const StageBlock& block, int layer) const;
    const std::vector<int>* layoutOf(int stage) const;

    std::vector<StageBlock> m_blocks;
    std::vector<size_t> m_open;                ///< blocks of the last line with headers, in order
    std::vector<size_t> m_recent;              ///< earlier blocks that still lack layers of their stage, newest last
    std::map<int, std::vector<int>> m_layouts; ///< layers of a stage, from its first block
    std::vector<StageBlock::LayerTime> m_pending;
    uint64_t m_records = 0;
    bool m_isFull = false;
};

} // namespace bubblescope
