// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "naiveblame.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

constexpr double sendMs = 1;
constexpr double receiveMs = 0.1; ///< of a message that is there already

} // namespace

NaiveBlame::NaiveBlame(std::vector<double> forwards, int microbatches)
    : m_forwards(std::move(forwards)), m_microbatches(microbatches)
{
    play();
}

std::vector<NaiveBlame::Pass> NaiveBlame::passesOf(int stage) const
{
    std::vector<Pass> passes;
    const int warmup = std::min(int(m_forwards.size()) - stage - 1, m_microbatches);
    for (int m = 0; m < warmup; ++m)
        passes.push_back({true, m, stage});
    for (int m = 0; m < m_microbatches; ++m) {
        if (m + warmup < m_microbatches)
            passes.push_back({true, m + warmup, stage});
        passes.push_back({false, m, stage});
    }
    return passes;
}

void NaiveBlame::play()
{
    const auto stages = int(m_forwards.size());
    std::vector<size_t> next(m_forwards.size(), 0);
    std::vector<double> free(m_forwards.size(), 0);
    for (bool moves = true; moves;) {
        moves = false;
        for (int s = 0; s < stages; ++s) {
            const std::vector<Pass> passes = passesOf(s);
            size_t& at = next[size_t(s)];
            if (at == passes.size())
                continue;
            const Pass pass = passes[at];
            const int from = pass.isForward ? s - 1 : s + 1;
            const bool receives = from >= 0 && from < stages;
            const auto sent = m_played.find({pass.isForward, pass.microbatch, from});
            if (receives && sent == m_played.end())
                continue;
            Played played;
            played.ready = free[size_t(s)];
            played.arrival = receives ? sent->second.end + sendMs : played.ready;
            played.begin = receives ? std::max(played.arrival, played.ready + receiveMs) : played.ready;
            played.end = played.begin + m_forwards[size_t(s)] * (pass.isForward ? 1 : 2);
            const int to = pass.isForward ? s + 1 : s - 1;
            free[size_t(s)] = played.end + (to >= 0 && to < stages ? sendMs : 0);
            m_played[pass] = played;
            ++at;
            moves = true;
        }
    }
}

double NaiveBlame::waitOf(const Pass& pass) const
{
    const Played& played = m_played.at(pass);
    return std::max(0.0, played.arrival - played.ready);
}

NaiveBlame::Culprit NaiveBlame::culpritOf(const Pass& pass) const
{
    Culprit culprit;
    for (size_t s = 0; s < m_forwards.size(); ++s) {
        std::vector<double> forwards = m_forwards;
        forwards[s] = *std::min_element(m_forwards.begin(), m_forwards.end());
        const double wait = NaiveBlame(std::move(forwards), m_microbatches).waitOf(pass);
        if (int(s) != pass.stage && waitOf(pass) - wait > culprit.gain)
            culprit = {int(s), waitOf(pass) - wait};
    }
    return culprit;
}

std::string NaiveBlame::text() const
{
    std::string text;
    for (int s = 0; s < int(m_forwards.size()); ++s) {
        std::string compute;
        std::string messages;
        for (const Pass& pass : passesOf(s)) {
            const Played& played = m_played.at(pass);
            const char letter = pass.isForward ? 'F' : 'B';
            const auto add = [&](std::string& lane, const char* what, double begin, double end) {
                lane += fmt::format(" [{}{}{} {:.4f}-{:.4f}]", what, letter, pass.microbatch, begin, end);
            };
            if (played.begin > played.ready)
                add(messages, "R", played.ready, played.begin);
            add(compute, "", played.begin, played.end);
            const int to = pass.isForward ? s + 1 : s - 1;
            if (to >= 0 && to < int(m_forwards.size()))
                add(messages, "S", played.end, played.end + sendMs);
        }
        text += fmt::format("rank{0} stage{0}:{1}\nrank{0} stage{0} comm pp:{2}\n", s, compute, messages);
    }
    return text;
}

} // namespace bubblescope
