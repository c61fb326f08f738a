# SPDX-FileCopyrightText: 2026 Bubblescope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DINPUTS="a.json;b.json" -DOUTPUT=file.cpp -P embedpresets.cmake
# Writes the texts of files as C++, so that a library without Qt has them at hand.
set(entries "")
foreach(input IN LISTS INPUTS)
    get_filename_component(key ${input} NAME_WE)
    file(READ ${input} text)
    string(APPEND entries "    {\"${key}\", R\"json(${text})json\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Made from resources/hardware; edit those files.
#include \"builtinpresets.h\"

namespace bubblescope {

namespace {
constexpr std::pair<std::string_view, std::string_view> presetTexts[] {
${entries}};
} // namespace

std::span<const std::pair<std::string_view, std::string_view>> builtinPresetTexts() { return presetTexts; }

} // namespace bubblescope
")
