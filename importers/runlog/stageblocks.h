// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "logreader.h"

#include <map>
#include <optional>
#include <vector>

namespace bubblescope {

/// Collects the stage blocks of an opt_prime log (`[rank:7 stage:7] transformer-block(module) forward time … - step 1`
/// and the `layer[13]: total=114.492ms, …` records behind it) out of the mixed output of all ranks.
///
/// Where k headers share a line, the j-th record of each following line belongs to the j-th header. Where that does not
/// fit, a record goes to the block that it continues, judged by the layers the stage printed before.
class StageBlockReader {
public:
    static constexpr size_t maximumBlocks = size_t(1) << 20;
    static constexpr size_t maximumRecords = size_t(4) << 20;

    void read(const LogLine& line, LogSheet& sheet);
    uint64_t blockCount() const { return m_blocks.size(); }
    uint64_t layerRecords() const { return m_records; }
    /// From the calls of the embedding or the head, of which there is one a microbatch.
    std::optional<int> microbatches() const;
    /// Highest layer number and one.
    std::optional<int> layerCount() const;
    /// Sorted by step, stage and rank. Says which blocks lack layers.
    std::vector<StageBlock> finish(LogSheet& sheet);

private:
    struct Header {
        int64_t step = 0;
        int rank = 0;
        int stage = 0;
    };
    static std::optional<Header> parseHeader(std::string_view text, size_t mark);
    /// A time that cannot be is -1 (and an issue).
    static std::optional<StageBlock::LayerTime> parseRecord(
        std::string_view text, size_t position, const LogLine& line, LogSheet& sheet);

    void openBlock(const Header& header, uint64_t offset, bool isFirstOfLine, LogSheet& sheet);
    void closeBlocks();
    void place(const std::vector<StageBlock::LayerTime>& records, uint64_t offset, LogSheet& sheet);
    size_t blockFor(const StageBlock::LayerTime& record) const;
    bool isExpected(const StageBlock& block, int layer) const;
    const std::vector<int>* layoutOf(int stage) const;

    std::vector<StageBlock> m_blocks;
    std::vector<size_t> m_open;                ///< blocks of the last line with headers, in its order
    std::vector<size_t> m_recent;              ///< earlier blocks whose stage is known to have more layers, newest last
    std::map<int, std::vector<int>> m_layouts; ///< layers of a stage, from its first block
    std::vector<StageBlock::LayerTime> m_pending;
    uint64_t m_records = 0;
    bool m_isFull = false;
};

} // namespace bubblescope
