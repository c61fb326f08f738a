// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hardwarepresets.h"

#include "exportfile.h"
#include "hardwarepreset.h"

#include <QFile>

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>

namespace bubblescope {

namespace {

/// "My H100, 2 x HDR" is stored as my-h100-2-x-hdr.json.
std::string presetKey(const std::string& name)
{
    std::string key;
    for (const char c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)))
            key.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
        else if (!key.empty() && key.back() != '-')
            key.push_back('-');
    }
    while (!key.empty() && key.back() == '-')
        key.pop_back();
    return key.substr(0, 60);
}

} // namespace

std::string userConfigDirectory()
{
    // XDG Base Directory Specification: relative paths are invalid.
    const char* base = std::getenv("XDG_CONFIG_HOME");
    const char* home = std::getenv("HOME");
    std::string directory;
    if (base && base[0] == '/')
        directory = std::string(base);
    else if (home && home[0] == '/')
        directory = std::string(home).append("/.config");
    return directory.empty() ? directory : directory.append("/bubblescope");
}

std::string userHardwareDirectory()
{
    const std::string directory = userConfigDirectory();
    return directory.empty() ? directory : directory + "/hardware";
}

HardwareCatalog hardwareCatalog()
{
    const std::string directory = userHardwareDirectory();
    return directory.empty() ? HardwareCatalog::builtin() : HardwareCatalog::withUserPresets(directory);
}

Result<HardwareCatalog::Preset> keepHardwarePreset(const HardwareCatalog::Preset& preset)
{
    const std::string key = presetKey(preset.hardware.name);
    if (key.empty())
        return Error {say("The preset has no name."), say("Give it one with letters or digits."), {}};
    const HardwareCatalog catalog = hardwareCatalog();
    for (const HardwareCatalog::Preset& other : catalog.presets()) {
        const bool isItself = !preset.file.empty() && other.file == preset.file;
        if (!isItself && (other.key == key || other.hardware.name == preset.hardware.name))
            return Error {say("A preset {} already exists.", other.hardware.name), say("Choose another name."), {}};
    }
    const std::string json = hardwarePresetJson(preset);
    Result<HardwareCatalog::Preset> kept = readHardwarePreset(json, key);
    if (!kept)
        return kept.error();
    const QString directory = QString::fromStdString(userHardwareDirectory());
    const QString path = directory + QLatin1Char('/') + QString::fromStdString(key) + QStringLiteral(".json");
    const QString former = QString::fromStdString(preset.file);
    if (former != path && QFile::exists(path)) // do not overwrite a file that could not be read
        return Error {say("A file {} already exists.", path.toStdString()), say("Choose another name."), {}};
    if (directory.isEmpty())
        return Error {say("{} cannot be written.", path.toStdString()), say("Check that you may write there."), {}};
    if (std::optional<Error> error = makeFolder(QFile::encodeName(directory).toStdString()))
        return *std::move(error);
    if (std::optional<Error> error = writeWholeFile(path, QByteArray::fromStdString(json)))
        return *std::move(error);
    if (!former.isEmpty() && former != path)
        QFile::remove(former);
    kept->file = path.toStdString();
    return kept;
}

Result<bool> dropHardwarePreset(const HardwareCatalog::Preset& preset)
{
    if (preset.file.empty())
        return Error {say("The program's own presets cannot be deleted."), {}, {}};
    if (!QFile::remove(QString::fromStdString(preset.file)))
        return Error {say("{} cannot be deleted.", preset.file), say("Check that you may write there."), {}};
    return true;
}

} // namespace bubblescope
