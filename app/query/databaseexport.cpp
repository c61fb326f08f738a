// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "databaseexport.h"

#include "outputfile.h"
#include "queryfile.h"

namespace bubblescope {

namespace {

class FileSink final : public DatabaseSink {
public:
    explicit FileSink(const std::string& path) : m_file(path) { m_waiting.reserve(enough); }
    bool append(std::string_view bytes) override
    {
        m_waiting += bytes;
        return m_waiting.size() < enough ? !m_file.error() : flush();
    }
    bool rewriteStart(std::string_view bytes) override { return flush() && m_file.rewriteStart(bytes); }
    bool commit() { return m_file.commit(); }
    const std::optional<Error>& error() const { return m_file.error(); }

private:
    static constexpr size_t enough = size_t(1) << 20;
    bool flush()
    {
        const bool isFine = m_file.write(m_waiting);
        m_waiting.clear();
        return isFine;
    }

    OutputFile m_file;
    std::string m_waiting;
};

} // namespace

std::optional<Error> writeDatabase(QueryData& data, const std::string& path, const ProgressFn& progress)
{
    if (isStream(path))
        return Error {say("{} cannot be written.", path), say("A database needs a file: give the name of one."), {}};
    FileSink file(path);
    if (writeQueryFile(data, file, progress))
        file.commit();
    return file.error(); // none if it was cancelled
}

} // namespace bubblescope
