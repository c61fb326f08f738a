// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracefile.h"

#include "chrometracewriter.h"
#include "outputfile.h"

#include <algorithm>
#include <array>
#include <zlib.h>

namespace bubblescope {

namespace {

/// Compresses what is written to it.
class GzipSink {
public:
    explicit GzipSink(OutputFile& file) : m_file(file)
    {
        constexpr int gzipWindow = 15 + 16;
        m_isOk = deflateInit2(&m_stream, Z_BEST_SPEED, Z_DEFLATED, gzipWindow, 8, Z_DEFAULT_STRATEGY) == Z_OK;
    }
    ~GzipSink() { deflateEnd(&m_stream); }
    GzipSink(const GzipSink&) = delete;
    GzipSink& operator=(const GzipSink&) = delete;

    bool write(std::string_view text) { return pass(text, Z_NO_FLUSH); }
    bool finish() { return pass({}, Z_FINISH); }

private:
    bool pass(std::string_view text, int flush)
    {
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
        m_stream.avail_in = uInt(text.size());
        do {
            m_stream.next_out = reinterpret_cast<Bytef*>(m_packed.data());
            m_stream.avail_out = uInt(m_packed.size());
            m_isOk = m_isOk && deflate(&m_stream, flush) != Z_STREAM_ERROR;
            m_isOk = m_isOk && m_file.write({m_packed.data(), m_packed.size() - m_stream.avail_out});
        } while (m_isOk && m_stream.avail_out == 0);
        return m_isOk;
    }

    OutputFile& m_file;
    z_stream m_stream {};
    std::array<char, 1 << 16> m_packed {};
    bool m_isOk = false;
};

} // namespace

std::optional<Error> writeTraceFile(
    const std::vector<WrittenRun>& runs, const std::string& path, const ProgressFn& progress)
{
    OutputFile file(path);
    bool isStopped = false;
    const bool isPacked = path.ends_with(".gz");
    GzipSink gzip(file);
    ChromeTraceWriter writer([&](std::string_view text) { return isPacked ? gzip.write(text) : file.write(text); });
    uint64_t spans = 0;
    for (const WrittenRun& written : runs)
        spans += written.run->trace->spanCount();
    if (!runs.empty())
        writer.setRun(*runs.front().run);
    uint64_t before = 0;
    const bool areWritten = std::all_of(runs.begin(), runs.end(), [&](const WrittenRun& written) {
        writer.setProgress([&](uint64_t done, uint64_t) {
            isStopped = file.error() || (progress && !progress(before + done, spans));
            return !isStopped;
        });
        writer.setRange(written.range);
        writer.setStepNumber(written.step);
        const Trace& trace = *written.run->trace;
        const bool isWritten
            = writer.addRun(trace, trace.timing(), written.prefix) && writer.addNotes(trace, written.notes);
        before += trace.spanCount();
        return isWritten;
    });
    if (areWritten && writer.finish() && (!isPacked || gzip.finish()) && file.commit())
        return std::nullopt;
    if (file.error() || isStopped)
        return file.error();
    return Error {say("{} cannot be written: there is not enough memory.", path), {}, {}};
}

} // namespace bubblescope
