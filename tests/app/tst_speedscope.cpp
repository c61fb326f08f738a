// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is written opens in somebody else's program: speedscope (npm install -g speedscope, or its folder in
// SPEEDSCOPE_DIR) in a headless Chromium. It is made to save what it read, and that is counted in the page.
#include "samplecommand.h"
#include "samplefolder.h"
#include "testprogram.h"
#include "tracefile.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

namespace bubblescope::tst_speedscope {

namespace {

const char* const countSaved = R"html(<script>
URL.createObjectURL = blob => {
  blob.text().then(text => {
    let events = 0, total = 0;
    for (const profile of JSON.parse(text).profiles)
      for (const event of profile.events) {
        if (event.type === 'O') { events += 1; total -= event.at; } else total += event.at;
      }
    document.documentElement.setAttribute('data-result', events + ' ' + total.toFixed(3));
  });
  return '#';
};
setInterval(() => {
  if (!document.documentElement.dataset.result)
    window.dispatchEvent(new KeyboardEvent('keydown',
      {key: 's', code: 'KeyS', keyCode: 83, ctrlKey: true, metaKey: true, bubbles: true}));
}, 500);
</script>)html";

QString speedscopeFolder()
{
    for (const QString& folder : {qEnvironmentVariable("SPEEDSCOPE_DIR"),
             QStringLiteral("/usr/local/lib/node_modules/speedscope"),
             QStringLiteral("/usr/lib/node_modules/speedscope")}) {
        const QString release = folder + QStringLiteral("/dist/release");
        if (!folder.isEmpty() && QFile::exists(release + QStringLiteral("/index.html")))
            return release;
    }
    return {};
}

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool write(const QString& path, const QByteArray& contents)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(contents) == contents.size();
}

} // namespace

class TstSpeedscope : public QObject {
    Q_OBJECT
private slots:
    void aRunOfSixteenRanksHasTheSameEventsThere()
    {
        const QString chromium = QStandardPaths::findExecutable(QStringLiteral("chromium"));
        const QString speedscope = speedscopeFolder();
        if (chromium.isEmpty())
            QSKIP("no chromium here (Debian package chromium)");
        if (speedscope.isEmpty())
            QSKIP("no speedscope here (npm install -g speedscope, or name its folder in SPEEDSCOPE_DIR)");

        SampleOptions options;
        options.stages = 4;
        options.tensor = 2;
        options.data = 2;
        const RunFolder folder = makeSampleFolder(options).value();
        const Run& run = folder.runs.front();
        QCOMPARE(run.trace->ranks().size(), size_t(16));
        TimeNs total = 0;
        for (uint32_t i = 0; i < run.trace->spanCount(); ++i)
            total += run.trace->duration(SpanId(i));

        QTemporaryDir page;
        for (const QFileInfo& file : QDir(speedscope).entryInfoList(QDir::Files))
            QVERIFY(QFile::copy(file.filePath(), page.filePath(file.fileName())));
        const QString trace = page.filePath(QStringLiteral("run.json"));
        QVERIFY(!writeTraceFile({{&run, {}}}, trace.toStdString()));
        QVERIFY(write(page.filePath(QStringLiteral("run.js")),
            "speedscope.loadFileFromBase64('run.json', '" + contentsOf(trace).toBase64() + "');"));
        QByteArray html = contentsOf(page.filePath(QStringLiteral("index.html")));
        html.replace("<body>", QByteArray("<body>") + countSaved);
        QVERIFY(write(page.filePath(QStringLiteral("check.html")), html));

        QProcess browser;
        browser.start(chromium,
            {QStringLiteral("--headless=new"), QStringLiteral("--no-sandbox"), QStringLiteral("--disable-gpu"),
                QStringLiteral("--enable-unsafe-swiftshader"), QStringLiteral("--use-angle=swiftshader"),
                QStringLiteral("--user-data-dir=") + page.filePath(QStringLiteral("browser")),
                QStringLiteral("--virtual-time-budget=30000"), QStringLiteral("--dump-dom"),
                QStringLiteral("file://%1#localProfilePath=%2")
                    .arg(page.filePath(QStringLiteral("check.html")), page.filePath(QStringLiteral("run.js")))});
        QVERIFY(browser.waitForFinished(100'000));
        const QString dom = QString::fromUtf8(browser.readAllStandardOutput());
        static const QRegularExpression result(QStringLiteral("data-result=\"([^\"]*)\""));
        QCOMPARE(result.match(dom).captured(1).toStdString(),
            fmt::format("{} {:.3f}", run.trace->spanCount(), double(total) / 1000));
    }
};

BUBBLESCOPE_TEST(TstSpeedscope, QCoreApplication)

} // namespace bubblescope::tst_speedscope

#include "tst_speedscope.moc"
