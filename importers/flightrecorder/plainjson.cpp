// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plainjson.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <string>
#include <vector>

namespace bubblescope {

namespace {

using Json = nlohmann::json;

constexpr size_t deepest = 64;

/// Takes what the parser finds.
class Builder {
public:
    explicit Builder(PlainTree& tree) : m_tree(tree) { }
    bool null() { return add(PlainTree::none); }
    bool boolean(bool value) { return add(m_tree.addTruth(value)); }
    bool number_integer(Json::number_integer_t value) { return add(m_tree.addInteger(value)); }
    bool number_unsigned(Json::number_unsigned_t value)
    {
        const bool fits = value <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
        return add(fits ? m_tree.addInteger(static_cast<int64_t>(value)) : m_tree.addNumber(double(value)));
    }
    bool number_float(Json::number_float_t value, const Json::string_t&) { return add(m_tree.addNumber(value)); }
    bool string(Json::string_t& value) { return add(m_tree.addOwnText(std::move(value))); }
    bool binary(Json::binary_t&) { return false; }
    bool start_object(size_t) { return open(m_tree.addMap()); }
    bool start_array(size_t) { return open(m_tree.addList()); }
    bool key(Json::string_t& value) { return m_tree.append(m_open.back(), m_tree.addOwnText(std::move(value))); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool parse_error(size_t position, const std::string&, const Json::exception&)
    {
        m_errorAt = position;
        return false;
    }

    PlainTree::Node root() const { return m_root; }
    size_t errorAt() const { return m_errorAt; }

private:
    bool add(PlainTree::Node node)
    {
        if (m_tree.memoryBytes() > PlainTree::mostBytes)
            return false;
        if (!m_open.empty())
            return m_tree.append(m_open.back(), node);
        m_root = node;
        return true;
    }
    bool open(PlainTree::Node container)
    {
        if (m_open.size() >= deepest || !add(container))
            return false;
        m_open.push_back(container);
        return true;
    }
    bool close()
    {
        m_open.pop_back();
        return true;
    }

    PlainTree& m_tree;
    std::vector<PlainTree::Node> m_open;
    PlainTree::Node m_root = PlainTree::none;
    size_t m_errorAt = 0;
};

} // namespace

Result<PlainTree::Node> readPlainJson(std::string_view text, PlainTree& tree)
{
    Builder builder(tree);
    if (!Json::sax_parse(text.begin(), text.end(), &builder))
        return Error {say("it is not valid JSON, or nested deeper than any recorder nests"), {}, builder.errorAt()};
    return builder.root();
}

} // namespace bubblescope
