// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexpiece.h"

#include "fileimport.h"
#include "folderarchive.h"
#include "outputfile.h"
#include "packedtext.h"
#include "readerversion.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/format.h>

namespace bubblescope {

namespace {
constexpr std::array<char, 8> pieceMagic {'B', 'B', 'L', 'P', 'I', 'E', 'C', 'E'};
constexpr uint32_t pieceByteOrder = 0x01020304;
constexpr size_t largestPieceFile = size_t(16) << 30;

/// Native values; the piece of a machine with another byte order fails at byteOrder.
struct PieceHeader {
    std::array<char, 8> magic;
    uint32_t byteOrder;
    uint32_t standsAlone;
    uint64_t stamp;
    uint64_t size; ///< unpacked
    uint64_t packedSize;
    uint64_t packedChecksum;
    uint64_t headerChecksum;
};
static_assert(sizeof(PieceHeader) == 56);

uint64_t checksumOfHeader(const PieceHeader& header)
{
    return checksumOf({reinterpret_cast<const char*>(&header), offsetof(PieceHeader, headerChecksum)});
}

uint64_t stampOf(const WalkedFile& file)
{
    return checksumOf(archived([&](BinaryWriter& archive) {
        archive(file.name, file.size, file.modified, file.changed, file.inode, std::string(readerVersion()));
    }));
}

Error notWhole(const std::string& path)
{
    return {say("What the index holds of this file is damaged or not whole ({}).", path),
        say("Run the task that indexes it again, then --merge."), {}};
}

bool readFully(ByteSource& source, char* to, size_t size)
{
    size_t done = 0;
    for (size_t got = 1; done < size && got > 0; done += got)
        got = source.read(to + done, size - done);
    return done == size;
}

/// If it is whole and of this file.
std::optional<PieceHeader> readHeader(ByteSource& source, const WalkedFile& file)
{
    PieceHeader header {};
    if (!readFully(source, reinterpret_cast<char*>(&header), sizeof header) || header.magic != pieceMagic
        || header.byteOrder != pieceByteOrder || header.headerChecksum != checksumOfHeader(header)
        || header.stamp != stampOf(file) || header.packedSize > largestPieceFile
        || source.size() != sizeof header + header.packedSize)
        return std::nullopt;
    return header;
}

/// The header and the packed rest, if both are whole and of this file.
std::optional<std::pair<PieceHeader, std::string>> wholePiece(const std::string& path, const WalkedFile& file)
{
    Result<std::unique_ptr<ByteSource>> source = openFile(path, path);
    const std::optional<PieceHeader> header = source ? readHeader(**source, file) : std::nullopt;
    if (!header)
        return std::nullopt;
    std::string packed(header->packedSize, '\0');
    if (!readFully(**source, packed.data(), packed.size()) || checksumOf(packed) != header->packedChecksum)
        return std::nullopt;
    return std::pair(*header, std::move(packed));
}
} // namespace

bool IndexPiece::standsAlone() const
{
    return recognition.kind == FileRecognition::Kind::Recognised && !recognition.rank && recognition.mapping.empty()
        && std::none_of(contents.layerTables.begin(), contents.layerTables.end(),
            [](const LayerTable& table) { return table.hasBlock(); });
}

std::optional<IndexPiece> importPiece(const WalkedFile& file, const KernelNamesPtr& kernels, MappingFiles& mappings,
    MemoryLimit& limit, const ProgressFn& progress)
{
    IndexPiece piece;
    piece.recognition = recogniseFile(file, ImporterRegistry::builtin(), mappings);
    piece.report.setFile(file.name);
    ImportChoices choices;
    choices.kernels = kernels;
    choices.mappingFile = piece.recognition.mapping;
    const Importer* const importer = piece.recognition.importer;
    const auto import = [&](ByteSource& source, const ProgressFn& watch) {
        return importer->importChosen(choices, source, piece.contents, piece.report, watch);
    };
    const auto importLimited = [&] {
        return importWithin(limit, file.path, file.name, piece.contents, piece.report, progress, import);
    };
    if (importer && !importGuarded(piece.contents, piece.report, importLimited))
        return std::nullopt;
    return piece;
}

std::string pieceName(const WalkedFile& file) { return fmt::format("{:016x}.piece", stampOf(file)); }

bool isPieceName(std::string_view name)
{
    constexpr size_t digits = 16;
    return name.size() == digits + 6 && name.ends_with(".piece")
        && name.find_first_not_of("0123456789abcdef") == digits;
}

std::optional<Error> writePiece(const std::string& path, const WalkedFile& file, const IndexPiece& piece)
{
    const std::string text = archived([&](BinaryWriter& archive) {
        archive(piece.recognition.kind, piece.recognition.rank, piece.recognition.adviceKind);
        writeNotes(archive, piece.recognition.advice, piece.recognition.report);
        writeContents(archive, piece.contents, piece.report);
    });
    const std::string packed = packedText(text);
    PieceHeader header {};
    header.magic = pieceMagic;
    header.byteOrder = pieceByteOrder;
    header.standsAlone = piece.standsAlone() ? 1 : 0;
    header.stamp = stampOf(file);
    header.size = text.size();
    header.packedSize = packed.size();
    header.packedChecksum = checksumOf(packed);
    header.headerChecksum = checksumOfHeader(header);
    OutputFile output(path, OutputFile::Readers::Usual, OutputFile::Safety::InSystem);
    output.write({reinterpret_cast<const char*>(&header), sizeof header});
    if (output.write(packed) && output.commit())
        return std::nullopt;
    return output.error();
}

Result<IndexPiece> readPiece(const std::string& path, const WalkedFile& file, const ColumnPoolPtr& pool)
{
    const auto whole = wholePiece(path, file);
    const std::optional<std::string> text
        = whole ? unpackedText(whole->second, whole->first.size) : std::nullopt;
    IndexPiece piece;
    if (!text || !restored(*text, [&](BinaryReader& archive) {
            archive(piece.recognition.kind, piece.recognition.rank, piece.recognition.adviceKind);
            if (piece.recognition.kind > FileRecognition::Kind::LeftOut
                || size_t(piece.recognition.adviceKind) >= size_t(issueKindCount))
                archive.fail();
            readNotes(archive, piece.recognition.advice, piece.recognition.report);
            readContents(archive, piece.contents, piece.report, pool);
        }))
        return notWhole(path);
    return piece;
}

uint64_t pieceBytes(const std::string& path, const WalkedFile& file)
{
    const Result<std::unique_ptr<ByteSource>> source = openFile(path, path);
    const std::optional<PieceHeader> header = source ? readHeader(**source, file) : std::nullopt;
    return header ? header->size : 0;
}

bool isPieceFinal(const std::string& path, const WalkedFile& file)
{
    const auto whole = wholePiece(path, file);
    return whole && whole->first.standsAlone == 1;
}

} // namespace bubblescope
