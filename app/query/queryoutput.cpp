// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queryoutput.h"

#include "console.h"
#include "counted.h"
#include "visibletext.h"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr size_t largestPart = 1 << 16; // bytes, before they are printed

/// Letters of a text: bytes that do not continue one.
size_t lettersIn(std::string_view text)
{
    return size_t(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

class TableOutput final : public QueryOutput {
public:
    void begin(std::span<const std::string> columns) override
    {
        end();
        m_widths.clear();
        m_isNumber.assign(columns.size(), false);
        m_lines.clear();
        std::vector<std::string> head;
        for (const std::string& column : columns)
            head.push_back(visibleText(column));
        m_lines.push_back(std::move(head));
        m_isHead = true;
        m_count = 0;
    }
    bool row(std::span<const QueryValue> cells) override
    {
        std::vector<std::string> line;
        for (size_t i = 0; i < cells.size(); ++i) {
            const bool isNumber = std::holds_alternative<int64_t>(cells[i]) || std::holds_alternative<double>(cells[i]);
            m_isNumber[i] = m_isNumber[i] || isNumber;
            line.push_back(cellText(cells[i]));
        }
        m_lines.push_back(std::move(line));
        ++m_count;
        if (m_lines.size() >= linesMeasured)
            flush();
        return true;
    }
    void end() override
    {
        if (m_lines.empty() && m_count == 0)
            return;
        flush();
        print(stdout, fmt::format("({})\n", counted(m_count, "row")));
        m_count = 0;
    }

private:
    static constexpr size_t linesMeasured = 500;
    static constexpr size_t widest = 60;

    static std::string cellText(const QueryValue& value)
    {
        if (const auto* real = std::get_if<double>(&value))
            return fmt::format("{:.6g}", *real);
        std::string text = visibleText(queryValueText(value));
        if (lettersIn(text) > widest) {
            size_t at = widest - 1;
            while (at > 0 && (text[at] & 0xc0) == 0x80)
                --at;
            text = text.substr(0, at) + "…";
        }
        return text;
    }

    void flush()
    {
        m_widths.resize(m_isNumber.size());
        for (const auto& line : m_lines) {
            for (size_t i = 0; i < line.size(); ++i)
                m_widths[i] = std::max(m_widths[i], lettersIn(line[i]));
        }
        std::string text;
        for (const auto& line : m_lines) {
            for (size_t i = 0; i < line.size(); ++i) {
                const std::string pad(m_widths[i] - lettersIn(line[i]), ' ');
                const bool isLast = i + 1 == line.size();
                text += m_isNumber[i] ? pad : std::string();
                text += line[i];
                text += m_isNumber[i] || isLast ? std::string() : pad;
                text += isLast ? "\n" : "  ";
            }
            if (m_isHead) {
                for (size_t i = 0; i < line.size(); ++i)
                    text += std::string(m_widths[i], '-') + (i + 1 == line.size() ? "\n" : "  ");
                m_isHead = false;
            }
        }
        m_lines.clear();
        print(stdout, text);
    }

    std::vector<std::vector<std::string>> m_lines;
    std::vector<size_t> m_widths;
    std::vector<bool> m_isNumber;
    bool m_isHead = false;
    uint64_t m_count = 0;
};

/// What is written piece by piece.
class StreamOutput : public QueryOutput {
protected:
    void put(std::string_view text)
    {
        m_text += text;
        if (m_text.size() >= largestPart)
            flush();
    }
    void flush()
    {
        print(stdout, m_text);
        m_text.clear();
    }

private:
    std::string m_text;
};

class JsonOutput final : public StreamOutput {
public:
    explicit JsonOutput(bool several) : m_isList(several) { }
    void begin(std::span<const std::string> columns) override
    {
        if (m_isList)
            put(m_isBegun ? "\n],\n" : "[\n");
        m_columns.clear();
        for (const std::string& column : columns)
            m_columns.push_back(jsonCellOf(column));
        m_isBegun = true;
        m_isFirst = true;
        put("[");
    }
    bool row(std::span<const QueryValue> cells) override
    {
        put(m_isFirst ? "\n{" : ",\n{");
        m_isFirst = false;
        for (size_t i = 0; i < cells.size(); ++i)
            put(fmt::format("{}{}: {}", i == 0 ? "" : ", ", m_columns[i], jsonCellOf(cells[i])));
        put("}");
        return true;
    }
    void end() override
    {
        if (m_isBegun)
            put(m_isList ? "\n]\n]\n" : "\n]\n");
        m_isBegun = false;
        flush();
    }

private:
    bool m_isList;
    std::vector<std::string> m_columns;
    bool m_isBegun = false;
    bool m_isFirst = true;
};

class CsvOutput final : public StreamOutput {
public:
    void begin(std::span<const std::string> columns) override
    {
        for (size_t i = 0; i < columns.size(); ++i)
            put(fmt::format("{}{}", i == 0 ? "" : ",", csvCellOf(columns[i])));
        put("\n");
    }
    bool row(std::span<const QueryValue> cells) override
    {
        m_line.clear();
        for (const QueryValue& cell : cells) {
            if (&cell != &cells.front())
                m_line += ',';
            appendCsvCell(m_line, cell);
        }
        m_line += '\n';
        put(m_line);
        return true;
    }
    void end() override { flush(); }

private:
    std::string m_line;
};

} // namespace

void printNotices(const QueryData& data)
{
    for (const Message& notice : data.notices())
        printError(notice.text());
}

void appendCsvCell(std::string& line, const QueryValue& value)
{
    const auto* const text = std::get_if<std::string>(&value);
    if (!text)
        return appendQueryValue(line, value);
    bool isQuoted = false;
    for (const char c : *text)
        isQuoted |= c == ',' || c == '"' || c == '\r' || c == '\n';
    if (isQuoted)
        line += '"';
    if (!text->empty() && std::string_view("=+-@\t\r").find(text->front()) != std::string_view::npos)
        line += ' ';
    if (!isQuoted) {
        line += *text;
        return;
    }
    for (const char c : *text)
        line.append(c == '"' ? 2 : 1, c);
    line += '"';
}

std::string csvCellOf(const QueryValue& value)
{
    std::string cell;
    appendCsvCell(cell, value);
    return cell;
}

std::string jsonCellOf(const QueryValue& value)
{
    if (std::holds_alternative<std::monostate>(value))
        return "null";
    if (const auto* real = std::get_if<double>(&value))
        return std::isfinite(*real) ? nlohmann::json(*real).dump() : "null";
    if (const auto* text = std::get_if<std::string>(&value))
        return nlohmann::json(*text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return queryValueText(value);
}

std::unique_ptr<QueryOutput> QueryOutput::make(QueryCommand::Format format, bool several)
{
    switch (format) {
    case QueryCommand::Format::Json:
        return std::make_unique<JsonOutput>(several);
    case QueryCommand::Format::Csv:
        return std::make_unique<CsvOutput>();
    case QueryCommand::Format::Table:
        break;
    }
    return std::make_unique<TableOutput>();
}

} // namespace bubblescope
