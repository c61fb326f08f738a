// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operationcolumns.h"

#include "namewords.h"

#include <algorithm>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t longestColumnName = 200;

struct UsualColumn {
    OperationColumn column;
    std::vector<std::string_view> names; ///< words of the name without anything between them, the best first
};

const std::vector<UsualColumn>& usualColumns()
{
    static const std::vector<UsualColumn> columns {
        {OperationColumn::Rank,
            {"rank"sv, "globalrank"sv, "worldrank"sv, "rankid"sv, "workerrank"sv, "worker"sv, "workerid"sv, "gpu"sv,
                "gpuid"sv, "device"sv, "deviceid"sv, "pid"sv, "process"sv, "agentid"sv}},
        {OperationColumn::DataRank, {"dprank"sv, "dataparallelrank"sv, "datarank"sv, "dpid"sv, "dp"sv, "replica"sv}},
        {OperationColumn::TensorRank, {"tprank"sv, "tensorparallelrank"sv, "tensorrank"sv, "tpid"sv, "tp"sv}},
        {OperationColumn::Stage,
            {"stage"sv, "stageid"sv, "pprank"sv, "ppstage"sv, "pipelinestage"sv, "pipelinerank"sv,
                "pipelineparallelrank"sv, "ppid"sv, "pp"sv}},
        {OperationColumn::Chunk,
            {"chunk"sv, "modelchunk"sv, "chunkid"sv, "modelchunkid"sv, "virtualstage"sv, "vpprank"sv, "vpp"sv}},
        {OperationColumn::Step,
            {"step"sv, "stepid"sv, "stepnumber"sv, "stepnum"sv, "globalstep"sv, "iteration"sv, "iter"sv,
                "iterationid"sv, "trainstep"sv}},
        {OperationColumn::Name,
            {"name"sv, "op"sv, "opname"sv, "operation"sv, "operationname"sv, "optype"sv, "operationtype"sv, "event"sv,
                "eventname"sv, "kernelname"sv, "kernel"sv, "function"sv, "task"sv, "type"sv, "label"sv}},
        {OperationColumn::Category, {"acceleratorcore"sv, "category"sv, "cat"sv, "kind"sv, "class"sv, "optype"sv, "type"sv}},
        {OperationColumn::Start,
            {"start"sv, "startts"sv, "starttime"sv, "starttimestamp"sv, "tsstart"sv, "timestart"sv, "begin"sv,
                "begints"sv, "begintime"sv, "tstart"sv, "tbegin"sv, "ts"sv, "timestamp"sv, "launchts"sv, "time"sv}},
        {OperationColumn::End,
            {"end"sv, "endts"sv, "endtime"sv, "endtimestamp"sv, "tsend"sv, "timeend"sv, "finish"sv, "finishts"sv,
                "finishtime"sv, "stop"sv, "stoptime"sv, "tend"sv, "completed"sv}},
        {OperationColumn::Duration,
            {"duration"sv, "dur"sv, "elapsed"sv, "elapsedtime"sv, "latency"sv, "runtime"sv, "timetaken"sv}},
        {OperationColumn::Lane,
            {"lane"sv, "stream"sv, "streamid"sv, "strm"sv, "track"sv, "queue"sv, "queueid"sv, "thread"sv, "threadid"sv,
                "tid"sv, "channel"sv}},
        {OperationColumn::Microbatch,
            {"microbatch"sv, "microbatchid"sv, "mbid"sv, "mb"sv, "mbs"sv, "mbidx"sv, "microbatchindex"sv, "ubatch"sv,
                "batchid"sv}},
        {OperationColumn::Bytes,
            {"bytes"sv, "nbytes"sv, "sizebytes"sv, "messagebytes"sv, "messagesize"sv, "msgsize"sv, "datasize"sv,
                "size"sv, "payload"sv}},
        {OperationColumn::Group,
            {"group"sv, "groupname"sv, "processgroup"sv, "pg"sv, "pgname"sv, "commgroup"sv, "groupkind"sv,
                "communicator"sv, "comm"sv, "ranks"sv}},
    };
    return columns;
}

constexpr std::pair<std::string_view, TimeUnit> unitWords[] = {
    {"ns"sv, TimeUnit::Nanoseconds},
    {"us"sv, TimeUnit::Microseconds},
    {"ms"sv, TimeUnit::Milliseconds},
    {"s"sv, TimeUnit::Seconds},
    {"nanoseconds"sv, TimeUnit::Nanoseconds},
    {"nanos"sv, TimeUnit::Nanoseconds},
    {"nsec"sv, TimeUnit::Nanoseconds},
    {"microseconds"sv, TimeUnit::Microseconds},
    {"micros"sv, TimeUnit::Microseconds},
    {"usec"sv, TimeUnit::Microseconds},
    {"milliseconds"sv, TimeUnit::Milliseconds},
    {"millis"sv, TimeUnit::Milliseconds},
    {"msec"sv, TimeUnit::Milliseconds},
    {"seconds"sv, TimeUnit::Seconds},
    {"secs"sv, TimeUnit::Seconds},
    {"sec"sv, TimeUnit::Seconds},
};

constexpr std::pair<std::string_view, double> sizeWords[] = {
    {"b"sv, 1},
    {"bytes"sv, 1},
    {"kb"sv, 1e3},
    {"mb"sv, 1e6},
    {"gb"sv, 1e9},
    {"kib"sv, 1024},
    {"mib"sv, 1024.0 * 1024},
    {"gib"sv, 1024.0 * 1024 * 1024},
};

std::string joinedWords(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += word;
    return text;
}

/// The letter of micro, of which there are two, becomes a u.
std::string withPlainMicro(std::string_view name)
{
    std::string text;
    for (size_t i = 0; i < name.size(); ++i) {
        const bool isMicro = name.substr(i, 2) == "\xc2\xb5"sv || name.substr(i, 2) == "\xce\xbc"sv;
        text += isMicro ? 'u' : name[i];
        i += isMicro ? 1 : 0;
    }
    return text;
}

ColumnUse columnNamed(std::string_view joined)
{
    for (const UsualColumn& usual : usualColumns()) {
        const auto found = std::find(usual.names.begin(), usual.names.end(), joined);
        if (found != usual.names.end())
            return {usual.column, std::nullopt, 1, static_cast<int>(found - usual.names.begin())};
    }
    return {};
}

} // namespace

std::string_view operationColumnKey(OperationColumn column)
{
    static constexpr std::array<std::string_view, operationColumnCount> keys {""sv, "rank"sv, "dp_rank"sv, "tp_rank"sv,
        "stage"sv, "chunk"sv, "step"sv, "name"sv, "category"sv, "start"sv, "end"sv, "duration"sv, "lane"sv,
        "microbatch"sv, "bytes"sv, "group"sv};
    return keys[static_cast<size_t>(column)];
}

std::optional<TimeUnit> timeUnitNamed(std::string_view word)
{
    const std::string text = lowered(withPlainMicro(word.substr(0, longestColumnName)));
    for (const auto& [name, unit] : unitWords) {
        if (text == name)
            return unit;
    }
    return std::nullopt;
}

ColumnUse usualColumnUse(std::string_view name)
{
    name = name.substr(name.rfind('.') == std::string_view::npos ? 0 : name.rfind('.') + 1);
    if (name.size() > longestColumnName)
        return {};
    std::vector<std::string> words = wordsOfName(withPlainMicro(name));
    ColumnUse use = columnNamed(joinedWords(words));
    if (use.column != OperationColumn::None || words.size() < 2)
        return use;
    const std::string last = words.back();
    words.pop_back();
    use = columnNamed(joinedWords(words));
    if (isTimeColumn(use.column)) {
        use.unit = timeUnitNamed(last);
        return use.unit ? use : ColumnUse {};
    }
    if (use.column == OperationColumn::Bytes) {
        for (const auto& [word, bytes] : sizeWords) {
            if (last == word) {
                use.bytes = bytes;
                return use;
            }
        }
    }
    return {};
}

OperationColumns::OperationColumns(const std::vector<std::string>& header, const TableMapping& mapping)
{
    const auto take = [this](const ColumnUse& use, int index) {
        m_index[static_cast<size_t>(use.column)] = index;
        m_use[static_cast<size_t>(use.column)] = use;
    };
    std::vector<bool> isMapped(header.size());
    for (size_t i = 0; i < header.size(); ++i) {
        const auto mapped = std::find_if(mapping.columns.begin(), mapping.columns.end(),
            [&](const auto& entry) { return entry.first == header[i]; });
        isMapped[i] = mapped != mapping.columns.end();
        if (isMapped[i] && mapped->second.column != OperationColumn::None && !has(mapped->second.column))
            take(mapped->second, static_cast<int>(i));
    }
    std::array<bool, operationColumnCount> isSettled {};
    for (size_t c = 0; c < operationColumnCount; ++c)
        isSettled[c] = m_index[c] >= 0;
    for (size_t i = 0; i < header.size(); ++i) {
        const ColumnUse use = isMapped[i] ? ColumnUse {} : usualColumnUse(header[i]);
        const auto c = static_cast<size_t>(use.column);
        if (use.column != OperationColumn::None && !isSettled[c]
            && (m_index[c] < 0 || use.preference < m_use[c].preference))
            take(use, static_cast<int>(i));
    }
    // "optype" beside "name" says what kind of operation that is.
    if (has(OperationColumn::Category))
        return;
    for (size_t i = 0; i < header.size(); ++i) {
        const std::string word = joinedWords(wordsOfName(header[i].substr(0, longestColumnName)));
        if (!isMapped[i] && (word == "optype" || word == "type") && (*this)[OperationColumn::Name] != int(i))
            take({OperationColumn::Category, std::nullopt, 1, 0}, static_cast<int>(i));
    }
}

OperationColumn OperationColumns::meaning(size_t index) const
{
    for (size_t c = 1; c < operationColumnCount; ++c) {
        if (m_index[c] == static_cast<int>(index))
            return static_cast<OperationColumn>(c);
    }
    return OperationColumn::None;
}

bool OperationColumns::ranksAreOfJob() const
{
    constexpr int surelyRanks = 5; // by the first names of the column
    return use(OperationColumn::Rank).preference < surelyRanks;
}

bool OperationColumns::areOperations() const
{
    const int times = int(has(OperationColumn::Start)) + int(has(OperationColumn::End));
    const bool hasTimes = times == 2 || (times == 1 && has(OperationColumn::Duration));
    return hasTimes && (has(OperationColumn::Name) || has(OperationColumn::Category));
}

} // namespace bubblescope
