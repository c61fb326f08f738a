// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "datatype.h"

namespace bubblescope {

using namespace std::string_view_literals;

int64_t elementSize(std::string_view dataType)
{
    if (dataType.starts_with("torch."sv))
        dataType.remove_prefix(6);
    if (dataType == "float64"sv || dataType == "int64"sv || dataType == "double"sv || dataType == "long"sv)
        return 8;
    if (dataType == "float32"sv || dataType == "int32"sv || dataType == "float"sv || dataType == "int"sv)
        return 4;
    if (dataType == "float16"sv || dataType == "bfloat16"sv || dataType == "int16"sv || dataType == "half"sv)
        return 2;
    if (dataType == "int8"sv || dataType == "uint8"sv || dataType == "bool"sv || dataType.starts_with("float8"sv))
        return 1;
    return 0;
}

} // namespace bubblescope
