// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"
#include "operationcolumns.h"

namespace bubblescope {

/// Tables of any tracer with one row per operation, as CSV, TSV or JSON lines: recognised by their columns, or by a
/// mapping file beside them.
class OperationTableImporter : public ImporterWithChoices {
public:
    std::string_view id() const override { return "operation-table"; }
    std::string_view displayName() const override { return "table of operations (CSV, TSV, JSON lines)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.csv", "*.tsv", "*.jsonl"}; }
    FormatFacts facts() const override
    {
        return {"any tracer: one row an operation; rocprofv3 --sys-trace --output-format csv; nsys stats",
            FormatFacts::Tests::Shapes, ClockPolicy::Host, {columns}};
    }
    int sniff(std::string_view head) const override;
    bool importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents, ImportReport& report,
        const ProgressFn& progress) const override;

private:
    static constexpr FormatSignature columns {62,
        "columns of an operation and its times: after formats with columns of their own, before tables of scalars, "
        "which "
        "have no times"};
};

/// A look at a table for somebody who is to say what its columns are.
struct TablePreview {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows; ///< the first few
    bool isTable = false; ///< it has columns, whatever they are
};
/// `head`: the first bytes of the file, unpacked.
TablePreview previewOfTable(std::string_view head, size_t rows);
/// True if the columns are those of operations once `mapping` has renamed them.
bool isOperationTable(std::string_view head, const TableMapping& mapping);

} // namespace bubblescope
