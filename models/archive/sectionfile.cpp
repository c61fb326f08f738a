// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sectionfile.h"

#include "indexplaces.h"
#include "indexsections.h"
#include "packedtext.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace bubblescope {

namespace {
constexpr std::array<char, 8> sectionMagic {'B', 'B', 'L', 'I', 'N', 'D', 'E', 'X'};
/// Of header, table and trailer; what sections hold has versions of its own.
constexpr uint32_t sectionFormat = 9;
constexpr uint32_t sectionByteOrder = 0x01020304;

struct SectionHeader {
    std::array<char, 8> magic = sectionMagic;
    uint32_t format = sectionFormat;
    uint32_t byteOrder = sectionByteOrder;
};
struct SectionTrailer {
    uint64_t tableOffset = 0;
    uint64_t count = 0;
    uint64_t tableChecksum = 0;
    std::array<char, 8> magic = sectionMagic;
};
static_assert(sizeof(SectionHeader) == 16 && sizeof(SectionTrailer) == 32 && sizeof(SectionPlace) == 48);

template <typename T> std::string_view bytesOf(const T& value)
{
    return {reinterpret_cast<const char*>(&value), sizeof value};
}
std::string folderOf(const std::string& path) { return std::filesystem::path(path).parent_path().string(); }

std::string_view bytesOf(const std::vector<SectionPlace>& places)
{
    return {reinterpret_cast<const char*>(places.data()), places.size() * sizeof(SectionPlace)};
}

Error damaged(const std::string& path, std::optional<uint64_t> offset = {})
{
    return {say("The index is damaged, or was cut: run {} first", indexCall(folderOf(path))), {}, offset};
}

Error ofOldVersion(const std::string& path)
{
    return {
        say("The index was written by an older version of this program, or on another kind of machine: run {} first",
            indexCall(folderOf(path))),
        {}, {}};
}

Error ofNewerVersion(const std::string& path)
{
    return {say("The index was written by a newer version of this program, which opens it."),
        say("To have it made again by this version, run {}.", indexCall(folderOf(path))), {}};
}

/// Why sections of these versions cannot be read.
std::optional<Error> whyNotRead(const std::vector<SectionPlace>& places, const std::string& path)
{
    for (const SectionPlace& place : places) {
        if (place.key.kind >= indexSections.size() || place.version > indexSections[place.key.kind].version)
            return ofNewerVersion(path);
        const IndexSectionInfo& own = indexSections[place.key.kind];
        if (place.version < own.version && !own.isAnalysis)
            return ofOldVersion(path);
    }
    return std::nullopt;
}
} // namespace

SectionWriter::SectionWriter(ByteSink& file) : m_file(file), m_offset(sizeof(SectionHeader))
{
    m_file.write(bytesOf(SectionHeader()));
}

bool SectionWriter::add(SectionKey key, std::string_view packed, uint64_t size)
{
    m_places.push_back({key, indexSections[key.kind].version, m_offset, packed.size(), size, checksumOf(packed)});
    m_offset += packed.size();
    return m_file.write(packed);
}

bool SectionWriter::finish()
{
    SectionTrailer trailer;
    trailer.tableOffset = m_offset;
    trailer.count = m_places.size();
    trailer.tableChecksum = checksumOf(bytesOf(m_places));
    return m_file.write(bytesOf(m_places)) && m_file.write(bytesOf(trailer));
}

Result<std::shared_ptr<const SectionReader>> SectionReader::open(const std::string& path)
{
    const std::shared_ptr<SectionReader> reader(new SectionReader);
    reader->m_path = path;
    reader->m_descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status { };
    if (reader->m_descriptor < 0 || fstat(reader->m_descriptor, &status) != 0)
        return Error {Message(std::generic_category().message(errno)), say("Check that the file exists and that you may read it."), {}};
    reader->m_size = uint64_t(status.st_size);
    SectionHeader header;
    SectionTrailer trailer;
    if (reader->m_size < sizeof header + sizeof trailer || !reader->readAt(0, &header, sizeof header)
        || header.magic != sectionMagic)
        return damaged(path);
    if (header.byteOrder != sectionByteOrder || header.format < sectionFormat)
        return ofOldVersion(path);
    if (header.format > sectionFormat)
        return ofNewerVersion(path);
    const uint64_t trailerOffset = reader->m_size - sizeof trailer;
    if (!reader->readAt(trailerOffset, &trailer, sizeof trailer) || trailer.magic != sectionMagic
        || trailer.count > reader->m_size / sizeof(SectionPlace)
        || trailer.tableOffset != trailerOffset - trailer.count * sizeof(SectionPlace))
        return damaged(path);
    std::vector<SectionPlace> places(trailer.count);
    if (!reader->readAt(trailer.tableOffset, places.data(), places.size() * sizeof(SectionPlace))
        || checksumOf(bytesOf(places)) != trailer.tableChecksum)
        return damaged(path, trailer.tableOffset);
    for (size_t i = 0; i < places.size(); ++i) {
        const SectionPlace& place = places[i];
        if (place.offset > trailer.tableOffset || place.packedSize > trailer.tableOffset - place.offset
            || (i > 0 && places[i - 1].key >= place.key))
            return damaged(path, trailer.tableOffset);
    }
    if (std::optional<Error> error = whyNotRead(places, path))
        return *std::move(error);
    reader->m_identity = trailer.tableChecksum; // it covers the checksums of all sections
    reader->m_places = std::move(places);
    return std::shared_ptr<const SectionReader>(reader);
}

SectionReader::~SectionReader()
{
    if (m_descriptor >= 0)
        close(m_descriptor);
}

std::string SectionReader::folder() const { return folderOf(m_path); }

const SectionPlace* SectionReader::find(SectionKey key) const
{
    const auto found = std::lower_bound(m_places.begin(), m_places.end(), key,
        [](const SectionPlace& place, const SectionKey& wanted) { return place.key < wanted; });
    return found != m_places.end() && found->key == key ? &*found : nullptr;
}

Result<std::string> SectionReader::read(SectionKey key) const
{
    const SectionPlace* const place = find(key);
    if (!place)
        return damaged(m_path);
    std::string packed(place->packedSize, '\0');
    if (!readAt(place->offset, packed.data(), packed.size())) // it lay within the file when that was opened
        return Error {say("{} cannot be read any more.", folder()), {}, {}};
    if (checksumOf(packed) != place->checksum)
        return damaged(m_path, place->offset);
    std::optional<std::string> text = unpackedText(packed, place->size);
    if (!text)
        return damaged(m_path, place->offset);
    return *std::move(text);
}

bool SectionReader::readAt(uint64_t offset, void* data, size_t size) const
{
    auto* to = static_cast<char*>(data);
    for (size_t done = 0; done < size;) {
        const ssize_t got = pread(m_descriptor, to + done, size - done, off_t(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        done += size_t(got);
    }
    return true;
}

} // namespace bubblescope
