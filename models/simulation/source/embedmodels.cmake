# SPDX-FileCopyrightText: 2026 Bubblescope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DINPUT=models.json -DOUTPUT=file.cpp -P embedmodels.cmake
# Writes the table of models as C++, so that a library without Qt has it at hand.
file(READ ${INPUT} text)
file(WRITE ${OUTPUT} "// Made from resources/models.json; edit that.
#include \"builtinmodels.h\"

std::string_view bubblescope::builtinModelText()
{
    return R\"json(${text})json\";
}
")
