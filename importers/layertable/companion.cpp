// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "companion.h"

#include "tabletext.h"
#include "textencoding.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>

namespace bubblescope {

namespace {

namespace fs = std::filesystem;

constexpr size_t largestCompanion = size_t(1) << 20;
constexpr int mostLayers = 100'000;
constexpr std::string_view configurationFolder = "DLmodel_configs";
constexpr std::string_view layerKeys[] {"num_layer", "n_layer", "num_hidden_layers", "num_layers"};

bool namesKey(std::string_view json, std::string_view key)
{
    for (size_t at = json.find(key); at != std::string_view::npos; at = json.find(key, at + 1)) {
        const size_t end = at + key.size();
        if (at > 0 && json[at - 1] == '"' && end < json.size() && json[end] == '"')
            return true;
    }
    return false;
}

bool looksLikeTwin(std::string_view json) { return namesKey(json, "num_layer") && namesKey(json, "e2e_latency"); }

bool looksLikeConfiguration(std::string_view json)
{
    if (!namesKey(json, "model_type") && !namesKey(json, "architectures"))
        return false;
    return namesKey(json, "n_layer") || namesKey(json, "num_hidden_layers") || namesKey(json, "num_layers");
}

std::optional<double> numberAt(const nlohmann::json& object, const char* key)
{
    const auto it = object.find(key);
    if (it == object.end() || !it->is_number())
        return {};
    const double value = it->get<double>();
    if (!std::isfinite(value) || value < 0 || value > 1e12)
        return {};
    return value;
}

std::optional<Companion> readCompanion(const std::string& path)
{
    const auto source = openFile(path, path);
    if (!source)
        return {};
    ImportReport ignored; // companions are optional: the table is shown without them
    const std::optional<std::string> text = readAll(**source, largestCompanion, ignored);
    return text ? parseCompanion(*text) : std::nullopt;
}

bool takeLayers(LayerTable& table, const Companion& companion, const fs::path& from)
{
    if (!companion.layers)
        return false;
    table.layerCount = companion.layers;
    table.layerCountSource = toUtf8(from.filename().native());
    return true;
}

void takeTwin(LayerTable& table, fs::path file)
{
    for (const char* extension : {".json", ".json.gz"}) {
        file.replace_extension(extension);
        if (const std::optional<Companion> twin = readCompanion(file.native())) {
            table.stated = twin->stated;
            takeLayers(table, *twin, file);
            return;
        }
    }
}

void takeConfiguration(LayerTable& table, const fs::path& file)
{
    const std::string stem = file.stem().native();
    fs::path name(stem.substr(0, stem.find('-')));
    name += ".json";
    fs::path folder = file.parent_path();
    std::vector<fs::path> candidates {folder / name};
    for (int level = 0; level < 4; ++level) {
        candidates.push_back(folder / configurationFolder / name);
        folder /= "..";
    }
    for (const fs::path& candidate : candidates) {
        const std::optional<Companion> configuration = readCompanion(candidate.native());
        if (configuration && takeLayers(table, *configuration, candidate))
            return;
    }
}

/// True if there is no table next to the file that its totals could belong to.
bool isAlone(const std::string& path)
{
    fs::path file(path);
    if (file.extension() == ".gz")
        file.replace_extension();
    for (const char* extension : {".csv", ".csv.gz", ".tsv", ".tsv.gz", ".txt", ".txt.gz"}) {
        std::error_code error;
        if (fs::exists(file.replace_extension(extension), error))
            return false;
        if (file.extension() == ".gz")
            file.replace_extension();
    }
    return !path.empty();
}

class CompanionImporter : public Importer {
public:
    std::string_view id() const override { return "layer-table-companion"; }
    std::string_view displayName() const override { return "model configuration or totals beside a layer table"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.json"}; }
    FormatFacts facts() const override
    {
        return {"beside the tables of NeuSight", FormatFacts::Tests::Recordings, ClockPolicy::None, {totalsOrModel}};
    }
    int sniff(std::string_view head) const override
    {
        const std::string_view text = trimmed(withoutByteOrderMark(head));
        if (!text.starts_with('{') || namesKey(text, "traceEvents") || namesKey(text, "schema"))
            return 0;
        return looksLikeTwin(text) || looksLikeConfiguration(text) ? totalsOrModel.sureness : 0;
    }
    bool import(ByteSource& source, FileContents&, ImportReport& report, const ProgressFn&) const override
    {
        const std::optional<std::string> text = readAll(source, largestCompanion, report);
        reportSourceError(source, report);
        const std::optional<Companion> companion = text ? parseCompanion(*text) : std::nullopt;
        if (text && !companion)
            report.add(
                IssueKind::BadRecord, 0, say("neither totals nor a model configuration could be read from this JSON"));
        else if (companion && companion->stated && isAlone(source.path()))
            report.add(IssueKind::ConvertFirst, std::nullopt,
                say("totals of a NeuSight prediction without its table: put the .csv of the same name beside it"));
        return true;
    }

private:
    static constexpr FormatSignature totalsOrModel {80,
        "totals of a prediction, or the kind of a model and its layers: after descriptions of jobs, which know more"};
};

} // namespace

std::optional<Companion> parseCompanion(std::string_view json)
{
    // Values more than a few levels down are not needed; dropping them bounds what a hostile file can build.
    const auto keepShallow = [](int depth, nlohmann::json::parse_event_t, nlohmann::json&) { return depth < 4; };
    const nlohmann::json object
        = nlohmann::json::parse(withoutByteOrderMark(json), keepShallow, /*allow_exceptions=*/false);
    if (!object.is_object())
        return {};
    Companion companion;
    for (const std::string_view key : layerKeys) {
        const std::optional<double> layers = numberAt(object, std::string(key).c_str());
        if (layers && *layers >= 1 && *layers <= mostLayers && *layers == std::floor(*layers)) {
            companion.layers = static_cast<int>(*layers);
            break;
        }
    }
    if (const std::optional<double> total = numberAt(object, "e2e_latency")) {
        companion.stated = LayerTable::StatedTotals {
            numberAt(object, "fw_latency").value_or(0) * 1e6,
            numberAt(object, "bwall_latency").value_or(0) * 1e6,
            *total * 1e6,
        };
    }
    if (!companion.layers && !companion.stated)
        return {};
    return companion;
}

void attachCompanions(LayerTable& table, const std::string& path)
{
    if (path.empty())
        return;
    fs::path file(path);
    if (file.extension() == ".gz")
        file.replace_extension();
    takeTwin(table, file);
    if (!table.layerCount)
        takeConfiguration(table, file);
    if (table.stated && table.hasBlock() && table.layerCount.value_or(1) != 1) {
        const double asWritten = table.asWritten().totalNs;
        if (std::abs(asWritten - table.stated->totalNs) <= 1e-9 * table.stated->totalNs)
            table.block = {0, 0};
    }
}

std::unique_ptr<Importer> makeCompanionImporter() { return std::make_unique<CompanionImporter>(); }

} // namespace bubblescope
