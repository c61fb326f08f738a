// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bytestreams.h"
#include "result.h"

#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace bubblescope {

/// A file that is written completely or not at all: bytes go to a temporary file next to it, which is renamed once
/// everything is known to be on disk. Until then, and after any failure, the previous file stays untouched. What a writer
/// that was killed leaves is deleted by the next writer of the same file; that of a living one never is. Pipes and devices
/// are written to directly. Everything that the program writes goes through this class. Not copyable; may be used from
/// any thread, but only one at a time.
class OutputFile : public ByteSink {
public:
    /// Permissions of a new file; a replaced file keeps its own.
    enum class Readers : uint8_t { Usual, OwnerOnly };
    /// Where the bytes are after commit(). InSystem: still in the kernel's cache, see synchronise().
    enum class Safety : uint8_t { OnDisk, InSystem };

    explicit OutputFile(std::string path, Readers readers = Readers::Usual, Safety safety = Safety::OnDisk);
    /// Without commit(), the target is left unchanged.
    ~OutputFile() override;
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// False once anything has failed, even in the constructor.
    bool write(std::string_view bytes) override;
    /// Replaces the first bytes of what was written: for a format whose head says what follows. What is written next stands
    /// behind them, so it is the last call before commit(). Fails for pipes and devices.
    bool rewriteStart(std::string_view bytes);
    /// Completes the file and renames it into place; call it once.
    bool commit();
    /// Why it failed, as a message for the user.
    const std::optional<Error>& error() const { return m_error; }

private:
    bool openTemporary(Readers readers);
    bool takeTemporary(const std::string& stem, mode_t mode);
    void startWriting(size_t bytes);
    bool fail(int code);
    void discard();

    std::string m_path;
    std::string m_target;    ///< symbolic links resolved
    std::string m_temporary; ///< empty if the target is written to directly
    Safety m_safety;
    int m_descriptor = -1;
    int m_holder = -1; ///< shows others that the temporary is being written
    size_t m_waiting = 0; ///< bytes that were not yet flushed to the disk
    std::optional<Error> m_error;
};

/// Whether a file has the name of a temporary one: "trace.json.unfinished-0".
bool isUnfinished(std::string_view path);
std::string unfinishedName(std::string path, int number); ///< up to 99
/// "trace.json" of that; other names as they are.
std::string_view finishedName(std::string_view path);
/// Deletes a file of such a name unless somebody writes it; true if it is gone.
bool removeUnfinished(const std::string& path);

/// Returns nullopt on success.
std::optional<Error> writeWholeFile(
    const std::string& path, std::string_view contents, OutputFile::Safety safety = OutputFile::Safety::OnDisk);
/// Adds to a file, in the kernel's cache, and creates it if there is none: for files that grow in turns and are too many
/// to be open at once. What was written before a failure stays. Returns nullopt on success.
std::optional<Error> appendToFile(const std::string& path, std::string_view bytes);
/// Waits until everything written in the folder is on disk; for many files at once, since syncing each one is
/// slow.
std::optional<Error> synchronise(const std::string& folder);
/// Creates a folder and its parents. Returns nullopt on success or if it exists.
std::optional<Error> makeFolder(const std::string& path);
/// The error for writing to `path` that failed with this errno.
Error writeError(const std::string& path, int code);
/// True for targets that pass bytes on: pipes, terminals, /dev/full, /dev/stdout whatever it is.
bool isStream(const std::string& path);

} // namespace bubblescope
