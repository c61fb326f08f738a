// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspectorwriter.h"

#include "jsoncursor.h"
#include "roundedtime.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace bubblescope {

namespace {

std::string_view inspectorName(Operation operation)
{
    switch (operation) {
    case Operation::AllGather:
        return "AllGather";
    case Operation::ReduceScatter:
        return "ReduceScatter";
    case Operation::Broadcast:
        return "Broadcast";
    case Operation::Reduce:
        return "Reduce";
    case Operation::SendForward:
    case Operation::SendBackward:
        return "Send";
    case Operation::RecvForward:
    case Operation::RecvBackward:
        return "Recv";
    default:
        return "AllReduce";
    }
}

/// busbw / algbw, as nccl-tests define it.
double busShare(Operation operation, int ranks)
{
    const double share = double(ranks - 1) / ranks;
    if (operation == Operation::AllReduce)
        return 2 * share;
    return operation == Operation::AllGather || operation == Operation::ReduceScatter ? share : 1;
}

std::string headOf(const CommunicatorLog& log)
{
    std::string name;
    appendJsonText(name, log.name.empty() ? "unknown" : log.name);
    std::string host;
    appendJsonText(host, log.host);
    std::string id;
    appendJsonText(id, log.id);
    return fmt::format(R"({{"header":{{"id":"{}","comm_name":"{}","rank":{},"n_ranks":{},"nnodes":{}}},)"
                       R"("metadata":{{"inspector_output_format_version":"v4.2","git_rev":"",)"
                       R"("rec_mechanism":"nccl_profiler_interface","hostname":"{}","pid":{}}},)",
        id, name, log.rank, log.ranks, log.nodes, host, log.process);
}

} // namespace

std::string writeInspector(std::span<const CommunicatorLog> ofProcess)
{
    std::string text;
    const auto out = std::back_inserter(text);
    for (const CommunicatorLog& log : ofProcess) {
        if (log.measured.empty())
            continue;
        const std::string head = headOf(log);
        const auto messages = std::count_if(log.measured.begin(), log.measured.end(),
            [](const CommunicatorLog::Measured& one) { return isPointToPoint(one.operation); });
        fmt::format_to(out,
            R"({}"dump_stats":{{"coll_records":{},"coll_dropped_total":0,"coll_dropped_since_last_dump":0,)"
            R"("p2p_records":{},"p2p_dropped_total":0,"p2p_dropped_since_last_dump":0}}}})"
            "\n",
            head, log.measured.size() - size_t(messages), messages);
        for (const CommunicatorLog::Measured& one : log.measured) {
            const bool isMessage = isPointToPoint(one.operation);
            const std::string_view kind = isMessage ? "p2p" : "coll";
            const bool isOfAll = one.operation == Operation::AllGather || one.operation == Operation::ReduceScatter;
            const auto us = std::max<int64_t>(std::llround(one.ns / nsPerUs), 1);
            const double speed = one.bytes / double(us) / 1e3; // GB/s
            fmt::format_to(out, R"({}"{}_perf":{{"{}":"{}","{}_sn":{},)", head, kind, kind,
                inspectorName(one.operation), kind, one.number);
            if (isMessage)
                fmt::format_to(out, R"("p2p_peer":{},)", one.peer);
            fmt::format_to(out,
                R"("{}_msg_size_bytes":{},"{}_exec_time_us":{},"{}_timing_source":"kernel_gpu",)"
                R"("{}_algobw_gbs":{:.6f},"{}_busbw_gbs":{:.6f}}}}})"
                "\n",
                kind, std::llround(one.bytes / (isOfAll ? log.ranks : 1)), kind, us, kind, kind, speed, kind,
                speed * busShare(one.operation, log.ranks));
        }
    }
    return text;
}

} // namespace bubblescope
