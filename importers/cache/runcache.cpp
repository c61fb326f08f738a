// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runcache.h"

#include "bytesource.h"
#include "folderarchive.h"
#include "outputfile.h"
#include "readerversion.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <new>
#include <utility>

namespace fs = std::filesystem;

namespace bubblescope {

namespace {
constexpr std::array<char, 8> magic {'B', 'B', 'L', 'S', 'C', 'O', 'P', 'E'};
constexpr uint32_t formatNumber = 7;
constexpr uint32_t byteOrder = 0x01020304;
constexpr const char* extension = ".runcache";

/// Native values; a file from a machine with another byte order fails at byteOrder.
struct Header {
    std::array<char, 8> magic;
    uint32_t format;
    uint32_t byteOrder;
    uint64_t version;
    uint64_t key;
    uint64_t state;
    uint64_t headerChecksum;
};
static_assert(sizeof(Header) == 48);
/// The checksum of the payload follows it.
constexpr uint64_t framing = sizeof(Header) + sizeof(uint64_t);

uint64_t hash(std::string_view text)
{
    Checksum checksum;
    checksum.add(text.data(), text.size());
    return checksum.value();
}

uint64_t headerChecksum(const Header& header)
{
    Checksum checksum;
    checksum.add(&header, offsetof(Header, headerChecksum));
    return checksum.value();
}

class FileSink : public ByteSink {
public:
    FileSink(OutputFile& file, uint64_t limit, const ProgressFn& progress)
        : m_file(file)
        , m_limit(limit)
        , m_progress(progress)
    {
    }
    /// Writes in pieces: a column may have hundreds of megabytes, and cancelling must not wait for it.
    bool write(std::string_view bytes) override
    {
        for (size_t done = 0; done < bytes.size();) {
            const size_t piece = std::min(bytes.size() - done, largestPiece);
            m_written += piece;
            const bool mayContinue = m_written <= m_limit && (!m_progress || m_progress(m_written, 0));
            if (!mayContinue || !m_file.write(bytes.substr(done, piece)))
                return false;
            done += piece;
        }
        return true;
    }

private:
    static constexpr size_t largestPiece = size_t(4) << 20;
    OutputFile& m_file;
    uint64_t m_limit;
    const ProgressFn& m_progress;
    uint64_t m_written = 0;
};

/// Hash of the program's version and of the sources that read and write cache files.
uint64_t versionHash(const std::string& version)
{
    return hash(std::string(version).append(1, '\0').append(readerVersion()));
}

Header makeHeader(const std::string& version, const FolderFingerprint& fingerprint)
{
    Header header {};
    header.magic = magic;
    header.format = formatNumber;
    header.byteOrder = byteOrder;
    header.version = versionHash(version);
    header.key = hash(fingerprint.key);
    header.state = fingerprint.state;
    header.headerChecksum = headerChecksum(header);
    return header;
}

bool readWhole(ByteSource& source, void* data, size_t size)
{
    auto* bytes = static_cast<char*>(data);
    for (size_t done = 0; done < size;) {
        const size_t got = source.read(bytes + done, size - done);
        if (got == 0)
            return false;
        done += got;
    }
    return true;
}

bool isCacheFile(const fs::directory_entry& entry)
{
    std::error_code error;
    return entry.path().extension() == extension && entry.is_regular_file(error);
}

/// Of a writer that was killed, or of one that is at it.
bool isLeftover(const fs::directory_entry& entry)
{
    const std::string path = entry.path().string();
    return isUnfinished(path) && fs::path(finishedName(path)).extension() == extension;
}
} // namespace

bool writeCacheFile(ByteSink& sink, const std::string& version, const FolderFingerprint& fingerprint,
    const RunFolder& folder, unsigned threads, const std::vector<std::string>& kept)
{
    const Header header = makeHeader(version, fingerprint);
    if (!sink.write({reinterpret_cast<const char*>(&header), sizeof header}))
        return false;
    BinaryWriter writer(sink);
    writer(kept);
    writeFolder(writer, folder, threads);
    const uint64_t checksum = writer.checksum();
    return writer.flush() && sink.write({reinterpret_cast<const char*>(&checksum), sizeof checksum});
}

std::optional<RunFolder> readCacheFile(ByteSource& source, const std::string& version,
    const FolderFingerprint* fingerprint, unsigned threads, std::vector<std::string>* kept)
{
    Header header {};
    if (!readWhole(source, &header, sizeof header))
        return std::nullopt;
    if (header.magic != magic || header.format != formatNumber || header.byteOrder != byteOrder)
        return std::nullopt;
    if (header.headerChecksum != headerChecksum(header) || header.version != versionHash(version))
        return std::nullopt;
    if (fingerprint && (header.key != hash(fingerprint->key) || header.state != fingerprint->state))
        return std::nullopt;
    if (source.size() < framing)
        return std::nullopt;
    BinaryReader reader(source, source.size() - framing);
    std::vector<std::string> beside;
    reader(beside);
    std::optional<RunFolder> folder = readFolder(reader, threads);
    uint64_t checksum = 0;
    if (!folder || reader.remaining() != 0 || !readWhole(source, &checksum, sizeof checksum)
        || checksum != reader.checksum())
        return std::nullopt;
    folder->statistics.fromCache = true;
    if (kept)
        *kept = std::move(beside);
    return folder;
}

RunCache::RunCache(std::string directory, std::string version, Limits limits)
    : m_directory(std::move(directory)), m_version(std::move(version)), m_limits(limits)
{
}

std::string RunCache::defaultDirectory()
{
    // XDG Base Directory Specification: relative paths are invalid.
    const char* base = std::getenv("XDG_CACHE_HOME");
    if (base && base[0] == '/')
        return std::string(base) + "/bubblescope";
    const char* home = std::getenv("HOME");
    return home && home[0] == '/' ? std::string(home) + "/.cache/bubblescope" : std::string();
}

std::string RunCache::filePath(const FolderFingerprint& fingerprint) const
{
    return m_directory.empty() ? std::string()
                               : fmt::format("{}/{:016x}{}", m_directory, hash(fingerprint.key), extension);
}

std::optional<RunFolder> RunCache::load(
    const FolderFingerprint& fingerprint, unsigned threads, std::vector<std::string>* kept) const
{
    const std::string path = filePath(fingerprint);
    std::error_code error;
    if (path.empty() || !fs::is_regular_file(path, error))
        return std::nullopt;
    Result<std::unique_ptr<ByteSource>> source = openFile(path, path);
    if (!source)
        return std::nullopt;
    std::optional<RunFolder> folder = readCacheFile(**source, m_version, &fingerprint, threads, kept);
    if (folder) // mark it as recently used
        fs::last_write_time(path, fs::file_time_type::clock::now(), error);
    return folder;
}

bool RunCache::store(const FolderFingerprint& fingerprint, const RunFolder& folder, unsigned threads,
    const ProgressFn& progress, const std::vector<std::string>& kept) const
{
    const std::string path = filePath(fingerprint);
    if (path.empty())
        return false;
    if (makeFolder(m_directory))
        return false;
    OutputFile file(path, OutputFile::Readers::OwnerOnly);
    FileSink sink(file, m_limits.fileBytes, progress);
    try {
        if (!writeCacheFile(sink, m_version, fingerprint, folder, threads, kept) || !file.commit())
            return false;
    } catch (const std::bad_alloc&) {
        return false;
    }
    trim();
    return true;
}

RunCache::Usage RunCache::usage() const
{
    Usage usage;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(m_directory, error)) {
        if (!isCacheFile(entry))
            continue;
        const uint64_t size = entry.file_size(error);
        if (!error) {
            ++usage.files;
            usage.bytes += size;
        }
    }
    return usage;
}

RunCache::Usage RunCache::clear() const
{
    Usage removed;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(m_directory, error)) {
        if (!isLeftover(entry) && !isCacheFile(entry))
            continue;
        const uint64_t size = entry.file_size(error);
        const bool sized = !error;
        if (fs::remove(entry.path(), error)) {
            ++removed.files;
            removed.bytes += sized ? size : 0;
        }
    }
    return removed;
}

void RunCache::trim() const
{
    struct Entry {
        fs::path path;
        fs::file_time_type time;
        uint64_t size;
    };
    std::vector<Entry> entries;
    uint64_t total = 0;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(m_directory, error)) {
        if (isLeftover(entry))
            removeUnfinished(entry.path().string());
        if (!isCacheFile(entry))
            continue;
        const uint64_t size = entry.file_size(error);
        const fs::file_time_type time = entry.last_write_time(error);
        if (error)
            continue;
        entries.push_back({entry.path(), time, size});
        total += size;
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.time < b.time; });
    for (const Entry& entry : entries) {
        if (total <= m_limits.totalBytes)
            return;
        if (fs::remove(entry.path, error))
            total -= entry.size;
    }
}

} // namespace bubblescope
