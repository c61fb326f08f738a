// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "databaseexport.h"

#include "outputfile.h"
#include "queryfile.h"
#include "querystop.h"

#include <system_error>
#include <thread>

namespace bubblescope {

namespace {

/// Writes on another thread what is already there, while more of it is made: the system takes as long for its part.
class FileSink final : public DatabaseSink {
public:
    /// Nobody waits for the disk: what can be exported again is no loss.
    explicit FileSink(const std::string& path)
        : m_file(path, OutputFile::Readers::Usual, OutputFile::Safety::InSystem), m_isFine(!m_file.error())
    {
        m_waiting.reserve(enough);
    }
    ~FileSink() override { finish(); }
    FileSink(const FileSink&) = delete;
    FileSink& operator=(const FileSink&) = delete;

    bool append(std::string_view bytes) override
    {
        m_waiting += bytes;
        if (m_waiting.size() < enough)
            return true;
        if (!finish())
            return false;
        m_waiting.swap(m_written);
        m_waiting.clear();
        try {
            m_thread = std::thread([this] { m_isFine = m_file.write(m_written); });
        } catch (const std::system_error&) {
            m_isFine = m_file.write(m_written);
        }
        return true;
    }
    bool rewriteStart(std::string_view bytes) override
    {
        return finish() && m_file.write(m_waiting) && m_file.rewriteStart(bytes);
    }
    bool commit() { return finish() && m_file.commit(); }
    /// Once nothing more is appended.
    const std::optional<Error>& error()
    {
        finish();
        return m_file.error();
    }

private:
    static constexpr size_t enough = size_t(2) << 20; // what a processor's cache still holds when the system copies it;
    /// Waits for what is being written.
    bool finish()
    {
        if (m_thread.joinable())
            m_thread.join();
        return m_isFine;
    }

    OutputFile m_file;
    bool m_isFine;
    std::string m_waiting;
    std::string m_written;
    std::thread m_thread;
};

} // namespace

std::optional<Error> writeDatabase(QueryData& data, const std::string& path, const ProgressFn& progress)
{
    if (isStream(path))
        return Error {say("{} cannot be written.", path), say("A database needs a file: give the name of one."), {}};
    FileSink file(path);
    try {
        if (writeQueryFile(data, file, progress))
            file.commit();
    } catch (const QueryRefused& refused) {
        return refused.error;
    }
    return file.error(); // none if it was cancelled
}

} // namespace bubblescope
