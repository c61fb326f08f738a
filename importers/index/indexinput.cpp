// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexinput.h"

#include "bytesource.h"
#include "folderscan.h"
#include "indexplaces.h"
#include "outputfile.h"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <system_error>

namespace fs = std::filesystem;

namespace bubblescope {

namespace {
constexpr size_t largestNote = size_t(16) << 20; // bytes: hundreds of thousands of paths

std::string absoluteInput(const std::string& path)
{
    std::error_code error;
    const fs::path absolute = fs::absolute(path, error).lexically_normal();
    return absolute.has_filename() ? absolute.string() : absolute.parent_path().string();
}

std::vector<std::string> absoluteInputs(const std::vector<std::string>& paths)
{
    std::vector<std::string> absolute;
    for (const std::string& path : paths)
        absolute.push_back(absoluteInput(path));
    return absolute;
}
} // namespace

std::vector<uint32_t> IndexInput::filesOf(const IndexShard& shard) const
{
    std::vector<uint32_t> own;
    for (size_t i = shard.index; i < byName.size(); i += std::max(shard.count, 1u))
        own.push_back(byName[i]);
    return own;
}

std::optional<IndexInput> listInput(const std::vector<std::string>& paths, const ProgressFn& progress)
{
    IndexInput input;
    input.paths = absoluteInputs(paths);
    FolderWalk walk({[&](const WalkedFile& file) { input.files.push_back(file); },
        [&](IssueKind kind, const std::string& name, const Message& message) {
            input.notes.push_back({kind, name, message, input.files.size()});
        },
        [&] { return !progress || progress(input.files.size(), 0); }});
    visitPaths(walk, input.paths);
    if (walk.wasEnded())
        return std::nullopt;
    input.byName.resize(input.files.size());
    std::iota(input.byName.begin(), input.byName.end(), 0u);
    std::stable_sort(input.byName.begin(), input.byName.end(),
        [&](uint32_t a, uint32_t b) { return input.files[a].name < input.files[b].name; });
    return input;
}

std::optional<Error> noteInput(const std::string& index, const IndexInput& input)
{
    std::string text;
    const std::vector<std::string> paths = absoluteInputs(input.paths);
    for (const std::string& path : paths) {
        if (path.find('\n') != std::string::npos)
            return Error {say("A path with a line break in its name cannot be indexed."), say("Rename it."), {}};
        text += path;
        text += '\n';
    }
    const IndexPlaces places(index);
    const std::string kernels = input.kernels->text();
    std::error_code error;
    if (!fs::exists(places.input(), error)) {
        // First what other tasks expect beside the paths.
        std::optional<Error> failed;
        if (!kernels.empty())
            failed = writeWholeFile(places.kernels(), kernels);
        else
            fs::remove(places.kernels(), error); // of one that was interrupted here
        return failed ? failed : writeWholeFile(places.input(), text);
    }
    const Message advice = say("Give it another name, or delete it.");
    const Result<std::vector<std::string>> noted = notedInput(index);
    if (!noted || *noted != paths)
        return Error {say("{} is the index of other files.", index), advice, {}};
    const Result<KernelNamesPtr> used = notedKernels(index);
    if (!used || (*used)->text() != kernels)
        return Error {say("{} was made with another table of kernels.", index), advice, {}};
    return std::nullopt;
}

Result<std::vector<std::string>> notedInput(const std::string& index)
{
    const std::string place = IndexPlaces(index).input();
    Result<std::unique_ptr<ByteSource>> source = openFile(place, place);
    if (!source)
        return Error {say("{} cannot be read as an index: {}.", index, source.error().message), {}, {}};
    ImportReport report;
    const std::optional<std::string> text = readAll(**source, largestNote, report);
    std::vector<std::string> paths;
    for (size_t at = 0; text && at < text->size();) {
        const size_t end = std::min(text->find('\n', at), text->size());
        paths.push_back(text->substr(at, end - at));
        at = end + 1;
    }
    if (paths.empty())
        return Error {say("{} does not say what it is an index of.", index), say("Run `bubblescope index` again."), {}};
    return paths;
}

Result<KernelNamesPtr> notedKernels(const std::string& index)
{
    const std::string place = IndexPlaces(index).kernels();
    std::error_code error;
    return fs::exists(place, error) ? readKernelNames(place) : KernelNames::builtin();
}

} // namespace bubblescope
