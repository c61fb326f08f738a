// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importreport.h"
#include "memorysnapshot.h"
#include "plaintree.h"

#include <functional>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace bubblescope {

/// Makes the recordings of a memory snapshot's tree, one for each GPU that did or holds anything. What is damaged in
/// it is reported and left out.
class MemorySnapshotReader {
public:
    /// `mayContinue` is asked now and then; once it says no, nothing more is read.
    MemorySnapshotReader(const PlainTree& tree, ImportReport& report, std::function<bool()> mayContinue)
        : m_tree(tree), m_report(report), m_mayContinue(std::move(mayContinue))
    {
    }
    /// Their `rank` is the number of the GPU; `name` and `file` are empty. None where it was cancelled.
    std::vector<MemorySnapshot> read(PlainTree::Node root);
    bool isCancelled() const { return m_isCancelled; }

private:
    using Node = PlainTree::Node;
    struct Block {
        uint64_t address = 0;
        int64_t bytes = 0;
        Node frames = PlainTree::none;
    };
    struct Device {
        MemorySnapshot snapshot;
        Node trace = PlainTree::none;
        std::vector<Block> active; ///< at the end, as the segments state
        int64_t bytes = 0;         ///< of its events and active blocks together
        std::unordered_map<Node, uint32_t> stackOfFrames; ///< a pickle has each list of frames once
        std::map<std::pair<std::string, std::vector<std::string>>, uint32_t> known;
    };

    void readSegment(Node segment);
    void readEvents(Device& device);
    uint32_t stackOf(Device& device, Node frames);
    int64_t bytesOf(Node node);
    bool takeBytes(Device& device, int64_t bytes);
    bool goesOn();

    const PlainTree& m_tree;
    ImportReport& m_report;
    const std::function<bool()> m_mayContinue;
    std::map<int, Device> m_devices;
    size_t m_blocks = 0;
    size_t m_events = 0;
    uint64_t m_damaged = 0;
    bool m_isCancelled = false;
};

} // namespace bubblescope
