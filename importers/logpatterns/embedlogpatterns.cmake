# SPDX-FileCopyrightText: 2026 Bubblescope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DFOLDER=resources/logs -DOUTPUT=file.cpp -P embedlogpatterns.cmake
# Writes the patterns of logs as C++, so that a library without Qt has them at hand.
file(GLOB inputs ${FOLDER}/*.bubblelog.json)
list(SORT inputs)
set(texts)
foreach(input IN LISTS inputs)
    file(READ ${input} text)
    string(APPEND texts "    R\"json(${text})json\",\n")
endforeach()
file(WRITE ${OUTPUT} "// Made from resources/logs; edit that.
#include \"builtinlogpatterns.h\"

#include <array>

std::span<const std::string_view> bubblescope::builtinLogPatternTexts()
{
    static constexpr auto texts = std::to_array<std::string_view>({
${texts}    });
    return texts;
}
")
