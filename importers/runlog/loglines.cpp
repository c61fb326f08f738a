// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "loglines.h"

#include "characters.h"
#include "importer.h"
#include "textencoding.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

constexpr size_t longestPrinted = size_t(4) << 20; // of what records make together

size_t characterCount(std::string_view text)
{
    return static_cast<size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// `{"log":"text\n","stream":"stderr","time":"2026-03-01T10:00:01.123456789Z"}`
struct DockerRecord {
    std::string text;
    bool isStandardError = false;
};
std::optional<DockerRecord> dockerRecord(std::string_view line)
{
    if (!line.starts_with('{'))
        return std::nullopt;
    const nlohmann::json record = nlohmann::json::parse(line, nullptr, false);
    if (!record.is_object())
        return std::nullopt;
    const auto text = record.find("log");
    const bool isOfDriver = record.contains("stream") || record.contains("time") || record.contains("kubernetes");
    if (text == record.end() || !text->is_string() || !isOfDriver)
        return std::nullopt;
    const auto stream = record.find("stream");
    return DockerRecord {text->get<std::string>(), stream != record.end() && *stream == "stderr"};
}

/// `2026-03-01T10:00:01.123456789Z stdout F text`; P for a part that goes on
struct KubernetesRecord {
    std::string_view text;
    bool isStandardError = false;
    bool isWhole = true;
};
std::optional<KubernetesRecord> kubernetesRecord(std::string_view line)
{
    constexpr size_t shortest = 20; // of a time
    constexpr size_t longest = 40;
    const size_t end = line.find(' ');
    if (end == std::string_view::npos || end < shortest || end > longest || !isDigit(line[0]) || line[4] != '-'
        || line[10] != 'T' || line[13] != ':')
        return std::nullopt;
    std::string_view rest = line.substr(end + 1);
    KubernetesRecord record;
    record.isStandardError = rest.starts_with("stderr ");
    if (!record.isStandardError && !rest.starts_with("stdout "))
        return std::nullopt;
    rest.remove_prefix(7);
    if (!rest.starts_with('F') && !rest.starts_with('P'))
        return std::nullopt;
    record.isWhole = rest.front() == 'F';
    const size_t tags = rest.find(' ');
    if (tags != 1 && (rest.size() < 2 || rest[1] != ':'))
        return std::nullopt;
    record.text = tags == std::string_view::npos ? std::string_view() : rest.substr(tags + 1);
    return record;
}

} // namespace

KeptLines::KeptLines(std::string_view head)
{
    const std::string_view first = head.substr(0, head.find_first_of("\r\n"));
    if (dockerRecord(first))
        m_kind = Kind::Docker;
    else if (kubernetesRecord(first))
        m_kind = Kind::Kubernetes;
}

std::optional<std::string_view> KeptLines::record(std::string_view text, bool isStandardError, bool isWhole)
{
    std::string& begun = m_begun[isStandardError ? 1 : 0];
    if (begun.size() + text.size() <= longestPrinted)
        begun += text;
    if (!isWhole)
        return std::nullopt;
    m_line = std::move(begun);
    begun.clear();
    return m_line;
}

std::optional<std::string_view> KeptLines::take(std::string_view line)
{
    if (m_kind == Kind::Docker) {
        auto docker = dockerRecord(line);
        if (!docker)
            return line;
        const bool isWhole = docker->text.ends_with('\n');
        while (isWhole && (docker->text.ends_with('\n') || docker->text.ends_with('\r')))
            docker->text.pop_back();
        return record(docker->text, docker->isStandardError, isWhole);
    }
    if (m_kind == Kind::Kubernetes) {
        const auto kubernetes = kubernetesRecord(line);
        return kubernetes ? record(kubernetes->text, kubernetes->isStandardError, kubernetes->isWhole) : line;
    }
    if (m_width == 0)
        return line;
    return record(line, false, characterCount(line) != m_width);
}

std::optional<std::string_view> KeptLines::rest()
{
    for (std::string& begun : m_begun) {
        if (begun.empty())
            continue;
        m_line = std::move(begun);
        begun.clear();
        return m_line;
    }
    return std::nullopt;
}

std::string KeptLines::printed(std::string_view text) const
{
    KeptLines lines(*this);
    std::string result;
    const auto add = [&result](std::optional<std::string_view> line) {
        if (line)
            result.append(*line).append("\n");
        return line.has_value();
    };
    while (!text.empty()) {
        const size_t end = std::min(text.find_first_of("\r\n"), text.size());
        if (end > 0)
            add(lines.take(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    while (add(lines.rest())) { }
    return result;
}

size_t brokenLineWidth(std::string_view text)
{
    constexpr size_t narrowest = 40;
    constexpr size_t widest = 1000;
    constexpr size_t fewest = 4;
    size_t lines = 0;
    size_t width = 0;
    size_t full = 0;
    // The last line may be cut.
    for (size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end + 1);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        const size_t length = characterCount(line);
        ++lines;
        full = length > width ? 1 : full + (length == width ? 1 : 0);
        width = std::max(width, length);
    }
    const bool isBroken
        = width >= narrowest && width <= widest && full >= fewest && full < lines && full * 10 >= lines * 3;
    return isBroken ? width : 0;
}

LogLines::LogLines(ByteSource& source, size_t longestLine, ProgressFn progress)
    : m_reader(source, longestLine, std::move(progress))
{
    while (m_head.size() < sniffBytes && m_reader.next()) {
        // A mark in front of the text would make its first line longer than others.
        const std::string_view text = m_first.empty() ? withoutByteOrderMark(m_reader.line()) : m_reader.line();
        m_first.push_back({std::string(text), m_reader.offset(), m_reader.isOversized(), m_reader.isUnterminated()});
        m_head.append(text).append("\n");
    }
    m_kept = KeptLines(m_head);
}

bool LogLines::nextOfFile()
{
    if (m_position < m_first.size()) {
        const First& first = m_first[m_position++];
        m_line = first.text;
        m_offset = first.offset;
        m_isOversized = first.isOversized;
        m_isUnterminated = first.isUnterminated;
        return !m_reader.isCancelled();
    }
    if (m_isOver || !m_reader.next()) {
        m_isOver = true;
        return false;
    }
    m_line = m_reader.line();
    m_offset = m_reader.offset();
    m_isOversized = m_reader.isOversized();
    m_isUnterminated = m_reader.isUnterminated();
    return true;
}

void LogLines::splitAtReturns()
{
    if (m_nextPart == 0) {
        if (m_line.find('\r') == std::string_view::npos)
            return;
        m_parts = m_line;
    }
    const std::string_view rest = std::string_view(m_parts).substr(m_nextPart);
    const size_t end = rest.find('\r');
    m_line = rest.substr(0, end);
    m_nextPart = end == std::string_view::npos ? 0 : m_nextPart + end + 1;
}

void LogLines::splitRecord(bool isUnterminated)
{
    m_isRecordUnterminated = isUnterminated;
    splitAtReturns();
    m_isUnterminated = isUnterminated && m_nextPart == 0;
}

bool LogLines::next()
{
    if (m_nextPart > 0) {
        splitAtReturns();
        m_isUnterminated = m_isRecordUnterminated && m_nextPart == 0;
        return !m_reader.isCancelled();
    }
    std::optional<uint64_t> begin;
    while (nextOfFile()) {
        if (m_kept.areAsPrinted() || m_isOversized)
            return true;
        begin = begin.value_or(m_offset);
        if (const auto line = m_kept.take(m_line)) {
            m_line = *line;
            m_offset = *begin;
            splitRecord(m_isUnterminated);
            return true;
        }
    }
    const auto rest = m_reader.isCancelled() ? std::nullopt : m_kept.rest();
    if (!rest)
        return false;
    m_line = *rest;
    m_offset = begin.value_or(m_offset);
    m_isOversized = false;
    splitRecord(true); // a bar that was drawn again and again before the job was stopped
    return true;
}

} // namespace bubblescope
