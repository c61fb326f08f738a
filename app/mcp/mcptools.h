// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "indexopening.h"
#include "openedfolder.h"
#include "result.h"
#include "runjson.h"
#include "source.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

struct GatePath;
class QueryData;

/// Draws one of `views` of what lies at `paths` into a PNG.
struct PictureDrawing {
    std::vector<std::string> views;
    /// Empty where nothing can be drawn.
    std::function<std::optional<Error>(const Source& source, const std::string& view, const std::string& png)> draw;
};

struct McpOptions {
    std::string pictures; ///< folder for pictures, the only place that is written to; empty: no pictures
    PictureDrawing drawing;
    uint64_t memory = 0; ///< as of Source
    ImportChoices choices {};
};

/// What an assistant may ask. Every answer is text of at most about 2,000 tokens; what does not fit is kept under a
/// handle, for the tool `more`. Opened folders stay open until eight others were opened. Reads what is asked for,
/// caches nothing, and writes nothing but pictures.
class McpTools {
public:
    explicit McpTools(McpOptions options = {});

    /// Name, description and JSON schema of each tool.
    Json list() const;
    /// The result of `tools/call`; nullopt if there is no such tool. Wrong arguments are answers, too.
    std::optional<Json> call(const std::string& tool, const Json& arguments);

private:
    using Answer = Result<std::string>;
    struct Found;
    struct Opened {
        std::vector<std::string> paths;
        std::string path; ///< all of them, quoted for a shell
        OpenedFolderPtr folder;
        // Found by former questions, where it was not of all spans, which take too much to be kept for each.
        mutable std::shared_ptr<const Found> found {};
        mutable std::shared_ptr<const GatePath> builds {};
    };
    struct Tool {
        const char* name;
        const char* description;
        Json properties;
        std::vector<std::string> required;
        /// Exactly one of the two: a tool for what its argument `run` names, or for anything.
        Answer (McpTools::*ofRun)(const Opened& run, const Json& arguments);
        Answer (McpTools::*ofAll)(const Json& arguments) = nullptr;
    };

    Answer open(const Json& arguments);
    Answer summary(const Opened& run, const Json& arguments);
    Answer findings(const Opened& run, const Json& arguments);
    Answer evidence(const Opened& run, const Json& arguments);
    Answer query(const Opened& run, const Json& arguments);
    Answer compare(const Opened& run, const Json& arguments);
    Answer check(const Opened& run, const Json& arguments);
    Answer simulate(const Opened& run, const Json& arguments);
    Answer plan(const Json& arguments);
    Answer picture(const Opened& run, const Json& arguments);
    Answer more(const Json& arguments);

    Answer answer(const Tool& tool, const Json& arguments);
    Result<const Opened*> opened(const Json& arguments, const char* key);
    Result<std::shared_ptr<const Found>> found(const Opened& run);
    Result<std::shared_ptr<const GatePath>> builds(const Opened& run);
    Result<OpenedFolderPtr> openedFor(const Opened& run, Asked asked, std::optional<WantedStep> step = {});
    std::string limited(std::string text);

    McpOptions m_options;
    std::vector<Tool> m_tools;
    std::map<std::string, Opened> m_opened; ///< by handle
    std::map<std::string, std::string> m_rest;
    /// The last that was opened again with spans.
    struct {
        OpenedFolderPtr of {};
        bool isOfStep = false;
        OpenedFolderPtr opened {};
    } m_again;
    /// The last that was asked in SQL; what it found stays for the next question.
    struct {
        OpenedFolderPtr of {};
        std::shared_ptr<QueryData> data {};
    } m_asked;
    int m_count = 0;
};

} // namespace bubblescope
