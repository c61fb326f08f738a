// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "yamlfields.h"

#include "textencoding.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

/// Why reading was ended by the events below.
struct RefusedYaml {
    int line = 0;
    Message why; ///< empty: too large
};

/// What the parser has found; kept below an anchor (&name), to be taken again where an alias (*name) stands for it.
struct YamlEvent {
    enum class Kind : uint8_t { Null, Scalar, List, Map, End, Alias } kind = Kind::Null;
    int line = 0;
    std::string text = {};
    YAML::anchor_t of = 0; ///< of an alias

    bool begins() const { return kind == Kind::List || kind == Kind::Map; }
};

/// Events rather than nodes: a reader of nodes would follow aliases, and few lines can stand for millions of values.
class YamlEvents : public YAML::EventHandler {
public:
    explicit YamlEvents(DescribedFields& fields) : m_path(fields) { }

    void OnDocumentStart(const YAML::Mark&) override { }
    void OnDocumentEnd() override { }
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        take({YamlEvent::Kind::Null, mark.line + 1}, anchor);
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t of) override
    {
        take({YamlEvent::Kind::Alias, mark.line + 1, {}, of}, 0);
    }
    void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, const std::string& value) override
    {
        take({YamlEvent::Kind::Scalar, mark.line + 1, value}, anchor);
    }
    void OnSequenceStart(
        const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, YAML::EmitterStyle::value) override
    {
        take({YamlEvent::Kind::List, mark.line + 1}, anchor);
    }
    void OnSequenceEnd() override { take({YamlEvent::Kind::End}, 0); }
    void OnMapStart(
        const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, YAML::EmitterStyle::value) override
    {
        take({YamlEvent::Kind::Map, mark.line + 1}, anchor);
    }
    void OnMapEnd() override { take({YamlEvent::Kind::End}, 0); }

private:
    /// A value with an anchor that has not ended yet.
    struct OpenAnchor {
        YAML::anchor_t anchor = 0;
        size_t first = 0;
        size_t depth = 0;
    };
    static constexpr size_t mostRepeated = 10 * DescribedFields::most;
    static constexpr size_t mostRepeatedText = size_t(4) << 20; ///< bytes: as much as a description may have

    void take(const YamlEvent& event, YAML::anchor_t anchor)
    {
        if (anchor != 0)
            m_open.push_back({anchor, m_kept.size(), m_levels.size()});
        if (!m_open.empty())
            m_kept.push_back(event);
        play(event);
        while (!m_open.empty() && !event.begins() && m_open.back().depth == m_levels.size()) {
            m_anchored[m_open.back().anchor] = {m_open.back().first, m_kept.size()};
            m_open.pop_back();
        }
    }
    void play(const YamlEvent& event)
    {
        switch (event.kind) {
        case YamlEvent::Kind::Null:
        case YamlEvent::Kind::Scalar:
            return scalar(event.line, event.text, event.kind == YamlEvent::Kind::Null);
        case YamlEvent::Kind::List:
        case YamlEvent::Kind::Map:
            return begin(event.line, event.kind == YamlEvent::Kind::List);
        case YamlEvent::Kind::End:
            return end();
        case YamlEvent::Kind::Alias:
            return repeat(event);
        }
    }
    void repeat(const YamlEvent& alias)
    {
        const auto known = m_anchored.find(alias.of);
        if (known == m_anchored.end())
            throw RefusedYaml {alias.line, say("an alias (*name) stands for what it lies in itself")};
        const auto [first, end] = known->second;
        for (size_t i = first; i < end; ++i) {
            m_repeatedText += m_kept[i].text.size();
            if (m_repeatedText > mostRepeatedText)
                throw RefusedYaml {
                    alias.line, say("aliases (*name) stand for more than {} MB", mostRepeatedText >> 20)};
            if (++m_repeated > mostRepeated)
                throw RefusedYaml {alias.line, {}};
            play(m_kept[i]);
        }
    }

    struct Level {
        bool isList = false;
        bool awaitsKey = true;
    };
    bool awaitsKey() const { return !m_levels.empty() && !m_levels.back().isList && m_levels.back().awaitsKey; }
    void valueHasCome()
    {
        if (!m_levels.empty())
            m_levels.back().awaitsKey = true;
    }
    void scalar(int line, const std::string& text, bool isNull)
    {
        if (awaitsKey()) {
            if (text == "<<")
                throw RefusedYaml {line, say("merged fields (<<) are not read: write the fields themselves")};
            m_levels.back().awaitsKey = false;
            if (!m_path.key(text))
                throw RefusedYaml {line, {}};
            return;
        }
        if (m_levels.empty())
            throw RefusedYaml {line, say("the file holds a single text, no fields")};
        if (!m_path.value(text, line, isNull))
            throw RefusedYaml {line, {}};
        valueHasCome();
    }
    void begin(int line, bool isList)
    {
        if (awaitsKey())
            throw RefusedYaml {line, say("a field's name must be text")};
        if (!(isList ? m_path.beginList() : m_path.beginMap()))
            throw RefusedYaml {line, {}};
        m_levels.push_back({isList, true});
    }
    void end()
    {
        m_path.end();
        m_levels.pop_back();
        valueHasCome();
    }

    FieldPath m_path;
    std::vector<Level> m_levels;
    std::vector<YamlEvent> m_kept;
    std::vector<OpenAnchor> m_open;
    std::map<YAML::anchor_t, std::pair<size_t, size_t>> m_anchored; ///< which of those kept
    size_t m_repeated = 0;
    size_t m_repeatedText = 0;
};

} // namespace

Result<DescribedFields> readYamlFields(std::string_view text, std::string_view file)
{
    DescribedFields fields;
    YamlEvents events(fields);
    std::istringstream stream {std::string(text)};
    try {
        YAML::Parser parser(stream);
        parser.HandleNextDocument(events);
    } catch (const RefusedYaml& refused) {
        return refused.why.empty() ? tooLarge(file, refused.line) : atLine(file, refused.line, refused.why);
    } catch (const YAML::Exception& damage) {
        return atLine(file, damage.mark.line + 1, say("this is no whole YAML: {}", excerpt(damage.msg)));
    }
    return fields;
}

} // namespace bubblescope
