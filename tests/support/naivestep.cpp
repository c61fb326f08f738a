// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "naivestep.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// A message or collective between operations.
struct Exchange {
    std::vector<size_t> awaited; // operations that must be there
    std::vector<size_t> held;    // operations that cannot end before it
    TimeNs cost = 0;
    enum class State { Open, Running, Over } state = State::Open;
    TimeRange range {};
};

struct Player {
    enum class State { Blocked, Leading, Working, There, Over };
    State state = State::Blocked;
    TimeNs until = 0;
    TimeRange range {};
};

bool sameChannel(const NaiveStep::Leg& a, const NaiveStep::Leg& b)
{
    return a.from == b.from && a.to == b.to && a.tag == b.tag;
}

/// Number of earlier legs with the same direction.
size_t ordinal(const NaiveStep& step, size_t leg)
{
    size_t before = 0;
    for (size_t i = 0; i < leg; ++i)
        before += step.legs[i].sends == step.legs[leg].sends && sameChannel(step.legs[i], step.legs[leg]);
    return before;
}

/// For each leg the one at the other end.
std::vector<std::optional<size_t>> partners(const NaiveStep& step)
{
    std::vector<size_t> ordinals;
    for (size_t leg = 0; leg < step.legs.size(); ++leg)
        ordinals.push_back(ordinal(step, leg));
    std::vector<std::optional<size_t>> others(step.legs.size());
    for (size_t a = 0; a < step.legs.size(); ++a) {
        for (size_t b = 0; b < step.legs.size(); ++b) {
            if (step.legs[a].sends != step.legs[b].sends && sameChannel(step.legs[a], step.legs[b])
                && ordinals[a] == ordinals[b])
                others[a] = b;
        }
    }
    return others;
}

std::optional<size_t> before(const NaiveStep& step, size_t operation)
{
    for (size_t i = operation; i-- > 0;) {
        if (step.operations[i].line == step.operations[operation].line)
            return i;
    }
    return std::nullopt;
}

} // namespace

size_t NaiveStep::add(Operation operation)
{
    operations.push_back(std::move(operation));
    return operations.size() - 1;
}

size_t NaiveStep::unmatchedLegs() const
{
    const std::vector<std::optional<size_t>> others = partners(*this);
    return size_t(std::count(others.begin(), others.end(), std::nullopt));
}

std::optional<NaiveTimes> playByTheClock(const NaiveStep& step, bool blockingSends)
{
    std::vector<Exchange> exchanges; // collectives, then legs; those of receives stay empty
    for (const NaiveStep::Collective& collective : step.collectives)
        exchanges.push_back({collective.members, collective.members, collective.cost});
    const std::vector<std::optional<size_t>> others = partners(step);
    for (size_t leg = 0; leg < step.legs.size(); ++leg) {
        Exchange& message = exchanges.emplace_back();
        const std::optional<size_t> other = others[leg];
        if (!step.legs[leg].sends || !other)
            continue;
        const size_t sender = step.legs[leg].operation;
        const size_t receiver = step.legs[*other].operation;
        message.cost = step.legs[leg].cost;
        message.awaited = blockingSends ? std::vector {sender, receiver} : std::vector {sender};
        message.held = blockingSends ? std::vector {sender, receiver} : std::vector {receiver};
    }

    std::vector<Player> players(step.operations.size());
    std::vector<std::optional<size_t>> previous;
    for (size_t i = 0; i < players.size(); ++i)
        previous.push_back(before(step, i));
    std::vector<std::vector<size_t>> heldBy(players.size());
    for (size_t i = 0; i < exchanges.size(); ++i) {
        for (const size_t operation : exchanges[i].held)
            heldBy[operation].push_back(i);
    }
    TimeNs now = 0;
    const auto isOver = [&](size_t operation) { return players[operation].state == Player::State::Over; };
    const auto isThere
        = [&](size_t operation) { return isOver(operation) || players[operation].state == Player::State::There; };
    /// True if the operation advances to its next state at this time.
    const auto moveOn = [&](size_t at) {
        Player& player = players[at];
        const NaiveStep::Operation& operation = step.operations[at];
        switch (player.state) {
        case Player::State::Blocked:
            if ((previous[at] && !isOver(*previous[at]))
                || !std::all_of(operation.after.begin(), operation.after.end(), isOver))
                return false;
            player.state = Player::State::Leading;
            player.until = now + operation.lead;
            return true;
        case Player::State::Leading:
            if (player.until > now)
                return false;
            player.state = Player::State::Working;
            player.range.begin = now;
            player.until = now + operation.cost;
            return true;
        case Player::State::Working:
            if (player.until > now)
                return false;
            player.state = Player::State::There;
            return true;
        case Player::State::There:
            for (const size_t exchange : heldBy[at]) {
                if (exchanges[exchange].state != Exchange::State::Over)
                    return false;
            }
            player.state = Player::State::Over;
            player.range.end = now;
            return true;
        case Player::State::Over:
            break;
        }
        return false;
    };
    const auto takePlace = [&](Exchange& exchange) {
        if (exchange.awaited.empty())
            return false;
        if (exchange.state == Exchange::State::Open
            && std::all_of(exchange.awaited.begin(), exchange.awaited.end(), isThere)) {
            exchange.state = Exchange::State::Running;
            exchange.range = {now, now + exchange.cost};
            return true;
        }
        if (exchange.state == Exchange::State::Running && exchange.range.end <= now) {
            exchange.state = Exchange::State::Over;
            return true;
        }
        return false;
    };

    for (;;) {
        bool anythingHappened = true;
        while (anythingHappened) {
            anythingHappened = false;
            for (size_t i = 0; i < players.size(); ++i)
                anythingHappened = moveOn(i) || anythingHappened;
            for (Exchange& exchange : exchanges)
                anythingHappened = takePlace(exchange) || anythingHappened;
        }
        std::optional<TimeNs> next;
        const auto consider = [&](TimeNs time) { next = next ? std::min(*next, time) : time; };
        for (const Player& player : players) {
            if (player.state == Player::State::Leading || player.state == Player::State::Working)
                consider(player.until);
        }
        for (const Exchange& exchange : exchanges) {
            if (exchange.state == Exchange::State::Running)
                consider(exchange.range.end);
        }
        if (!next)
            break;
        now = *next;
    }

    NaiveTimes times;
    times.makespan = now;
    for (const Player& player : players) {
        if (player.state != Player::State::Over)
            return std::nullopt;
        times.operations.push_back(player.range);
    }
    for (size_t i = 0; i < exchanges.size(); ++i)
        (i < step.collectives.size() ? times.collectives : times.messages).push_back(exchanges[i].range);
    return times;
}

std::string NaiveStep::picture() const
{
    int lines = 0;
    for (const Operation& operation : operations)
        lines = std::max(lines, operation.line + 1);
    std::string text;
    for (int line = 0; line < lines; ++line) {
        text += "\nline " + std::to_string(line) + ':';
        for (size_t i = 0; i < operations.size(); ++i) {
            if (operations[i].line != line)
                continue;
            text += " [#" + std::to_string(i) + ' ' + operations[i].name;
            if (operations[i].lead != 0)
                text += " lead " + std::to_string(operations[i].lead);
            text += " cost " + std::to_string(operations[i].cost);
            for (const size_t other : operations[i].after)
                text += " after #" + std::to_string(other);
            for (const Leg& leg : legs) {
                if (leg.operation != i)
                    continue;
                text += (leg.sends ? " sends " : " gets ") + std::to_string(leg.from) + '>' + std::to_string(leg.to)
                    + '/' + std::to_string(leg.tag);
                if (leg.sends)
                    text += " in " + std::to_string(leg.cost);
            }
            for (size_t c = 0; c < collectives.size(); ++c) {
                if (std::find(collectives[c].members.begin(), collectives[c].members.end(), i)
                    != collectives[c].members.end())
                    text += " meets C" + std::to_string(c) + " in " + std::to_string(collectives[c].cost);
            }
            text += ']';
        }
    }
    return text + '\n';
}

} // namespace bubblescope
