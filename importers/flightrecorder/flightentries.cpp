// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "flightentries.h"

#include "flightdump.h"
#include "plainnumber.h"
#include "ranklists.h"
#include "textencoding.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr int mostFacts = 100; // of an entry
constexpr size_t longestGroupId = 500;

enum class FlightKey : uint8_t {
    Unseen,
    Unknown,
    Record,
    GroupId,
    Group,
    CollectiveSequence,
    MessageSequence,
    Sequence,
    Name,
    Created,
    Started,
    Completed,
    Sizes,
    OutputSizes,
    Types,
    OutputTypes,
    State,
    IsMessage,
    Retired,
    Frames,
};
constexpr std::array<std::pair<std::string_view, FlightKey>, 18> flightKeys {{{"record_id"sv, FlightKey::Record},
    {"pg_id"sv, FlightKey::GroupId}, {"process_group"sv, FlightKey::Group}, {"collective_seq_id"sv, FlightKey::CollectiveSequence},
    {"p2p_seq_id"sv, FlightKey::MessageSequence}, {"seq_id"sv, FlightKey::Sequence}, {"profiling_name"sv, FlightKey::Name},
    {"time_created_ns"sv, FlightKey::Created}, {"time_discovered_started_ns"sv, FlightKey::Started},
    {"time_discovered_completed_ns"sv, FlightKey::Completed}, {"input_sizes"sv, FlightKey::Sizes},
    {"output_sizes"sv, FlightKey::OutputSizes}, {"input_dtypes"sv, FlightKey::Types}, {"output_dtypes"sv, FlightKey::OutputTypes},
    {"state"sv, FlightKey::State}, {"is_p2p"sv, FlightKey::IsMessage}, {"retired"sv, FlightKey::Retired}, {"frames"sv, FlightKey::Frames}}};

FlightKey flightKeyOf(std::string_view text)
{
    for (const auto& [word, key] : flightKeys) {
        if (word == text)
            return key;
    }
    return FlightKey::Unknown;
}

std::string idText(const PlainTree& tree, PlainTree::Node node)
{
    if (const auto whole = tree.integer(node))
        return std::to_string(*whole);
    return toUtf8(clipped(tree.text(node), longestGroupId));
}

} // namespace

std::optional<FlightMessageName> messageOfFlightName(std::string_view name)
{
    const size_t colon = name.find(':');
    name.remove_prefix(colon == std::string_view::npos ? 0 : colon + 1);
    const bool isSend = name.starts_with("send "sv);
    if (!isSend && !name.starts_with("recv "sv))
        return {};
    name.remove_prefix(5);
    const size_t arrow = name.find(isSend ? "->"sv : "<-"sv);
    if (arrow == std::string_view::npos)
        return {};
    const auto own = toCount(name.substr(0, arrow), largestRank);
    const auto peer = toCount(name.substr(arrow + 2), largestRank);
    if (!own || !peer)
        return {};
    return FlightMessageName {isSend, *own, *peer};
}

void forEachFlightEntry(
    const PlainTree& tree, PlainTree::Node root, const std::function<void(const FlightEntry&)>& visit)
{
    // Writers name a key once and refer to it from then on: by node, what it is.
    std::vector<FlightKey> known(tree.nodeCount(), FlightKey::Unseen);
    std::unordered_map<PlainTree::Node, std::string> idTexts;
    tree.forEach(tree.find(root, "entries"), [&](PlainTree::Node node) {
        FlightEntry entry;
        int64_t plainSequence = -1;
        PlainTree::Node outputSizes = PlainTree::none;
        PlainTree::Node outputTypes = PlainTree::none;
        int facts = 0;
        const auto integer = [&tree](PlainTree::Node value) { return tree.integer(value).value_or(-1); };
        const auto number = [&integer](PlainTree::Node value) {
            return std::clamp<int64_t>(integer(value), -1, highestFlightNumber);
        };
        tree.forEachPair(node, [&](PlainTree::Node name, PlainTree::Node value) {
            if (name >= known.size()) // a number
                return ++facts < mostFacts;
            FlightKey& key = known[name];
            if (key == FlightKey::Unseen)
                key = flightKeyOf(tree.text(name));
            switch (key) {
            case FlightKey::Unseen:
            case FlightKey::Unknown:
                break;
            case FlightKey::Record:
                entry.record = integer(value);
                break;
            case FlightKey::GroupId: {
                const auto [text, isNewId] = idTexts.try_emplace(value);
                if (isNewId)
                    text->second = idText(tree, value);
                entry.groupId = text->second;
                break;
            }
            case FlightKey::Group:
                if (tree.kind(value) == PlainTree::Kind::List) {
                    int place = 0;
                    tree.forEach(value, [&](PlainTree::Node part) {
                        (place == 0 ? entry.group : entry.description) = tree.text(part);
                        return ++place < 2;
                    });
                } else {
                    entry.group = tree.text(value);
                }
                break;
            case FlightKey::CollectiveSequence:
                entry.collectiveSequence = number(value);
                break;
            case FlightKey::MessageSequence:
                entry.messageSequence = number(value);
                break;
            case FlightKey::Sequence:
                plainSequence = number(value);
                break;
            case FlightKey::Name:
                entry.name = tree.text(value);
                break;
            case FlightKey::Created:
                entry.created = std::max<int64_t>(integer(value), 0);
                break;
            case FlightKey::Started:
                entry.started = std::max<int64_t>(integer(value), 0);
                break;
            case FlightKey::Completed:
                entry.completed = std::max<int64_t>(integer(value), 0);
                break;
            case FlightKey::Sizes:
                entry.sizes = value;
                break;
            case FlightKey::OutputSizes:
                outputSizes = value;
                break;
            case FlightKey::Types:
                entry.types = value;
                break;
            case FlightKey::OutputTypes:
                outputTypes = value;
                break;
            case FlightKey::State:
                entry.state = tree.text(value);
                break;
            case FlightKey::IsMessage:
                entry.isMessage = tree.isTrue(value);
                break;
            case FlightKey::Retired:
                entry.isRetired = tree.isTrue(value);
                break;
            case FlightKey::Frames:
                entry.frames = value;
                break;
            }
            return ++facts < mostFacts;
        });
        entry.collectiveSequence = entry.collectiveSequence < 0 ? plainSequence : entry.collectiveSequence;
        entry.isMessage = entry.isMessage || messageOfFlightName(entry.name).has_value();
        const auto isEmpty = [&tree](PlainTree::Node list) {
            bool empty = true;
            tree.forEach(list, [&](PlainTree::Node) { return empty = false; });
            return empty;
        };
        if (isEmpty(entry.sizes)) {
            entry.sizes = outputSizes;
            entry.types = outputTypes;
        }
        if (tree.kind(node) == PlainTree::Kind::Map)
            visit(entry);
        return true;
    });
}

} // namespace bubblescope
