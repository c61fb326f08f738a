// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "yamlfields.h"

#include "textencoding.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <sstream>
#include <vector>

namespace bubblescope {

namespace {

/// Why reading was ended by the events below.
struct RefusedYaml {
    int line = 0;
    Message why; ///< empty: too large
};

/// Events rather than nodes: a reader of nodes would follow aliases, and few lines can stand for millions of values.
class YamlEvents : public YAML::EventHandler {
public:
    explicit YamlEvents(DescribedFields& fields) : m_path(fields) { }

    void OnDocumentStart(const YAML::Mark&) override { }
    void OnDocumentEnd() override { }
    void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { scalar(mark, {}, true); }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override
    {
        throw RefusedYaml {mark.line + 1, say("aliases (*name) are not read: write the value itself")};
    }
    void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t, const std::string& value) override
    {
        scalar(mark, value, false);
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override
    {
        begin(mark, true);
    }
    void OnSequenceEnd() override { end(); }
    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override
    {
        begin(mark, false);
    }
    void OnMapEnd() override { end(); }

private:
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
    void scalar(const YAML::Mark& mark, const std::string& text, bool isNull)
    {
        if (awaitsKey()) {
            m_levels.back().awaitsKey = false;
            if (!m_path.key(text))
                throw RefusedYaml {mark.line + 1, {}};
            return;
        }
        if (m_levels.empty())
            throw RefusedYaml {mark.line + 1, say("the file holds a single text, no fields")};
        if (!m_path.value(text, mark.line + 1, isNull))
            throw RefusedYaml {mark.line + 1, {}};
        valueHasCome();
    }
    void begin(const YAML::Mark& mark, bool isList)
    {
        if (awaitsKey())
            throw RefusedYaml {mark.line + 1, say("a field's name must be text")};
        if (!(isList ? m_path.beginList() : m_path.beginMap()))
            throw RefusedYaml {mark.line + 1, {}};
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
