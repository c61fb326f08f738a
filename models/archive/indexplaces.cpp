// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexplaces.h"

#include "visibletext.h"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace fs = std::filesystem;

namespace bubblescope {

bool isIndex(const std::string& path)
{
    std::error_code error;
    const IndexPlaces places(path);
    return fs::is_directory(path, error)
        && (fs::is_regular_file(places.run(), error)
            || (fs::is_directory(places.pieces(), error) && fs::is_regular_file(places.input(), error)));
}

std::string indexCall(const std::string& index)
{
    std::ifstream note(IndexPlaces(index).input(), std::ios::binary);
    const bool saysPaths = note.peek() != std::ifstream::traits_type::eof();
    return std::string("bubblescope index ") + (saysPaths ? "" : "PATH… ") + "-o " + shellWord(index);
}

} // namespace bubblescope
