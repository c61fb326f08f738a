# SPDX-FileCopyrightText: 2026 Bubblescope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DINPUT=kernels.json -DOUTPUT=file.cpp -P embedkernels.cmake
# Writes the table of kernels as C++, so that a library without Qt has it at hand.
file(READ ${INPUT} text)
file(WRITE ${OUTPUT} "// Made from resources/kernels.json; edit that.
#include \"builtinkernels.h\"

std::string_view bubblescope::builtinKernelText()
{
    return R\"json(${text})json\";
}
")
