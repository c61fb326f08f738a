// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operationtableimporter.h"

#include "operationrows.h"
#include "operationtablereader.h"
#include "tablemapping.h"
#include "textencoding.h"

namespace bubblescope {

namespace {

/// The header and first rows of a head, which ends anywhere.
TablePreview previewOfHead(std::string_view head, size_t rows)
{
    TablePreview preview;
    head = head.substr(0, sniffBytes);
    if (head.find('\0') != std::string_view::npos)
        return preview;
    if (const size_t lastLine = head.rfind('\n'); lastLine != std::string_view::npos && lastLine > 0)
        head = head.substr(0, lastLine + 1);
    ImportReport ignored;
    const auto source = openMemory(head, {});
    OperationRows table(*source, ignored, {});
    if (!table.readHeader())
        return preview;
    while (preview.rows.size() < rows && table.next()) {
        std::vector<std::string>& cells = preview.rows.emplace_back();
        for (size_t i = 0; i < table.header().size(); ++i)
            cells.push_back(toUtf8(table.cell(static_cast<int>(i))));
    }
    preview.header = table.header();
    for (std::vector<std::string>& cells : preview.rows)
        cells.resize(preview.header.size());
    preview.isTable = preview.header.size() > 1;
    return preview;
}

bool mayBeTable(std::string_view head)
{
    const std::string_view start = withoutByteOrderMark(head).substr(0, 512);
    for (const char c : start) {
        if (static_cast<unsigned char>(c) < 0x09)
            return false;
    }
    return !looksLikeUtf16(head);
}

} // namespace

TablePreview previewOfTable(std::string_view head, size_t rows)
{
    return mayBeTable(head) ? previewOfHead(head, rows) : TablePreview {};
}

bool isOperationTable(std::string_view head, const TableMapping& mapping)
{
    // A tracer may leave out of its first records what only others have.
    const TablePreview preview = previewOfTable(head, 20);
    return preview.isTable && OperationColumns(preview.header, mapping).areOperations();
}

int OperationTableImporter::sniff(std::string_view head) const
{
    return isOperationTable(head, {}) ? columns.sureness : 0;
}

bool OperationTableImporter::importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents,
    ImportReport& report, const ProgressFn& progress) const
{
    TracePart part(contents.pool);
    part.builder.setFile(source.name());
    OperationTableReader reader(part, report, readTableMapping(choices.mappingFile, report), choices);
    OperationRows rows(source, report, progress);
    if (rows.readHeader())
        reader.read(rows, source);
    if (!rows.finish())
        return false;
    if (reader.isRefused())
        return true;
    reader.finish(source.name());
    if (!part.builder.isEmpty())
        contents.traceParts.push_back(std::move(part));
    else if (report.isEmpty())
        report.add(IssueKind::IncompleteBlock, std::nullopt, say("the table holds no operation"));
    return true;
}

} // namespace bubblescope
