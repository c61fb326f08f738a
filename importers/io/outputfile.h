// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"

#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// A file that is written whole or not at all: bytes go to a temporary file beside it, which takes its name once every
/// one of them is known to be on the disk. Until then, and for ever where something fails, what stood there before is
/// still there. What is no regular file (a pipe, a device) is written to as it is. Everything that the program writes
/// goes through this. Not copied; any thread, one at a time.
class OutputFile {
public:
    /// Of a new file; one that is replaced keeps its permissions.
    enum class Readers : uint8_t { Usual, OwnerOnly };
    /// Where the bytes are when commit() is done. In the hands of the system they may still be lost: see synchronise().
    enum class Safety : uint8_t { OnDisk, InSystem };

    explicit OutputFile(std::string path, Readers readers = Readers::Usual, Safety safety = Safety::OnDisk);
    /// Without commit() nothing has happened.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// False once anything failed, also in the constructor.
    bool write(std::string_view bytes);
    /// Ends the file and gives it its name; to be called once.
    bool commit();
    /// Why it failed, in words for the user.
    const std::optional<Error>& error() const { return m_error; }

private:
    bool openTemporary(Readers readers);
    void startWriting(size_t bytes);
    bool fail(int code);
    void discard();

    std::string m_path;
    std::string m_target;    ///< behind symbolic links
    std::string m_temporary; ///< empty: written to directly
    Safety m_safety;
    int m_descriptor = -1;
    size_t m_waiting = 0; ///< bytes that the disk was not told of yet
    std::optional<Error> m_error;
};

/// Nothing where all is well.
std::optional<Error> writeWholeFile(
    const std::string& path, std::string_view contents, OutputFile::Safety safety = OutputFile::Safety::OnDisk);
/// Waits until all that was written in the folder is on its disk: for many files at once, which would each take a
/// while.
std::optional<Error> synchronise(const std::string& folder);
/// With those above it. Nothing where it is there.
std::optional<Error> makeFolder(const std::string& path);
/// Of something like writing to `path` that failed with this errno.
Error writeError(const std::string& path, int code);
/// Whether bytes written to it go elsewhere: a pipe, a terminal, /dev/full, /dev/stdout whatever that is.
bool isStream(const std::string& path);

} // namespace bubblescope
