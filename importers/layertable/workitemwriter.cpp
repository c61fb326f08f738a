// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workitemwriter.h"

#include "commword.h"
#include "workitemcolumns.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

std::string cleanName(std::string name)
{
    for (char& c : name) {
        if (static_cast<unsigned char>(c) < 0x20)
            c = ' ';
    }
    return name;
}

std::string passCells(double ns, const CommRequest& comm, Category impliedGroup)
{
    const double elements = comm.elements > 0 ? comm.elements : comm.bytes / bytesPerElement;
    return fmt::format("\t{}\t{}\t{}", ns / nsPerMs, comm.isNone() ? "None" : commWord(comm, impliedGroup),
        comm.isNone() ? 0 : elements);
}

} // namespace

std::string writeWorkItems(const LayerTable& table)
{
    std::string text;
    for (const std::string_view column : workItemColumns) {
        if (!text.empty())
            text += '\t';
        text += column;
    }
    text += '\n';
    for (const LayerRow& row : table.rows) {
        text += cleanName(row.name);
        text += passCells(row.forwardNs, row.forwardComm, Category::TensorComm);
        text += passCells(row.backwardNs, row.backwardComm, Category::TensorComm);
        text += passCells(row.weightGradientNs, row.weightComm, Category::DataComm);
        text += "\t0\n";
    }
    return text;
}

} // namespace bubblescope
