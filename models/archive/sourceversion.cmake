# SPDX-FileCopyrightText: 2026 Bubblescope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DLIST=file -DFUNCTION=readerVersion -DHEADER=readerversion.h -DOUTPUT=file.cpp -P sourceversion.cmake
# Writes a function that returns the checksum of the sources in that list: what a program of others has made is made anew.
file(READ ${LIST} inputs)
set(sums "")
foreach(input IN LISTS inputs)
    file(SHA256 ${input} sum)
    string(APPEND sums ${sum})
endforeach()
string(SHA256 version "${sums}")
file(WRITE ${OUTPUT} "// Made from the checksums of sources.
#include \"${HEADER}\"

std::string_view bubblescope::${FUNCTION}() { return \"${version}\"; }
")
