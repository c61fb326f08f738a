// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "jsonfields.h"

#include "textencoding.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <iterator>

namespace bubblescope {

namespace {

/// Counts the lines that the parser has read.
class CountingIterator {
public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, int* lines) : m_at(at), m_lines(lines) { }
    reference operator*() const { return *m_at; }
    CountingIterator& operator++()
    {
        if (*m_at == '\n')
            ++*m_lines;
        ++m_at;
        return *this;
    }
    CountingIterator operator++(int)
    {
        CountingIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const CountingIterator& other) const { return m_at == other.m_at; }
    bool operator!=(const CountingIterator& other) const { return m_at != other.m_at; }

private:
    const char* m_at;
    int* m_lines;
};

/// What the parser calls. A number ends with what follows it, so a value's line is that of its key.
class FieldEvents {
public:
    using json = nlohmann::json;
    FieldEvents(DescribedFields& fields, const int& line) : m_path(fields), m_line(line) { }

    bool null() { return value({}, true); }
    bool boolean(bool is) { return value(is ? "true" : "false"); }
    bool number_integer(json::number_integer_t number) { return value(std::to_string(number)); }
    bool number_unsigned(json::number_unsigned_t number) { return value(std::to_string(number)); }
    bool number_float(json::number_float_t, const std::string& text) { return value(text); }
    bool string(std::string& text) { return value(text); }
    bool binary(json::binary_t&) { return false; }
    bool start_object(std::size_t)
    {
        ++m_depth;
        return m_path.beginMap();
    }
    bool end_object()
    {
        --m_depth;
        return m_path.end();
    }
    bool start_array(std::size_t) { return m_depth++ > 0 && m_path.beginList(); }
    bool end_array()
    {
        --m_depth;
        return m_path.end();
    }
    bool key(std::string& name)
    {
        m_keyLine = m_line;
        return m_path.key(name);
    }
    bool parse_error(std::size_t position, const std::string& token, const json::exception&)
    {
        m_position = position;
        m_token = token;
        m_isDamaged = true;
        return false;
    }

    bool isDamaged() const { return m_isDamaged; }
    std::size_t position() const { return m_position; }
    const std::string& token() const { return m_token; }

private:
    bool value(std::string_view text, bool isNull = false)
    {
        return m_depth > 0 && m_path.value(text, m_keyLine, isNull);
    }

    FieldPath m_path;
    const int& m_line;
    int m_keyLine = 1;
    int m_depth = 0;
    std::size_t m_position = 0;
    std::string m_token;
    bool m_isDamaged = false;
};

} // namespace

Result<DescribedFields> readJsonFields(std::string_view text, std::string_view file)
{
    DescribedFields fields;
    int line = 1;
    FieldEvents events(fields, line);
    const CountingIterator begin(text.data(), &line);
    const CountingIterator end(text.data() + text.size(), &line);
    if (nlohmann::json::sax_parse(begin, end, &events))
        return fields;
    if (!events.isDamaged())
        return tooLarge(file, line);
    Error error
        = atLine(file, line, say("this is no whole JSON: \"{}\" is not expected here", excerpt(events.token())));
    error.offset = events.position() > 0 ? events.position() - 1 : 0;
    return error;
}

} // namespace bubblescope
