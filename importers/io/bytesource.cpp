// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bytesource.h"

#include "importreport.h"
#include "unpacker.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr size_t blockSize = size_t(1) << 20;

class FileSource : public ByteSource {
    static constexpr uint64_t harmlessHole = uint64_t(1) << 20;

public:
    FileSource(int descriptor, const struct stat& status, const std::string& path, const std::string& name)
        : m_descriptor(descriptor)
        , m_size(static_cast<uint64_t>(status.st_size))
        , m_mayHaveHoles(static_cast<uint64_t>(status.st_blocks) * 512 < m_size)
    {
        m_path = path;
        m_name = name;
    }
    ~FileSource() override { ::close(m_descriptor); }
    FileSource(const FileSource&) = delete;
    FileSource& operator=(const FileSource&) = delete;

    size_t read(char* buffer, size_t size) override
    {
        while (!m_error) {
            if (m_mayHaveHoles && m_consumed >= m_writtenUntil && !findWritten())
                return 0;
            const auto most = m_mayHaveHoles ? std::min<uint64_t>(size, m_writtenUntil - m_consumed) : size;
            const ssize_t got = ::pread(m_descriptor, buffer, most, static_cast<off_t>(m_consumed));
            if (got > 0) {
                m_consumed += static_cast<uint64_t>(got);
                return static_cast<size_t>(got);
            }
            if (got == 0) {
                if (m_consumed < m_size)
                    m_error
                        = Error {say("the file had {} bytes when it was opened and ended after {}", m_size, m_consumed),
                            {}, m_consumed};
                return 0;
            }
            if (errno != EINTR)
                m_error = Error {std::strerror(errno), {}, m_consumed};
        }
        return 0;
    }
    uint64_t size() const override { return m_size; }
    uint64_t consumed() const override { return m_consumed; }
    const std::optional<Error>& error() const override { return m_error; }
    IssueKind errorKind() const override
    {
        return m_isCutByHole   ? IssueKind::TruncatedFile
            : m_consumed < m_size ? IssueKind::FileShrank
                                  : IssueKind::UnreadableFile;
    }

private:
    /// A hole reads as zeros: space that a writer reserved and, if stopped, never filled. It ends the file. Finds how
    /// far the file was written from here on.
    bool findWritten()
    {
        const auto here = static_cast<off_t>(m_consumed);
        const off_t data = ::lseek(m_descriptor, here, SEEK_DATA);
        if (data < 0 && errno != ENXIO) {
            m_mayHaveHoles = false; // the file system cannot tell
            return true;
        }
        const uint64_t hole = (data < 0 ? std::max(m_size, m_consumed) : static_cast<uint64_t>(data)) - m_consumed;
        if (hole > harmlessHole) {
            m_isCutByHole = true;
            m_error = Error {say("{} bytes were never written here: a hole ends the file", hole), {}, m_consumed};
            return false;
        }
        const off_t end = ::lseek(m_descriptor, data < 0 ? here : data, SEEK_HOLE);
        m_writtenUntil = end < 0 || data < 0 ? std::numeric_limits<uint64_t>::max() : static_cast<uint64_t>(end);
        return true;
    }

    int m_descriptor;
    uint64_t m_size;
    bool m_mayHaveHoles;
    bool m_isCutByHole = false;
    uint64_t m_writtenUntil = 0;
    uint64_t m_consumed = 0;
    std::optional<Error> m_error;
};

class MemorySource : public ByteSource {
public:
    MemorySource(std::string_view text, const std::string& name) : m_text(text) { m_name = name; }
    size_t read(char* buffer, size_t size) override
    {
        const size_t got = std::min(size, m_text.size() - m_position);
        std::copy_n(m_text.data() + m_position, got, buffer);
        m_position += got;
        return got;
    }
    uint64_t size() const override { return m_text.size(); }
    uint64_t consumed() const override { return m_position; }
    const std::optional<Error>& error() const override { return m_error; }

private:
    std::string_view m_text;
    size_t m_position = 0;
    std::optional<Error> m_error;
};

class WatchedSource : public ByteSource {
public:
    WatchedSource(std::unique_ptr<ByteSource> source, ProgressFn progress)
        : m_source(std::move(source)), m_progress(std::move(progress))
    {
        m_name = m_source->name();
        m_path = m_source->path();
    }
    size_t read(char* buffer, size_t size) override
    {
        m_isCancelled = m_isCancelled || !m_progress(m_source->consumed(), m_source->size());
        return m_isCancelled ? 0 : m_source->read(buffer, size);
    }
    uint64_t size() const override { return m_source->size(); }
    uint64_t consumed() const override { return m_source->consumed(); }
    const std::optional<Error>& error() const override { return m_source->error(); }
    IssueKind errorKind() const override { return m_source->errorKind(); }

private:
    std::unique_ptr<ByteSource> m_source;
    ProgressFn m_progress;
    bool m_isCancelled = false;
};

/// Unpacks what another source holds.
class PackedSource : public ByteSource {
    // Repetitive records compress 10 to 50 times; only a bomb compresses several hundred times.
    static constexpr uint64_t mostTimes = 250;
    static constexpr uint64_t harmlessBytes = uint64_t(1) << 30;

public:
    PackedSource(std::unique_ptr<ByteSource> packed, std::string_view magic)
        : m_packed(std::move(packed))
        , m_unpacker(makeUnpacker(magic, [this](char* buffer, size_t size) { return m_packed->read(buffer, size); }))
    {
        m_name = m_packed->name();
        m_path = m_packed->path();
    }
    PackedSource(const PackedSource&) = delete;
    PackedSource& operator=(const PackedSource&) = delete;

    size_t read(char* buffer, size_t size) override
    {
        if (m_error)
            return 0;
        const size_t got = m_unpacker->read(buffer, size);
        m_unpacked += got;
        if (m_unpacker->error()) {
            constexpr std::array kinds {IssueKind::DamagedGzip, IssueKind::NotUnpacked, IssueKind::OutOfMemory};
            fail(*m_unpacker->error(), kinds[size_t(m_unpacker->failure())]);
        }
        const uint64_t used = m_packed->consumed() - m_unpacker->unused();
        if (!m_error && m_unpacked > harmlessBytes && m_unpacked / mostTimes > used)
            fail(fmt::format("the data unpacks to more than {} times its size", mostTimes), IssueKind::NotUnpacked);
        return got;
    }
    uint64_t size() const override { return m_packed->size(); }
    uint64_t consumed() const override { return m_packed->consumed(); }
    const std::optional<Error>& error() const override { return m_error; }
    IssueKind errorKind() const override { return m_errorKind; }

private:
    void fail(const std::string& what, IssueKind kind)
    {
        m_errorKind = kind;
        m_error = Error {say("{}, after {} unpacked bytes", named(what), m_unpacked), {}, m_packed->consumed()};
    }

    std::unique_ptr<ByteSource> m_packed;
    std::unique_ptr<Unpacker> m_unpacker;
    uint64_t m_unpacked = 0;
    std::optional<Error> m_error;
    IssueKind m_errorKind = IssueKind::DamagedGzip;
};

} // namespace

Result<std::unique_ptr<ByteSource>> openFile(const std::string& path, const std::string& name)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return Error {std::strerror(errno), say("Check that the file exists and that you may read it."), std::nullopt};
    struct stat status { };
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        return Error {say("not a regular file"), say("Open the file itself, or the folder it lies in."), std::nullopt};
    }
    std::unique_ptr<ByteSource> plain = std::make_unique<FileSource>(descriptor, status, path, name);
    std::array<char, packedMagicSize> bytes {};
    const ssize_t got = ::pread(descriptor, bytes.data(), bytes.size(), 0);
    const std::string_view magic(bytes.data(), got > 0 ? static_cast<size_t>(got) : 0);
    if (!isPacked(magic))
        return plain;
    return std::unique_ptr<ByteSource>(std::make_unique<PackedSource>(std::move(plain), magic));
}

std::unique_ptr<ByteSource> watched(std::unique_ptr<ByteSource> source, ProgressFn progress)
{
    return progress ? std::make_unique<WatchedSource>(std::move(source), std::move(progress)) : std::move(source);
}

std::unique_ptr<ByteSource> openMemory(std::string_view text, const std::string& name)
{
    auto plain = std::make_unique<MemorySource>(text, name);
    if (isPacked(text))
        return std::make_unique<PackedSource>(std::move(plain), text);
    return plain;
}

std::string readHead(const std::string& path, size_t size)
{
    auto source = openFile(path, path);
    std::string head(size, '\0');
    size_t filled = 0;
    while (source && filled < size) {
        const size_t got = (*source)->read(head.data() + filled, size - filled);
        if (got == 0)
            break;
        filled += got;
    }
    head.resize(filled);
    return head;
}

LineReader::LineReader(
    ByteSource& source, size_t maximumLine, ProgressFn progress, bool bareCarriageReturnEndsLine)
    : m_source(source)
    , m_progress(std::move(progress))
    // Folders of a thousand small files are common: do not clear a megabyte of buffer for each.
    , m_buffer(static_cast<size_t>(std::clamp<uint64_t>(source.size(), blockSize / 64, blockSize / 4) * 4))
    , m_maximumLine(std::max<size_t>(maximumLine, 1))
    , m_bareCarriageReturn(bareCarriageReturnEndsLine)
{
}

LineReader::~LineReader() = default;

/// Moves the unconsumed bytes to the front and reads more; false at the end.
bool LineReader::fill()
{
    if (m_atEnd)
        return false;
    if (m_position > 0) {
        std::memmove(m_buffer.data(), m_buffer.data() + m_position, m_fill - m_position);
        m_base += m_position;
        m_fill -= m_position;
        m_position = 0;
    }
    if (m_fill == m_buffer.size())
        m_buffer.resize(m_buffer.size() * 2);
    const size_t got = m_source.read(m_buffer.data() + m_fill, m_buffer.size() - m_fill);
    m_atEnd = got == 0;
    m_fill += got;
    if (got > 0 && m_progress && !m_progress(m_source.consumed(), m_source.size()))
        m_isCancelled = m_atEnd = true;
    return got > 0 && !m_isCancelled;
}

bool LineReader::next()
{
    if (m_isCancelled)
        return false;
    m_oversized = false;
    m_unterminated = false;
    size_t searched = m_position; // there is no line break before this
    while (true) {
        const char* begin = m_buffer.data() + searched;
        const size_t left = m_fill - searched;
        const auto* newline = static_cast<const char*>(std::memchr(begin, '\n', left));
        const size_t span = newline ? static_cast<size_t>(newline - begin) : left;
        const auto* carriage = static_cast<const char*>(std::memchr(begin, '\r', span));
        // A '\r' directly before '\n' ends no line of its own; at the end of the buffer this is not known yet.
        while (carriage && !(carriage + 1 < m_buffer.data() + m_fill && carriage[1] != '\n' && m_bareCarriageReturn)) {
            const size_t behind = static_cast<size_t>(carriage + 1 - begin);
            carriage
                = behind < span ? static_cast<const char*>(std::memchr(carriage + 1, '\r', span - behind)) : nullptr;
        }
        const char* end = carriage ? carriage : newline;
        if (end) {
            const auto length = static_cast<size_t>(end - (m_buffer.data() + m_position));
            m_line = {m_buffer.data() + m_position, length};
            if (m_line.ends_with('\r'))
                m_line.remove_suffix(1);
            m_offset = m_base + m_position;
            m_position += length + 1;
            return true;
        }
        searched = m_fill > m_position && m_buffer[m_fill - 1] == '\r' ? m_fill - 1 : m_fill;
        if (m_fill - m_position > m_maximumLine)
            return skipOversized();
        const size_t keptBack = searched - m_position;
        if (!fill()) {
            if (m_isCancelled || m_fill == m_position)
                return false;
            m_line = {m_buffer.data() + m_position, m_fill - m_position};
            if (m_line.ends_with('\r'))
                m_line.remove_suffix(1);
            else
                m_unterminated = true;
            m_offset = m_base + m_position;
            m_position = m_fill;
            return true;
        }
        searched = m_position + keptBack;
    }
}

/// The line exceeds the buffer: keeps its beginning for the caller and skips to the next line break.
bool LineReader::skipOversized()
{
    constexpr size_t keptBytes = 4096;
    m_offset = m_base + m_position;
    m_oversized = true;
    m_kept.assign(m_buffer.data() + m_position, std::min(keptBytes, m_fill - m_position));
    m_position = m_fill;
    while (fill()) {
        const char* begin = m_buffer.data();
        const auto* newline = static_cast<const char*>(std::memchr(begin, '\n', m_fill));
        if (newline) {
            m_position = static_cast<size_t>(newline - begin) + 1;
            break;
        }
        m_position = m_fill;
    }
    m_line = m_kept;
    return !m_isCancelled;
}

void reportSourceError(const ByteSource& source, ImportReport& report)
{
    if (!source.error())
        return;
    report.add(source.errorKind(), source.error()->offset, source.error()->message);
}

std::optional<std::string> readAll(ByteSource& source, size_t limit, ImportReport& report)
{
    std::string text;
    text.reserve(static_cast<size_t>(std::min<uint64_t>(source.size(), limit)) + 2 * blockSize);
    while (true) {
        const size_t filled = text.size();
        if (filled > limit) {
            report.add(IssueKind::OversizedFile, std::nullopt,
                say("more than {} bytes, the most that is read of this format", limit));
            return std::nullopt;
        }
        text.resize(filled + blockSize);
        const size_t got = source.read(text.data() + filled, blockSize);
        text.resize(filled + got);
        if (got == 0)
            return text;
    }
}

} // namespace bubblescope
