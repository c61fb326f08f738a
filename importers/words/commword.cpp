// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commword.h"

#include <array>
#include <cctype>
#include <string>

namespace bubblescope {

namespace {

bool takeSuffix(std::string& word, std::string_view suffix)
{
    if (!word.ends_with(suffix))
        return false;
    word.resize(word.size() - suffix.size());
    return true;
}

constexpr std::array<std::pair<std::string_view, Operation>, 7> operations {{
    {"ALLREDUCE", Operation::AllReduce},
    {"ALLGATHER", Operation::AllGather},
    {"REDUCESCATTER", Operation::ReduceScatter},
    {"ALLTOALL", Operation::AllToAll},
    {"BROADCAST", Operation::Broadcast},
    {"REDUCE", Operation::Reduce},
    {"NONE", Operation::Other},
}};

} // namespace

std::optional<CommWord> parseCommWord(std::string_view text)
{
    if (text.empty() || text.size() > 32)
        return {};
    std::string word;
    for (const char c : text)
        word.push_back(static_cast<char>(std::toupper(static_cast<unsigned char>(c))));

    CommWord result;
    result.asynchronous = takeSuffix(word, "_ASYNC");
    if (takeSuffix(word, "_DP_EP"))
        result.group = Category::ExpertDataComm;
    else if (takeSuffix(word, "_EP"))
        result.group = Category::ExpertComm;

    if (word == "SENDRECV") {
        result.pointToPoint = true;
        result.operation = Operation::SendForward;
        result.group = Category::PipelineComm;
        return result;
    }
    if (word == "ALLREDUCEALLTOALL") {
        result.operation = Operation::AllReduce;
        result.thenAllToAll = true;
        return result;
    }
    for (const auto& [name, operation] : operations) {
        if (word == name) {
            result.operation = operation;
            return result;
        }
    }
    return {};
}

std::string commWord(const CommRequest& comm, Category impliedGroup)
{
    if (isPointToPoint(comm.operation))
        return "SENDRECV";
    std::string word = "NONE";
    for (const auto& [name, operation] : operations) {
        if (comm.operation == operation)
            word = name;
    }
    if (comm.isNone())
        return word;
    if (comm.thenAllToAll)
        word += "ALLTOALL";
    if (comm.group != impliedGroup && comm.group == Category::ExpertComm)
        word += "_EP";
    if (comm.group != impliedGroup && comm.group == Category::ExpertDataComm)
        word += "_DP_EP";
    if (comm.asynchronous)
        word += "_ASYNC";
    return word;
}

} // namespace bubblescope
