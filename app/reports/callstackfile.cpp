// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "callstackfile.h"

#include "functionname.h"
#include "jsontext.h"
#include "outputfile.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace bubblescope {

namespace {

using StackSink = std::function<bool(std::string_view)>;
using StackTimes = TimeNs (*)(const CallTree::Node&); ///< of a call with all inside

TimeNs onThreads(const CallTree::Node& node) { return node.host; }
TimeNs onDevices(const CallTree::Node& node) { return node.device; }

std::string frameName(const CallTree& tree, const CallTree::Node& node)
{
    const std::string_view name = tree.trace()->strings().text(node.name);
    return name.empty() ? std::string("(launch not recorded)") : readableFunctionName(name);
}

std::string quoted(const std::string& text)
{
    std::string made = jsonText(nlohmann::json(text), -1);
    made.pop_back(); // the line break
    return made;
}

/// Visits all calls with a time: `enter` before what is called inside, `leave` behind it. A loop: stacks may be deep.
template <typename Enter, typename Leave>
bool walkCalls(const CallTree& tree, StackTimes timeOf, const Enter& enter, const Leave& leave)
{
    struct Level {
        uint32_t node;
        size_t next;
    };
    std::vector<Level> levels {{0, 0}};
    while (!levels.empty()) {
        Level& level = levels.back();
        const auto children = tree.childrenOf(level.node);
        if (level.next == children.size()) {
            if (level.node != 0 && !leave(level.node))
                return false;
            levels.pop_back();
            continue;
        }
        const uint32_t child = children[level.next++];
        if (timeOf(tree.nodes()[child]) == 0)
            continue;
        if (!enter(child))
            return false;
        levels.push_back({child, 0});
    }
    return true;
}

/// The time of a call without those inside.
std::vector<TimeNs> ownTimes(const CallTree& tree, StackTimes timeOf)
{
    std::vector<TimeNs> own(tree.nodes().size());
    for (size_t i = tree.nodes().size(); i-- > 1;) {
        own[i] += timeOf(tree.nodes()[i]);
        own[tree.nodes()[i].parent] -= timeOf(tree.nodes()[i]);
    }
    return own;
}

bool writeFolded(const CallTree& tree, const StackSink& write)
{
    for (const auto& [root, timeOf] : {std::pair("host", &onThreads), std::pair("device", &onDevices)}) {
        const std::vector<TimeNs> own = ownTimes(tree, timeOf);
        std::string stack = root;
        std::vector<size_t> sizes;
        const auto enter = [&](uint32_t node) {
            std::string frame = frameName(tree, tree.nodes()[node]);
            std::replace_if(frame.begin(), frame.end(), [](char c) { return c == ';'; }, ':');
            std::replace_if(frame.begin(), frame.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
            sizes.push_back(stack.size());
            stack += ';' + frame;
            return own[node] == 0 || write(fmt::format("{} {}\n", stack, own[node]));
        };
        const auto leave = [&](uint32_t) {
            stack.resize(sizes.back());
            sizes.pop_back();
            return true;
        };
        if (!walkCalls(tree, timeOf, enter, leave))
            return false;
    }
    return true;
}

/// Calls as events that open and close: so they take two of them each, however deep they are.
bool writeSpeedscope(const CallTree& tree, std::string_view name, const StackSink& write)
{
    std::unordered_map<std::string, size_t> frames;
    std::vector<size_t> frameOf(tree.nodes().size());
    if (!write("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"exporter\":\"Bubblescope\",\"name\":"
            + quoted(std::string(name)) + ",\"activeProfileIndex\":0,\"shared\":{\"frames\":["))
        return false;
    for (size_t i = 1; i < tree.nodes().size(); ++i) {
        const auto [place, isNew] = frames.try_emplace(frameName(tree, tree.nodes()[i]), frames.size());
        frameOf[i] = place->second;
        if (isNew && !write((place->second > 0 ? ",\n{\"name\":" : "\n{\"name\":") + quoted(place->first) + '}'))
            return false;
    }
    if (!write("]},\"profiles\":["))
        return false;
    for (const auto& [title, timeOf] : {std::pair("threads", &onThreads), std::pair("devices", &onDevices)}) {
        const TimeNs whole = tree.nodes().empty() ? 0 : timeOf(tree.nodes().front());
        if (!write(fmt::format("{}{{\"type\":\"evented\",\"name\":\"{}\",\"unit\":\"nanoseconds\",\"startValue\":0,"
                               "\"endValue\":{},\"events\":[",
                timeOf == &onThreads ? "\n" : ",\n", title, whole)))
            return false;
        TimeNs at = 0;
        bool isFirst = true;
        const std::vector<TimeNs> own = ownTimes(tree, timeOf);
        const auto event = [&](char kind, uint32_t node) {
            const char* const before = isFirst ? "\n" : ",\n";
            isFirst = false;
            return write(
                fmt::format("{}{{\"type\":\"{}\",\"frame\":{},\"at\":{}}}", before, kind, frameOf[node], at));
        };
        const auto leave = [&](uint32_t node) {
            at += own[node];
            return event('C', node);
        };
        if (!walkCalls(tree, timeOf, [&](uint32_t node) { return event('O', node); }, leave) || !write("]}"))
            return false;
    }
    return write("]}\n");
}

} // namespace

bool writeCallStacks(
    const CallTree& tree, CallStackFormat format, std::string_view name, const std::function<bool(std::string_view)>& write)
{
    return format == CallStackFormat::Folded ? writeFolded(tree, write) : writeSpeedscope(tree, name, write);
}

std::optional<Error> writeCallStackFile(const TracePtr& trace, std::string_view name,
    const std::optional<TimeRange>& range, CallStackFormat format, const std::string& path, const ProgressFn& progress)
{
    const TimeRange whole {trace->range().begin, trace->range().end + 1};
    CallTree tree(trace, {range.value_or(whole)}, CallTree::Of::Calls);
    constexpr uint32_t atOnce = 1 << 18;
    constexpr uint64_t parts = 1000;
    while (!tree.advance(atOnce)) {
        if (progress && !progress(uint64_t(tree.progress() * parts), parts))
            return std::nullopt;
    }
    if (tree.nodes().size() < 2)
        return Error {say("No spans are recorded there."), say("`bubblescope inspect` says what there is."), {}};
    OutputFile file(path);
    bool isStopped = false;
    std::string waiting; // what is written by itself would be a call of the system for each
    constexpr size_t enough = 1 << 16;
    const auto write = [&](std::string_view text) {
        waiting += text;
        if (waiting.size() < enough)
            return true;
        isStopped = progress && !progress(parts, parts);
        const bool isWritten = !isStopped && file.write(waiting);
        waiting.clear();
        return isWritten;
    };
    if (writeCallStacks(tree, format, name, write) && file.write(waiting) && file.commit())
        return std::nullopt;
    return isStopped ? std::nullopt : file.error();
}

} // namespace bubblescope
