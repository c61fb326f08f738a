// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nsysnames.h"

#include "characters.h"

#include <algorithm>

namespace bubblescope {

using namespace std::string_view_literals;

std::string_view withoutVersion(std::string_view name)
{
    const size_t at = name.rfind("_v");
    if (at == std::string_view::npos || at + 2 >= name.size() || !name.starts_with("cu"sv))
        return name;
    const bool isVersion = std::all_of(name.begin() + static_cast<ptrdiff_t>(at) + 2, name.end(), isDigit);
    return isVersion ? name.substr(0, at) : name;
}

std::string_view withoutFacts(std::string_view name)
{
    for (const std::string_view fact : {", seq = "sv, ", op_id = "sv, ", sizes = "sv, ", input_op_ids = "sv})
        name = name.substr(0, name.find(fact));
    return name;
}

bool movesData(std::string_view name)
{
    for (const std::string_view part : {"Init"sv, "Finalize"sv, "Comm_"sv, "Type_"sv, "Group_"sv, "Cart_"sv})
        if (name.find(part) != std::string_view::npos)
            return false;
    return name.starts_with("MPI_"sv);
}

std::string_view categoryOfRange(std::string_view name)
{
    // Operators of PyTorch's emit_nvtx(), and what autograd evaluates.
    const bool isOperator = name.find("::"sv) != std::string_view::npos || name.find("Backward"sv) < name.size();
    return isOperator && name.find("nccl:"sv) == std::string_view::npos ? "cpu_op"sv : "user_annotation"sv;
}

} // namespace bubblescope
