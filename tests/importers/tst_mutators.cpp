// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What changes the inputs of the fuzz targets: it is worth something only as long as most of what it makes is
// well-formed.
#include "mutators.h"
#include "sqlitedatabase.h"
#include "testprogram.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <fstream>
#include <optional>
#include <set>
#include <sstream>

/// In place of libFuzzer's.
extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most)
{
    if (size >= most)
        return size;
    data[size] = 'x';
    return size + 1;
}

namespace bubblescope::tst_mutators {

namespace {

using fuzz::Choices;

constexpr unsigned tries = 2000;

struct Mutants {
    size_t wellFormed = 0;
    std::set<std::string> different;
};

template <typename IsWellFormed>
Mutants mutantsOf(const std::string& bytes, fuzz::Mutator mutator, IsWellFormed isWellFormed)
{
    Mutants mutants;
    for (unsigned seed = 0; seed < tries; ++seed) {
        Choices choices(seed);
        std::string changed = bytes;
        if (!mutator(changed, choices))
            continue;
        mutants.wellFormed += isWellFormed(changed) ? 1 : 0;
        mutants.different.insert(std::move(changed));
    }
    mutants.different.erase(bytes);
    return mutants;
}

std::string numberField(char field, char value) { return {char(field << 3), value}; }
std::string bytesField(char field, const std::string& value)
{
    return char(field << 3 | 2) + (char(value.size()) + value);
}

/// Follows tags and lengths to the very end.
bool isMessage(std::string_view bytes)
{
    const auto varint = [&bytes] {
        std::optional<uint64_t> value = 0;
        for (unsigned shift = 0; shift < 70; shift += 7) {
            if (bytes.empty())
                return std::optional<uint64_t>();
            const auto byte = uint8_t(bytes.front());
            bytes.remove_prefix(1);
            *value |= shift < 64 ? uint64_t(byte & 0x7f) << shift : 0;
            if (byte < 0x80)
                return value;
        }
        return std::optional<uint64_t>();
    };
    while (!bytes.empty()) {
        const std::optional<uint64_t> tag = varint();
        if (!tag)
            return false;
        std::optional<uint64_t> skipped = 0;
        switch (*tag & 7) {
        case 0:
            if (!varint())
                return false;
            break;
        case 1:
            skipped = 8;
            break;
        case 2:
            skipped = varint();
            break;
        case 5:
            skipped = 4;
            break;
        default:
            return false;
        }
        if (!skipped || *skipped > bytes.size())
            return false;
        bytes.remove_prefix(*skipped);
    }
    return true;
}

/// SQLite's own word on it.
bool isDatabase(const std::string& bytes)
{
    sqlite3* database = nullptr;
    sqlite3_open(":memory:", &database);
    auto* copy = static_cast<unsigned char*>(sqlite3_malloc64(bytes.size()));
    std::copy(bytes.begin(), bytes.end(), copy);
    sqlite3_deserialize(database, "main", copy, sqlite3_int64(bytes.size()), sqlite3_int64(bytes.size()),
        SQLITE_DESERIALIZE_FREEONCLOSE);
    bool isWhole = false;
    const auto look = [](void* to, int, char** cells, char**) {
        *static_cast<bool*>(to) = std::string_view(cells[0]) == "ok";
        return 0;
    };
    sqlite3_exec(database, "PRAGMA integrity_check", look, &isWhole, nullptr);
    sqlite3_close(database);
    return isWhole;
}

} // namespace

class TstMutators : public QObject {
    Q_OBJECT
private slots:
    void mostJsonStaysJson()
    {
        const std::string json = R"({"traceEvents": [{"name": "gemm", "ph": "X", "ts": 1.5, "dur": 7, "args": {}},
            {"name": "x", "ts": -3e4, "args": {"stream": 7, "deps": [1, 2, [3]]}}], "last": null})";
        const Mutants mutants
            = mutantsOf(json, fuzz::mutateJson, [](const std::string& text) { return nlohmann::json::accept(text); });
        QVERIFY2(mutants.wellFormed > tries * 7 / 10, qPrintable(QString::number(mutants.wellFormed)));
        QVERIFY(mutants.different.size() > tries / 4);
    }

    void damagedJsonIsChangedToo()
    {
        for (const std::string damaged :
            {"[{\"a\": 1}, {\"b\": \"unend", "{\"a\": 1}\n{\"a\": 2}\n", "[[[", "{\"a\\", "{\"a\":}]]]]"}) {
            const Mutants mutants = mutantsOf(damaged, fuzz::mutateJson, [](const std::string&) { return true; });
            QVERIFY2(damaged == "[[[" || !mutants.different.empty(), damaged.c_str());
        }
    }

    void databasesStayDatabases()
    {
        SqliteDatabase database;
        database.run("PRAGMA page_size = 512; VACUUM; CREATE TABLE names(id INTEGER PRIMARY KEY, value TEXT);"
                     "CREATE TABLE kernels(start, end, name); CREATE INDEX byStart ON kernels(start);"
                     "INSERT INTO names VALUES (1, 'gemm'), (2, 'copy');"
                     "INSERT INTO kernels VALUES (1, 5, 1), (6, 9, 2), (9, 12, 1)");
        std::ifstream file(database.close(), std::ios::binary);
        std::ostringstream bytes;
        bytes << file.rdbuf();
        const Mutants mutants = mutantsOf(bytes.str(), fuzz::mutateSqlite, isDatabase);
        QVERIFY2(mutants.different.size() > 200, qPrintable(QString::number(mutants.different.size())));
        for (const std::string& each : mutants.different)
            QVERIFY(isDatabase(each));
    }

    void framesOfPicklesFitWhatIsInThem()
    {
        using namespace std::string_literals;
        const std::string content
            = "}\x94(\x8c\x01"s + "a\x94K\x07\x8c\x01"s + "b]\x94(K\x01M\x02\x01J\x01\0\0\0eX\x02\0\0\0xyNu."s;
        const std::string pickle = "\x80\x04\x95"s + char(content.size()) + "\0\0\0\0\0\0\0"s + content;
        const Mutants mutants = mutantsOf(pickle, fuzz::mutatePickle, [](const std::string& bytes) {
            // Where the frame is still the second instruction, and the only one.
            return bytes.size() > 11 && bytes[2] == '\x95' && uint8_t(bytes[3]) == bytes.size() - 11
                && bytes.find('\x95', 11) == std::string::npos;
        });
        QVERIFY2(mutants.wellFormed > tries * 7 / 10, qPrintable(QString::number(mutants.wellFormed)));
        QVERIFY(mutants.different.size() > tries / 4);
    }

    void lengthsOfMessagesFitWhatIsInThem()
    {
        const std::string inner
            = numberField(1, 7) + bytesField(2, "gemm") + bytesField(4, numberField(1, 2) + numberField(2, 99));
        const std::string message = bytesField(1, inner) + bytesField(1, inner) + numberField(3, 5);
        const Mutants mutants = mutantsOf(message, fuzz::mutateProtobuf, isMessage);
        QVERIFY2(mutants.wellFormed == tries, qPrintable(QString::number(mutants.wellFormed)));
        QVERIFY(mutants.different.size() > tries / 4);
    }

    void messagesInARowKeepTheirLengths()
    {
        const std::string node = numberField(1, 7) + bytesField(2, "gemm");
        const std::string row = char(node.size()) + node + char(node.size()) + node;
        const Mutants mutants = mutantsOf(row, fuzz::mutateProtobuf, [](std::string_view bytes) {
            while (!bytes.empty()) {
                const size_t length = uint8_t(bytes.front());
                if (length + 1 > bytes.size() || !isMessage(bytes.substr(1, length)))
                    return false;
                bytes.remove_prefix(length + 1);
            }
            return true;
        });
        QVERIFY2(mutants.wellFormed > tries * 7 / 10, qPrintable(QString::number(mutants.wellFormed)));
    }

    void otherStructuresAreLeftAlone()
    {
        for (const fuzz::Mutator mutator :
            {fuzz::mutateJson, fuzz::mutateSqlite, fuzz::mutatePickle, fuzz::mutateProtobuf}) {
            for (const std::string other : {"", "\xff\xff", "rank,start,end\n0,1,2\n", "SQLite format 3"}) {
                std::string bytes = other;
                Choices choices(1);
                QVERIFY2(!mutator(bytes, choices), other.c_str());
                QCOMPARE(bytes, other);
            }
        }
    }
};

BUBBLESCOPE_TEST(TstMutators, QCoreApplication)

} // namespace bubblescope::tst_mutators

#include "tst_mutators.moc"
