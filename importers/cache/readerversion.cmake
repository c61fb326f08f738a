# SPDX-FileCopyrightText: 2026 Bubblescope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DINPUTS="a.cpp;b.h" -DOUTPUT=file.cpp -P readerversion.cmake
# Writes the checksum of the sources that make a folder of files: what others have made is read anew.
set(sums "")
foreach(input IN LISTS INPUTS)
    file(SHA256 ${input} sum)
    string(APPEND sums ${sum})
endforeach()
string(SHA256 version "${sums}")
file(WRITE ${OUTPUT} "// Made from the sources of the importers.
#include \"readerversion.h\"

std::string_view bubblescope::readerVersion() { return \"${version}\"; }
")
