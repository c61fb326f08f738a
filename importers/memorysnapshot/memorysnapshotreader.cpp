// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "memorysnapshotreader.h"

#include "textencoding.h"
#include "tracetime.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr int mostDevices = 256;
// Of one file, also where its lists stand in several places.
constexpr size_t mostEvents = size_t(16) << 20;
constexpr size_t mostBlocks = size_t(8) << 20;
constexpr size_t mostStacks = size_t(1) << 20;
constexpr size_t entriesBetweenProgress = 50'000;
constexpr size_t mostFramesRead = 256; // of a stack
constexpr size_t mostFramesKept = 32;
constexpr size_t longestFrame = 300;

bool has(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

/// What is known of a stack while its frames are read, innermost first.
struct StackMeaning {
    bool isWorkspace = false;
    bool isCommunication = false;
    bool isOptimizer = false;
    bool isBackward = false;
    bool isModel = false;
    bool isForward = false;

    void addNative(std::string_view name)
    {
        isWorkspace |= has(name, "Workspace");
        isCommunication |= name.starts_with("c10d::");
        isBackward |= has(name, "torch::autograd::Engine::");
    }
    void addPython(std::string_view file, std::string_view name)
    {
        isCommunication |= has(file, "torch/distributed/distributed_c10d.py") || has(file, "_fsdp_collectives.py");
        isOptimizer |= has(file, "/optim/") || has(file, "/optimizer/") || has(file, "/optimizers/");
        isBackward |= name == "_engine_run_backward" || (has(file, "torch/autograd/") && name == "backward");
        isModel |= name == "_apply" || name == "reset_parameters" || name == "to_empty" || name == "load_state_dict"
            || has(file, "torch/nn/init.py") || has(file, "torch/nn/parameter.py")
            || (has(file, "torch/nn/modules/") && name == "__init__");
        isForward |= has(file, "torch/nn/modules/module.py") && (name == "_call_impl" || name == "_wrapped_call_impl");
    }
    MemoryUse use() const
    {
        return isWorkspace    ? MemoryUse::Workspace
            : isCommunication ? MemoryUse::Communication
            : isOptimizer     ? MemoryUse::OptimizerState
            : isBackward      ? MemoryUse::Gradients
            : isModel         ? MemoryUse::Parameters
            : isForward       ? MemoryUse::Activations
                              : MemoryUse::Unknown;
    }
};

/// "torch/nn/modules/linear.py" of a library's file, the last three names of another one's path.
std::string_view endOfPath(std::string_view path)
{
    for (const std::string_view libraries : {"site-packages/", "dist-packages/"}) {
        if (const size_t at = path.rfind(libraries); at != std::string_view::npos)
            return path.substr(at + libraries.size());
    }
    size_t at = path.size();
    for (int folders = 0; folders < 3; ++folders) {
        const size_t slash = at == 0 ? std::string_view::npos : path.rfind('/', at - 1);
        if (slash == std::string_view::npos)
            return path;
        at = slash;
    }
    return path.substr(at + 1);
}

/// "zeros_like" of "at::_ops::zeros_like::call(at::Tensor const&, …)"; empty for other functions.
std::string_view torchOperation(std::string_view name)
{
    constexpr std::string_view prefix = "at::_ops::";
    if (!name.starts_with(prefix))
        return {};
    name.remove_prefix(prefix.size());
    return name.substr(0, name.find("::"));
}

std::optional<MemoryEvent::Kind> kindOf(std::string_view action)
{
    if (action == "alloc")
        return MemoryEvent::Kind::Allocated;
    if (action == "free_completed" || action == "free")
        return MemoryEvent::Kind::Freed;
    if (action == "segment_alloc" || action == "segment_map")
        return MemoryEvent::Kind::Reserved;
    if (action == "segment_free" || action == "segment_unmap")
        return MemoryEvent::Kind::Released;
    if (action == "oom")
        return MemoryEvent::Kind::OutOfMemory;
    return {}; // "free_requested" is not given back yet; "snapshot" and what later versions add changes nothing
}

} // namespace

/// -1, and counted, where it is none.
int64_t MemorySnapshotReader::bytesOf(Node node)
{
    const std::optional<int64_t> bytes = m_tree.integer(node);
    if (bytes && *bytes >= 0 && *bytes <= MemorySnapshot::mostBytes)
        return *bytes;
    ++m_damaged;
    return -1;
}

/// Asked of every event and block.
bool MemorySnapshotReader::goesOn()
{
    const bool isDue = (m_events + m_blocks) % entriesBetweenProgress == 0;
    m_isCancelled = m_isCancelled || (isDue && !m_mayContinue());
    return !m_isCancelled;
}

/// False, and counted, where they are more than may be summed up.
bool MemorySnapshotReader::takeBytes(Device& device, int64_t bytes)
{
    if (bytes > MemorySnapshot::mostBytesTogether - device.bytes) {
        ++m_damaged;
        return false;
    }
    device.bytes += bytes;
    return true;
}

void MemorySnapshotReader::readSegment(Node segment)
{
    const int64_t number = m_tree.integer(m_tree.find(segment, "device")).value_or(0);
    const int64_t reserved = bytesOf(m_tree.find(segment, "total_size"));
    const int64_t allocated = bytesOf(m_tree.find(segment, "allocated_size"));
    if (number < 0 || number >= mostDevices || reserved < 0 || allocated < 0)
        return;
    Device& device = m_devices[int(number)];
    MemorySnapshot& snapshot = device.snapshot;
    if (snapshot.reservedAtEnd > MemorySnapshot::mostBytes || snapshot.allocatedAtEnd > MemorySnapshot::mostBytes) {
        ++m_damaged;
        return;
    }
    snapshot.reservedAtEnd += reserved;
    snapshot.allocatedAtEnd += allocated;
    // Blocks state their address since PyTorch 2.2; before that they follow each other.
    auto address = static_cast<uint64_t>(m_tree.integer(m_tree.find(segment, "address")).value_or(0));
    m_tree.forEach(m_tree.find(segment, "blocks"), [&](Node block) {
        if (++m_blocks > mostBlocks) {
            ++m_damaged;
            return false;
        }
        if (!goesOn())
            return false;
        const int64_t bytes = bytesOf(m_tree.find(block, "size"));
        if (bytes < 0)
            return true;
        if (const auto stated = m_tree.integer(m_tree.find(block, "address")))
            address = static_cast<uint64_t>(*stated);
        if (m_tree.text(m_tree.find(block, "state")) == "active_allocated" && takeBytes(device, bytes))
            device.active.push_back({address, bytes, m_tree.find(block, "frames")});
        address += static_cast<uint64_t>(bytes);
        return true;
    });
}

uint32_t MemorySnapshotReader::stackOf(Device& device, Node frames)
{
    if (m_tree.kind(frames) != PlainTree::Kind::List)
        return MemoryAllocation::noStack;
    const auto [seen, isNew] = device.stackOfFrames.try_emplace(frames, MemoryAllocation::noStack);
    if (!isNew)
        return seen->second;
    MemoryStack stack;
    StackMeaning meaning;
    size_t count = 0;
    m_tree.forEach(frames, [&](Node frame) {
        const std::string_view file = m_tree.text(m_tree.find(frame, "filename"));
        const std::string_view name = m_tree.text(m_tree.find(frame, "name"));
        if (has(file, ".py")) {
            meaning.addPython(file, name);
            if (stack.frames.size() < mostFramesKept)
                stack.frames.push_back(fmt::format("{} ({}:{})", toUtf8(clipped(name, longestFrame)),
                    toUtf8(clipped(endOfPath(file), longestFrame)),
                    m_tree.integer(m_tree.find(frame, "line")).value_or(0)));
        } else {
            meaning.addNative(name);
            if (const std::string_view operation = torchOperation(name); !operation.empty() && stack.frames.empty())
                stack.operation = toUtf8(clipped(operation, longestFrame));
        }
        return ++count < mostFramesRead;
    });
    if (count == 0)
        return MemoryAllocation::noStack;
    stack.use = meaning.use();
    std::vector<MemoryStack>& stacks = device.snapshot.stacks;
    // Stacks that are alike but for what is not kept differ in use at most.
    auto key = std::pair(std::string(memoryUseKey(stack.use)) + stack.operation, stack.frames);
    if (const auto known = device.known.find(key); known != device.known.end())
        return seen->second = known->second;
    if (stacks.size() >= mostStacks) {
        ++m_damaged;
        return MemoryAllocation::noStack;
    }
    const auto index = static_cast<uint32_t>(stacks.size());
    stacks.push_back(std::move(stack));
    device.known.emplace(std::move(key), index);
    return seen->second = index;
}

void MemorySnapshotReader::readEvents(Device& device)
{
    MemorySnapshot& snapshot = device.snapshot;
    std::unordered_map<uint64_t, uint32_t> alive; // by address
    const auto allocate = [&](uint64_t address, int64_t bytes, Node frames) {
        const auto index = static_cast<uint32_t>(snapshot.allocations.size());
        MemoryAllocation allocation;
        allocation.address = address;
        allocation.bytes = bytes;
        allocation.stack = stackOf(device, frames);
        snapshot.allocations.push_back(allocation);
        return index;
    };
    TimeNs latest = 0;
    m_tree.forEach(device.trace, [&](Node node) {
        if (++m_events > mostEvents) {
            ++m_damaged;
            return false;
        }
        if (!goesOn())
            return false;
        const auto kind = kindOf(m_tree.text(m_tree.find(node, "action")));
        if (!kind)
            return true;
        MemoryEvent event;
        event.kind = *kind;
        event.bytes = bytesOf(m_tree.find(node, "size"));
        if (event.bytes < 0 || !takeBytes(device, event.bytes))
            return true;
        const std::optional<int64_t> us = m_tree.integer(m_tree.find(node, "time_us"));
        snapshot.hasTimes &= us && *us > 0 && *us <= latestTraceTime / 1000;
        // What happened later stands later: clocks that jump back do not change the order.
        latest = std::max<TimeNs>(latest, snapshot.hasTimes ? *us * 1000 : 0);
        event.time = latest;
        const auto address = static_cast<uint64_t>(m_tree.integer(m_tree.find(node, "addr")).value_or(0));
        if (event.kind == MemoryEvent::Kind::Allocated) {
            event.allocation = allocate(address, event.bytes, m_tree.find(node, "frames"));
            snapshot.allocations[event.allocation].taken = static_cast<uint32_t>(snapshot.events.size());
            alive[address] = event.allocation;
        } else if (event.kind == MemoryEvent::Kind::Freed) {
            const auto found = alive.find(address);
            // Alive before the recording began.
            event.allocation = found != alive.end() ? found->second : allocate(address, event.bytes, PlainTree::none);
            snapshot.allocations[event.allocation].freed = static_cast<uint32_t>(snapshot.events.size());
            if (found != alive.end())
                alive.erase(found);
        }
        snapshot.events.push_back(event);
        return true;
    });
    if (!snapshot.hasTimes) {
        for (size_t i = 0; i < snapshot.events.size(); ++i)
            snapshot.events[i].time = static_cast<TimeNs>(i);
    }
    for (const Block& block : device.active) {
        const auto found = alive.find(block.address);
        const bool isKnown = found != alive.end() && snapshot.allocations[found->second].bytes == block.bytes;
        snapshot.aliveAtEnd.push_back(isKnown ? found->second : allocate(block.address, block.bytes, block.frames));
    }
}

std::vector<MemorySnapshot> MemorySnapshotReader::read(Node root)
{
    size_t segments = 0;
    m_tree.forEach(m_tree.find(root, "segments"), [&](Node segment) {
        readSegment(segment);
        return ++segments < mostBlocks && !m_isCancelled;
    });
    int number = 0;
    m_tree.forEach(m_tree.find(root, "device_traces"), [&](Node trace) {
        bool isEmpty = true;
        m_tree.forEach(trace, [&isEmpty](Node) { return isEmpty = false; });
        if (!isEmpty)
            m_devices[number].trace = trace;
        return ++number < mostDevices;
    });
    std::vector<MemorySnapshot> snapshots;
    for (auto& [device, made] : m_devices) {
        readEvents(made);
        if (m_isCancelled)
            return {};
        made.snapshot.rank = device;
        snapshots.push_back(std::move(made.snapshot));
        made = {};
    }
    if (m_damaged > 0)
        m_report.add(IssueKind::BadNumber, std::nullopt,
            say("{} entries of the snapshot have no size that memory can have, or are more than are read", m_damaged));
    return snapshots;
}

} // namespace bubblescope
