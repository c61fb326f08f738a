<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>CallTree</name>
    <message>
        <source>all</source>
        <translation>alles</translation>
    </message>
    <message>
        <source>(launch not recorded)</source>
        <translation>(Start nicht aufgezeichnet)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>1 call</source>
        <translation>1 Aufruf</translation>
    </message>
    <message>
        <source>%1 calls</source>
        <translation>%1 Aufrufe</translation>
    </message>
    <message>
        <source>%1, %2 on threads, %3 of it itself</source>
        <translation>%1, %2 auf Threads, davon %3 selbst</translation>
    </message>
    <message>
        <source>%1, %2 on GPUs</source>
        <translation>%1, %2 auf GPUs</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG-Bilder (*.png)</translation>
    </message>
    <message>
        <source>SVG drawings (*.svg)</source>
        <translation>SVG-Zeichnungen (*.svg)</translation>
    </message>
    <message>
        <source>PDF pages (*.pdf)</source>
        <translation>PDF-Seiten (*.pdf)</translation>
    </message>
    <message>
        <source>Chrome traces (*.json)</source>
        <translation>Chrome-Traces (*.json)</translation>
    </message>
    <message>
        <source>Packed Chrome traces (*.json.gz)</source>
        <translation>Gepackte Chrome-Traces (*.json.gz)</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>Reports (*.html)</source>
        <translation>Berichte (*.html)</translation>
    </message>
    <message>
        <source>Databases (*.sqlite)</source>
        <translation>Datenbanken (*.sqlite)</translation>
    </message>
    <message>
        <source>Folded stacks (*.folded)</source>
        <translation>Gefaltete Stacks (*.folded)</translation>
    </message>
    <message>
        <source>Speedscope profiles (*.speedscope.json)</source>
        <translation>Speedscope-Profile (*.speedscope.json)</translation>
    </message>
</context>
<context>
    <name>Issues</name>
    <message>
        <source>Run this command, then open it again.</source>
        <translation>Diesen Befehl ausführen, dann erneut öffnen.</translation>
    </message>
    <message>
        <source>Make the index again.</source>
        <translation>Den Index neu erstellen.</translation>
    </message>
</context>
<context>
    <name>Notes</name>
    <message>
        <source>(no text)</source>
        <translation>(kein Text)</translation>
    </message>
    <message>
        <source>blue</source>
        <translation>blau</translation>
    </message>
    <message>
        <source>red</source>
        <translation>rot</translation>
    </message>
    <message>
        <source>green</source>
        <translation>grün</translation>
    </message>
    <message>
        <source>purple</source>
        <translation>violett</translation>
    </message>
    <message>
        <source>amber</source>
        <translation>bernstein</translation>
    </message>
    <message>
        <source>grey</source>
        <translation>grau</translation>
    </message>
</context>
<context>
    <name>QGuiApplication</name>
    <message>
        <source>QT_LAYOUT_DIRECTION</source>
        <translation>LTR</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>fault</source>
        <translation>Störung</translation>
    </message>
    <message>
        <source>inherent</source>
        <translation>systembedingt</translation>
    </message>
    <message>
        <source>caveat</source>
        <translation>Vorbehalt</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Mean rank: passes and optimizer without the communication inside them.</source>
        <translation>Mittlerer Rank: Durchgänge und Optimizer ohne die Kommunikation darin.</translation>
    </message>
    <message>
        <source>term</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>Mean rank: in a collective whose last member is not there yet.</source>
        <translation>Mittlerer Rank: in einem Kollektiv, dessen letztes Mitglied noch nicht da ist.</translation>
    </message>
    <message>
        <source>bubble, warmup</source>
        <translation>Blase, Anlauf</translation>
    </message>
    <message>
        <source>Mean rank: waits for the pipeline before it is filled.</source>
        <translation>Mittlerer Rank: wartet auf die Pipeline, bevor sie gefüllt ist.</translation>
    </message>
    <message>
        <source>bubble, steady</source>
        <translation>Blase, eingeschwungen</translation>
    </message>
    <message>
        <source>Mean rank: waits for the pipeline while it is full.</source>
        <translation>Mittlerer Rank: wartet auf die Pipeline, während sie gefüllt ist.</translation>
    </message>
    <message>
        <source>bubble, cooldown</source>
        <translation>Blase, Auslauf</translation>
    </message>
    <message>
        <source>Mean rank: waits for the pipeline while it drains.</source>
        <translation>Mittlerer Rank: wartet auf die Pipeline, während sie leerläuft.</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>Mean rank: launches and gaps, neither work nor communication nor a bubble.</source>
        <translation>Mittlerer Rank: Starts von Kernels und Lücken, weder Arbeit noch Kommunikation noch Blase.</translation>
    </message>
    <message>
        <source>host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>Mean rank: input, bookkeeping and copies.</source>
        <translation>Mittlerer Rank: Eingabe, Buchhaltung und Kopien.</translation>
    </message>
    <message>
        <source>Mean rank: communication of this group that no compute hides.</source>
        <translation>Mittlerer Rank: Kommunikation dieser Gruppe, die keine Rechnung verdeckt.</translation>
    </message>
    <message>
        <source>not explained</source>
        <translation>nicht erklärt</translation>
    </message>
    <message>
        <source>Part of the stated step that the model does not explain.</source>
        <translation>Teil der angegebenen Schrittzeit, den das Modell nicht erklärt.</translation>
    </message>
    <message>
        <source>1 rank</source>
        <translation>1 Rank</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 Ranks</translation>
    </message>
    <message>
        <source>%1 across nodes</source>
        <translation>%1 über Knoten hinweg</translation>
    </message>
    <message>
        <source>%1 in one node</source>
        <translation>%1 in einem Knoten</translation>
    </message>
    <message>
        <source>limited by %1</source>
        <translation>begrenzt durch %1</translation>
    </message>
    <message>
        <source>other</source>
        <translation>Sonstiges</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>parts of the mean rank</source>
        <translation>Teile des mittleren Ranks</translation>
    </message>
    <message>
        <source>bubbles of all ranks / (ranks × step %1)</source>
        <translation>Blasen aller Ranks / (Ranks × Schritt %1)</translation>
    </message>
    <message>
        <source>%1 of the longest stage&apos;s span, %2, as zero-bubble papers state it</source>
        <translation>%1 der Dauer der längsten Stage, %2, wie es Zero-Bubble-Arbeiten angeben</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 Samples/s</translation>
    </message>
    <message>
        <source>%1 samples / %2</source>
        <translation>%1 Samples / %2</translation>
    </message>
    <message>
        <source>stated step %1 − modelled step %2</source>
        <translation>angegebener Schritt %1 − modellierter Schritt %2</translation>
    </message>
    <message>
        <source>left as it is, never hidden in a fit</source>
        <translation>bleibt, wie es ist, und wird nie in einer Anpassung versteckt</translation>
    </message>
    <message>
        <source>small and not measured: ±50 %</source>
        <translation>klein und nicht gemessen: ±50 %</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>SimAI-Analytical %1</source>
        <translation>SimAI-Analytical %1</translation>
    </message>
    <message>
        <source>compute %1 + TP %2 + DP %3 + EP %4 + DP-EP %5 + PP %6 + bubble %7</source>
        <translation>Rechnen %1 + TP %2 + DP %3 + EP %4 + DP-EP %5 + PP %6 + Blase %7</translation>
    </message>
    <message>
        <source>a closed sum; the event-driven step is %1</source>
        <translation>eine geschlossene Summe; der ereignisgesteuerte Schritt dauert %1</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>%1: samples per second %2, step %3</source>
        <translation>%1: Samples je Sekunde %2, Schritt %3</translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>Nobody can tell what it does</source>
        <translation>Niemand kann sagen, was es bewirkt</translation>
    </message>
    <message>
        <source>At least %1 more samples per second</source>
        <translation>Mindestens %1 mehr Samples je Sekunde</translation>
    </message>
    <message>
        <source>At least %1 fewer samples per second</source>
        <translation>Mindestens %1 weniger Samples je Sekunde</translation>
    </message>
    <message>
        <source>cannot tell</source>
        <translation>nicht zu sagen</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>%1: samples per second %2. %3</source>
        <translation>%1: Samples je Sekunde %2. %3</translation>
    </message>
    <message>
        <source>%1: cannot tell. %2</source>
        <translation>%1: nicht zu sagen. %2</translation>
    </message>
    <message>
        <source>%1
The gain is smaller than its range.</source>
        <translation>%1
Der Gewinn ist kleiner als seine Spanne.</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stage</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>a time</source>
        <translation>eine Zeit</translation>
    </message>
    <message>
        <source>a range, all ranks</source>
        <translation>ein Bereich, alle Ranks</translation>
    </message>
    <message>
        <source>a range of %1</source>
        <translation>ein Bereich von %1</translation>
    </message>
    <message>
        <source>a range of ranks %1–%2</source>
        <translation>ein Bereich der Ranks %1–%2</translation>
    </message>
    <message>
        <source>with knobs</source>
        <translation>mit Reglern</translation>
    </message>
    <message>
        <source>modelled</source>
        <translation>modelliert</translation>
    </message>
    <message>
        <source>no source is stated</source>
        <translation>keine Quelle angegeben</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>No difference: the step does not depend on it</source>
        <translation>Kein Unterschied: Der Schritt hängt nicht davon ab</translation>
    </message>
    <message>
        <source>expected between %1 and %2</source>
        <translation>erwartet zwischen %1 und %2</translation>
    </message>
    <message>
        <source>%1, between %2 and %3</source>
        <translation>%1, zwischen %2 und %3</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1 (%2 bis %3)</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1, less than its range of ± %2</source>
        <translation>%1, weniger als die Spanne von ± %2</translation>
    </message>
    <message>
        <source>%1, less than its range of %2 to %3</source>
        <translation>%1, weniger als die Spanne von %2 bis %3</translation>
    </message>
    <message>
        <source>%1 shorter step</source>
        <translation>Schritt um %1 kürzer</translation>
    </message>
    <message>
        <source>%1 longer step</source>
        <translation>Schritt um %1 länger</translation>
    </message>
    <message>
        <source>As many samples per second</source>
        <translation>Ebenso viele Samples je Sekunde</translation>
    </message>
    <message>
        <source>%1 more samples per second</source>
        <translation>%1 mehr Samples je Sekunde</translation>
    </message>
    <message>
        <source>%1 fewer samples per second</source>
        <translation>%1 weniger Samples je Sekunde</translation>
    </message>
    <message>
        <source>bubble %1</source>
        <translation>Blase %1</translation>
    </message>
    <message>
        <source>exposed comm. %1</source>
        <translation>unverd. Komm. %1</translation>
    </message>
    <message>
        <source>Its memory is not known: %1.</source>
        <translation>Sein Speicher ist nicht bekannt: %1.</translation>
    </message>
    <message>
        <source>Does not run: %1.</source>
        <translation>Läuft nicht: %1.</translation>
    </message>
    <message>
        <source>May not fit: %1 per GPU are modelled, %2 of the run, which fitted.</source>
        <translation>Passt vielleicht nicht: modelliert sind %1 je GPU, vom Lauf, der passte, %2.</translation>
    </message>
    <message>
        <source>Does not fit: %1 per GPU are modelled; as the run tells, %2 would fill the %3 of %4.</source>
        <translation>Passt nicht: modelliert sind %1 je GPU; nach dem Lauf füllten %2 die %3 der %4.</translation>
    </message>
    <message>
        <source>Does not fit: %1 needs %2 per GPU; of the %3 of %4, %5 can be used.</source>
        <translation>Passt nicht: %1 braucht %2 je GPU; von %3 der %4 sind %5 nutzbar.</translation>
    </message>
    <message>
        <source>Does not fit: %1 needs %2 per GPU, %3 has %4.</source>
        <translation>Passt nicht: %1 braucht %2 je GPU, %3 hat %4.</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>per sample</source>
        <translation>je Sample</translation>
    </message>
    <message>
        <source>samples/s</source>
        <translation>Samples/s</translation>
    </message>
    <message>
        <source>pipeline bubble</source>
        <translation>Pipeline-Blase</translation>
    </message>
    <message>
        <source>%1 / %2 samples</source>
        <translation>%1 / %2 Samples</translation>
    </message>
    <message>
        <source>%1 of the step</source>
        <translation>%1 des Schritts</translation>
    </message>
    <message>
        <source>waiting %1</source>
        <translation>Warten %1</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>%1, per sample</source>
        <translation>%1, je Sample</translation>
    </message>
    <message>
        <source>%1 → %2 per sample</source>
        <translation>%1 → %2 je Sample</translation>
    </message>
    <message>
        <source>step %1 → %2</source>
        <translation>Schritt %1 → %2</translation>
    </message>
    <message>
        <source>exposed tensor-parallel</source>
        <translation>unverdeckt: tensorparallel</translation>
    </message>
    <message>
        <source>exposed pipeline</source>
        <translation>unverdeckt: Pipeline</translation>
    </message>
    <message>
        <source>exposed data-parallel</source>
        <translation>unverdeckt: datenparallel</translation>
    </message>
    <message>
        <source>exposed expert-parallel</source>
        <translation>unverdeckt: expertenparallel</translation>
    </message>
    <message>
        <source>exposed expert gradient</source>
        <translation>unverdeckt: Experten-Gradienten</translation>
    </message>
    <message>
        <source>exposed embedding gradient</source>
        <translation>unverdeckt: Embedding-Gradienten</translation>
    </message>
    <message>
        <source>exposed context-parallel</source>
        <translation>unverdeckt: kontextparallel</translation>
    </message>
    <message>
        <source>exposed other</source>
        <translation>unverdeckt: Sonstiges</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Mean rank: it was not observed before its own step, or after.</source>
        <translation>Mittlerer Rank: vor seinem eigenen Schritt oder danach wurde er nicht beobachtet.</translation>
    </message>
    <message>
        <source>without the communication inside it</source>
        <translation>ohne die Kommunikation darin</translation>
    </message>
    <message>
        <source>transfers that no compute hides</source>
        <translation>Übertragungen, die kein Rechnen verdeckt</translation>
    </message>
    <message>
        <source>in communication whose last member is not there yet</source>
        <translation>in Kommunikation, deren letztes Mitglied noch nicht da ist</translation>
    </message>
    <message>
        <source>without work, waiting for the pipeline</source>
        <translation>ohne Arbeit, wartet auf die Pipeline</translation>
    </message>
    <message>
        <source>memory that is moved beside no kernel</source>
        <translation>Speicher, der neben keinem Kernel bewegt wird</translation>
    </message>
    <message>
        <source>the GPU is idle, though its next work was launched</source>
        <translation>die GPU ist untätig, obwohl ihre nächste Arbeit gestartet wurde</translation>
    </message>
    <message>
        <source>the GPU is idle, as its next work was not launched yet</source>
        <translation>die GPU ist untätig, da ihre nächste Arbeit noch nicht gestartet wurde</translation>
    </message>
    <message>
        <source>recorded work that is neither compute nor communication</source>
        <translation>aufgezeichnete Arbeit, die weder Rechnen noch Kommunikation ist</translation>
    </message>
    <message>
        <source>nothing was recorded that says why</source>
        <translation>nichts Aufgezeichnetes sagt, warum</translation>
    </message>
    <message>
        <source>ranks that begin later, or end earlier, than the step</source>
        <translation>Ranks, die später beginnen oder früher enden als der Schritt</translation>
    </message>
    <message>
        <source>what the model leaves out of the step, or adds to it</source>
        <translation>was das Modell vom Schritt weglässt, oder hinzufügt</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>%1 last</source>
        <translation>%1 zuletzt</translation>
    </message>
    <message>
        <source>%1, GPU %2</source>
        <translation>%1, GPU %2</translation>
    </message>
</context>
<context>
    <name>TimelineAccess</name>
    <message>
        <source>track</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>span</source>
        <translation>Span</translation>
    </message>
    <message>
        <source>begin</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>Dauer</translation>
    </message>
</context>
<context>
    <name>bubblescope</name>
    <message>
        <source>A log does not say where its step goes: the traces of its ranks do.</source>
        <translation>Ein Protokoll sagt nicht, wohin die Zeit des Schritts geht: Das sagen die Traces der Ranks.</translation>
    </message>
    <message>
        <source>A plan has steps, but neither ranges nor markers of a profiler.</source>
        <translation>Ein Plan hat Schritte, aber weder Bereiche noch Marken eines Profilers.</translation>
    </message>
    <message>
        <source>Compare it with a step: --step N.</source>
        <translation>Vergleichen Sie ihn mit einem Schritt: --step N.</translation>
    </message>
    <message>
        <source>Knobs and hardware are those of a described job, and neither describes one.</source>
        <translation>Regler und Hardware sind die eines beschriebenen Jobs, und keines beschreibt einen.</translation>
    </message>
    <message>
        <source>Name a config.json or *.bubblejob, or leave --set and --hardware out.</source>
        <translation>Nennen Sie eine config.json oder *.bubblejob, oder lassen Sie --set und --hardware weg.</translation>
    </message>
    <message>
        <source>Name a run or log as the other one.</source>
        <translation>Nennen Sie als anderes einen Lauf oder ein Protokoll.</translation>
    </message>
    <message>
        <source>The plan has no step to compare with.</source>
        <translation>Der Plan hat keinen Schritt, mit dem verglichen werden könnte.</translation>
    </message>
    <message>
        <source>The run has no step to compare with.</source>
        <translation>Der Lauf hat keinen Schritt, mit dem verglichen werden könnte.</translation>
    </message>
    <message>
        <source>The step takes what was planned.</source>
        <translation>Der Schritt dauert so lange wie geplant.</translation>
    </message>
    <message>
        <source>The step takes {} less than planned. Most of all: {}, {} less.</source>
        <translation>Der Schritt dauert {} kürzer als geplant. Vor allem: {}, {} kürzer.</translation>
    </message>
    <message>
        <source>The step takes {} less in B. Most of all: {}, {} less.</source>
        <translation>Der Schritt dauert in B {} weniger. Vor allem: {}, {} weniger.</translation>
    </message>
    <message>
        <source>The step takes {} longer in B. Most of all: {}, {} longer.</source>
        <translation>Der Schritt dauert in B {} länger. Vor allem: {}, {} länger.</translation>
    </message>
    <message>
        <source>The step takes {} longer than planned. Most of all: {}, {} longer.</source>
        <translation>Der Schritt dauert {} länger als geplant. Vor allem: {}, {} länger.</translation>
    </message>
    <message>
        <source>There is no run to lay the plan over.</source>
        <translation>Es gibt keinen Lauf, über den der Plan gelegt werden könnte.</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alles</translation>
    </message>
    <message>
        <source>combination {}</source>
        <translation>Kombination {}</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>no known phase: &quot;{}&quot;</source>
        <translation>keine bekannte Phase: „{}“</translation>
    </message>
    <message>
        <source> and %1 more</source>
        <translation> und %1 weitere</translation>
    </message>
    <message>
        <source>{} collectives, the first: {}</source>
        <translation>{} Kollektive, das erste: {}</translation>
    </message>
    <message>
        <source>{} collective: {}</source>
        <translation>{} Kollektiv: {}</translation>
    </message>
    <message>
        <source>1 rank</source>
        <translation>1 Rank</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 Ranks</translation>
    </message>
    <message>
        <source>%1: no message or collective connects it with another host</source>
        <translation>%1: keine Nachricht und kein Kollektiv verbindet ihn mit einem anderen Host</translation>
    </message>
    <message>
        <source>%1: the reference clock</source>
        <translation>%1: die Referenzuhr</translation>
    </message>
    <message>
        <source>rank {} was taken from profiler_info_{}.json</source>
        <translation>Rank {} stammt aus profiler_info_{}.json</translation>
    </message>
    <message>
        <source>%1: %2 added, ± %3, from %4</source>
        <translation>%1: %2 addiert, ± %3, aus %4</translation>
    </message>
    <message>
        <source>1 match</source>
        <translation>1 Paar</translation>
    </message>
    <message>
        <source>%1 matches</source>
        <translation>%1 Paaren</translation>
    </message>
    <message>
        <source>%1 placed by the times in their files, which collectives contradict by %2: the clocks of several hosts differ</source>
        <translation>%1 nach den Zeiten ihrer Dateien; Kollektive widersprechen um %2: Die Uhren mehrerer Hosts gehen verschieden</translation>
    </message>
    <message>
        <source>%1 placed by the times in their files: %2 matched collectives end within ± %3</source>
        <translation>%1 nach den Zeiten ihrer Dateien: %2 zugeordnete Kollektive enden innerhalb von ± %3</translation>
    </message>
    <message>
        <source>%1 placed by the times in their files: no collective confirms that their clocks agree</source>
        <translation>%1 nach den Zeiten ihrer Dateien: kein Kollektiv bestätigt, dass ihre Uhren übereinstimmen</translation>
    </message>
    <message>
        <source>%1 of one host share one clock</source>
        <translation>%1 eines Hosts haben dieselbe Uhr</translation>
    </message>
    <message>
        <source>One rank: its own clock, nothing to align</source>
        <translation>Ein Rank: seine eigene Uhr, nichts abzugleichen</translation>
    </message>
    <message>
        <source>%1 on %2 hosts: no clock could be aligned</source>
        <translation>%1 auf %2 Hosts: keine Uhr ließ sich abgleichen</translation>
    </message>
    <message>
        <source> · not aligned, drawn from its own start: rank %1</source>
        <translation> · nicht abgeglichen, ab eigenem Beginn gezeichnet: Rank %1</translation>
    </message>
    <message>
        <source>{} of {} sends and receives have no partner in the run</source>
        <translation>{} von {} Sende- und Empfangsoperationen haben im Lauf kein Gegenstück</translation>
    </message>
    <message>
        <source> · not aligned, each drawn from its own start: ranks %1</source>
        <translation> · nicht abgeglichen, je ab eigenem Beginn gezeichnet: Ranks %1</translation>
    </message>
    <message>
        <source>missing: rank %1</source>
        <translation>es fehlt: Rank %1</translation>
    </message>
    <message>
        <source>missing: ranks %1</source>
        <translation>es fehlen: Ranks %1</translation>
    </message>
    <message>
        <source>1 error</source>
        <translation>1 Fehler</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>%1 Fehler</translation>
    </message>
    <message>
        <source>the result ends before its layer rows</source>
        <translation>das Ergebnis endet vor seinen Layer-Zeilen</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 Warnung</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 Warnungen</translation>
    </message>
    <message>
        <source> in %1</source>
        <translation> in %1</translation>
    </message>
    <message>
        <source>%1: %2%3. %4</source>
        <translation>%1: %2%3. %4</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>a layer table</source>
        <translation>eine Layertabelle</translation>
    </message>
    <message>
        <source>%1 layer tables</source>
        <translation>%1 Layertabellen</translation>
    </message>
    <message>
        <source>a workload</source>
        <translation>ein Workload</translation>
    </message>
    <message>
        <source>%1 workloads</source>
        <translation>%1 Workloads</translation>
    </message>
    <message>
        <source>{}: {} recordings, told apart by {}</source>
        <translation>{}: {} Aufzeichnungen, unterschieden durch {}</translation>
    </message>
    <message>
        <source>a run log</source>
        <translation>ein Laufprotokoll</translation>
    </message>
    <message>
        <source>%1 run logs</source>
        <translation>%1 Laufprotokolle</translation>
    </message>
    <message>
        <source>a described job</source>
        <translation>ein beschriebener Job</translation>
    </message>
    <message>
        <source>%1 described jobs</source>
        <translation>%1 beschriebene Jobs</translation>
    </message>
    <message>
        <source>Nothing to show by itself</source>
        <translation>Für sich allein nichts zu zeigen</translation>
    </message>
    <message>
        <source>This folder holds what communicators of a job measured (NCCL Inspector). The command summary says whether its network is slow anywhere.
Open it together with the run to see what that costs.</source>
        <translation>Dieser Ordner enthält, was Kommunikatoren eines Jobs gemessen haben (NCCL Inspector). Der Befehl summary sagt, ob sein Netz irgendwo langsam ist.
Öffnen Sie ihn zusammen mit dem Lauf, um zu sehen, was das kostet.</translation>
    </message>
    <message>
        <source>This folder holds measured bandwidth (nccl-tests), which prices communication where a run is simulated.
Open it together with the run.</source>
        <translation>Dieser Ordner enthält gemessene Bandbreiten (nccl-tests), nach denen Kommunikation bepreist wird, wenn ein Lauf simuliert wird.
Öffnen Sie ihn zusammen mit dem Lauf.</translation>
    </message>
    <message>
        <source>Nothing to show</source>
        <translation>Nichts zu zeigen</translation>
    </message>
    <message>
        <source>distributedInfo is not a JSON object</source>
        <translation>distributedInfo ist kein JSON-Objekt</translation>
    </message>
    <message>
        <source>There are no files in this folder.
Open one with rank traces, layer tables, workloads or run logs, plain or .gz.</source>
        <translation>In diesem Ordner liegen keine Dateien.
Öffnen Sie einen mit Rank-Traces, Layertabellen, Workloads oder Laufprotokollen, auch als .gz.</translation>
    </message>
    <message>
        <source>A described job without a time</source>
        <translation>Ein beschriebener Job ohne Zeit</translation>
    </message>
    <message>
        <source>The Simulate pane says what its description lacks.
Give the number of GPUs and the length of a sample in the tab Plan: Search tries all combinations.</source>
        <translation>Der Bereich Simulation sagt, was seiner Beschreibung fehlt.
Im Reiter Plan die Zahl der GPUs und die Länge eines Samples angeben: Suchen versucht alle Kombinationen.</translation>
    </message>
    <message>
        <source>No timeline in this folder</source>
        <translation>Keine Zeitachse in diesem Ordner</translation>
    </message>
    <message>
        <source>the result has no layer rows</source>
        <translation>das Ergebnis hat keine Layer-Zeilen</translation>
    </message>
    <message>
        <source>further step times are left out</source>
        <translation>weitere Schrittzeiten sind weggelassen</translation>
    </message>
    <message>
        <source>The tabs below show %1.
A timeline needs rank traces: one file per rank with the time of every operation.
Open the folder that holds them to see both.</source>
        <translation>Die Reiter unten zeigen %1.
Eine Zeitachse braucht Rank-Traces: je Rank eine Datei mit der Zeit jeder Operation.
Öffnen Sie den Ordner, der sie enthält, um beides zu sehen.</translation>
    </message>
    <message>
        <source>tensor parallel</source>
        <translation>tensorparallel</translation>
    </message>
    <message>
        <source>pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>data parallel</source>
        <translation>datenparallel</translation>
    </message>
    <message>
        <source>the files take more than {} MB of memory: this one is left out</source>
        <translation>die Dateien brauchen mehr als {} MB Speicher: Diese ist weggelassen</translation>
    </message>
    <message>
        <source>the files take more than {} MB of memory: what follows is not read</source>
        <translation>die Dateien brauchen mehr als {} MB Speicher: Was folgt, wird nicht gelesen</translation>
    </message>
    <message>
        <source>not enough memory to read this file; it is left out</source>
        <translation>nicht genug Speicher, um diese Datei zu lesen; sie ist weggelassen</translation>
    </message>
    <message>
        <source>rank {} was taken from the numbers in the names</source>
        <translation>Rank {} stammt aus den Zahlen in den Namen</translation>
    </message>
    <message>
        <source>expert parallel</source>
        <translation>expertenparallel</translation>
    </message>
    <message>
        <source>expert data parallel</source>
        <translation>Experten, datenparallel</translation>
    </message>
    <message>
        <source>embedding (first and last stage)</source>
        <translation>Embedding (erste und letzte Stage)</translation>
    </message>
    <message>
        <source>PP {}</source>
        <translation>PP {}</translation>
    </message>
    <message>
        <source>context parallel</source>
        <translation>kontextparallel</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>waits for %1</source>
        <translation>wartet auf %1</translation>
    </message>
    <message>
        <source>waits for link %1-%2</source>
        <translation>wartet auf Verbindung %1-%2</translation>
    </message>
    <message>
        <source>no stage</source>
        <translation>keine Stage</translation>
    </message>
    <message>
        <source>%1 busy</source>
        <translation>%1 aktiv</translation>
    </message>
    <message>
        <source>unknown rank</source>
        <translation>unbekannter Rank</translation>
    </message>
    <message>
        <source>own start</source>
        <translation>eigener Beginn</translation>
    </message>
    <message>
        <source>overlaps</source>
        <translation>überlappt</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a workload policy</source>
        <translation>„{}“ ist keine Policy eines Workloads</translation>
    </message>
    <message>
        <source>rank {} was taken from the name</source>
        <translation>Rank {} stammt aus dem Namen</translation>
    </message>
    <message>
        <source>order only, no times</source>
        <translation>nur Reihenfolge, keine Zeiten</translation>
    </message>
    <message>
        <source>shows %1</source>
        <translation>zeigt %1</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>ab %1</translation>
    </message>
    <message>
        <source>names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>the table is empty</source>
        <translation>die Tabelle ist leer</translation>
    </message>
    <message>
        <source>{} to {} ms from the run&apos;s start; what reaches into it is whole</source>
        <translation>{} bis {} ms ab Beginn des Laufs; was hineinreicht, ist ganz</translation>
    </message>
    <message>
        <source>overlapping stream</source>
        <translation>überlappender Strom</translation>
    </message>
    <message>
        <source>host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>thread</source>
        <translation>Thread</translation>
    </message>
    <message>
        <source>the reference</source>
        <translation>die Referenz</translation>
    </message>
    <message>
        <source>shifted by %1</source>
        <translation>um %1 verschoben</translation>
    </message>
    <message>
        <source>not comparable: drawn from its own start</source>
        <translation>nicht vergleichbar: ab eigenem Beginn gezeichnet</translation>
    </message>
    <message>
        <source>TP</source>
        <translation>TP</translation>
    </message>
    <message>
        <source>PP</source>
        <translation>PP</translation>
    </message>
    <message>
        <source>pipeline parallel</source>
        <translation>Pipeline-parallel</translation>
    </message>
    <message>
        <source>DP</source>
        <translation>DP</translation>
    </message>
    <message>
        <source>EP</source>
        <translation>EP</translation>
    </message>
    <message>
        <source>CP</source>
        <translation>CP</translation>
    </message>
    <message>
        <source>microbatches</source>
        <translation>Microbatches</translation>
    </message>
    <message>
        <source>of one replica in one step</source>
        <translation>eines Replikats in einem Schritt</translation>
    </message>
    <message>
        <source>size of each</source>
        <translation>Größe von jedem</translation>
    </message>
    <message>
        <source>Sequences in a microbatch</source>
        <translation>Sequenzen in einem Microbatch</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>of the whole model</source>
        <translation>des ganzen Modells</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>The file holds a stub or a placeholder in place of this duration.</source>
        <translation>Die Datei enthält anstelle dieser Dauer einen Platzhalter.</translation>
    </message>
    <message>
        <source>order only</source>
        <translation>nur Reihenfolge</translation>
    </message>
    <message>
        <source>The file gives no time stamp; the span is placed after its predecessor.</source>
        <translation>Die Datei gibt keinen Zeitstempel an; der Span steht hinter seinem Vorgänger.</translation>
    </message>
    <message>
        <source>only the launch is known</source>
        <translation>nur der Start ist bekannt</translation>
    </message>
    <message>
        <source>The file records when this was launched, not when it ended.</source>
        <translation>Die Datei hält fest, wann dies gestartet wurde, nicht, wann es endete.</translation>
    </message>
    <message>
        <source>waits for communication launched earlier</source>
        <translation>wartet auf früher gestartete Kommunikation</translation>
    </message>
    <message>
        <source>The call starts nothing itself; it only waits.</source>
        <translation>Der Aufruf startet selbst nichts; er wartet nur.</translation>
    </message>
    <message>
        <source>fused: one call that sends and receives</source>
        <translation>zusammengefasst: ein Aufruf, der sendet und empfängt</translation>
    </message>
    <message>
        <source>The file has two records of this one call; it is drawn and charged once.</source>
        <translation>Die Datei hat zwei Einträge dieses einen Aufrufs; er wird einmal gezeichnet und einmal gezählt.</translation>
    </message>
    <message>
        <source>not a member of a JSON object: &quot;{}&quot;</source>
        <translation>kein Glied eines JSON-Objekts: „{}“</translation>
    </message>
    <message>
        <source>second record of a fused call</source>
        <translation>zweiter Eintrag eines zusammengefassten Aufrufs</translation>
    </message>
    <message>
        <source>Never charged: its time is that of the first record.</source>
        <translation>Wird nie gezählt: Seine Zeit ist die des ersten Eintrags.</translation>
    </message>
    <message>
        <source>part of its parent&apos;s time</source>
        <translation>Teil der Zeit des übergeordneten Spans</translation>
    </message>
    <message>
        <source>received by</source>
        <translation>empfangen von</translation>
    </message>
    <message>
        <source>sent by</source>
        <translation>gesendet von</translation>
    </message>
    <message>
        <source>%1 on %2, %3</source>
        <translation>%1 auf %2, %3</translation>
    </message>
    <message>
        <source>Go to the other end of this message</source>
        <translation>Zum anderen Ende dieser Nachricht</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>Its send is not in the trace: all of it counts as waiting</source>
        <translation>Ihr Senden ist nicht im Trace: Alles daran zählt als Warten</translation>
    </message>
    <message>
        <source>From its own start until the other end had started, too</source>
        <translation>Vom eigenen Beginn, bis auch das andere Ende begonnen hatte</translation>
    </message>
    <message>
        <source>From its own start until the last member had started</source>
        <translation>Vom eigenen Beginn, bis das letzte Mitglied begonnen hatte</translation>
    </message>
    <message>
        <source>transfer</source>
        <translation>Übertragung</translation>
    </message>
    <message>
        <source>What is left of its duration</source>
        <translation>Was von der Dauer übrig bleibt</translation>
    </message>
    <message>
        <source>+%1</source>
        <translation>+%1</translation>
    </message>
    <message>
        <source>Collective of %1</source>
        <translation>Kollektiv von %1</translation>
    </message>
    <message>
        <source>came last</source>
        <translation>kam zuletzt</translation>
    </message>
    <message>
        <source>{} stage blocks are printed over each other: taken apart</source>
        <translation>{} Stage-Blöcke sind übereinander ausgegeben: auseinandergenommen</translation>
    </message>
    <message>
        <source>The others wait for this rank; counted from the first to arrive</source>
        <translation>Die anderen warten auf diesen Rank; gezählt ab dem, der zuerst ankam</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Arrived this long after the first; go there</source>
        <translation>So lange nach dem Ersten angekommen; dorthin gehen</translation>
    </message>
    <message>
        <source>samples per microbatch {}</source>
        <translation>Samples je Microbatch {}</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a time</source>
        <translation>„{}“ ist keine Zeit</translation>
    </message>
    <message>
        <source>and more</source>
        <translation>und weitere</translation>
    </message>
    <message>
        <source>where</source>
        <translation>wo</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>a sub-operation without a known key: &quot;{}&quot;</source>
        <translation>eine Teiloperation ohne bekannten Schlüssel: „{}“</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>share of step</source>
        <translation>Anteil am Schritt</translation>
    </message>
    <message>
        <source>Step %1 took %2, on this rank %3</source>
        <translation>Schritt %1 dauerte %2, auf diesem Rank %3</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>an event without ts</source>
        <translation>ein Ereignis ohne ts</translation>
    </message>
    <message>
        <source>typical here</source>
        <translation>hier üblich</translation>
    </message>
    <message>
        <source>Median of all spans of this name on this lane</source>
        <translation>Median aller Spans dieses Namens auf dieser Spur</translation>
    </message>
    <message>
        <source>microbatch</source>
        <translation>Microbatch</translation>
    </message>
    <message>
        <source>category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>detail</source>
        <translation>Einzelheit</translation>
    </message>
    <message>
        <source>1 input</source>
        <translation>1 Eingabe</translation>
    </message>
    <message>
        <source>%1 inputs</source>
        <translation>%1 Eingaben</translation>
    </message>
    <message>
        <source>strides %1</source>
        <translation>Schrittweiten %1</translation>
    </message>
    <message>
        <source>message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Bytes</translation>
    </message>
    <message>
        <source>bus bandwidth</source>
        <translation>Busbandbreite</translation>
    </message>
    <message>
        <source>origin</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>begin</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>%1 from the run&apos;s start</source>
        <translation>%1 ab dem Beginn des Laufs</translation>
    </message>
    <message>
        <source>end</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>first record</source>
        <translation>erster Eintrag</translation>
    </message>
    <message>
        <source>inside of</source>
        <translation>innerhalb von</translation>
    </message>
    <message>
        <source>the name &quot;{}&quot; is not valid UTF-8: the event is shown without what cannot be read of it</source>
        <translation>der Name „{}“ ist kein gültiges UTF-8: Das Ereignis ist ohne das gezeigt, was sich nicht lesen lässt</translation>
    </message>
    <message>
        <source>Go to this span</source>
        <translation>Zu diesem Span gehen</translation>
    </message>
    <message>
        <source>second record</source>
        <translation>zweiter Eintrag</translation>
    </message>
    <message>
        <source>Second record of the fused call</source>
        <translation>Zweiter Eintrag des zusammengefassten Aufrufs</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>timer &apos;{}&apos;</source>
        <translation>Zeitmesser „{}“</translation>
    </message>
    <message>
        <source>at</source>
        <translation>bei</translation>
    </message>
    <message>
        <source>From the start of the uncompressed file</source>
        <translation>Vom Anfang der entpackten Datei</translation>
    </message>
    <message>
        <source>1 span inside</source>
        <translation>1 Span darin</translation>
    </message>
    <message>
        <source>%1 spans inside</source>
        <translation>%1 Spans darin</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stage</translation>
    </message>
    <message>
        <source>clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>recorded time</source>
        <translation>aufgezeichnete Zeit</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>First start to last end, after alignment: %1</source>
        <translation>Erster Beginn bis letztes Ende, nach dem Abgleich: %1</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>Stages</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>spans</source>
        <translation>Spans</translation>
    </message>
    <message>
        <source>Top-level records</source>
        <translation>Einträge der obersten Ebene</translation>
    </message>
    <message>
        <source>inside them</source>
        <translation>darin</translation>
    </message>
    <message>
        <source>text follows the trace: &quot;{}&quot;</source>
        <translation>hinter dem Trace folgt Text: „{}“</translation>
    </message>
    <message>
        <source>Recorded inside spans</source>
        <translation>Innerhalb von Spans aufgezeichnet</translation>
    </message>
    <message>
        <source>missing ranks</source>
        <translation>fehlende Ranks</translation>
    </message>
    <message>
        <source>Hosts and their clocks</source>
        <translation>Hosts und ihre Uhren</translation>
    </message>
    <message>
        <source>not aligned: drawn from its own start</source>
        <translation>nicht abgeglichen: ab eigenem Beginn gezeichnet</translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>Added to its times; residual over %1 matches</source>
        <translation>Zu seinen Zeiten addiert; Restfehler über %1 Paare</translation>
    </message>
    <message>
        <source>No message was found that both it and another host recorded</source>
        <translation>Es fand sich keine Nachricht, die er und ein anderer Host beide aufgezeichnet haben</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 Datei</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 Dateien</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>as written</source>
        <translation>wie geschrieben</translation>
    </message>
    <message>
        <source>prologue</source>
        <translation>Prolog</translation>
    </message>
    <message>
        <source>one layer</source>
        <translation>ein Layer</translation>
    </message>
    <message>
        <source>epilogue</source>
        <translation>Epilog</translation>
    </message>
    <message>
        <source>stated total</source>
        <translation>angegebene Summe</translation>
    </message>
    <message>
        <source>workload</source>
        <translation>Workload</translation>
    </message>
    <message>
        <source>policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>declared rows</source>
        <translation>angegebene Zeilen</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>layers per stage</source>
        <translation>Layer je Stage</translation>
    </message>
    <message>
        <source>pipeline message</source>
        <translation>Pipeline-Nachricht</translation>
    </message>
    <message>
        <source>known compute</source>
        <translation>bekanntes Rechnen</translation>
    </message>
    <message>
        <source>run log, %1</source>
        <translation>Laufprotokoll, %1</translation>
    </message>
    <message>
        <source>0 bytes</source>
        <translation>0 Bytes</translation>
    </message>
    <message>
        <source>median step</source>
        <translation>Median der Schritte</translation>
    </message>
    <message>
        <source>Without the first step</source>
        <translation>Ohne den ersten Schritt</translation>
    </message>
    <message>
        <source>loss points</source>
        <translation>Loss-Werte</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Timers of the program, median of a step</source>
        <translation>Timer des Programms, Median eines Schritts</translation>
    </message>
    <message>
        <source>Timers are nested: they do not add up to the step</source>
        <translation>Die Timer sind verschachtelt: Zusammen ergeben sie nicht den Schritt</translation>
    </message>
    <message>
        <source>world size</source>
        <translation>World Size</translation>
    </message>
    <message>
        <source>global batch</source>
        <translation>globaler Batch</translation>
    </message>
    <message>
        <source>whole program</source>
        <translation>ganzes Programm</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>it was numbered rank {}, in the order of {}</source>
        <translation>als Rank {} gezählt, in der Reihenfolge der {}</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>Stage %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>microbatch %1</source>
        <translation>Microbatch %1</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>scaling mode: ranks recorded one after another</source>
        <translation>Scaling-Modus: Ranks nacheinander aufgezeichnet</translation>
    </message>
    <message>
        <source>plan: an order without times</source>
        <translation>Plan: eine Reihenfolge ohne Zeiten</translation>
    </message>
    <message>
        <source>1 microbatch</source>
        <translation>1 Microbatch</translation>
    </message>
    <message>
        <source>%1 microbatches</source>
        <translation>%1 Microbatches</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>Byte %1</translation>
    </message>
    <message>
        <source>The table has no rows: it may have been left behind by a run that stopped early.</source>
        <translation>Die Tabelle hat keine Zeilen: Vielleicht stammt sie von einem Lauf, der früh abbrach.</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>Prologue %1 + %2 × layer %3 + epilogue %4 = %5. As written, with one layer: %6.</source>
        <translation>Prolog %1 + %2 × Layer %3 + Epilog %4 = %5. Wie geschrieben, mit einem Layer: %6.</translation>
    </message>
    <message>
        <source>The prediction states %1.</source>
        <translation>Die Vorhersage gibt %1 an.</translation>
    </message>
    <message>
        <source>Forward only: the backward times are 0.</source>
        <translation>Nur vorwärts: Die Rückwärtszeiten sind 0.</translation>
    </message>
    <message>
        <source>The workload has no rows.</source>
        <translation>Der Workload hat keine Zeilen.</translation>
    </message>
    <message>
        <source>%1 compute times are unknown (the file says 1) and left out.</source>
        <translation>%1 Rechenzeiten sind nicht bekannt (die Datei sagt 1) und ausgelassen.</translation>
    </message>
    <message>
        <source>1 compute time is unknown (the file says 1) and left out.</source>
        <translation>1 Rechenzeit ist nicht bekannt (die Datei sagt 1) und ausgelassen.</translation>
    </message>
    <message>
        <source>This log prints no forward times by layer.</source>
        <translation>Dieses Protokoll gibt keine Vorwärtszeiten je Layer aus.</translation>
    </message>
    <message>
        <source>The log has no forward times of step %1.</source>
        <translation>Das Protokoll hat keine Vorwärtszeiten von Schritt %1.</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Median step (without the first)</source>
        <translation>Median der Schritte (ohne den ersten)</translation>
    </message>
    <message>
        <source>the line of step {} is cut</source>
        <translation>die Zeile von Schritt {} ist abgeschnitten</translation>
    </message>
    <message>
        <source>%1: forward %2 in all layers and microbatches.</source>
        <translation>%1: vorwärts %2 in allen Layern und Microbatches.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Spans that touch the range; a fused pair counts once</source>
        <translation>Spans im Bereich, auch wenn nur teilweise; ein zusammengefasstes Paar zählt einmal</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>{} is &quot;{}&quot;, treated as 0</source>
        <translation>{} ist „{}“, gilt als 0</translation>
    </message>
    <message>
        <source>total (ms)</source>
        <translation>Summe (ms)</translation>
    </message>
    <message>
        <source>Time inside the range</source>
        <translation>Zeit innerhalb des Bereichs</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>Eigen</translation>
    </message>
    <message>
        <source>self (ms)</source>
        <translation>eigen (ms)</translation>
    </message>
    <message>
        <source>Total without the spans recorded inside them</source>
        <translation>Summe ohne die Spans, die darin aufgezeichnet sind</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>mean (ms)</source>
        <translation>Mittel (ms)</translation>
    </message>
    <message>
        <source>p50</source>
        <translation>p50</translation>
    </message>
    <message>
        <source>p50 (ms)</source>
        <translation>p50 (ms)</translation>
    </message>
    <message>
        <source>p90</source>
        <translation>p90</translation>
    </message>
    <message>
        <source>p90 (ms)</source>
        <translation>p90 (ms)</translation>
    </message>
    <message>
        <source>9 of 10 spans are not longer</source>
        <translation>9 von 10 Spans sind nicht länger</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>p99 (ms)</source>
        <translation>p99 (ms)</translation>
    </message>
    <message>
        <source>Choose faster links or smaller factors.</source>
        <translation>Schnellere Verbindungen oder kleinere Faktoren wählen.</translation>
    </message>
    <message>
        <source>further timers are left out</source>
        <translation>weitere Zeitmesser sind weggelassen</translation>
    </message>
    <message>
        <source>99 of 100 spans are not longer</source>
        <translation>99 von 100 Spans sind nicht länger</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>Längster</translation>
    </message>
    <message>
        <source>longest (ms)</source>
        <translation>längster (ms)</translation>
    </message>
    <message>
        <source>Enter or a double click goes there</source>
        <translation>Enter oder ein Doppelklick springt dorthin</translation>
    </message>
    <message>
        <source>Durations</source>
        <translation>Dauern</translation>
    </message>
    <message>
        <source>How many spans last how long, from a microsecond to seconds, doubling from bar to bar</source>
        <translation>Wie viele Spans wie lange dauern, von einer Mikrosekunde bis zu Sekunden, von Balken zu Balken verdoppelt</translation>
    </message>
    <message>
        <source>a B event without its E</source>
        <translation>ein B-Ereignis ohne sein E</translation>
    </message>
    <message>
        <source>no column {}</source>
        <translation>keine Spalte {}</translation>
    </message>
    <message>
        <source>per microbatch</source>
        <translation>je Microbatch</translation>
    </message>
    <message>
        <source>per step</source>
        <translation>je Schritt</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is an X event without dur</source>
        <translation>„{}“ ist ein X-Ereignis ohne dur</translation>
    </message>
    <message>
        <source>the mark &quot;{}&quot;</source>
        <translation>die Marke „{}“</translation>
    </message>
    <message>
        <source>%1: one stage, %2 %3.</source>
        <translation>%1: eine Stage, %2 %3.</translation>
    </message>
    <message>
        <source>%1: balanced, the slowest stage (%2) takes %3 %4, %5 above the mean.</source>
        <translation>%1: ausgeglichen, die langsamste Stage (%2) braucht %3 %4, %5 über dem Mittel.</translation>
    </message>
    <message>
        <source>%1: stage %2 is the slowest with %3 %4, the others take %5. Imbalance %6 over the mean.</source>
        <translation>%1: Stage %2 ist mit %3 %4 die langsamste, die anderen brauchen %5. Ungleichgewicht: %6 über dem Mittel.</translation>
    </message>
    <message>
        <source>hosts and processes</source>
        <translation>Hosts und Prozesse</translation>
    </message>
    <message>
        <source>This log prints no forward times by stage.</source>
        <translation>Dieses Protokoll gibt keine Vorwärtszeiten je Stage aus.</translation>
    </message>
    <message>
        <source>Collectives end {} ms away from those of other ranks by the times in the files: the ranks ran on several hosts, and no name tells which</source>
        <translation>Nach den Zeiten in den Dateien enden Kollektive {} ms von denen anderer Ranks entfernt: Die Ranks liefen auf mehreren Hosts, und kein Name sagt, auf welchen</translation>
    </message>
    <message>
        <source>The log has no forward times by stage of step %1.</source>
        <translation>Das Protokoll hat keine Vorwärtszeiten je Stage von Schritt %1.</translation>
    </message>
    <message>
        <source>Forward, step %1</source>
        <translation>Vorwärts, Schritt %1</translation>
    </message>
    <message>
        <source>Forward, median of %1 steps (without the first)</source>
        <translation>Vorwärts, Median über %1 Schritte (ohne den ersten)</translation>
    </message>
    <message>
        <source>A plan gives the order of forward and backward passes, but no times.</source>
        <translation>Ein Plan gibt die Reihenfolge der Vorwärts- und Rückwärtsdurchgänge an, aber keine Zeiten.</translation>
    </message>
    <message>
        <source>No forward or backward pass lies entirely in the selected range, %1.</source>
        <translation>Kein Vorwärts- oder Rückwärtsdurchgang liegt ganz im gewählten Bereich, %1.</translation>
    </message>
    <message>
        <source>The trace has no forward or backward spans that name a stage.</source>
        <translation>Der Trace hat keine Vorwärts- oder Rückwärtsspans, die eine Stage nennen.</translation>
    </message>
    <message>
        <source>Median microbatch of step %1</source>
        <translation>Median-Microbatch von Schritt %1</translation>
    </message>
    <message>
        <source>Median microbatch</source>
        <translation>Median-Microbatch</translation>
    </message>
    <message>
        <source>Median microbatch of all steps</source>
        <translation>Median-Microbatch aller Schritte</translation>
    </message>
    <message>
        <source>%1 in the selected range, %2</source>
        <translation>%1 im gewählten Bereich, %2</translation>
    </message>
    <message>
        <source>The trace records whole stages, no layers. %1, forward and backward.</source>
        <translation>Der Trace zeichnet ganze Stages auf, keine Layer. %1, vorwärts und rückwärts.</translation>
    </message>
    <message>
        <source>step time (ms)</source>
        <translation>Schrittzeit (ms)</translation>
    </message>
    <message>
        <source>memory (GiB)</source>
        <translation>Speicher (GiB)</translation>
    </message>
    <message>
        <source>MFU (%)</source>
        <translation>MFU (%)</translation>
    </message>
    <message>
        <source>perplexity</source>
        <translation>Perplexität</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>samples/s</source>
        <translation>Samples/s</translation>
    </message>
    <message>
        <source>TFLOP/s per GPU</source>
        <translation>TFLOP/s je GPU</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>%1 /s</source>
        <translation>%1 /s</translation>
    </message>
    <message>
        <source>%1 TFLOP/s</source>
        <translation>%1 TFLOP/s</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>%1, microbatch %2</source>
        <translation>%1, Microbatch %2</translation>
    </message>
    <message>
        <source>File cannot be read</source>
        <translation>Datei lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>Check that the file exists and that you may read it.</source>
        <translation>Prüfen Sie, ob es die Datei gibt und ob Sie sie lesen dürfen.</translation>
    </message>
    <message>
        <source>no object with an id: &quot;{}&quot;</source>
        <translation>kein Objekt mit einer id: „{}“</translation>
    </message>
    <message>
        <source>File is empty</source>
        <translation>Datei ist leer</translation>
    </message>
    <message>
        <source>The program that wrote it probably crashed; run it again.</source>
        <translation>Das Programm, das sie schrieb, ist wohl abgestürzt; starten Sie es noch einmal.</translation>
    </message>
    <message>
        <source>File became shorter while it was read</source>
        <translation>Datei wurde kürzer, während sie gelesen wurde</translation>
    </message>
    <message>
        <source>Reload once the program that writes it has finished.</source>
        <translation>Laden Sie neu, sobald das schreibende Programm fertig ist.</translation>
    </message>
    <message>
        <source>File ends in the middle of a record</source>
        <translation>Datei endet mitten in einem Eintrag</translation>
    </message>
    <message>
        <source>The writer was stopped or the copy is incomplete; copy the file again.</source>
        <translation>Der Schreiber wurde angehalten oder die Kopie ist unvollständig; kopieren Sie die Datei noch einmal.</translation>
    </message>
    <message>
        <source>Compressed file is damaged</source>
        <translation>Gepackte Datei ist beschädigt</translation>
    </message>
    <message>
        <source>Copy the file again; what could be unpacked is shown.</source>
        <translation>Kopieren Sie die Datei noch einmal; gezeigt wird, was sich entpacken ließ.</translation>
    </message>
    <message>
        <source>Compressed file is sound, but not unpacked to its end</source>
        <translation>Gepackte Datei ist heil, wird aber nicht bis zum Ende entpackt</translation>
    </message>
    <message>
        <source>Unpack it yourself, and open what comes out: gzip -d, or zstd -d --long=31.</source>
        <translation>Entpacken Sie sie selbst, und öffnen Sie, was herauskommt: gzip -d oder zstd -d --long=31.</translation>
    </message>
    <message>
        <source>Marks without a duration are not shown</source>
        <translation>Marken ohne Dauer werden nicht gezeigt</translation>
    </message>
    <message>
        <source>They lie on no thread that is drawn, or outside of what was recorded; everything else is shown.</source>
        <translation>Sie liegen auf keinem gezeichneten Thread oder außerhalb der Aufzeichnung; alles andere wird gezeigt.</translation>
    </message>
    <message>
        <source>Line is longer than any this format has</source>
        <translation>Zeile ist länger als jede dieses Formats</translation>
    </message>
    <message>
        <source>The line was skipped; check the file for binary data.</source>
        <translation>Die Zeile wurde übersprungen; prüfen Sie die Datei auf Binärdaten.</translation>
    </message>
    <message>
        <source>File is too large for its format</source>
        <translation>Datei ist zu groß für ihr Format</translation>
    </message>
    <message>
        <source>a line of more than {} bytes was skipped</source>
        <translation>eine Zeile von mehr als {} Bytes wurde übersprungen</translation>
    </message>
    <message>
        <source>Open a part of it.</source>
        <translation>Öffnen Sie einen Teil davon.</translation>
    </message>
    <message>
        <source>Record cannot be read</source>
        <translation>Eintrag lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>The unreadable part was left out; see the given offset.</source>
        <translation>Der unlesbare Teil wurde ausgelassen; sehen Sie an der genannten Stelle nach.</translation>
    </message>
    <message>
        <source>The record was left out; see the given offset.</source>
        <translation>Der Eintrag wurde ausgelassen; sehen Sie an der genannten Stelle nach.</translation>
    </message>
    <message>
        <source>Value is not a usable number</source>
        <translation>Wert ist keine brauchbare Zahl</translation>
    </message>
    <message>
        <source>The value was left out or treated as unknown.</source>
        <translation>Der Wert wurde ausgelassen oder gilt als unbekannt.</translation>
    </message>
    <message>
        <source>no time stamp: placed after its predecessor</source>
        <translation>kein Zeitstempel: hinter den Vorgänger gesetzt</translation>
    </message>
    <message>
        <source>the sub-operations of {} of rank {} break off; what was read is kept</source>
        <translation>die Teiloperationen von {} auf Rank {} brechen ab; was gelesen wurde, bleibt</translation>
    </message>
    <message>
        <source>Time cannot be read</source>
        <translation>Zeit lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>Duration is negative</source>
        <translation>Dauer ist negativ</translation>
    </message>
    <message>
        <source>{}: {} of {} ranks have nothing in it</source>
        <translation>{}: {} von {} Ranks haben nichts darin</translation>
    </message>
    <message>
        <source>It was treated as zero; check the clock of the machine that wrote the file.</source>
        <translation>Sie gilt als null; prüfen Sie die Uhr der Maschine, die die Datei schrieb.</translation>
    </message>
    <message>
        <source>the list of events does not close</source>
        <translation>die Liste der Ereignisse schließt nicht</translation>
    </message>
    <message>
        <source>Time does not fit 64 bits of nanoseconds</source>
        <translation>Zeit passt nicht in 64 Bit Nanosekunden</translation>
    </message>
    <message>
        <source>The record was left out; check its unit.</source>
        <translation>Der Eintrag wurde ausgelassen; prüfen Sie seine Einheit.</translation>
    </message>
    <message>
        <source>Operation has no time stamp</source>
        <translation>Operation hat keinen Zeitstempel</translation>
    </message>
    <message>
        <source>It is shown after its predecessor and not counted as measured.</source>
        <translation>Sie steht hinter ihrem Vorgänger und zählt nicht als gemessen.</translation>
    </message>
    <message>
        <source>Spans overlap on one lane</source>
        <translation>Spans überlappen auf einer Spur</translation>
    </message>
    <message>
        <source>They are shown on an extra row; figures may count this time twice.</source>
        <translation>Sie stehen in einer eigenen Zeile; Zahlen können diese Zeit doppelt zählen.</translation>
    </message>
    <message>
        <source>A rank occurs twice in one run</source>
        <translation>Ein Rank kommt in einem Lauf zweimal vor</translation>
    </message>
    <message>
        <source>The files were treated as separate runs; move one recording to another folder to be sure.</source>
        <translation>Die Dateien gelten als getrennte Läufe; legen Sie eine Aufzeichnung in einen anderen Ordner, um sicherzugehen.</translation>
    </message>
    <message>
        <source>Ranks of this run are missing</source>
        <translation>Ranks dieses Laufs fehlen</translation>
    </message>
    <message>
        <source>No message connects {} with {}: its ranks are drawn from their own start</source>
        <translation>Keine Nachricht verbindet {} mit {}: Seine Ranks sind ab ihrem eigenen Beginn gezeichnet</translation>
    </message>
    <message>
        <source>Waiting for the missing ranks has no visible cause; add their files to the folder.</source>
        <translation>Warten auf die fehlenden Ranks hat keine sichtbare Ursache; legen Sie ihre Dateien in den Ordner.</translation>
    </message>
    <message>
        <source>The folder holds several runs</source>
        <translation>Der Ordner enthält mehrere Läufe</translation>
    </message>
    <message>
        <source>Choose the run in the toolbar.</source>
        <translation>Wählen Sie den Lauf in der Werkzeugleiste.</translation>
    </message>
    <message>
        <source>Host clocks cannot be compared</source>
        <translation>Die Uhren der Hosts sind nicht vergleichbar</translation>
    </message>
    <message>
        <source>Put the files of each host into a folder of its own (node0, node1): what they send each other aligns them.</source>
        <translation>Legen Sie die Dateien jedes Hosts in einen eigenen Ordner (node0, node1): Was sie einander senden, richtet sie aus.</translation>
    </message>
    <message>
        <source>Host clocks differ and were aligned</source>
        <translation>Die Uhren der Hosts gehen verschieden und wurden abgeglichen</translation>
    </message>
    <message>
        <source>Offsets come from matched messages; times on different hosts are accurate to the stated residual.</source>
        <translation>Die Versätze stammen aus zugeordneten Nachrichten; Zeiten auf verschiedenen Hosts stimmen bis auf den genannten Restfehler.</translation>
    </message>
    <message>
        <source>The file declares another number of rows than it has</source>
        <translation>Die Datei gibt eine andere Zeilenzahl an, als sie hat</translation>
    </message>
    <message>
        <source>The rows present are shown; the writer may have been stopped.</source>
        <translation>Gezeigt werden die vorhandenen Zeilen; vielleicht wurde der Schreiber angehalten.</translation>
    </message>
    <message>
        <source>Header cannot be read completely</source>
        <translation>Kopf lässt sich nicht ganz lesen</translation>
    </message>
    <message>
        <source>What it does not state is treated as unknown.</source>
        <translation>Was er nicht angibt, gilt als unbekannt.</translation>
    </message>
    <message>
        <source>A column is missing</source>
        <translation>Eine Spalte fehlt</translation>
    </message>
    <message>
        <source>{}: files of one name and time hold the same rank; {} runs were made of them</source>
        <translation>{}: Dateien eines Namens und einer Zeit enthalten denselben Rank; daraus wurden {} Läufe</translation>
    </message>
    <message>
        <source>Its values are treated as zero.</source>
        <translation>Ihre Werte gelten als null.</translation>
    </message>
    <message>
        <source>Several ranks wrote into the same lines</source>
        <translation>Mehrere Ranks schrieben in dieselben Zeilen</translation>
    </message>
    <message>
        <source>The records were separated again; nothing needs to be done.</source>
        <translation>Die Einträge wurden wieder getrennt; es ist nichts zu tun.</translation>
    </message>
    <message>
        <source>A block of records is incomplete</source>
        <translation>Ein Block von Einträgen ist unvollständig</translation>
    </message>
    <message>
        <source>message {} from rank {} to rank {}: {} bytes sent, {} received</source>
        <translation>Nachricht {} von Rank {} an Rank {}: {} Bytes gesendet, {} empfangen</translation>
    </message>
    <message>
        <source>The records present are shown; others were lost between the writers.</source>
        <translation>Gezeigt werden die vorhandenen Einträge; andere gingen zwischen den Schreibern verloren.</translation>
    </message>
    <message>
        <source>The same records occur more than once</source>
        <translation>Dieselben Einträge kommen mehrmals vor</translation>
    </message>
    <message>
        <source>They are counted once.</source>
        <translation>Sie zählen einmal.</translation>
    </message>
    <message>
        <source>Text is not in an encoding that can be read</source>
        <translation>Text hat eine Kodierung, die sich nicht lesen lässt</translation>
    </message>
    <message>
        <source>Convert the file to UTF-8: iconv -f UTF-16 -t UTF-8.</source>
        <translation>Wandeln Sie die Datei in UTF-8 um: iconv -f UTF-16 -t UTF-8.</translation>
    </message>
    <message>
        <source>Brackets do not match</source>
        <translation>Klammern passen nicht zusammen</translation>
    </message>
    <message>
        <source>The record was read as far as it makes sense.</source>
        <translation>Der Eintrag wurde gelesen, soweit er Sinn ergibt.</translation>
    </message>
    <message>
        <source>Nesting is deeper than in any real record</source>
        <translation>Verschachtelung ist tiefer als in jedem echten Eintrag</translation>
    </message>
    <message>
        <source>What lies deeper is shown beside its parents.</source>
        <translation>Was tiefer liegt, steht neben dem Übergeordneten.</translation>
    </message>
    <message>
        <source>Unknown kind of communication</source>
        <translation>Unbekannte Art von Kommunikation</translation>
    </message>
    <message>
        <source>It is shown as other communication; its cost is not modelled.</source>
        <translation>Sie wird als sonstige Kommunikation gezeigt; ihre Kosten werden nicht modelliert.</translation>
    </message>
    <message>
        <source>the table is UTF-16 text: save it as UTF-8</source>
        <translation>die Tabelle ist UTF-16-Text: als UTF-8 speichern</translation>
    </message>
    <message>
        <source>Messages or collectives have no counterpart</source>
        <translation>Nachrichten oder Kollektive haben kein Gegenstück</translation>
    </message>
    <message>
        <source>Their waiting has no visible cause; a rank&apos;s file may be missing.</source>
        <translation>Ihr Warten hat keine sichtbare Ursache; vielleicht fehlt die Datei eines Ranks.</translation>
    </message>
    <message>
        <source>Durations are placeholders, not measurements</source>
        <translation>Dauern sind Platzhalter, keine Messungen</translation>
    </message>
    <message>
        <source>{}: {} of {} ranks were recorded; they stand for the others</source>
        <translation>{}: {} von {} Ranks wurden aufgezeichnet; sie stehen für die anderen</translation>
    </message>
    <message>
        <source>They are marked and excluded from averages.</source>
        <translation>Sie sind markiert und zählen in Mittelwerten nicht mit.</translation>
    </message>
    <message>
        <source>{} runs, told apart by the time stamps in their names: {}</source>
        <translation>{} Läufe, nach den Zeitstempeln in ihren Namen unterschieden: {}</translation>
    </message>
    <message>
        <source>Folder cannot be read</source>
        <translation>Ordner lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>Check that you may read it.</source>
        <translation>Prüfen Sie, ob Sie ihn lesen dürfen.</translation>
    </message>
    <message>
        <source>A folder links back to one above it</source>
        <translation>Ein Ordner verweist auf einen über ihm</translation>
    </message>
    <message>
        <source>It was read once.</source>
        <translation>Er wurde einmal gelesen.</translation>
    </message>
    <message>
        <source>{}: &quot;{}&quot;</source>
        <translation>{}: „{}“</translation>
    </message>
    <message>
        <source>The folder holds more files than can be opened at once</source>
        <translation>Der Ordner enthält mehr Dateien, als sich auf einmal öffnen lassen</translation>
    </message>
    <message>
        <source>Open a subfolder of it.</source>
        <translation>Öffnen Sie einen Unterordner.</translation>
    </message>
    <message>
        <source>Recognised, but has to be converted first</source>
        <translation>Erkannt, muss aber erst umgewandelt werden</translation>
    </message>
    <message>
        <source>Do as it says, or export it to a format that the manual lists.</source>
        <translation>Exportieren Sie sie in ein Format, das im Handbuch steht.</translation>
    </message>
    <message>
        <source>Loading was cancelled</source>
        <translation>Laden wurde abgebrochen</translation>
    </message>
    <message>
        <source>Reload to read the rest.</source>
        <translation>Laden Sie neu, um den Rest zu lesen.</translation>
    </message>
    <message>
        <source>The files take more memory than they may</source>
        <translation>Die Dateien brauchen mehr Speicher, als sie dürfen</translation>
    </message>
    <message>
        <source>Give them more with --memory; of a timeline, --range opens a part.</source>
        <translation>Geben Sie ihnen mit --memory mehr; von einer Zeitachse öffnet --range einen Teil.</translation>
    </message>
    <message>
        <source>Not enough memory for this file</source>
        <translation>Nicht genug Speicher für diese Datei</translation>
    </message>
    <message>
        <source>The trace does not state its rank</source>
        <translation>Der Trace nennt seinen Rank nicht</translation>
    </message>
    <message>
        <source>If the assumed rank is wrong, name the file by its rank (rank3.json).</source>
        <translation>Ist der angenommene Rank falsch, benennen Sie die Datei nach ihrem Rank (rank3.json).</translation>
    </message>
    <message>
        <source>more counters than can be drawn: {} samples of the later ones are left out</source>
        <translation>mehr Zähler, als sich zeichnen lassen: {} Werte der späteren sind weggelassen</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>modelled</source>
        <translation>modelliert</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>vorwärts</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>rückwärts</translation>
    </message>
    <message>
        <source>weight gradient</source>
        <translation>Gewichtsgradient</translation>
    </message>
    <message>
        <source>other compute</source>
        <translation>sonstiges Rechnen</translation>
    </message>
    <message>
        <source>tensor-parallel communication</source>
        <translation>tensorparallele Kommunikation</translation>
    </message>
    <message>
        <source>pipeline communication</source>
        <translation>Pipeline-Kommunikation</translation>
    </message>
    <message>
        <source>data-parallel communication</source>
        <translation>datenparallele Kommunikation</translation>
    </message>
    <message>
        <source>expert-parallel communication</source>
        <translation>expertenparallele Kommunikation</translation>
    </message>
    <message>
        <source>expert gradient communication</source>
        <translation>Gradientenkommunikation der Experten</translation>
    </message>
    <message>
        <source>embedding gradient communication</source>
        <translation>Gradientenkommunikation des Embeddings</translation>
    </message>
    <message>
        <source>context-parallel communication</source>
        <translation>kontextparallele Kommunikation</translation>
    </message>
    <message>
        <source>the second line is not a number of rows: &quot;{}&quot;</source>
        <translation>die zweite Zeile ist keine Zeilenzahl: „{}“</translation>
    </message>
    <message>
        <source>other communication</source>
        <translation>sonstige Kommunikation</translation>
    </message>
    <message>
        <source>memory copy</source>
        <translation>Speicherkopie</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>Blase</translation>
    </message>
    <message>
        <source>no node: &quot;{}&quot;</source>
        <translation>kein Knoten: „{}“</translation>
    </message>
    <message>
        <source>other</source>
        <translation>Sonstiges</translation>
    </message>
    <message>
        <source>a row of {} cells, the header names {}: &quot;{}&quot;</source>
        <translation>eine Zeile von {} Zellen, der Kopf nennt {}: „{}“</translation>
    </message>
    <message>
        <source>it must lie between {} and {}</source>
        <translation>sie muss zwischen {} und {} liegen</translation>
    </message>
    <message>
        <source>get batch</source>
        <translation>Batch holen</translation>
    </message>
    <message>
        <source>send forward</source>
        <translation>vorwärts senden</translation>
    </message>
    <message>
        <source>receive forward</source>
        <translation>vorwärts empfangen</translation>
    </message>
    <message>
        <source>send backward</source>
        <translation>rückwärts senden</translation>
    </message>
    <message>
        <source>receive backward</source>
        <translation>rückwärts empfangen</translation>
    </message>
    <message>
        <source>all-reduce</source>
        <translation>All-Reduce</translation>
    </message>
    <message>
        <source>all-gather</source>
        <translation>All-Gather</translation>
    </message>
    <message>
        <source>an E event without its B</source>
        <translation>ein E-Ereignis ohne sein B</translation>
    </message>
    <message>
        <source>reduce-scatter</source>
        <translation>Reduce-Scatter</translation>
    </message>
    <message>
        <source>all-to-all</source>
        <translation>All-to-All</translation>
    </message>
    <message>
        <source>broadcast</source>
        <translation>Broadcast</translation>
    </message>
    <message>
        <source>reduce</source>
        <translation>Reduce</translation>
    </message>
    <message>
        <source>optimizer step</source>
        <translation>Optimizer-Schritt</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Schedule</translation>
    </message>
    <message>
        <source>duration and time stamp are 0: placed after its predecessor</source>
        <translation>Dauer und Zeitstempel sind 0: hinter den Vorgänger gesetzt</translation>
    </message>
    <message>
        <source>Order of the microbatches on the stages: gpipe, 1f1b, interleaved, zb-h1, …</source>
        <translation>Reihenfolge der Microbatches auf den Stages: gpipe, 1f1b, interleaved, zb-h1, …</translation>
    </message>
    <message>
        <source>In-flight limit</source>
        <translation>Grenze in Arbeit</translation>
    </message>
    <message>
        <source>Limit of the automatic zero-bubble schedule: microbatches between forward and backward on one rank.</source>
        <translation>Grenze des automatischen Zero-Bubble-Schedules: Microbatches zwischen vorwärts und rückwärts auf einem Rank.</translation>
    </message>
    <message>
        <source>Microbatches</source>
        <translation>Microbatches</translation>
    </message>
    <message>
        <source>no column bw_latency</source>
        <translation>keine Spalte bw_latency</translation>
    </message>
    <message>
        <source>the loss of step {}</source>
        <translation>der Loss von Schritt {}</translation>
    </message>
    <message>
        <source>Per step and replica, each of unchanged size.</source>
        <translation>Je Schritt und Replikat, jeder von gleicher Größe wie bisher.</translation>
    </message>
    <message>
        <source>Microbatch size</source>
        <translation>Microbatch-Größe</translation>
    </message>
    <message>
        <source>Pipeline stages</source>
        <translation>Pipeline-Stages</translation>
    </message>
    <message>
        <source>Pipeline ranks; the number of GPUs stays the same.</source>
        <translation>Pipeline-Ranks; die Anzahl der GPUs bleibt.</translation>
    </message>
    <message>
        <source>Chunks</source>
        <translation>Chunks</translation>
    </message>
    <message>
        <source>Pieces of the model per pipeline rank.</source>
        <translation>Stücke des Modells je Pipeline-Rank.</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>Tensorparallel</translation>
    </message>
    <message>
        <source>GPUs that share each layer; the total number of GPUs stays the same.</source>
        <translation>GPUs, die sich jeden Layer teilen; die Gesamtzahl der GPUs bleibt.</translation>
    </message>
    <message>
        <source>Data parallel</source>
        <translation>Datenparallel</translation>
    </message>
    <message>
        <source>Replicas of the model; number of GPUs and global batch stay the same.</source>
        <translation>Replikate des Modells; Anzahl der GPUs und globaler Batch bleiben.</translation>
    </message>
    <message>
        <source>Expert parallel</source>
        <translation>Expertenparallel</translation>
    </message>
    <message>
        <source>GPUs that share the experts of each layer.</source>
        <translation>GPUs, die sich die Experten jedes Layers teilen.</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>the step time</source>
        <translation>die Schrittzeit</translation>
    </message>
    <message>
        <source>Transformer layers of the whole model (n_layer).</source>
        <translation>Transformer-Layer des ganzen Modells (n_layer).</translation>
    </message>
    <message>
        <source>Layers per stage</source>
        <translation>Layer je Stage</translation>
    </message>
    <message>
        <source>Transformer layers of each stage of the model, such as 9,9,9,5.</source>
        <translation>Transformer-Layer jeder Stage des Modells, etwa 9,9,9,5.</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>Hardware</translation>
    </message>
    <message>
        <source>Name of a preset: GPU and links of the machine that is asked about.</source>
        <translation>Name einer Vorgabe: GPU und Verbindungen der Maschine, nach der gefragt wird.</translation>
    </message>
    <message>
        <source>Measured on</source>
        <translation>Gemessen auf</translation>
    </message>
    <message>
        <source>Name of a preset: the machine that the input&apos;s times come from.</source>
        <translation>Name einer Vorgabe: die Maschine, von der die Zeiten der Eingabe stammen.</translation>
    </message>
    <message>
        <source>NVLink bandwidth</source>
        <translation>NVLink-Bandbreite</translation>
    </message>
    <message>
        <source>Inside a node, one-way per GPU, with a unit: 370.8GB/s.</source>
        <translation>Im Knoten, eine Richtung je GPU, mit Einheit: 370.8GB/s.</translation>
    </message>
    <message>
        <source>NIC bandwidth</source>
        <translation>NIC-Bandbreite</translation>
    </message>
    <message>
        <source>an epoch line cannot be read</source>
        <translation>eine Epochenzeile lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>Across nodes, one-way per GPU, with a unit: 400Gb/s or 48.5GB/s.</source>
        <translation>Zwischen Knoten, eine Richtung je GPU, mit Einheit: 400Gb/s oder 48.5GB/s.</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>Per step of a communication algorithm, inside and across nodes, in µs.</source>
        <translation>Je Schritt eines Kommunikationsalgorithmus, im Knoten und zwischen Knoten, in µs.</translation>
    </message>
    <message>
        <source>automatic, ring, tree (double binary), nvls (in-switch), or curve (measured: nccl-tests log, or such GPUs).</source>
        <translation>automatisch, ring, tree (doppelter Binärbaum), nvls (im Switch) oder curve (gemessen: nccl-tests-Protokoll oder solche GPUs).</translation>
    </message>
    <message>
        <source>Compute scale</source>
        <translation>Rechenfaktor</translation>
    </message>
    <message>
        <source>Factor on all compute times; 0.5 is twice as fast.</source>
        <translation>Faktor auf alle Rechenzeiten; 0.5 ist doppelt so schnell.</translation>
    </message>
    <message>
        <source>One link</source>
        <translation>Eine Verbindung</translation>
    </message>
    <message>
        <source>Factor on the messages between two stages, both ways: 1-2=0.25,2-3=2</source>
        <translation>Faktor auf die Nachrichten zwischen zwei Stages, in beide Richtungen: 1-2=0.25,2-3=2</translation>
    </message>
    <message>
        <source>Comm. scale</source>
        <translation>Komm.-Faktor</translation>
    </message>
    <message>
        <source>Factor on the transfers of collectives and messages, not on waiting for their members; 0.5 is twice as fast.</source>
        <translation>Faktor auf die Übertragungen von Kollektiven und Nachrichten, nicht auf das Warten auf ihre Mitglieder; 0.5 ist doppelt so schnell.</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>Überlappung</translation>
    </message>
    <message>
        <source>Gradient communication beside the backward pass: on or off.</source>
        <translation>Gradientenkommunikation neben dem Rückwärtsdurchgang: an oder aus.</translation>
    </message>
    <message>
        <source>Overlap slowdown</source>
        <translation>Überlapp-Verlust</translation>
    </message>
    <message>
        <source>Compute that overlaps communication takes 1 + this times as long; 0.3 is 30 % longer.</source>
        <translation>Rechnen neben Kommunikation dauert (1 + dieser Wert)-mal so lange; 0.3 heißt 30 % länger.</translation>
    </message>
    <message>
        <source>Stragglers</source>
        <translation>Nachzügler</translation>
    </message>
    <message>
        <source>Factor on the compute time of a rank or stage: rank:3=1.3,stage:2=1.1</source>
        <translation>Faktor auf die Rechenzeit eines Ranks oder einer Stage: rank:3=1.3,stage:2=1.1</translation>
    </message>
    <message>
        <source>Blocking sends</source>
        <translation>Senden blockiert</translation>
    </message>
    <message>
        <source>A send blocks until its receiver is ready (Megatron): on or off.</source>
        <translation>Ein Senden blockiert, bis sein Empfänger bereit ist (Megatron): an oder aus.</translation>
    </message>
    <message>
        <source>Host gaps</source>
        <translation>Host-Lücken</translation>
    </message>
    <message>
        <source>Factor on the host time between operations; 0 removes it.</source>
        <translation>Faktor auf die Hostzeit zwischen Operationen; 0 entfernt sie.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>always: also the measured order comes from the model, to see what it does not explain.</source>
        <translation>always: Auch die gemessene Reihenfolge kommt aus dem Modell; zeigt, was es nicht erklärt.</translation>
    </message>
    <message>
        <source>Backward ratio</source>
        <translation>Rückwärtsfaktor</translation>
    </message>
    <message>
        <source>Backward time over forward time, where the backward time is unknown.</source>
        <translation>Rückwärts- zu Vorwärtszeit, wo rückwärts nicht bekannt ist.</translation>
    </message>
    <message>
        <source>Step rule</source>
        <translation>Schrittregel</translation>
    </message>
    <message>
        <source>How a workload becomes a step: event-driven or simai-analytical.</source>
        <translation>Wie aus einem Workload ein Schritt wird: event-driven oder simai-analytical.</translation>
    </message>
    <message>
        <source>GPUs per server</source>
        <translation>GPUs je Server</translation>
    </message>
    <message>
        <source>SimAI-Analytical: GPUs in each server.</source>
        <translation>SimAI-Analytical: GPUs in jedem Server.</translation>
    </message>
    <message>
        <source>NICs per server</source>
        <translation>NICs je Server</translation>
    </message>
    <message>
        <source>SimAI-Analytical: network cards in each server.</source>
        <translation>SimAI-Analytical: Netzkarten in jedem Server.</translation>
    </message>
    <message>
        <source>NVLink GiB/s</source>
        <translation>NVLink GiB/s</translation>
    </message>
    <message>
        <source>SimAI-Analytical: NVLink bus bandwidth in GiB/s.</source>
        <translation>SimAI-Analytical: NVLink-Busbandbreite in GiB/s.</translation>
    </message>
    <message>
        <source>NIC GiB/s</source>
        <translation>NIC GiB/s</translation>
    </message>
    <message>
        <source>{}: {} of {} ranks are missing: {}</source>
        <translation>{}: {} von {} Ranks fehlen: {}</translation>
    </message>
    <message>
        <source>no event</source>
        <translation>kein Ereignis</translation>
    </message>
    <message>
        <source>SimAI-Analytical: bandwidth of one network card in GiB/s.</source>
        <translation>SimAI-Analytical: Bandbreite einer Netzkarte in GiB/s.</translation>
    </message>
    <message>
        <source>numbers, ranges and lists of them; rank&gt;7 compares</source>
        <translation>Zahlen, Bereiche und Listen davon; rank&gt;7 vergleicht</translation>
    </message>
    <message>
        <source>categories: forward, backward, weight, optimizer, tp, pp, dp, expert, expert_dp, embedding, cp, memcpy, host, waiting, bubble</source>
        <translation>Kategorien: forward, backward, weight, optimizer, tp, pp, dp, expert, expert_dp, embedding, cp, memcpy, host, waiting, bubble</translation>
    </message>
    <message>
        <source>part of a name, or all of it; the same for detail and lane</source>
        <translation>Teil eines Namens oder der ganze; ebenso für detail und lane</translation>
    </message>
    <message>
        <source>durations and begins, in ns, us, ms or s</source>
        <translation>Dauern und Anfänge, in ns, us, ms oder s</translation>
    </message>
    <message>
        <source>microbatches {}</source>
        <translation>Microbatches {}</translation>
    </message>
    <message>
        <source>size of the message</source>
        <translation>Größe der Nachricht</translation>
    </message>
    <message>
        <source>in names and details</source>
        <translation>in Namen und Einzelheiten</translation>
    </message>
    <message>
        <source>the shape is a list of lists; size of the message unknown</source>
        <translation>die Form ist eine Liste von Listen; Größe der Nachricht unbekannt</translation>
    </message>
    <message>
        <source>{} of {} collectives match none of the other ranks</source>
        <translation>{} von {} Kollektiven passen zu keinem anderen Rank</translation>
    </message>
    <message>
        <source>{} of {} collectives matches none of the other ranks</source>
        <translation>{} von {} Kollektiven passt zu keinem anderen Rank</translation>
    </message>
    <message>
        <source>; control dependencies form a cycle with the data dependencies and are left out</source>
        <translation>; Steuerabhängigkeiten bilden mit den Datenabhängigkeiten einen Kreis und sind weggelassen</translation>
    </message>
    <message>
        <source>ms/batch of batch {}</source>
        <translation>ms/batch von Batch {}</translation>
    </message>
    <message>
        <source>a leading minus negates a term</source>
        <translation>ein Minus davor verneint einen Ausdruck</translation>
    </message>
    <message>
        <source>rank trace (Echo / Megatron tracer)</source>
        <translation>Rank-Trace (Echo / Megatron-Tracer)</translation>
    </message>
    <message>
        <source>scheduling plan (stage:N:operation)</source>
        <translation>Scheduling-Plan (stage:N:operation)</translation>
    </message>
    <message>
        <source>pipeline plan (torchtitan csv)</source>
        <translation>Pipeline-Plan (torchtitan-CSV)</translation>
    </message>
    <message>
        <source>profiler trace (PyTorch / Chrome JSON)</source>
        <translation>Profiler-Trace (PyTorch / Chrome-JSON)</translation>
    </message>
    <message>
        <source>execution trace (Chakra JSON)</source>
        <translation>Execution-Trace (Chakra-JSON)</translation>
    </message>
    <message>
        <source>layer table (work items)</source>
        <translation>Layertabelle (Work Items)</translation>
    </message>
    <message>
        <source>layer table (NeuSight prediction)</source>
        <translation>Layertabelle (NeuSight-Vorhersage)</translation>
    </message>
    <message>
        <source>layer table (SimAI result)</source>
        <translation>Layertabelle (SimAI-Ergebnis)</translation>
    </message>
    <message>
        <source>model configuration or totals beside a layer table</source>
        <translation>Modellkonfiguration oder Summen neben einer Layertabelle</translation>
    </message>
    <message>
        <source>workload (SimAI, AICB, ASTRA-sim v1)</source>
        <translation>Workload (SimAI, AICB, ASTRA-sim v1)</translation>
    </message>
    <message>
        <source>bandwidth curve (nccl-tests)</source>
        <translation>Bandbreitenkurve (nccl-tests)</translation>
    </message>
    <message>
        <source>none: on the critical path</source>
        <translation>keiner: auf dem kritischen Pfad</translation>
    </message>
    <message>
        <source>bubble: %1</source>
        <translation>Blase: %1</translation>
    </message>
    <message>
        <source>waiting: %1</source>
        <translation>Warten: %1</translation>
    </message>
    <message>
        <source>idle: %1</source>
        <translation>Untätig: %1</translation>
    </message>
    <message>
        <source>starts at</source>
        <translation>beginnt bei</translation>
    </message>
    <message>
        <source>waits in</source>
        <translation>wartet in</translation>
    </message>
    <message>
        <source>neither totals nor a model configuration could be read from this JSON</source>
        <translation>weder Summen noch eine Modellkonfiguration ließen sich aus diesem JSON lesen</translation>
    </message>
    <message>
        <source>in words</source>
        <translation>in Worten</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>Dorthin gehen</translation>
    </message>
    <message>
        <source>Bubble: %1</source>
        <translation>Blase: %1</translation>
    </message>
    <message>
        <source>Waiting: %1</source>
        <translation>Warten: %1</translation>
    </message>
    <message>
        <source>Idle: %1</source>
        <translation>Untätig: %1</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>{} is {} ms</source>
        <translation>{} ist {} ms</translation>
    </message>
    <message>
        <source>warmup</source>
        <translation>Anlauf</translation>
    </message>
    <message>
        <source>cooldown</source>
        <translation>Auslauf</translation>
    </message>
    <message>
        <source>stage blocks after the first {} are left out</source>
        <translation>Stage-Blöcke nach den ersten {} sind weggelassen</translation>
    </message>
    <message>
        <source>steady</source>
        <translation>eingeschwungen</translation>
    </message>
    <message>
        <source>Warmup is before the rank&apos;s first backward pass, cooldown after its last forward pass</source>
        <translation>Anlauf ist vor dem ersten Rückwärtsdurchgang des Ranks, Auslauf nach seinem letzten Vorwärtsdurchgang</translation>
    </message>
    <message>
        <source>waits for</source>
        <translation>wartet auf</translation>
    </message>
    <message>
        <source>At the end of the chain of waits: the rank that nobody held up</source>
        <translation>Am Ende der Kette des Wartens: der Rank, den niemand aufhielt</translation>
    </message>
    <message>
        <source>At the end of the chain of waits: messages, no rank</source>
        <translation>Am Ende der Kette des Wartens: Nachrichten, kein Rank</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>the folder is one of those it lies in</source>
        <translation>der Ordner ist einer von denen, in denen er liegt</translation>
    </message>
    <message>
        <source>pipeline fill</source>
        <translation>Füllen der Pipeline</translation>
    </message>
    <message>
        <source>pipeline drain</source>
        <translation>Leerlaufen der Pipeline</translation>
    </message>
    <message>
        <source>slow neighbour</source>
        <translation>langsamer Nachbar</translation>
    </message>
    <message>
        <source>straggling rank</source>
        <translation>Nachzügler</translation>
    </message>
    <message>
        <source>link</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Waits %1 in steady state: no rank works longer, but messages take that long.</source>
        <translation>Wartet %1 im vollen Betrieb: Kein Rank rechnet länger, aber Nachrichten dauern so lange.</translation>
    </message>
    <message>
        <source>%1, held up by messages between stages %2 and %3</source>
        <translation>%1 (aufgehalten durch Nachrichten zwischen den Stages %2 und %3)</translation>
    </message>
    <message>
        <source>embedding group</source>
        <translation>Embedding-Gruppe</translation>
    </message>
    <message>
        <source>gradient synchronization</source>
        <translation>Gradientensynchronisierung</translation>
    </message>
    <message>
        <source>optimizer synchronization</source>
        <translation>Optimizer-Synchronisierung</translation>
    </message>
    <message>
        <source>the row is too long and was skipped</source>
        <translation>die Zeile ist zu lang und wurde übersprungen</translation>
    </message>
    <message>
        <source>the line does not start like a record</source>
        <translation>die Zeile beginnt nicht wie ein Eintrag</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>Waits %1 for the pipeline to fill: %2 still works on the first microbatches.</source>
        <translation>Wartet %1, bis die Pipeline gefüllt ist: %2 arbeitet noch an den ersten Microbatches.</translation>
    </message>
    <message>
        <source>Waits %1 for the pipeline to fill: the first microbatch is not here yet.</source>
        <translation>Wartet %1, bis die Pipeline gefüllt ist: Der erste Microbatch ist noch nicht da.</translation>
    </message>
    <message>
        <source>Waits %1 while the pipeline drains: %2 still works on the last microbatches.</source>
        <translation>Wartet %1, während die Pipeline leerläuft: %2 arbeitet noch an den letzten Microbatches.</translation>
    </message>
    <message>
        <source>Idle for %1 while the pipeline drains: its last microbatch is done.</source>
        <translation>%1 untätig, während die Pipeline leerläuft: Der letzte Microbatch ist fertig.</translation>
    </message>
    <message>
        <source>Waits %1 in steady state: %2 takes longer than this stage.</source>
        <translation>Wartet %1 im eingeschwungenen Zustand: %2 braucht länger als diese Stage.</translation>
    </message>
    <message>
        <source>Waits %1 for %2, which comes later than its peers.</source>
        <translation>Wartet %1 auf %2, der später kommt als seinesgleichen.</translation>
    </message>
    <message>
        <source>Waits %1 to sum up the embedding&apos;s gradients: of first and last stage, %2 comes last.</source>
        <translation>Wartet %1, um die Gradienten des Embeddings zu summieren: von erster und letzter Stage kommt %2 zuletzt.</translation>
    </message>
    <message>
        <source>Waits %1 to sum up gradients: of the data-parallel group, %2 comes last.</source>
        <translation>Wartet %1, um Gradienten zu summieren: von der datenparallelen Gruppe kommt %2 zuletzt.</translation>
    </message>
    <message>
        <source>Waits %1 inside the optimizer for the gradient norm: %2 comes last.</source>
        <translation>Wartet %1 im Optimizer auf die Gradientennorm: %2 kommt zuletzt.</translation>
    </message>
    <message>
        <source>Waits %1 for input: %2 still fetches a batch.</source>
        <translation>Wartet %1 auf Eingabe: %2 holt noch einen Batch.</translation>
    </message>
    <message>
        <source>Waits %1 for input: the next thing it does is to fetch a batch.</source>
        <translation>Wartet %1 auf Eingabe: Als Nächstes holt er einen Batch.</translation>
    </message>
    <message>
        <source>Idle for %1: the host launched nothing.</source>
        <translation>%1 untätig: Der Host hat nichts gestartet.</translation>
    </message>
    <message>
        <source>Waits %1; whom it waits for is not in the trace, or its clock cannot be compared.</source>
        <translation>Wartet %1; auf wen, steht nicht im Trace, oder dessen Uhr ist nicht vergleichbar.</translation>
    </message>
    <message>
        <source>%1, which waits for %2</source>
        <translation>%1 (wartet auf %2)</translation>
    </message>
    <message>
        <source>Its own partner is %1.</source>
        <translation>Der eigene Partner ist %1.</translation>
    </message>
    <message>
        <source>It ends as %1 begins.</source>
        <translation>Es endet, wenn %1 beginnt.</translation>
    </message>
    <message>
        <source>The session is damaged at byte %1; what stands before it was read.</source>
        <translation>Die Sitzung ist bei Byte %1 beschädigt; was davor steht, wurde gelesen.</translation>
    </message>
    <message>
        <source>The session was written by a newer version; what this one does not know was left out.</source>
        <translation>Die Sitzung stammt von einer neueren Version; was diese nicht kennt, wurde ausgelassen.</translation>
    </message>
    <message>
        <source>1 note cannot be read.</source>
        <translation>1 Notiz lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>%1 notes cannot be read.</source>
        <translation>%1 Notizen lassen sich nicht lesen.</translation>
    </message>
    <message>
        <source>The session does not say what was open; its notes go to what is open now.</source>
        <translation>Die Sitzung sagt nicht, was geöffnet war; ihre Notizen gehen an das, was jetzt geöffnet ist.</translation>
    </message>
    <message>
        <source>no number</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 Hinweis</translation>
    </message>
    <message>
        <source>%1 notes</source>
        <translation>%1 Hinweise</translation>
    </message>
    <message>
        <source>does not exist</source>
        <translation>gibt es nicht</translation>
    </message>
    <message>
        <source>%1 more similar</source>
        <translation>%1 weitere ähnliche</translation>
    </message>
    <message>
        <source>fewer lanes</source>
        <translation>weniger Spuren</translation>
    </message>
    <message>
        <source>%1 more lanes</source>
        <translation>%1 weitere Spuren</translation>
    </message>
    <message>
        <source>Critical path, %1</source>
        <translation>Kritischer Pfad, %1</translation>
    </message>
    <message>
        <source>Critical path of %1, %2</source>
        <translation>Kritischer Pfad von %1, %2</translation>
    </message>
    <message>
        <source>%1 in %2 places: shortening each by 1 ms shortens the step by %2 ms, until another path becomes critical</source>
        <translation>%1 an %2 Stellen: Jede um 1 ms kürzer macht den Schritt um %2 ms kürzer, bis ein anderer Pfad kritisch wird</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is {}</source>
        <translation>„{}“ ist {}</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>the line is too long for a record and was skipped</source>
        <translation>die Zeile ist zu lang für einen Eintrag und wurde übersprungen</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>{} times on rank {}, {} times on rank {}</source>
        <translation>{}-mal auf Rank {}, {}-mal auf Rank {}</translation>
    </message>
    <message>
        <source>Kernels and copies that it launched itself</source>
        <translation>Kernels und Kopien, die er selbst gestartet hat</translation>
    </message>
    <message>
        <source>Records that begin in the range</source>
        <translation>Aufzeichnungen, die im Bereich beginnen</translation>
    </message>
    <message>
        <source>Total without what was recorded inside</source>
        <translation>Summe ohne das, was darin aufgezeichnet wurde</translation>
    </message>
    <message>
        <source>Half are not longer</source>
        <translation>Die Hälfte ist nicht länger</translation>
    </message>
    <message>
        <source>99 of 100 are not longer</source>
        <translation>99 von 100 sind nicht länger</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Of the time of all operators, each without what is inside</source>
        <translation>Von der Zeit aller Operatoren, jeder ohne das, was in ihm liegt</translation>
    </message>
    <message>
        <source>Of the time of all kernels and copies</source>
        <translation>Von der Zeit aller Kernels und Kopien</translation>
    </message>
    <message>
        <source>GPU total</source>
        <translation>GPU gesamt</translation>
    </message>
    <message>
        <source>GPU total (ms)</source>
        <translation>GPU gesamt (ms)</translation>
    </message>
    <message>
        <source>Kernels and copies that were launched inside</source>
        <translation>Kernels und Kopien, die darin gestartet wurden</translation>
    </message>
    <message>
        <source>GPU self</source>
        <translation>GPU selbst</translation>
    </message>
    <message>
        <source>GPU self (ms)</source>
        <translation>GPU selbst (ms)</translation>
    </message>
    <message>
        <source>Ranks disagree about a communication</source>
        <translation>Ranks sind sich über eine Kommunikation uneins</translation>
    </message>
    <message>
        <source>They are not matched; check what both ranks call there, and whether the files belong to one run.</source>
        <translation>Sie werden nicht gepaart; sehen Sie nach, was beide Ranks dort aufrufen, oder ob die Dateien von einem Lauf sind.</translation>
    </message>
    <message>
        <source>Only a part of the run was opened</source>
        <translation>Nur ein Teil des Laufs wurde geöffnet</translation>
    </message>
    <message>
        <source>the last node breaks off; what precedes it is kept</source>
        <translation>der letzte Knoten bricht ab; was davor steht, bleibt</translation>
    </message>
    <message>
        <source>Figures are of that part, or of all ranks where an index knows them; open it without --range, an index with more --memory, to see all.</source>
        <translation>Die Zahlen gelten für diesen Teil, oder für alle Ranks, wo ein Index sie kennt; ohne --range geöffnet, ein Index mit mehr --memory, ist alles zu sehen.</translation>
    </message>
    <message>
        <source>Pipeline GiB/s</source>
        <translation>Pipeline GiB/s</translation>
    </message>
    <message>
        <source>SimAI-Analytical: bus bandwidth between stages in GiB/s; without it their messages are not counted.</source>
        <translation>SimAI-Analytical: Busbandbreite zwischen Stages in GiB/s; ohne sie zählen ihre Nachrichten nicht.</translation>
    </message>
    <message>
        <source>execution trace (Chakra .et)</source>
        <translation>Execution-Trace (Chakra .et)</translation>
    </message>
    <message>
        <source>%1 more rows are left out.</source>
        <translation>%1 weitere Zeilen sind weggelassen.</translation>
    </message>
    <message>
        <source>%1 of the step</source>
        <translation>%1 des Schritts</translation>
    </message>
    <message>
        <source>Try:</source>
        <translation>Versuchen:</translation>
    </message>
    <message>
        <source>Modelled step: %1</source>
        <translation>Modellierter Schritt: %1</translation>
    </message>
    <message>
        <source>No knob was moved.</source>
        <translation>Kein Regler wurde bewegt.</translation>
    </message>
    <message>
        <source>What was assumed:</source>
        <translation>Was angenommen wurde:</translation>
    </message>
    <message>
        <source>Training run</source>
        <translation>Trainingslauf</translation>
    </message>
    <message>
        <source>only the first {} files were looked at</source>
        <translation>nur die ersten {} Dateien wurden angesehen</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Stages</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>Simuliert</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>a file system of the kernel, which holds no runs</source>
        <translation>ein Dateisystem des Kernels, in dem keine Läufe liegen</translation>
    </message>
    <message>
        <source>folders are nested deeper than {}</source>
        <translation>Ordner sind tiefer als {} verschachtelt</translation>
    </message>
    <message>
        <source>Where the time of each rank goes</source>
        <translation>Wohin die Zeit jedes Ranks geht</translation>
    </message>
    <message>
        <source>What the import found wrong</source>
        <translation>Was der Import beanstandet</translation>
    </message>
    <message>
        <source>Modelled, not measured: this input has no timeline of its own; what was assumed stands in the What if panel.</source>
        <translation>Modelliert, nicht gemessen: Diese Eingabe hat keine eigene Zeitachse; was angenommen wurde, steht unter „Was wäre, wenn“.</translation>
    </message>
    <message>
        <source>Modelled: the step as the cost model has it with the knobs of the Simulate pane.</source>
        <translation>Modelliert: der Schritt, wie ihn das Kostenmodell mit den Reglern der Simulation ergibt.</translation>
    </message>
    <message>
        <source>A plan: order only, no times. Widths mean nothing.</source>
        <translation>Ein Plan: nur die Reihenfolge, keine Zeiten. Breiten bedeuten nichts.</translation>
    </message>
    <message>
        <source>Ranks were recorded one after another on one GPU: each is drawn from its own start, nothing on two ranks is simultaneous.</source>
        <translation>Die Ranks wurden nacheinander auf einer GPU aufgezeichnet: Jeder ist ab seinem eigenen Beginn gezeichnet, nichts auf zwei Ranks ist gleichzeitig.</translation>
    </message>
    <message>
        <source>No message links the clock of rank %1 to the others: drawn from its own start.</source>
        <translation>Keine Nachricht verbindet die Uhr von Rank %1 mit den anderen: ab dem eigenen Beginn gezeichnet.</translation>
    </message>
    <message>
        <source>A few spans reach far beyond the others (the whole run covers %1): the view fits the dense part, %2.</source>
        <translation>Einige Spans reichen weit über die anderen hinaus (der ganze Lauf umfasst %1): Die Ansicht zeigt den dichten Teil, %2.</translation>
    </message>
    <message>
        <source>Only the lane “%1” of every rank is shown.</source>
        <translation>Nur die Spur „%1“ jedes Ranks wird gezeigt.</translation>
    </message>
    <message>
        <source>Only %1 is shown.</source>
        <translation>Nur %1 wird gezeigt.</translation>
    </message>
    <message>
        <source>Only ranks that spend their time differently from most of their stage are shown: %1 of %2.</source>
        <translation>Nur Ranks, die ihre Zeit anders verbringen als die meisten ihrer Stage, werden gezeigt: %1 von %2.</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>Embedding</translation>
    </message>
    <message>
        <source>short … long</source>
        <translation>kurz … lang</translation>
    </message>
    <message>
        <source>a colour for each name</source>
        <translation>eine Farbe je Name</translation>
    </message>
    <message>
        <source>many in one pixel</source>
        <translation>viele in einem Pixel</translation>
    </message>
    <message>
        <source>It synchronizes the ranks of a model: from its own start until the last of them had started</source>
        <translation>Synchronisiert die Ranks eines Modells: vom eigenen Beginn, bis der letzte von ihnen begonnen hatte</translation>
    </message>
    <message>
        <source>work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>other operations</source>
        <translation>andere Operationen</translation>
    </message>
    <message>
        <source>operations with less time on the path</source>
        <translation>Operationen mit weniger Zeit auf dem Pfad</translation>
    </message>
    <message>
        <source>gaps</source>
        <translation>Lücken</translation>
    </message>
    <message>
        <source>gaps beside compute</source>
        <translation>Lücken neben Rechnung</translation>
    </message>
    <message>
        <source>the GPU computes, and no record tells what the next operation waits for</source>
        <translation>die GPU rechnet, und kein Eintrag sagt, worauf die nächste Operation wartet</translation>
    </message>
    <message>
        <source>gaps between operations that no record explains</source>
        <translation>Lücken zwischen Operationen, die kein Eintrag erklärt</translation>
    </message>
    <message>
        <source>Open fewer files at once, or a part of the run with --range.</source>
        <translation>Öffnen Sie weniger Dateien auf einmal oder mit --range einen Teil des Laufs.</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>Kollektive</translation>
    </message>
    <message>
        <source>The link between stages {} and {} is slow</source>
        <translation>Die Verbindung zwischen Stage {} und {} ist langsam</translation>
    </message>
    <message>
        <source>a 400 Gb/s network does {}</source>
        <translation>ein Netz mit 400 Gb/s schafft {}</translation>
    </message>
    <message>
        <source>the other links between hosts do {}</source>
        <translation>die anderen Verbindungen zwischen Hosts schaffen {}</translation>
    </message>
    <message>
        <source>the other links do {}</source>
        <translation>die anderen Verbindungen schaffen {}</translation>
    </message>
    <message>
        <source>Messages between stages {} and {} move at {} and take {} times as long as they should: {}.</source>
        <translation>Nachrichten zwischen Stage {} und {} laufen mit {} und brauchen {}-mal so lange, wie sie sollten: {}.</translation>
    </message>
    <message>
        <source>EP {}</source>
        <translation>EP {}</translation>
    </message>
    <message>
        <source> The times are recorded to {}: the factor may be off by {}.</source>
        <translation> Die Zeiten sind auf {} aufgezeichnet: Der Faktor kann um {} daneben liegen.</translation>
    </message>
    <message>
        <source>stage {} of step {} on rank {} has {} of {} layers</source>
        <translation>Stage {} von Schritt {} auf Rank {} hat {} von {} Layern</translation>
    </message>
    <message>
        <source>Transfer is what is left of a send and its receive once both are there; time per byte, mean of the fastest of {} messages, against {}. {} with these transfers divided by {}.</source>
        <translation>Übertragung ist, was von Senden und Empfangen übrig bleibt, sobald beide da sind; Zeit je Byte, Mittel der schnellsten von {} Nachrichten, gegen {}. {}, mit diesen Übertragungen geteilt durch {}.</translation>
    </message>
    <message>
        <source>the median of the other links of its kind</source>
        <translation>den Median der anderen Verbindungen ihrer Art</translation>
    </message>
    <message>
        <source>further layer records are left out</source>
        <translation>weitere Layer-Einträge sind weggelassen</translation>
    </message>
    <message>
        <source>Check the network cards, cables and switch ports between these hosts, and that GPUs use the card next to them.</source>
        <translation>Netzwerkkarten, Kabel und Ports der Switches zwischen diesen Hosts prüfen, und ob die GPUs die Karte neben sich benutzen.</translation>
    </message>
    <message>
        <source>Check that these GPUs talk over NVLink and not over PCIe or the host&apos;s memory.</source>
        <translation>Prüfen, ob diese GPUs über NVLink sprechen und nicht über PCIe oder den Speicher des Hosts.</translation>
    </message>
    <message>
        <source>the shape&apos;s bracket does not close</source>
        <translation>die Klammer der Form schließt nicht</translation>
    </message>
    <message>
        <source>Rank {} gets too many tokens</source>
        <translation>Rank {} bekommt zu viele Tokens</translation>
    </message>
    <message>
        <source>The experts of rank {} are given {} tokens where the mean is {}, {} times as many; the ranks of its expert group wait for it.</source>
        <translation>Die Experten von Rank {} bekommen {} Tokens, im Mittel sind es {}: {}-mal so viele; die Ranks seiner Expertengruppe warten auf ihn.</translation>
    </message>
    <message>
        <source>{} of rank {} was read before, to the last character: counted once</source>
        <translation>{} von Rank {} wurde schon gelesen, gleich bis zum letzten Zeichen: einmal gezählt</translation>
    </message>
    <message>
        <source>{} is {}, treated as 0</source>
        <translation>{} ist {}, gilt als 0</translation>
    </message>
    <message>
        <source>Raise the weight of the router&apos;s load-balancing loss, or lower the capacity factor.</source>
        <translation>Das Gewicht des Lastausgleichs im Router erhöhen oder den Kapazitätsfaktor senken.</translation>
    </message>
    <message>
        <source>Tokens from the shapes of the all-to-all exchanges: what comes back from the experts of a rank is what it was given.</source>
        <translation>Tokens aus den Formen der All-to-All-Austausche: Was von den Experten eines Ranks zurückkommt, wurde ihm gegeben.</translation>
    </message>
    <message>
        <source>{} The cost is the part of its compute between the exchanges ({}) that it would not have with the mean.</source>
        <translation>{} Die Kosten sind der Teil seiner Rechenzeit zwischen den Austauschen ({}), den er beim Mittel nicht hätte.</translation>
    </message>
    <message>
        <source>the file is not a JSON object with a list of nodes</source>
        <translation>die Datei ist kein JSON-Objekt mit einer Liste von Knoten</translation>
    </message>
    <message>
        <source>{} {} with the compute between the exchanges at the mean of the group, and the exchanges divided by {}.</source>
        <translation>{} {}, mit der Rechenzeit zwischen den Austauschen auf dem Mittel der Gruppe und den Austauschen geteilt durch {}.</translation>
    </message>
    <message>
        <source>the record ends before it is complete</source>
        <translation>der Eintrag endet, bevor er vollständig ist</translation>
    </message>
    <message>
        <source>the object of the trace does not close</source>
        <translation>das Objekt des Trace schließt nicht</translation>
    </message>
    <message>
        <source>{} is slow</source>
        <translation>{} ist langsam</translation>
    </message>
    <message>
        <source>{} are slow</source>
        <translation>{} sind langsam</translation>
    </message>
    <message>
        <source>Rank {} of stage {} computes {} times as long as the other stages for the same microbatch; they wait for it.</source>
        <translation>Rank {} der Stage {} rechnet {}-mal so lange wie die anderen Stages am selben Microbatch; sie warten darauf.</translation>
    </message>
    <message>
        <source>Rank {} of stage {} computes {} times as long as its peers for the same microbatch; the others wait for it.</source>
        <translation>Rank {} der Stage {} rechnet {}-mal so lange wie seinesgleichen am selben Microbatch; die anderen warten darauf.</translation>
    </message>
    <message>
        <source> No other rank holds stage {}: more work in it would look the same.</source>
        <translation> Kein anderer Rank hält Stage {}: Mehr Arbeit darin sähe genauso aus.</translation>
    </message>
    <message>
        <source>more records than this program can hold; the file is left out</source>
        <translation>mehr Einträge, als dieses Programm halten kann; die Datei ist weggelassen</translation>
    </message>
    <message>
        <source> The next is rank {} with {}.</source>
        <translation> Der nächste ist Rank {} mit {}.</translation>
    </message>
    <message>
        <source>Compute of forward and backward without the communication inside it, {}; the factor is the median of {}. {} with the compute of {} divided by that factor.</source>
        <translation>Rechenzeit vorwärts und rückwärts ohne die Kommunikation darin, {}; der Faktor ist der Median von {}. {}, mit der Rechenzeit von {} geteilt durch diesen Faktor.</translation>
    </message>
    <message>
        <source>against the median of the other stages</source>
        <translation>gegen den Median der anderen Stages</translation>
    </message>
    <message>
        <source>each microbatch against the median of the ranks of the same stage</source>
        <translation>jeder Microbatch gegen den Median der Ranks derselben Stage</translation>
    </message>
    <message>
        <source>this rank</source>
        <translation>diesem Rank</translation>
    </message>
    <message>
        <source>these ranks</source>
        <translation>diesen Ranks</translation>
    </message>
    <message>
        <source>Look at that GPU: clocks and throttling, other processes on it, its host&apos;s memory and PCIe; or leave it out of the job.</source>
        <translation>Diese GPU ansehen: Takt und Drosselung, andere Prozesse darauf, Speicher und PCIe ihres Hosts; oder sie aus dem Job nehmen.</translation>
    </message>
    <message>
        <source>Stage {} has more work than the others</source>
        <translation>Stage {} hat mehr zu tun als die anderen</translation>
    </message>
    <message>
        <source>, or rank {} is slow</source>
        <translation>, oder Rank {} ist langsam</translation>
    </message>
    <message>
        <source>Stage {} computes {} for a microbatch, {} times the median of the other stages ({}); they wait for it.</source>
        <translation>Stage {} rechnet {} an einem Microbatch, {}-mal den Median der anderen Stages ({}); sie warten darauf.</translation>
    </message>
    <message>
        <source> Rank {} holds it alone: without a peer, more work and a slower GPU look the same.</source>
        <translation> Rank {} hält sie allein: Ohne Vergleich sehen mehr Arbeit und eine langsamere GPU gleich aus.</translation>
    </message>
    <message>
        <source>{} of {} bytes on rank {}</source>
        <translation>{} von {} Bytes auf Rank {}</translation>
    </message>
    <message>
        <source>neither a file nor a folder</source>
        <translation>weder Datei noch Ordner</translation>
    </message>
    <message>
        <source>The last stage also holds the output layer (lm_head) and the loss: give it fewer layers, or split the vocabulary over more ranks.</source>
        <translation>Die letzte Stage hält auch den Ausgabelayer (lm_head) und den Loss: ihr weniger Layer geben oder das Vokabular auf mehr Ranks verteilen.</translation>
    </message>
    <message>
        <source>Move layers from this stage to the others.</source>
        <translation>Layer von dieser Stage auf die anderen verschieben.</translation>
    </message>
    <message>
        <source>Moving its work to other stages would not shorten the step, in which few microbatches pass all stages one after another: more of them, or less work, would.</source>
        <translation>Seine Arbeit auf andere Stages zu verschieben würde den Schritt nicht verkürzen, in dem wenige Microbatches alle Stages nacheinander durchlaufen: mehr Microbatches oder weniger Arbeit täten es.</translation>
    </message>
    <message>
        <source> If its work is not larger, check the GPU.</source>
        <translation> Hat sie nicht mehr Arbeit, die GPU prüfen.</translation>
    </message>
    <message>
        <source>Microbatch {} computes {} times as long as the others on the same rank{}.</source>
        <translation>Microbatch {} rechnet {}-mal so lange wie die anderen auf demselben Rank{}.</translation>
    </message>
    <message>
        <source>; the first one pays for what is set up or cached</source>
        <translation>; der erste bezahlt für das, was eingerichtet oder zwischengespeichert wird</translation>
    </message>
    <message>
        <source>Compute of a microbatch against the median microbatch of the same rank, median over ranks and steps. {} with it divided by that factor.</source>
        <translation>Rechenzeit eines Microbatches gegen den Median der Microbatches desselben Ranks, Median über Ranks und Schritte. {}, mit ihm geteilt durch diesen Faktor.</translation>
    </message>
    <message>
        <source>Warm up kernels, allocator and communicators before the first step; check what the first microbatch allocates.</source>
        <translation>Kernel, Allokator und Kommunikatoren vor dem ersten Schritt aufwärmen; prüfen, was der erste Microbatch anlegt.</translation>
    </message>
    <message>
        <source>Look at the input of this microbatch: longer sequences take longer.</source>
        <translation>Die Eingabe dieses Microbatches ansehen: Längere Sequenzen dauern länger.</translation>
    </message>
    <message>
        <source>The step was re-timed from its own records</source>
        <translation>Der Schritt wurde aus seinen eigenen Aufzeichnungen neu gerechnet</translation>
    </message>
    <message>
        <source>The cost is the mean over all ranks.</source>
        <translation>Die Kosten sind das Mittel über alle Ranks.</translation>
    </message>
    <message>
        <source>{} microbatch</source>
        <translation>{} Microbatch</translation>
    </message>
    <message>
        <source>{} microbatches</source>
        <translation>{} Microbatches</translation>
    </message>
    <message>
        <source>Rank {}</source>
        <translation>Rank {}</translation>
    </message>
    <message>
        <source>Ranks {}</source>
        <translation>Ranks {}</translation>
    </message>
    <message>
        <source>Microbatch {}</source>
        <translation>Microbatch {}</translation>
    </message>
    <message>
        <source>Microbatches {}</source>
        <translation>Microbatches {}</translation>
    </message>
    <message>
        <source>Step {}</source>
        <translation>Schritt {}</translation>
    </message>
    <message>
        <source>Steps {}</source>
        <translation>Schritte {}</translation>
    </message>
    <message>
        <source>more than {} bytes, the most that is read of this format</source>
        <translation>mehr als {} Bytes, das meiste, was von diesem Format gelesen wird</translation>
    </message>
    <message>
        <source>GPUs per node {}</source>
        <translation>GPUs je Knoten {}</translation>
    </message>
    <message>
        <source> and {} more</source>
        <translation> und {} weitere</translation>
    </message>
    <message>
        <source>Nothing stands out: {}.</source>
        <translation>Nichts sticht heraus: {}.</translation>
    </message>
    <message>
        <source>only a part of the step was read, and ranks, stages and microbatches are compared in whole steps</source>
        <translation>nur ein Teil des Schritts wurde gelesen, und Ranks, Stages und Microbatches werden in ganzen Schritten verglichen</translation>
    </message>
    <message>
        <source>Within the range that was read, no step is whole.</source>
        <translation>Im Bereich, der gelesen wurde, ist kein Schritt ganz.</translation>
    </message>
    <message>
        <source>Ranks, stages and microbatches are compared only in whole steps: give a --range that holds one, or leave it out.</source>
        <translation>Ranks, Stages und Microbatches werden nur in ganzen Schritten verglichen: Nennen Sie mit --range einen Bereich, der einen enthält, oder lassen Sie es weg.</translation>
    </message>
    <message>
        <source>--range takes a part of a timeline: logs, workloads and layer tables have none.</source>
        <translation>--range nimmt einen Teil einer Zeitachse: Logs, Workloads und Layertabellen haben keine.</translation>
    </message>
    <message>
        <source>Leave --range out, or open the traces of the run.</source>
        <translation>Lassen Sie --range weg, oder öffnen Sie die Traces des Laufs.</translation>
    </message>
    <message>
        <source>Rank {} computes {} times as long as its peers for the same microbatch; the others wait for it.</source>
        <translation>Rank {} rechnet {}-mal so lange wie seinesgleichen am selben Microbatch; die anderen warten darauf.</translation>
    </message>
    <message>
        <source>{}: {} of the recording, {}.</source>
        <translation>{}: {} der Aufzeichnung, {}.</translation>
    </message>
    <message>
        <source>{}: {} of a step, {}.</source>
        <translation>{}: {} eines Schritts, {}.</translation>
    </message>
    <message>
        <source>{}: {}.</source>
        <translation>{}: {}.</translation>
    </message>
    <message>
        <source>Fetching batches takes time</source>
        <translation>Batches zu holen dauert</translation>
    </message>
    <message>
        <source>get_batch takes {} per rank and step, the longest {}.</source>
        <translation>get_batch dauert {} je Rank und Schritt, das längste {}.</translation>
    </message>
    <message>
        <source>Sum of all get_batch records over ranks and steps. {}</source>
        <translation>Summe aller get_batch-Einträge über Ranks und Schritte. {}</translation>
    </message>
    <message>
        <source>More loader workers, prefetching to the GPU, pinned memory.</source>
        <translation>Mehr Loader-Prozesse, Vorausladen auf die GPU, gepinnter Speicher.</translation>
    </message>
    <message>
        <source>The host leaves gaps</source>
        <translation>Der Host lässt Lücken</translation>
    </message>
    <message>
        <source>Between operations {} per rank pass without anything recorded, in gaps below {}.</source>
        <translation>Zwischen Operationen vergehen {} je Rank, ohne dass etwas aufgezeichnet ist, in Lücken unter {}.</translation>
    </message>
    <message>
        <source>Gaps between the records of a rank up to 1 ms. {}</source>
        <translation>Lücken bis 1 ms zwischen den Einträgen eines Ranks. {}</translation>
    </message>
    <message>
        <source>CUDA graphs, fewer and larger kernels, less logging and fewer synchronizations between them.</source>
        <translation>CUDA-Graphen, weniger und größere Kernel, weniger Protokoll und weniger Synchronisierungen dazwischen.</translation>
    </message>
    <message>
        <source>{} of {} steps take more than {} times the median; step {} takes {}.</source>
        <translation>{} von {} Schritten dauern mehr als {}-mal den Median; Schritt {} dauert {}.</translation>
    </message>
    <message>
        <source>{} of {} steps takes more than {} times the median; step {} takes {}.</source>
        <translation>{} von {} Schritten dauert mehr als {}-mal den Median; Schritt {} dauert {}.</translation>
    </message>
    <message>
        <source>Look for checkpoints, evaluation, garbage collection or other users at those times.</source>
        <translation>Nach Checkpoints, Evaluation, Speicherbereinigung oder anderen Nutzern zu diesen Zeiten suchen.</translation>
    </message>
    <message>
        <source>the first line does not name the columns of a prediction</source>
        <translation>die erste Zeile nennt die Spalten einer Vorhersage nicht</translation>
    </message>
    <message>
        <source>Watch temperatures and clocks; look for memory that fragments or leaks.</source>
        <translation>Temperaturen und Takte beobachten; nach Speicher suchen, der zersplittert oder leckt.</translation>
    </message>
    <message>
        <source>{} is warmup</source>
        <translation>{} gehört zum Aufwärmen</translation>
    </message>
    <message>
        <source>the step time of a rank cannot be read</source>
        <translation>die Schrittzeit eines Ranks lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>{} are warmup</source>
        <translation>{} gehören zum Aufwärmen</translation>
    </message>
    <message>
        <source>They take longer than the rest and are excluded from medians.</source>
        <translation>Sie dauern länger als der Rest und zählen nicht in Medianen.</translation>
    </message>
    <message>
        <source>Leading steps of more than {} times the median.</source>
        <translation>Erste Schritte mit mehr als {}-mal dem Median.</translation>
    </message>
    <message>
        <source>no known key inside the parentheses</source>
        <translation>kein bekannter Schlüssel in den Klammern</translation>
    </message>
    <message>
        <source>Nothing to do.</source>
        <translation>Nichts zu tun.</translation>
    </message>
    <message>
        <source>{} communication was not measured</source>
        <translation>{} Kommunikation wurde nicht gemessen</translation>
    </message>
    <message>
        <source>{} communications were not measured</source>
        <translation>{} Kommunikationen wurden nicht gemessen</translation>
    </message>
    <message>
        <source>{} on rank {} would move {} in {}, that is {}: no link does that, so its time is a placeholder</source>
        <translation>{} auf Rank {} würde {} in {} bewegen, das sind {}: Das schafft keine Verbindung, also ist die Zeit ein Platzhalter</translation>
    </message>
    <message>
        <source>{} on rank {} moves {} without any time recorded</source>
        <translation>{} auf Rank {} bewegt {}, ohne dass eine Zeit aufgezeichnet ist</translation>
    </message>
    <message>
        <source>; {} such records are excluded from averages.</source>
        <translation>; {} solche Einträge zählen nicht in Mittelwerten.</translation>
    </message>
    <message>
        <source>; it is excluded from averages.</source>
        <translation>; er zählt nicht in Mittelwerten.</translation>
    </message>
    <message>
        <source>Bytes over recorded time, more than {}; or {} and more in no time.</source>
        <translation>Bytes durch aufgezeichnete Zeit, mehr als {}; oder {} und mehr ohne Zeit.</translation>
    </message>
    <message>
        <source>Take the cost of this communication from the simulation, or record the job on all its ranks.</source>
        <translation>Die Kosten dieser Kommunikation aus der Simulation nehmen oder den Job auf allen seinen Ranks aufzeichnen.</translation>
    </message>
    <message>
        <source>Mean rank of the modelled step, computed for {}; assumptions and the formula of every transfer are listed in What if.</source>
        <translation>Mittlerer Rank des modellierten Schritts, gerechnet für {}; was angenommen wurde und die Formel jeder Übertragung stehen unter „Was wäre, wenn“.</translation>
    </message>
    <message>
        <source>{} is {} of the forward pass as written</source>
        <translation>{} ist {} des Vorwärtsdurchgangs, wie er dasteht</translation>
    </message>
    <message>
        <source>{} takes {} of {} forward, {}.</source>
        <translation>{} braucht {} von {} vorwärts, {}.</translation>
    </message>
    <message>
        <source> Expanded to {} layers it is {} of {}.</source>
        <translation> Ausgefaltet auf {} Layer ist es {} von {}.</translation>
    </message>
    <message>
        <source> The table holds one layer; expanded to {} layers (an assumption; no file says how many) it is {} of {}.</source>
        <translation> Die Tabelle hält einen Layer; ausgefaltet auf {} Layer (eine Annahme; keine Datei sagt, wie viele) ist es {} von {}.</translation>
    </message>
    <message>
        <source>Forward time of the row over the sum of all rows; expanded: prologue, n_layer times the layer block, epilogue.</source>
        <translation>Vorwärtszeit der Zeile durch die Summe aller Zeilen; ausgefaltet: Prolog, n_layer-mal der Layerblock, Epilog.</translation>
    </message>
    <message>
        <source>It counts in every layer: a faster kernel for it helps most.</source>
        <translation>Es zählt in jedem Layer: Ein schnellerer Kernel dafür hilft am meisten.</translation>
    </message>
    <message>
        <source>It counts once, however deep the model; split it over more ranks, or give the stage that holds it fewer layers.</source>
        <translation>Es zählt einmal, wie tief das Modell auch ist; auf mehr Ranks verteilen oder der Stage, die es hält, weniger Layer geben.</translation>
    </message>
    <message>
        <source>Communication is exposed</source>
        <translation>Kommunikation ist unverdeckt</translation>
    </message>
    <message>
        <source>{} of communication is exposed, beside {} of compute.</source>
        <translation>{} Kommunikation sind unverdeckt, neben {} Rechenzeit.</translation>
    </message>
    <message>
        <source> The longest is that of {} ({}).</source>
        <translation> Die längste ist die von {} ({}).</translation>
    </message>
    <message>
        <source>Overlap it with compute, or faster links.</source>
        <translation>Mit Rechnen überlappen, oder schnellere Verbindungen.</translation>
    </message>
    <message>
        <source>the size of the message does not fit 64 bits</source>
        <translation>die Größe der Nachricht passt nicht in 64 Bit</translation>
    </message>
    <message>
        <source>no operator takes a third of the forward pass, and no communication is exposed</source>
        <translation>kein Operator braucht ein Drittel des Vorwärtsdurchgangs, und keine Kommunikation ist unverdeckt</translation>
    </message>
    <message>
        <source>A data-parallel {} of {}</source>
        <translation>Ein datenparalleles {} von {}</translation>
    </message>
    <message>
        <source>TP {}</source>
        <translation>TP {}</translation>
    </message>
    <message>
        <source>{}: {} of {} over {} replicas takes {}; {} of gradient synchronization is hidden by no compute.</source>
        <translation>{}: {} von {} über {} Replikate dauert {}; {} der Gradientensynchronisierung verdeckt keine Rechenzeit.</translation>
    </message>
    <message>
        <source>Overlap it with the backward pass, reduce in 16 bits, or a faster network.</source>
        <translation>Mit dem Rückwärtsdurchgang überlappen, in 16 Bit reduzieren, oder ein schnelleres Netz.</translation>
    </message>
    <message>
        <source>The pipeline fills and drains</source>
        <translation>Die Pipeline füllt und leert sich</translation>
    </message>
    <message>
        <source>step lines after the first {} are left out</source>
        <translation>Schrittzeilen nach den ersten {} sind weggelassen</translation>
    </message>
    <message>
        <source>{} stages with {} per step: a rank is idle for {} of the step and computes for {}.</source>
        <translation>{} Stages mit {} je Schritt: Ein Rank ist {} des Schritts untätig und rechnet {}.</translation>
    </message>
    <message>
        <source>More microbatches per step, interleaved stages, or a zero-bubble schedule.</source>
        <translation>Mehr Microbatches je Schritt, verschränkte Stages oder ein Zero-Bubble-Schedule.</translation>
    </message>
    <message>
        <source>the first line does not name the columns of work items</source>
        <translation>die erste Zeile nennt die Spalten von Arbeitseinheiten nicht</translation>
    </message>
    <message>
        <source>Tensor-parallel communication is exposed</source>
        <translation>Tensorparallele Kommunikation ist unverdeckt</translation>
    </message>
    <message>
        <source>Tensor-parallel communication takes {} beside {} of compute.</source>
        <translation>Tensorparallele Kommunikation dauert {} neben {} Rechenzeit.</translation>
    </message>
    <message>
        <source>Less tensor parallelism, or overlap with compute.</source>
        <translation>Weniger Tensorparallelität, oder mit Rechnen überlappen.</translation>
    </message>
    <message>
        <source>{} compute times are unknown</source>
        <translation>{} Rechenzeiten sind nicht bekannt</translation>
    </message>
    <message>
        <source>{} passes state a compute time of 1, which means unknown; they are left out.</source>
        <translation>{} Durchgänge geben eine Rechenzeit von 1 an, was unbekannt heißt; sie werden ausgelassen.</translation>
    </message>
    <message>
        <source>not a cell of a plan: &quot;{}&quot;</source>
        <translation>keine Zelle eines Plans: „{}“</translation>
    </message>
    <message>
        <source>Counted.</source>
        <translation>Gezählt.</translation>
    </message>
    <message>
        <source>Profile those layers where they should do something.</source>
        <translation>Diese Layer dort messen, wo sie etwas tun sollen.</translation>
    </message>
    <message>
        <source>no communication and no bubble takes a considerable share of the step</source>
        <translation>keine Kommunikation und keine Blase nimmt einen nennenswerten Anteil des Schritts ein</translation>
    </message>
    <message>
        <source>nothing in its step could be priced</source>
        <translation>für nichts in seinem Schritt ließ sich ein Preis bestimmen</translation>
    </message>
    <message>
        <source>DP {}</source>
        <translation>DP {}</translation>
    </message>
    <message>
        <source>{} were added to the times of {}, ± {} by {} matches</source>
        <translation>{} wurden zu den Zeiten von {} addiert, ± {} nach {} Paaren</translation>
    </message>
    <message>
        <source>{} were added to the times of {}, ± {} by {} match</source>
        <translation>{} wurden zu den Zeiten von {} addiert, ± {} nach {} Paar</translation>
    </message>
    <message>
        <source>The forward of stage {} takes {} per microbatch, {} times the median stage ({})</source>
        <translation>Der Vorwärtsdurchgang der Stage {} dauert {} je Microbatch, {}-mal die mittlere Stage ({})</translation>
    </message>
    <message>
        <source>; {} makes {} of it</source>
        <translation>; {} macht {} davon aus</translation>
    </message>
    <message>
        <source>The last stage also holds the output layer: give it fewer layers, or split the vocabulary.</source>
        <translation>Die letzte Stage hält auch den Ausgabelayer: ihr weniger Layer geben oder das Vokabular teilen.</translation>
    </message>
    <message>
        <source>{} of {} steps take more than {} times the median of {}; step {} takes {}.</source>
        <translation>{} von {} Schritten dauern mehr als {}-mal den Median von {}; Schritt {} dauert {}.</translation>
    </message>
    <message>
        <source>{} takes {} where the median of the others is {}; it is excluded from medians.</source>
        <translation>{} dauert {}, der Median der anderen ist {}; er zählt nicht in Medianen.</translation>
    </message>
    <message>
        <source>{} take up to {} where the median of the others is {}; they are excluded from medians.</source>
        <translation>{} dauern bis zu {}, der Median der anderen ist {}; sie zählen nicht in Medianen.</translation>
    </message>
    <message>
        <source>no stage and no step differs from its peers</source>
        <translation>keine Stage und kein Schritt unterscheidet sich von seinesgleichen</translation>
    </message>
    <message>
        <source> ({})</source>
        <translation> ({})</translation>
    </message>
    <message>
        <source> By the program&apos;s timer {} takes {} longer since then.</source>
        <translation> Nach dem Timer des Programms dauert {} seitdem {} länger.</translation>
    </message>
    <message>
        <source> In step {} hosts are in {} for {}, and GPUs idle for {}.</source>
        <translation> In Schritt {} sind Hosts in {}, {} lang, und GPUs {} untätig.</translation>
    </message>
    <message>
        <source> In step {} the host of rank {} is in {} for {}, and its GPU idle for {}</source>
        <translation> In Schritt {} ist der Host von Rank {} in {}, {} lang, und seine GPU {} untätig</translation>
    </message>
    <message>
        <source> The longest such pause, {}, is on rank {}.</source>
        <translation> Die längste solche Pause, {}, liegt auf Rank {}.</translation>
    </message>
    <message>
        <source> of {}{}</source>
        <translation> von {}{}</translation>
    </message>
    <message>
        <source>: hosts are in {}</source>
        <translation>: Hosts sind in {}</translation>
    </message>
    <message>
        <source>: rank {} is in {}</source>
        <translation>: Rank {} ist in {}</translation>
    </message>
    <message>
        <source>: {} takes {} more</source>
        <translation>: {} dauert {} länger</translation>
    </message>
    <message>
        <source>; the other ranks wait {} for it.</source>
        <translation>; die anderen Ranks warten {} darauf.</translation>
    </message>
    <message>
        <source>A GPU is idle for {} {} ({}) although its next kernel was launched already, before {} kernels per rank; the longest such pause, {}, is before {}.</source>
        <translation>Eine GPU ist {} {} untätig ({}), obwohl ihr nächster Kernel schon gestartet wurde, vor {} Kernels je Rank; die längste solche Pause, {}, liegt vor {}.</translation>
    </message>
    <message>
        <source>A GPU is idle for {} {} ({}) because the host has not launched the next kernel yet. Meanwhile it spends {}.</source>
        <translation>Eine GPU ist {} {} untätig ({}), weil der Host den nächsten Kernel noch nicht gestartet hat. Währenddessen verbringt er {}.</translation>
    </message>
    <message>
        <source>A GPU is idle for {} {} ({}) while its host is in {}.</source>
        <translation>Eine GPU ist {} {} untätig ({}), während ihr Host in {} ist.</translation>
    </message>
    <message>
        <source>of the step</source>
        <translation>des Schritts</translation>
    </message>
    <message>
        <source>of the recording</source>
        <translation>der Aufzeichnung</translation>
    </message>
    <message>
        <source>For {} {} ({}) a GPU has no work, and no launch of any that would follow was recorded; the longest such pause, {}, is behind the last kernel of rank {}.</source>
        <translation>{} {} ({}) hat eine GPU keine Arbeit, und kein Start von etwas, das noch folgte, ist aufgezeichnet; die längste solche Pause, {}, liegt hinter dem letzten Kernel von Rank {}.</translation>
    </message>
    <message>
        <source>Let the recording end with the work of the GPUs, or look at what hosts do after it.</source>
        <translation>Die Aufzeichnung mit der Arbeit der GPUs enden lassen oder nachsehen, was Hosts danach tun.</translation>
    </message>
    <message>
        <source>Time without a kernel or copy on any stream for which no record gives a reason. {}</source>
        <translation>Zeit ohne Kernel oder Kopie auf irgendeinem Stream, für die keine Aufzeichnung einen Grund nennt. {}</translation>
    </message>
    <message>
        <source>For {} {} ({}) a GPU has no work, and no record tells what it waits for; its longest pause, {}, is on rank {}.</source>
        <translation>{} {} ({}) hat eine GPU keine Arbeit, und keine Aufzeichnung sagt, worauf sie wartet; ihre längste Pause, {}, ist auf Rank {}.</translation>
    </message>
    <message>
        <source>{} per rank block the host for {}; meanwhile nothing is queued, and afterwards GPUs are idle for {} ({} {}).</source>
        <translation>{} je Rank halten den Host {} auf; währenddessen wird nichts eingereiht, und danach sind GPUs {} untätig ({} {}).</translation>
    </message>
    <message>
        <source> A part of it lies in a pause of {} on rank {}, which ends with {}.</source>
        <translation> Ein Teil davon liegt in einer Pause von {} auf Rank {}, die mit {} endet.</translation>
    </message>
    <message>
        <source> A part of it lies in a pause of {} on rank {}.</source>
        <translation> Ein Teil davon liegt in einer Pause von {} auf Rank {}.</translation>
    </message>
    <message>
        <source>In the mean over the ranks, step {} takes {} on GPUs and {} on their hosts.</source>
        <translation>Im Mittel über die Ranks dauert Schritt {} auf GPUs {} und auf ihren Hosts {}.</translation>
    </message>
    <message>
        <source>What GPUs did was not recorded</source>
        <translation>Was GPUs taten, ist nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>{} launches {} kernels, and none of them was recorded: where the time of its GPU goes is not known, and all figures are those of its host.</source>
        <translation>{} startet {} Kernel, und keiner davon ist aufgezeichnet: wohin die Zeit seiner GPU geht, ist nicht bekannt, und alle Zahlen sind die seines Hosts.</translation>
    </message>
    <message>
        <source>{} launch {} kernels, and none of them was recorded: where the time of their GPUs goes is not known, and all figures are those of their hosts.</source>
        <translation>{} starten {} Kernel, und keiner davon ist aufgezeichnet: wohin die Zeit ihrer GPUs geht, ist nicht bekannt, und alle Zahlen sind die ihrer Hosts.</translation>
    </message>
    <message>
        <source>Calls that launch kernels, on ranks without a single kernel.</source>
        <translation>Aufrufe, die Kernel starten, auf Ranks ohne einen einzigen Kernel.</translation>
    </message>
    <message>
        <source>Record GPUs as well (ProfilerActivity.CUDA); a file that breaks off lacks what stands last in it: write or copy it again.</source>
        <translation>GPUs mit aufzeichnen (ProfilerActivity.CUDA); einer Datei, die abbricht, fehlt, was zuletzt in ihr steht: noch einmal schreiben oder kopieren.</translation>
    </message>
    <message>
        <source>Kernels are missing from the recording</source>
        <translation>In der Aufzeichnung fehlen Kernel</translation>
    </message>
    <message>
        <source>{} of {} kernels that were launched were not recorded: GPUs are idle less than it seems, and what seems to begin late may have waited for these.</source>
        <translation>{} von {} gestarteten Kernels sind nicht aufgezeichnet: GPUs sind weniger untätig, als es scheint, und was spät zu beginnen scheint, hat vielleicht auf diese gewartet.</translation>
    </message>
    <message>
        <source>Calls that launch kernels without a kernel of theirs, before the last one that has one.</source>
        <translation>Aufrufe, die Kernel starten, ohne einen Kernel von ihnen, vor dem letzten, der einen hat.</translation>
    </message>
    <message>
        <source>Record fewer steps, or with larger buffers of the profiler.</source>
        <translation>Weniger Schritte aufzeichnen, oder mit größeren Puffern des Profilers.</translation>
    </message>
    <message>
        <source>CUDA graphs or torch.compile, larger batches, fewer and larger kernels.</source>
        <translation>CUDA-Graphen oder torch.compile, größere Batches, weniger und größere Kernels.</translation>
    </message>
    <message>
        <source>CUDA graphs, or fewer and larger kernels: each launch takes some time to reach an idle GPU.</source>
        <translation>CUDA-Graphen, oder weniger und größere Kernels: Jeder Start braucht etwas Zeit bis zu einer untätigen GPU.</translation>
    </message>
    <message>
        <source>Compute is slower beside communication</source>
        <translation>Neben Kommunikation wird langsamer gerechnet</translation>
    </message>
    <message>
        <source>Copies block the host; meanwhile nothing is queued, and afterwards GPUs are idle for {} per rank ({} {}).</source>
        <translation>Kopien halten den Host auf; währenddessen wird nichts eingereiht, und danach sind GPUs {} je Rank untätig ({} {}).</translation>
    </message>
    <message>
        <source>Every second step takes longer</source>
        <translation>Jeder zweite Schritt dauert länger</translation>
    </message>
    <message>
        <source>Falls of the step time at a regular distance; what lies above the level after them is lost.</source>
        <translation>Die Schrittzeit fällt in regelmäßigem Abstand; was über dem Niveau danach liegt, ist verloren.</translation>
    </message>
    <message>
        <source>GPUs are idle while launches reach them</source>
        <translation>GPUs sind untätig, bis Starts sie erreichen</translation>
    </message>
    <message>
        <source>GPUs wait for their input</source>
        <translation>GPUs warten auf ihre Eingabe</translation>
    </message>
    <message>
        <source>GPUs wait while Python collects garbage</source>
        <translation>GPUs warten, während Python Speicher aufräumt</translation>
    </message>
    <message>
        <source>GPUs wait while memory is allocated</source>
        <translation>GPUs warten, während Speicher angefordert wird</translation>
    </message>
    <message>
        <source>GPUs wait while modules are loaded</source>
        <translation>GPUs warten, während Module geladen werden</translation>
    </message>
    <message>
        <source>It took {} times as long as the steps around it.</source>
        <translation>Er dauerte {} mal so lang wie die Schritte um ihn herum.</translation>
    </message>
    <message>
        <source>They took up to {} times as long as the steps around them.</source>
        <translation>Sie dauerten bis zu {} mal so lang wie die Schritte um sie herum.</translation>
    </message>
    <message>
        <source>Every {} steps {} takes {}</source>
        <translation>Alle {} Schritte dauert {} {}</translation>
    </message>
    <message>
        <source>{}: {} takes {}</source>
        <translation>{}: {} dauert {}</translation>
    </message>
    <message>
        <source> By the log, {} takes {} of what they take longer.</source>
        <translation> Nach dem Log macht {} {} dessen aus, was sie länger dauern.</translation>
    </message>
    <message>
        <source>Save checkpoints more rarely, asynchronously, or to faster storage.</source>
        <translation>Checkpoints seltener, asynchron oder auf schnelleren Speicher schreiben.</translation>
    </message>
    <message>
        <source> {} of it runs on the stream that computes ({}): nothing can run beside it there.</source>
        <translation> {} davon laufen auf dem Stream, der rechnet ({}): Daneben kann dort nichts laufen.</translation>
    </message>
    <message>
        <source>Launch these collectives on a stream of their own (async_op=True, or a process group&apos;s own stream), so that compute that does not need them can run beside them.</source>
        <translation>Diese kollektiven Operationen auf einem eigenen Stream starten (async_op=True oder der eigene Stream einer Prozessgruppe), damit daneben gerechnet werden kann, was sie nicht braucht.</translation>
    </message>
    <message>
        <source>Gather the parameters of the next layer while this one computes (backward_prefetch=BACKWARD_PRE): that would hide {} of it.</source>
        <translation>Die Parameter der nächsten Schicht sammeln, während diese rechnet (backward_prefetch=BACKWARD_PRE): Das würde {} davon verdecken.</translation>
    </message>
    <message>
        <source>Gather the parameters of the next layer while this one computes (forward_prefetch=True, set_modules_to_forward_prefetch(), stage3_prefetch_bucket_size): that would hide {} of it.</source>
        <translation>Die Parameter der nächsten Schicht sammeln, während diese rechnet (forward_prefetch=True, set_modules_to_forward_prefetch(), stage3_prefetch_bucket_size): Das würde {} davon verdecken.</translation>
    </message>
    <message>
        <source>Hosts wait for their GPUs in {}</source>
        <translation>Hosts warten in {} auf ihre GPUs</translation>
    </message>
    <message>
        <source>In collectives each rank waits {} for others ({} of the step), but not always for the same: of {} in which ranks waited, they came last to (rank: number) {}.</source>
        <translation>In Kollektiven wartet jeder Rank {} auf andere ({} des Schritts), aber nicht immer auf denselben: Von {}, in denen Ranks warteten, kamen sie zuletzt zu (Rank: Zahl) {}.</translation>
    </message>
    <message>
        <source>In collectives each rank waits {} for others, {} of it for rank {}, which comes last to {} of {} collectives in which ranks waited{}.</source>
        <translation>In Kollektiven wartet jeder Rank {} auf andere, {} davon auf Rank {}, der zu {} von {} Kollektiven, in denen Ranks warteten, zuletzt kommt{}.</translation>
    </message>
    <message>
        <source>In each step another rank comes last to collectives</source>
        <translation>In jedem Schritt kommt ein anderer Rank zuletzt zu Kollektiven</translation>
    </message>
    <message>
        <source>In {} steps the step time rises from {} to {}, then it falls back.</source>
        <translation>In {} Schritten steigt die Schrittzeit von {} auf {}, dann fällt sie zurück.</translation>
    </message>
    <message>
        <source>Keep parameters gathered between the passes, or gather them in fewer, larger pieces.</source>
        <translation>Die Parameter zwischen den Durchgängen gesammelt lassen, oder sie in weniger und größeren Stücken sammeln.</translation>
    </message>
    <message>
        <source>Kernels of equal name, shape and pass that run at least half of their time beside communication, against the median of those that run without any. {}</source>
        <translation>Kernels gleichen Namens, gleicher Form und gleichen Durchgangs, die wenigstens die halbe Zeit neben Kommunikation laufen, gegen den Median derer, die ohne sie laufen. {}</translation>
    </message>
    <message>
        <source>Leave the allocator more memory, or let it grow in place (PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True).</source>
        <translation>Dem Allokator mehr Speicher lassen, oder ihn an Ort und Stelle wachsen lassen (PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True).</translation>
    </message>
    <message>
        <source>Give no memory back in the step: no torch.cuda.empty_cache(), and nothing that is taken and freed past the caching allocator.</source>
        <translation>Im Schritt keinen Speicher zurückgeben: kein torch.cuda.empty_cache() und nichts, was am Zwischenspeicher des Allokators vorbei geholt und freigegeben wird.</translation>
    </message>
    <message>
        <source>Pin memory of the host once, before the first step, and use it again.</source>
        <translation>Speicher des Hosts einmal vor dem ersten Schritt festsetzen und wieder verwenden.</translation>
    </message>
    <message>
        <source>Leave the allocator more memory, or let it grow in place (PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True): it gave memory back to get other.</source>
        <translation>Dem Allokator mehr Speicher lassen, oder ihn an Ort und Stelle wachsen lassen (PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True): Er gab Speicher zurück, um anderen zu bekommen.</translation>
    </message>
    <message>
        <source>Let communication use fewer multiprocessors (NCCL_MAX_NCHANNELS, NCCL_MAX_CTAS) or copy engines, and put it beside work that needs less memory bandwidth.</source>
        <translation>Kommunikation weniger Multiprozessoren (NCCL_MAX_NCHANNELS, NCCL_MAX_CTAS) oder Kopiereinheiten nutzen lassen, und sie neben Arbeit legen, die weniger Speicherbandbreite braucht.</translation>
    </message>
    <message>
        <source>Load them before the first step: run each shape once, or set CUDA_MODULE_LOADING=EAGER.</source>
        <translation>Sie vor dem ersten Schritt laden: jede Form einmal ausführen, oder CUDA_MODULE_LOADING=EAGER setzen.</translation>
    </message>
    <message>
        <source>Look for what grows and is cleaned up at that distance: garbage of Python, memory that fragments, a cache; or input that is sorted by length.</source>
        <translation>Nach etwas suchen, das wächst und in diesem Abstand aufgeräumt wird: Abfall von Python, Speicher, der zerfällt, ein Cache; oder Eingabe, die nach Länge sortiert ist.</translation>
    </message>
    <message>
        <source>Look for what is done in some steps only: gradient accumulation, logging, evaluation, batches of another size, hosts that take turns.</source>
        <translation>Nach etwas suchen, das nur in manchen Schritten geschieht: Gradienten ansammeln, protokollieren, auswerten, Batches anderer Größe, Hosts, die sich abwechseln.</translation>
    </message>
    <message>
        <source>No compute hides {} of {} per rank, {} {} ({} is hidden)</source>
        <translation>Keine Rechnung verdeckt {} von {} je Rank, {} {} ({} ist verdeckt)</translation>
    </message>
    <message>
        <source>Nothing is wrong with a single rank: look at how work is spread among them from layer to layer and from step to step, such as the tokens of experts or lengths of sequences.</source>
        <translation>Mit keinem einzelnen Rank stimmt etwas nicht: Ansehen, wie die Arbeit von Schicht zu Schicht und von Schritt zu Schritt verteilt ist, etwa Tokens der Experten oder Längen der Sequenzen.</translation>
    </message>
    <message>
        <source>Pauses of the GPU that begin while such a call waits, as far as they are no longer than the call, without what else the host is seen to do then. {}</source>
        <translation>Pausen der GPU, die beginnen, während ein solcher Aufruf wartet, soweit sie nicht länger sind als er, ohne das, was der Host dann sonst sichtbar tut. {}</translation>
    </message>
    <message>
        <source>Ranks come last to collectives in turn</source>
        <translation>Ranks kommen abwechselnd zuletzt zu Kollektiven</translation>
    </message>
    <message>
        <source>Ranks wait for rank {}, which waits for its input</source>
        <translation>Ranks warten auf Rank {}, der auf seine Eingabe wartet</translation>
    </message>
    <message>
        <source>Ranks wait for rank {}, whose host is in {}</source>
        <translation>Ranks warten auf Rank {}, dessen Host in {} ist</translation>
    </message>
    <message>
        <source>Record what the host does there: Python frames (with_stack=True), or ranges of your own.</source>
        <translation>Aufzeichnen, was der Host dort tut: Python-Frames (with_stack=True) oder eigene Bereiche.</translation>
    </message>
    <message>
        <source>Steps are of two kinds in turn, every {} steps</source>
        <translation>Schritte sind abwechselnd von zweierlei Art, alle {} Schritte</translation>
    </message>
    <message>
        <source>Steps are of two kinds, mixed</source>
        <translation>Schritte sind von zweierlei Art, gemischt</translation>
    </message>
    <message>
        <source>Steps become longer and fall back, every {} steps</source>
        <translation>Schritte werden länger und fallen zurück, alle {} Schritte</translation>
    </message>
    <message>
        <source>Switch it off in the step (gc.disable(), gc.freeze()) and collect at the same step on all ranks.</source>
        <translation>Es im Schritt abschalten (gc.disable(), gc.freeze()) und auf allen Ranks im selben Schritt aufräumen.</translation>
    </message>
    <message>
        <source>The host of rank {} is in {} for {}, and its GPU idle for {}; the other ranks wait {} for it in collectives. Together that is {} of the step.</source>
        <translation>Der Host von Rank {} ist in {}, {} lang, und seine GPU {} untätig; die anderen Ranks warten {} darauf in Kollektiven. Zusammen sind das {} des Schritts.</translation>
    </message>
    <message>
        <source>Time beyond the median, of a mean step.</source>
        <translation>Zeit über den Median hinaus, eines mittleren Schritts.</translation>
    </message>
    <message>
        <source>Time beyond the typical step, of a mean step.</source>
        <translation>Zeit über den typischen Schritt hinaus, eines mittleren Schritts.</translation>
    </message>
    <message>
        <source>Time without a kernel or copy on any stream, until the call that launches the next one has returned, by what the launching thread did. {}</source>
        <translation>Zeit ohne Kernel oder Kopie auf irgendeinem Stream, bis der Aufruf, der den nächsten startet, zurückgekehrt ist, nach dem, was der startende Thread tat. {}</translation>
    </message>
    <message>
        <source>Time without a kernel or copy on any stream, until the call that launches the next one has returned. {}</source>
        <translation>Zeit ohne Kernel oder Kopie auf irgendeinem Stream, bis der Aufruf, der den nächsten startet, zurückgekehrt ist. {}</translation>
    </message>
    <message>
        <source>Two levels that nearly all step times are close to; what the longer ones take beyond the shorter level is lost.</source>
        <translation>Zwei Niveaus, nahe denen fast alle Schrittzeiten liegen; was die längeren über das kürzere hinaus dauern, ist verloren.</translation>
    </message>
    <message>
        <source>{} in operators, calls and short work between launches ({} …)</source>
        <translation>{} in Operatoren, Aufrufen und kurzer Arbeit zwischen Starts ({} …)</translation>
    </message>
    <message>
        <source>{} in {}</source>
        <translation>{} in {}</translation>
    </message>
    <message>
        <source>{} in {}{} ({} of {} mostly exposed)</source>
        <translation>{} in {}{} ({} von {} überwiegend unverdeckt)</translation>
    </message>
    <message>
        <source>{} of the backward pass</source>
        <translation>{} des Rückwärtsdurchgangs</translation>
    </message>
    <message>
        <source>{} of the forward pass</source>
        <translation>{} des Vorwärtsdurchgangs</translation>
    </message>
    <message>
        <source>{} per rank and step block the host for {}; meanwhile nothing is queued, and afterwards GPUs are idle for {} ({} {}).</source>
        <translation>{} je Rank und Schritt halten den Host {} auf; währenddessen wird nichts eingereiht, und danach sind GPUs {} untätig ({} {}).</translation>
    </message>
    <message>
        <source>{} steps take about {}, the others {}.</source>
        <translation>{} Schritte dauern etwa {}, die anderen {}.</translation>
    </message>
    <message>
        <source>{} takes {} beside communication and {} alone; together {} kernels per rank lose {} of the step ({}), although they hide it.</source>
        <translation>{} dauert {} neben Kommunikation und {} allein; zusammen verlieren {} Kernels je Rank {} des Schritts ({}), obwohl sie diese verdecken.</translation>
    </message>
    <message>
        <source>{} with hosts that take no time between their launches; no more counts than the mean pause of a GPU.</source>
        <translation>{} mit Hosts, die zwischen ihren Starts keine Zeit brauchen; es zählt nicht mehr als die mittlere Pause einer GPU.</translation>
    </message>
    <message>
        <source>{} with nothing recorded</source>
        <translation>{} ohne Aufzeichnung</translation>
    </message>
    <message>
        <source>{}: {} a step on average, {} of the mean step.</source>
        <translation>{}: {} je Schritt im Mittel, {} des mittleren Schritts.</translation>
    </message>
    <message>
        <source>GPUs wait for their hosts</source>
        <translation>GPUs warten auf ihre Hosts</translation>
    </message>
    <message>
        <source>.</source>
        <translation>.</translation>
    </message>
    <message>
        <source> The longest such pause, {} on rank {}, ends with {}.</source>
        <translation> Die längste solche Pause, {} auf Rank {}, endet mit {}.</translation>
    </message>
    <message>
        <source>{} nodes depend on themselves; they are shown behind the others</source>
        <translation>{} Knoten hängen von sich selbst ab; sie sind hinter den anderen gezeigt</translation>
    </message>
    <message>
        <source>{} node depends on itself; it is shown behind the others</source>
        <translation>{} Knoten hängt von sich selbst ab; er ist hinter den anderen gezeigt</translation>
    </message>
    <message>
        <source>Copies between host and GPU take time</source>
        <translation>Kopien zwischen Host und GPU brauchen Zeit</translation>
    </message>
    <message>
        <source>{} copies{} take {} per rank, {} of it beside no kernel.</source>
        <translation>{} Kopien{} dauern {} je Rank, {} davon neben keinem Kernel.</translation>
    </message>
    <message>
        <source>{} copy{} takes {} per rank, {} of it beside no kernel.</source>
        <translation>{} Kopie{} dauert {} je Rank, {} davon neben keinem Kernel.</translation>
    </message>
    <message>
        <source>Sum over all copies and fills that stay on GPUs. {} without them.</source>
        <translation>Summe über alle Kopien und Füllungen, die auf GPUs bleiben. {}, ohne sie.</translation>
    </message>
    <message>
        <source>Sum over all copies from and to hosts. {} without them.</source>
        <translation>Summe über alle Kopien von und zu Hosts. {}, ohne sie.</translation>
    </message>
    <message>
        <source>Copies inside and between GPUs take time</source>
        <translation>Kopien in und zwischen GPUs brauchen Zeit</translation>
    </message>
    <message>
        <source>Copy less of what is there already: clone(), contiguous(), cat() and padding; let torch.compile fuse the rest into kernels.</source>
        <translation>Weniger von dem kopieren, was schon da ist: clone(), contiguous(), cat() und Auffüllen; den Rest torch.compile mit Kernels verschmelzen lassen.</translation>
    </message>
    <message>
        <source>{}: &quot;{}&quot; is no duration</source>
        <translation>{}: „{}“ ist keine Dauer</translation>
    </message>
    <message>
        <source>Most are from or to pageable memory: pin it (pin_memory=True) and copy with non_blocking=True.</source>
        <translation>Die meisten sind von oder nach auslagerbarem Speicher: ihn pinnen (pin_memory=True) und mit non_blocking=True kopieren.</translation>
    </message>
    <message>
        <source>Copy fewer and larger pieces, earlier and with non_blocking=True, beside compute.</source>
        <translation>Weniger und größere Stücke kopieren, früher und mit non_blocking=True, neben dem Rechnen.</translation>
    </message>
    <message>
        <source>Hosts wait for their GPUs</source>
        <translation>Hosts warten auf ihre GPUs</translation>
    </message>
    <message>
        <source>the profile of {} GB does not fit into the memory that is free</source>
        <translation>Das Profil von {} GB passt nicht in den freien Arbeitsspeicher</translation>
    </message>
    <message>
        <source>about {} million events need {} GB more, the files read beside it {} GB, {} GB are free: open a part of all, as with --range 0:1000 (ms from the run&apos;s start)</source>
        <translation>etwa {} Millionen Ereignisse brauchen {} GB mehr, die daneben gelesenen Dateien {} GB, {} GB sind frei: einen Teil von allem öffnen, etwa mit --range 0:1000 (ms ab Beginn des Laufs)</translation>
    </message>
    <message>
        <source>Avoid .item(), .cpu(), nonzero() and synchronous copies inside the step; read results a step later.</source>
        <translation>.item(), .cpu(), nonzero() und synchrone Kopien im Schritt vermeiden; Ergebnisse einen Schritt später lesen.</translation>
    </message>
    <message>
        <source> It takes {} longer in {}, while other kernels, {} of what it computes, take no longer than elsewhere: it has more of that work, or is slow in that alone. A factor on all of its kernels is not what would help.</source>
        <translation> Er braucht {} länger in {}, während andere Kernels, {} dessen, was er rechnet, nicht länger dauern als anderswo: Er hat mehr von dieser Arbeit oder ist nur darin langsam. Ein Faktor auf alle seine Kernels ist nicht, was helfen würde.</translation>
    </message>
    <message>
        <source>The GPU of rank {} computes {} in this step, {} times the median of all ranks ({}).</source>
        <translation>Die GPU von Rank {} rechnet {} in diesem Schritt, {}-mal den Median aller Ranks ({}).</translation>
    </message>
    <message>
        <source>Time in which a GPU computes, against the median of all. {} with the kernels of {} shorter by that factor.</source>
        <translation>Zeit, in der eine GPU rechnet, gegen den Median aller. {}, mit den Kernels von {} um diesen Faktor kürzer.</translation>
    </message>
    <message>
        <source>Look at clocks and throttling of that GPU, and at whether it gets more work than the others (longer sequences, larger shards).</source>
        <translation>Takt und Drosselung dieser GPU ansehen, und ob sie mehr Arbeit bekommt als die anderen (längere Sequenzen, größere Teile).</translation>
    </message>
    <message>
        <source>Ranks wait for rank {} in collectives</source>
        <translation>Ranks warten in Kollektiven auf Rank {}</translation>
    </message>
    <message>
        <source>In collectives each rank waits {} for others, {} of it for rank {}, which comes last to {} of {} collectives in which ranks waited.</source>
        <translation>In Kollektiven wartet jeder Rank {} auf andere, {} davon auf Rank {}, der als letzter zu {} von {} Kollektiven kommt, in denen Ranks warteten.</translation>
    </message>
    <message>
        <source> It begins this step {} after the first rank; the cause lies in the step before.</source>
        <translation> Er beginnt diesen Schritt {} nach dem ersten Rank; die Ursache liegt im Schritt davor.</translation>
    </message>
    <message>
        <source>Time from the begin of a collective&apos;s kernel until its last member begins, as far as nothing computes meanwhile, by who that was. {}</source>
        <translation>Zeit vom Beginn des Kernels eines Kollektivs, bis dessen letztes Mitglied beginnt, soweit währenddessen nichts rechnet, nach dem, wer das war. {}</translation>
    </message>
    <message>
        <source>Compare what this rank does before those collectives with another rank: more work, a slower GPU or host, or input that came late.</source>
        <translation>Vergleichen, was dieser Rank vor diesen Kollektiven tut und was ein anderer: mehr Arbeit, eine langsamere GPU oder ein langsamerer Host, oder Eingaben, die spät kamen.</translation>
    </message>
    <message>
        <source>{} only gets copies</source>
        <translation>{} bekommt nur Kopien</translation>
    </message>
    <message>
        <source>{} only get copies</source>
        <translation>{} bekommen nur Kopien</translation>
    </message>
    <message>
        <source>Nothing is computed there, and means over the ranks include that. On the others, compute is {} {}.</source>
        <translation>Dort wird nichts gerechnet, und Mittelwerte über die Ranks enthalten das. Auf den anderen macht Rechnen {} {} aus.</translation>
    </message>
    <message>
        <source>Ranks with copies, and without any kernel, against those that compute.</source>
        <translation>Ranks mit Kopien und ohne Kernel, gegen die, die rechnen.</translation>
    </message>
    <message>
        <source>Judge by the ranks that compute.</source>
        <translation>Nach den Ranks urteilen, die rechnen.</translation>
    </message>
    <message>
        <source>{} ranks that take part in collectives were not opened</source>
        <translation>{} Ranks, die an Kollektiven teilnehmen, wurden nicht geöffnet</translation>
    </message>
    <message>
        <source>Not opened, but part of collectives: {}</source>
        <translation>Nicht geöffnet, aber Teil von Kollektiven: {}</translation>
    </message>
    <message>
        <source>How much of these collectives is waiting for them is unknown: it counts as transfer.</source>
        <translation>Wie viel dieser Kollektive Warten auf sie ist, ist unbekannt: Es zählt als Übertragung.</translation>
    </message>
    <message>
        <source>The members of each collective&apos;s group, as the traces state them, against the ranks that were opened.</source>
        <translation>Die Mitglieder der Gruppe jedes Kollektivs, wie sie die Traces angeben, gegen die geöffneten Ranks.</translation>
    </message>
    <message>
        <source>Only one of {} ranks was opened</source>
        <translation>Nur einer von {} Ranks wurde geöffnet</translation>
    </message>
    <message>
        <source>Its collectives count as recorded: how much of them is waiting for other ranks is unknown.</source>
        <translation>Seine Kollektive zählen wie aufgezeichnet: Wie viel davon Warten auf andere Ranks ist, ist unbekannt.</translation>
    </message>
    <message>
        <source>about {} million events need {} GB more, {} GB are free: open a part of it, as with --range 0:1000 (ms from the run&apos;s start)</source>
        <translation>etwa {} Millionen Ereignisse brauchen {} GB mehr, {} GB sind frei: einen Teil davon öffnen, etwa mit --range 0:1000 (ms ab Beginn des Laufs)</translation>
    </message>
    <message>
        <source>World size of the trace against the ranks that were opened.</source>
        <translation>Weltgröße des Trace gegen die Ranks, die geöffnet wurden.</translation>
    </message>
    <message>
        <source>Open the traces of all ranks of the step together.</source>
        <translation>Die Traces aller Ranks des Schritts zusammen öffnen.</translation>
    </message>
    <message>
        <source>no rank, stage, link or step differs from its peers, and no communication or bubble takes a considerable share of the step</source>
        <translation>kein Rank, keine Stage, keine Verbindung und kein Schritt unterscheidet sich von seinesgleichen, und keine Kommunikation oder Blase nimmt einen nennenswerten Anteil des Schritts ein</translation>
    </message>
    <message>
        <source>While the pipeline of {} stages fills and drains, the ranks are idle for {} of the step ({} on average); a balanced 1F1B pipeline with {} loses {}.</source>
        <translation>Während sich die Pipeline aus {} Stages füllt und leert, haben die Ranks {} des Schritts nichts zu tun (im Mittel {}); eine ausgeglichene 1F1B-Pipeline mit {} verliert {}.</translation>
    </message>
    <message>
        <source>their times</source>
        <translation>ihre Zeiten</translation>
    </message>
    <message>
        <source>While the pipeline of {} stages fills and drains, the ranks are idle for {} of the step ({} on average).</source>
        <translation>Während sich die Pipeline aus {} Stages füllt und leert, haben die Ranks {} des Schritts nichts zu tun (im Mittel {}).</translation>
    </message>
    <message>
        <source>Bubbles of the pipeline before the first backward and after the last forward of each rank; all bubbles together are {} of the step. {}</source>
        <translation>Blasen der Pipeline vor dem ersten Rückwärtsdurchgang und nach dem letzten Vorwärtsdurchgang jedes Ranks; alle Blasen zusammen sind {} des Schritts. {}</translation>
    </message>
    <message>
        <source>More microbatches per step (or smaller ones), interleaved stages, or a zero-bubble schedule.</source>
        <translation>Mehr (oder kleinere) Microbatches je Schritt, verschränkte Stages oder ein Zero-Bubble-Schedule.</translation>
    </message>
    <message>
        <source>the workload ends after its header</source>
        <translation>der Workload endet nach seinem Kopf</translation>
    </message>
    <message>
        <source>a duration of {} ms is treated as 0</source>
        <translation>eine Dauer von {} ms gilt als 0</translation>
    </message>
    <message>
        <source>Ranks wait for their neighbours in steady state</source>
        <translation>Ranks warten im eingeschwungenen Zustand auf ihre Nachbarn</translation>
    </message>
    <message>
        <source>Between filling and draining, ranks wait {} on average for messages of neighbouring stages{}.</source>
        <translation>Zwischen Füllen und Leeren warten Ranks im Mittel {} auf Nachrichten benachbarter Stages{}.</translation>
    </message>
    <message>
        <source>, most of all for rank {}</source>
        <translation>, am meisten auf Rank {}</translation>
    </message>
    <message>
        <source>an event that does not end</source>
        <translation>ein Ereignis, das nicht endet</translation>
    </message>
    <message>
        <source>Waiting for messages of the pipeline after the first backward and before the last forward of each rank. {}</source>
        <translation>Warten auf Nachrichten der Pipeline nach dem ersten Rückwärtsdurchgang und vor dem letzten Vorwärtsdurchgang jedes Ranks. {}</translation>
    </message>
    <message>
        <source>Balance the stages; use asynchronous sends.</source>
        <translation>Die Stages ausgleichen; asynchron senden.</translation>
    </message>
    <message>
        <source>an event without ph: &quot;{}&quot;</source>
        <translation>ein Ereignis ohne ph: „{}“</translation>
    </message>
    <message>
        <source>{} waits up to {} {}</source>
        <translation>{} wartet bis zu {} {}</translation>
    </message>
    <message>
        <source>{} wait up to {} {}</source>
        <translation>{} warten bis zu {} {}</translation>
    </message>
    <message>
        <source>, mostly for rank {}{}</source>
        <translation>, meist auf Rank {}{}</translation>
    </message>
    <message>
        <source> of stage {}</source>
        <translation> der Stage {}</translation>
    </message>
    <message>
        <source>; {} on average over all ranks.</source>
        <translation>; im Mittel über alle Ranks {}.</translation>
    </message>
    <message>
        <source>a duration of {} µs is treated as 0</source>
        <translation>eine Dauer von {} µs gilt als 0</translation>
    </message>
    <message>
        <source>From the begin of each member&apos;s record to the begin of the last member&apos;s; then back along the waits to the rank that was working. {}</source>
        <translation>Vom Beginn des Eintrags jedes Mitglieds bis zum Beginn dessen des letzten; dann entlang des Wartens zurück zu dem, der arbeitete. {}</translation>
    </message>
    <message>
        <source> {} recorded only part of the step, and what is missing looks like waiting.</source>
        <translation> {}: nur ein Teil des Schritts ist aufgezeichnet, und was fehlt, sieht wie Warten aus.</translation>
    </message>
    <message>
        <source>{} recorded only part of the step</source>
        <translation>{}: nur ein Teil des Schritts ist aufgezeichnet</translation>
    </message>
    <message>
        <source>Rank {} has {} of the {} forward and backward passes that others of its stage recorded. What it lacks is compared with nothing, but its time looks like bubble and waiting.</source>
        <translation>Rank {} hat {} der {} Vorwärts- und Rückwärtsdurchgänge, die andere seiner Stage aufgezeichnet haben. Was ihm fehlt, wird mit nichts verglichen, aber seine Zeit sieht wie Blase und Warten aus.</translation>
    </message>
    <message>
        <source>Passes of each rank in this step against the largest number in its stage.</source>
        <translation>Durchgänge jedes Ranks in diesem Schritt gegen die größte Zahl in seiner Stage.</translation>
    </message>
    <message>
        <source>See Issues: a file that ends early is named there. Copy or record it again.</source>
        <translation>Siehe „Probleme“: Dort steht, welche Datei vorzeitig endet. Kopieren oder neu aufzeichnen.</translation>
    </message>
    <message>
        <source> Without it the step is {} shorter, and no more than that: then something else sets the pace.</source>
        <translation> Ohne sie ist der Schritt {} kürzer, und nicht mehr: Dann bestimmt etwas anderes das Tempo.</translation>
    </message>
    <message>
        <source> Nothing else was recorded than the mark of the step: what waits for it, and how much shorter the step would be without it, cannot be told.</source>
        <translation> Aufgezeichnet wurde sonst nur die Marke des Schritts: Was darauf wartet und wie viel kürzer der Schritt ohne sie wäre, lässt sich nicht sagen.</translation>
    </message>
    <message>
        <source> Without it a step that follows others would hardly be shorter: then something else sets the pace.</source>
        <translation> Ohne sie wäre ein Schritt, der auf andere folgt, kaum kürzer: Dann gibt etwas anderes den Takt vor.</translation>
    </message>
    <message>
        <source> Without it the step, re-timed from its own records, would hardly be shorter: what holds it up is elsewhere on the critical path.</source>
        <translation> Ohne sie wäre der Schritt, aus seinen eigenen Aufzeichnungen neu berechnet, kaum kürzer: Was ihn aufhält, liegt anderswo auf dem kritischen Pfad.</translation>
    </message>
    <message>
        <source>Kernels begin long after their launch</source>
        <translation>Kernels beginnen lange nach ihrem Start</translation>
    </message>
    <message>
        <source>Time without a kernel or copy on any stream, from the end of the call that launches the next one to its begin. {}</source>
        <translation>Zeit ohne Kernel oder Kopie auf irgendeinem Stream, vom Ende des Aufrufs, der den nächsten startet, bis zu dessen Beginn. {}</translation>
    </message>
    <message>
        <source>Look for events that one stream waits for on another, for other processes on the GPU, and for the profiler&apos;s own cost of each launch.</source>
        <translation>Nach Events suchen, auf die ein Stream bei einem anderen wartet, nach anderen Prozessen auf der GPU und danach, was der Profiler selbst bei jedem Start kostet.</translation>
    </message>
    <message>
        <source>There is nothing in that range.</source>
        <translation>In diesem Bereich ist nichts.</translation>
    </message>
    <message>
        <source>The run ends after {} ms; --range counts from its start.</source>
        <translation>Der Lauf endet nach {} ms; --range zählt ab seinem Beginn.</translation>
    </message>
    <message>
        <source>A receive waits for a send that was not recorded</source>
        <translation>Ein Empfang wartet auf ein Senden, das nicht aufgezeichnet ist</translation>
    </message>
    <message>
        <source>Rank {} waits {} in {}; nothing in the files matches it, so the cause needs the other rank, and all of it.</source>
        <translation>Rank {} wartet {} in {}; nichts in den Dateien passt dazu, also braucht die Ursache den anderen Rank, und zwar ganz.</translation>
    </message>
    <message>
        <source>A message of this size takes well below a millisecond; all of the record counts as waiting. {}</source>
        <translation>Eine Nachricht dieser Größe braucht deutlich unter einer Millisekunde; der ganze Eintrag zählt als Warten. {}</translation>
    </message>
    <message>
        <source>Open the traces of all ranks together.</source>
        <translation>Die Traces aller Ranks zusammen öffnen.</translation>
    </message>
    <message>
        <source>the log is UTF-16 text: save it as UTF-8</source>
        <translation>das Protokoll ist UTF-16-Text: als UTF-8 speichern</translation>
    </message>
    <message>
        <source>An {} waits for ranks without a trace</source>
        <translation>Ein {} wartet auf Ranks ohne Trace</translation>
    </message>
    <message>
        <source>embedding all-reduce</source>
        <translation>All-Reduce der Embeddings</translation>
    </message>
    <message>
        <source>{} of rank {} takes {} for {}, {} {}: nearly all of it is waiting for the other members of the group, and the cause needs their ranks.</source>
        <translation>{} von Rank {} braucht {} für {}, {} {}: Fast alles davon ist Warten auf die anderen Mitglieder der Gruppe, und die Ursache braucht deren Ranks.</translation>
    </message>
    <message>
        <source>{} in {} are {}, slower than any network between GPUs ({}). {}</source>
        <translation>{} in {} sind {}, langsamer als jedes Netz zwischen GPUs ({}). {}</translation>
    </message>
    <message>
        <source> at {}</source>
        <translation> mit {}</translation>
    </message>
    <message>
        <source> at {} (busbw {})</source>
        <translation> mit {} (busbw {})</translation>
    </message>
    <message>
        <source>Overlap gradient communication with the backward pass, or use a distributed optimizer.</source>
        <translation>Gradientenkommunikation mit dem Rückwärtsdurchgang überlappen oder einen verteilten Optimizer benutzen.</translation>
    </message>
    <message>
        <source>Less tensor parallelism, sequence parallelism with overlapped all-gathers, or faster links inside the node.</source>
        <translation>Weniger Tensorparallelität, Sequenzparallelität mit überlappten All-Gathers, oder schnellere Verbindungen im Knoten.</translation>
    </message>
    <message>
        <source>Faster links, smaller messages, or overlap with compute.</source>
        <translation>Schnellere Verbindungen, kleinere Nachrichten oder Überlappen mit Rechnen.</translation>
    </message>
    <message>
        <source>{} is exposed</source>
        <translation>{} ist unverdeckt</translation>
    </message>
    <message>
        <source>No compute hides {} of {} per rank, {} {} ({} is hidden); the largest part is {}{}{}.</source>
        <translation>Keine Rechenzeit verdeckt {} {} je Rank, {} {} ({} ist verdeckt); der größte Teil ist {}{}{}.</translation>
    </message>
    <message>
        <source> of {}</source>
        <translation> von {}</translation>
    </message>
    <message>
        <source>Transfer times, without waiting, beside which nothing computes. {}</source>
        <translation>Übertragungszeiten, ohne Warten, neben denen nichts rechnet. {}</translation>
    </message>
    <message>
        <source>The cost is what the step, re-timed from its own records, is shorter without them.</source>
        <translation>Die Kosten sind, was der Schritt, aus seinen eigenen Aufzeichnungen neu gerechnet, ohne sie kürzer ist.</translation>
    </message>
    <message>
        <source>inside optimizer_step, which synchronizes the ranks of a model before it works</source>
        <translation>in optimizer_step, das die Ranks eines Modells synchronisiert, bevor es arbeitet</translation>
    </message>
    <message>
        <source>Ranks wait for each other in the optimizer</source>
        <translation>Ranks warten im Optimizer aufeinander</translation>
    </message>
    <message>
        <source>the file is UTF-16</source>
        <translation>die Datei ist UTF-16</translation>
    </message>
    <message>
        <source>Pipeline drain and slow ranks end up here: fix those, or overlap the gradient norm.</source>
        <translation>Dort enden das Leeren der Pipeline und langsame Ranks: diese beheben; oder die Norm der Gradienten überlappen.</translation>
    </message>
    <message>
        <source>in the all-reduce of embedding gradients</source>
        <translation>im All-Reduce der Embedding-Gradienten</translation>
    </message>
    <message>
        <source>First and last stage wait for embedding gradients</source>
        <translation>Erste und letzte Stage warten auf Embedding-Gradienten</translation>
    </message>
    <message>
        <source>The last stage is done while the first still has its backward: untie the embeddings, or delay the all-reduce.</source>
        <translation>Die letzte Stage ist fertig, während die erste noch ihren Rückwärtsdurchgang hat: die Embeddings trennen oder das All-Reduce verschieben.</translation>
    </message>
    <message>
        <source>The first and the last stage should finish at the same time: look at the rank that comes last.</source>
        <translation>Die erste und die letzte Stage sollten gleichzeitig fertig sein: den Rank ansehen, der zuletzt kommt.</translation>
    </message>
    <message>
        <source>First what is found above: {}. Most of this waiting goes with it.</source>
        <translation>Zuerst das oben Gefundene: {}. Der größte Teil dieses Wartens verschwindet damit.</translation>
    </message>
    <message>
        <source> They wait {} more for rank {}, which that does not explain.</source>
        <translation> Sie warten {} länger auf Rank {}, was das nicht erklärt.</translation>
    </message>
    <message>
        <source>Ranks wait for each other&apos;s embedding gradients</source>
        <translation>Ranks warten auf die Embedding-Gradienten der anderen</translation>
    </message>
    <message>
        <source>in the gradient synchronization</source>
        <translation>in der Gradientensynchronisierung</translation>
    </message>
    <message>
        <source>the list of nodes does not close</source>
        <translation>die Liste der Knoten schließt nicht</translation>
    </message>
    <message>
        <source>Replicas wait for each other&apos;s gradients</source>
        <translation>Replikate warten auf die Gradienten der anderen</translation>
    </message>
    <message>
        <source>Replicas should finish at the same time: look at the rank that comes last.</source>
        <translation>Replikate sollten gleichzeitig fertig sein: den Rank ansehen, der zuletzt kommt.</translation>
    </message>
    <message>
        <source>in tensor-parallel collectives</source>
        <translation>in tensorparallelen Kollektiven</translation>
    </message>
    <message>
        <source>Tensor-parallel ranks wait for a slower one</source>
        <translation>Tensorparallele Ranks warten auf einen langsameren</translation>
    </message>
    <message>
        <source>Look at the rank that comes last: clocks, other processes, its host.</source>
        <translation>Den Rank ansehen, der zuletzt kommt: Takt, andere Prozesse, sein Host.</translation>
    </message>
    <message>
        <source>in exchanges of the experts</source>
        <translation>in Austauschen der Experten</translation>
    </message>
    <message>
        <source>Ranks of an expert group wait for each other</source>
        <translation>Ranks einer Expertengruppe warten aufeinander</translation>
    </message>
    <message>
        <source>Look at the rank that comes last, and at how tokens are spread.</source>
        <translation>Den Rank ansehen, der zuletzt kommt, und wie die Tokens verteilt sind.</translation>
    </message>
    <message>
        <source>The log does not name its schedule: 1F1B assumed.</source>
        <translation>Das Protokoll nennt seinen Schedule nicht: 1F1B angenommen.</translation>
    </message>
    <message>
        <source>The log does not time messages between stages: they are free and do not block.</source>
        <translation>Das Protokoll misst keine Nachrichten zwischen Stages: Sie sind kostenlos und halten niemanden auf.</translation>
    </message>
    <message>
        <source>The log does not time the exchange of gradients between replicas: none is counted.</source>
        <translation>Das Protokoll misst den Austausch der Gradienten zwischen Replikaten nicht: Es wird keiner gezählt.</translation>
    </message>
    <message>
        <source>The log times neither optimizer nor host: they are in the part of the step that is not explained.</source>
        <translation>Das Protokoll misst weder Optimizer noch Host: Sie sind in dem Teil des Schritts, der nicht erklärt ist.</translation>
    </message>
    <message>
        <source>The table names no transformer layer: its rows count as the whole model.</source>
        <translation>Die Tabelle nennt keinen Transformer-Layer: Ihre Zeilen gelten als das ganze Modell.</translation>
    </message>
    <message>
        <source>The table has no backward times: the backward pass is left out until a ratio to the forward pass is given.</source>
        <translation>Die Tabelle hat keine Rückwärtszeiten: Der Rückwärtsdurchgang fehlt, bis ein Verhältnis zum Vorwärtsdurchgang angegeben wird.</translation>
    </message>
    <message>
        <source>The table states how long communication is exposed, not what it is: shown as all-reduces, of weight gradients among replicas, else of the tensor group.</source>
        <translation>Die Tabelle sagt, wie lange Kommunikation unverdeckt ist, nicht, was sie ist: gezeigt als All-Reduces, der Gewichtsgradienten unter Replikaten, sonst der Tensorgruppe.</translation>
    </message>
    <message>
        <source>Layers are spread evenly over the stages, the prologue in the first and the epilogue in the last.</source>
        <translation>Layer sind gleichmäßig über die Stages verteilt, der Prolog in der ersten und der Epilog in der letzten.</translation>
    </message>
    <message>
        <source>The table does not say how large a message between stages is: messages are free.</source>
        <translation>Die Tabelle sagt nicht, wie groß eine Nachricht zwischen Stages ist: Nachrichten sind kostenlos.</translation>
    </message>
    <message>
        <source>The table sends between stages but not between how many: one stage, without messages, assumed.</source>
        <translation>Die Tabelle sendet zwischen Stages, sagt aber nicht, wie vielen: eine Stage ohne Nachrichten angenommen.</translation>
    </message>
    <message>
        <source>The table has no optimizer and no host time: none is counted.</source>
        <translation>Die Tabelle hat keinen Optimizer und keine Hostzeit: Es wird nichts davon gezählt.</translation>
    </message>
    <message>
        <source>The rows do not show where a microbatch begins: all of them count as one.</source>
        <translation>Die Zeilen zeigen nicht, wo ein Microbatch beginnt: Alle zusammen sind einer.</translation>
    </message>
    <message>
        <source>All stages are as the one that the workload describes, the embedding in the first, final norm and loss in the last.</source>
        <translation>Alle Stages sind wie die eine, die der Workload beschreibt, das Embedding in der ersten, letzte Norm und Loss in der letzten.</translation>
    </message>
    <message>
        <source>The header does not state pp_comm: messages between stages are free.</source>
        <translation>Der Kopf nennt kein pp_comm: Nachrichten zwischen Stages sind kostenlos.</translation>
    </message>
    <message>
        <source>Recomputation from checkpoints is not counted.</source>
        <translation>Neuberechnung aus Checkpoints wird nicht gezählt.</translation>
    </message>
    <message>
        <source>This is not a Bubblescope session, or none of it can be read.</source>
        <translation>Das ist keine Sitzung von Bubblescope, oder nichts davon ist lesbar.</translation>
    </message>
    <message>
        <source>Open the run itself; notes that were not lost lie in an older copy of the file.</source>
        <translation>Den Lauf selbst öffnen; Notizen, die nicht verloren sind, liegen in einer älteren Kopie der Datei.</translation>
    </message>
    <message>
        <source>The session cannot be read.</source>
        <translation>Die Sitzung kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The file is too large for a session.</source>
        <translation>Die Datei ist für eine Sitzung zu groß.</translation>
    </message>
    <message>
        <source>Check that it is one.</source>
        <translation>Prüfen, ob es eine ist.</translation>
    </message>
    <message>
        <source>It cannot be read.</source>
        <translation>Sie kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Nothing was found to report on.</source>
        <translation>Es wurde nichts gefunden, worüber zu berichten wäre.</translation>
    </message>
    <message>
        <source>`bubblescope inspect` says what is there.</source>
        <translation>`bubblescope inspect` sagt, was da ist.</translation>
    </message>
    <message>
        <source>The knob {} has no value.</source>
        <translation>Der Regler {} hat keinen Wert.</translation>
    </message>
    <message>
        <source>Leave it out, or write its value behind the equals sign.</source>
        <translation>Ihn weglassen oder seinen Wert hinter das Gleichheitszeichen schreiben.</translation>
    </message>
    <message>
        <source>Nothing here has a step to model.</source>
        <translation>Nichts hier hat einen Schritt zum Modellieren.</translation>
    </message>
    <message>
        <source>{} messages, the first: {}</source>
        <translation>{} Nachrichten, die erste: {}</translation>
    </message>
    <message>
        <source>{} message: {}</source>
        <translation>{} Nachricht: {}</translation>
    </message>
    <message>
        <source>Nothing here is called {}.</source>
        <translation>Nichts hier heißt {}.</translation>
    </message>
    <message>
        <source>Choose one of: {}.</source>
        <translation>Eines davon wählen: {}.</translation>
    </message>
    <message>
        <source>The table &quot;{}&quot; is empty here.</source>
        <translation>Die Tabelle „{}“ ist hier leer.</translation>
    </message>
    <message>
        <source>No spans are recorded there.</source>
        <translation>Dort sind keine Spans aufgezeichnet.</translation>
    </message>
    <message>
        <source>`bubblescope inspect` says what there is.</source>
        <translation>`bubblescope inspect` sagt, was es gibt.</translation>
    </message>
    <message>
        <source>No table has rows here.</source>
        <translation>Hier hat keine Tabelle Zeilen.</translation>
    </message>
    <message>
        <source>no opening parenthesis follows the operation&apos;s name</source>
        <translation>auf den Namen der Operation folgt keine öffnende Klammer</translation>
    </message>
    <message>
        <source>There is no table &quot;{}&quot;.</source>
        <translation>Es gibt keine Tabelle „{}“.</translation>
    </message>
    <message>
        <source>Choose one of:
{}</source>
        <translation>Eine davon wählen:
{}</translation>
    </message>
    <message>
        <source>Nothing was found that this view can show.</source>
        <translation>Es wurde nichts gefunden, was diese Ansicht zeigen kann.</translation>
    </message>
    <message>
        <source>Nothing was simulated.</source>
        <translation>Es wurde nichts simuliert.</translation>
    </message>
    <message>
        <source>Move a knob first.</source>
        <translation>Zuerst einen Regler bewegen.</translation>
    </message>
    <message>
        <source>Only the timeline shows both.</source>
        <translation>Nur die Zeitachse zeigt beides.</translation>
    </message>
    <message>
        <source>Choose the timeline, or one of the two.</source>
        <translation>Die Zeitachse wählen oder eines von beiden.</translation>
    </message>
    <message>
        <source>The preset has no name.</source>
        <translation>Die Vorgabe hat keinen Namen.</translation>
    </message>
    <message>
        <source>Give it one with letters or digits.</source>
        <translation>Ihr einen mit Buchstaben oder Ziffern geben.</translation>
    </message>
    <message>
        <source>A preset {} already exists.</source>
        <translation>Es gibt schon eine Vorgabe {}.</translation>
    </message>
    <message>
        <source>step time of rank {}</source>
        <translation>Schrittzeit von Rank {}</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>SimAI-Analytical&apos;s sum assumes {}.</source>
        <translation>Die Summe von SimAI-Analytical nimmt an: {}.</translation>
    </message>
    <message>
        <source>A file {} already exists.</source>
        <translation>Es gibt schon eine Datei {}.</translation>
    </message>
    <message>
        <source>{} cannot be written.</source>
        <translation>{} kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>Check that you may write there.</source>
        <translation>Prüfen, ob dort geschrieben werden darf.</translation>
    </message>
    <message>
        <source>The program&apos;s own presets cannot be deleted.</source>
        <translation>Die Vorgaben des Programms können nicht gelöscht werden.</translation>
    </message>
    <message>
        <source>{} cannot be deleted.</source>
        <translation>{} kann nicht gelöscht werden.</translation>
    </message>
    <message>
        <source>the file had {} bytes when it was opened and ended after {}</source>
        <translation>die Datei hatte beim Öffnen {} Bytes und endete nach {}</translation>
    </message>
    <message>
        <source>{} bytes were never written here: a hole ends the file</source>
        <translation>{} Bytes wurden hier nie geschrieben: ein Loch beendet die Datei</translation>
    </message>
    <message>
        <source>no time: &quot;{}&quot;</source>
        <translation>keine Zeit: „{}“</translation>
    </message>
    <message>
        <source>{}, after {} unpacked bytes</source>
        <translation>{}, nach {} entpackten Bytes</translation>
    </message>
    <message>
        <source>not a regular file</source>
        <translation>keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>Open the file itself, or the folder it lies in.</source>
        <translation>Die Datei selbst öffnen oder den Ordner, in dem sie liegt.</translation>
    </message>
    <message>
        <source>Reading was cancelled.</source>
        <translation>Das Lesen wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The file is shorter than it was.</source>
        <translation>Die Datei ist kürzer, als sie war.</translation>
    </message>
    <message>
        <source>Reload the run.</source>
        <translation>Den Lauf neu laden.</translation>
    </message>
    <message>
        <source>{} has no step {}.</source>
        <translation>{} hat keinen Schritt {}.</translation>
    </message>
    <message>
        <source>It has one step.</source>
        <translation>Es gibt einen Schritt.</translation>
    </message>
    <message>
        <source>{}, but {}</source>
        <translation>{}, aber {}</translation>
    </message>
    <message>
        <source>Its steps are {} to {}.</source>
        <translation>Die Schritte sind {} bis {}.</translation>
    </message>
    <message>
        <source>rank {}: </source>
        <translation>Rank {}: </translation>
    </message>
    <message>
        <source>{} is {}</source>
        <translation>{} ist {}</translation>
    </message>
    <message>
        <source> of microbatch {}</source>
        <translation> von Microbatch {}</translation>
    </message>
    <message>
        <source>{} {}</source>
        <translation>{} {}</translation>
    </message>
    <message>
        <source>{} rows are declared, {} are present</source>
        <translation>{} Zeilen sind angekündigt, {} vorhanden</translation>
    </message>
    <message>
        <source>{} row is declared, {} are present</source>
        <translation>{} Zeile ist angekündigt, {} vorhanden</translation>
    </message>
    <message>
        <source>{} rows are declared, {} is present</source>
        <translation>{} Zeilen sind angekündigt, {} vorhanden</translation>
    </message>
    <message>
        <source>has no receive</source>
        <translation>hat keinen Empfang</translation>
    </message>
    <message>
        <source>has no send</source>
        <translation>hat kein Senden</translation>
    </message>
    <message>
        <source>{} ranks, though the group has {}</source>
        <translation>{} Ranks, obwohl die Gruppe {} hat</translation>
    </message>
    <message>
        <source>{} (and {} more).</source>
        <translation>{} (und {} weitere).</translation>
    </message>
    <message>
        <source>{}.</source>
        <translation>{}.</translation>
    </message>
    <message>
        <source>a line longer than 1 MB was skipped</source>
        <translation>eine Zeile von mehr als 1 MB wurde übersprungen</translation>
    </message>
    <message>
        <source>Open the traces of all ranks of the run together.</source>
        <translation>Die Traces aller Ranks des Laufs zusammen öffnen.</translation>
    </message>
    <message>
        <source>{} operations are too many to re-time.</source>
        <translation>{} Operationen sind zu viele, um ihre Zeiten neu zu rechnen.</translation>
    </message>
    <message>
        <source>Choose fewer steps or ranks.</source>
        <translation>Weniger Schritte oder Ranks wählen.</translation>
    </message>
    <message>
        <source>the line of iteration {} is cut</source>
        <translation>die Zeile der Iteration {} ist abgeschnitten</translation>
    </message>
    <message>
        <source>{} has a duration that cannot be added up.</source>
        <translation>{} hat eine Dauer, die sich nicht aufsummieren lässt.</translation>
    </message>
    <message>
        <source>Durations must not be negative, and sum up to less than 70 years.</source>
        <translation>Dauern dürfen nicht negativ sein und zusammen weniger als 70 Jahre ergeben.</translation>
    </message>
    <message>
        <source>A communication has a duration that cannot be added up.</source>
        <translation>Eine Kommunikation hat eine Dauer, die sich nicht aufsummieren lässt.</translation>
    </message>
    <message>
        <source>{}, which waits for {}</source>
        <translation>{}, das wartet auf {}</translation>
    </message>
    <message>
        <source> … ({} operations in all)</source>
        <translation> … (insgesamt {} Operationen)</translation>
    </message>
    <message>
        <source>Deadlock: these operations wait for each other in a cycle: {}.</source>
        <translation>Verklemmung (Deadlock): Diese Operationen warten im Kreis aufeinander: {}.</translation>
    </message>
    <message>
        <source>Blocking sends and receives in this order never finish; try sends that do not block.</source>
        <translation>Blockierendes Senden und Empfangen wird in dieser Reihenfolge nie fertig; nicht blockierendes Senden versuchen.</translation>
    </message>
    <message>
        <source>The ranks were recorded one after another: they share no step.</source>
        <translation>Die Ranks wurden nacheinander aufgezeichnet: Sie haben keinen gemeinsamen Schritt.</translation>
    </message>
    <message>
        <source>Such traces are profiles; a step is modelled from them.</source>
        <translation>Solche Traces sind Profile; aus ihnen wird ein Schritt modelliert.</translation>
    </message>
    <message>
        <source>a link to nothing</source>
        <translation>ein Verweis ins Leere</translation>
    </message>
    <message>
        <source>step {} is printed again by another rank: counted once</source>
        <translation>Schritt {} ist von einem anderen Rank noch einmal ausgegeben: einmal gezählt</translation>
    </message>
    <message>
        <source>a node that is empty or not a protobuf message</source>
        <translation>ein Knoten, der leer oder keine Protobuf-Nachricht ist</translation>
    </message>
    <message>
        <source>The run has no operations.</source>
        <translation>Der Lauf hat keine Operationen.</translation>
    </message>
    <message>
        <source>Open the traces of all its ranks.</source>
        <translation>Die Traces aller seiner Ranks öffnen.</translation>
    </message>
    <message>
        <source>process group {}, sequence {}</source>
        <translation>Prozessgruppe {}, Folgenummer {}</translation>
    </message>
    <message>
        <source>Under these knobs the work of a step adds up to more than 70 years.</source>
        <translation>Mit diesen Reglern summiert sich die Arbeit eines Schritts auf mehr als 70 Jahre.</translation>
    </message>
    <message>
        <source>Step {} has no operations.</source>
        <translation>Schritt {} hat keine Operationen.</translation>
    </message>
    <message>
        <source>Choose another step.</source>
        <translation>Einen anderen Schritt wählen.</translation>
    </message>
    <message>
        <source>1 communication has no partner in the trace ({} on rank {}): it stays as long as recorded.</source>
        <translation>1 Kommunikation hat im Trace keinen Partner ({} auf Rank {}): Sie bleibt so lang wie aufgezeichnet.</translation>
    </message>
    <message>
        <source>beyond 64-bit nanoseconds</source>
        <translation>jenseits von 64 Bit Nanosekunden</translation>
    </message>
    <message>
        <source>No communication was recorded: no rank waits for another.</source>
        <translation>Keine Kommunikation wurde aufgezeichnet: kein Rank wartet auf einen anderen.</translation>
    </message>
    <message>
        <source>{} communications have no partner in the trace (the first: {} on rank {}): they stay as long as recorded.</source>
        <translation>{} Kommunikationen haben im Trace keinen Partner (die erste: {} auf Rank {}): Sie bleiben so lang wie aufgezeichnet.</translation>
    </message>
    <message>
        <source>&quot;{}&quot; cannot be searched for: {}.</source>
        <translation>Nach „{}“ kann nicht gesucht werden: {}.</translation>
    </message>
    <message>
        <source>Write terms like rank:2 stage:0-3 cat:comm dur&gt;5ms name~allreduce.</source>
        <translation>Ausdrücke wie rank:2 stage:0-3 cat:comm dur&gt;5ms name~allreduce schreiben.</translation>
    </message>
    <message>
        <source>a value is missing</source>
        <translation>ein Wert fehlt</translation>
    </message>
    <message>
        <source>there is no such category (try comm, compute, tp, pp, dp, expert, embedding, host)</source>
        <translation>diese Kategorie gibt es nicht (es gibt comm, compute, tp, pp, dp, expert, embedding, host)</translation>
    </message>
    <message>
        <source>this is not a time such as 5ms or 2-5ms</source>
        <translation>das ist keine Zeit wie 5ms oder 2-5ms</translation>
    </message>
    <message>
        <source>this is not a size such as 4MB</source>
        <translation>das ist keine Größe wie 4MB</translation>
    </message>
    <message>
        <source>this is not a number such as 2, 0-3 or 1,5</source>
        <translation>das ist keine Zahl wie 2, 0-3 oder 1,5</translation>
    </message>
    <message>
        <source>A plan has an order, but no times.</source>
        <translation>Ein Plan hat eine Reihenfolge, aber keine Zeiten.</translation>
    </message>
    <message>
        <source>Beside communication, only the mark of the step was recorded: what waits for what cannot be told.</source>
        <translation>Neben der Kommunikation wurde nur die Marke des Schritts aufgezeichnet: Was worauf wartet, lässt sich nicht sagen.</translation>
    </message>
    <message>
        <source>Nothing shows whether compute waits for collectives: it is taken to wait, and the range reaches to where it does not.</source>
        <translation>Nichts zeigt, ob das Rechnen auf Kollektive wartet: angenommen ist, dass es wartet, und der Bereich reicht bis dahin, wo es das nicht tut.</translation>
    </message>
    <message>
        <source>The step is taken to repeat itself: an answer is the time from one repetition to the next.</source>
        <translation>Der Schritt wiederholt sich, so die Annahme: Eine Antwort ist die Zeit von einer Wiederholung zur nächsten.</translation>
    </message>
    <message>
        <source>Only one step was recorded: an answer is the time from one modelled repetition of it to the next.</source>
        <translation>Nur ein Schritt wurde aufgezeichnet: Eine Antwort ist die Zeit von einer modellierten Wiederholung zur nächsten.</translation>
    </message>
    <message>
        <source>Dependencies were read from launches, synchronizing calls and the order of streams; where no record tells, from the times.</source>
        <translation>Abhängigkeiten wurden aus Starts, synchronisierenden Aufrufen und der Reihenfolge der Streams gelesen; wo kein Eintrag sie nennt, aus den Zeiten.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>The header says {} microbatches, the rows hold {}: the rows are used.</source>
        <translation>Der Kopf sagt {} Microbatches, die Zeilen enthalten {}: Die Zeilen gelten.</translation>
    </message>
    <message>
        <source>a layer record stands before every stage block</source>
        <translation>ein Layer-Eintrag steht vor jedem Stage-Block</translation>
    </message>
    <message>
        <source>{} rows do not repeat the first microbatch: left out.</source>
        <translation>{} Zeilen wiederholen den ersten Microbatch nicht: weggelassen.</translation>
    </message>
    <message>
        <source>{} row does not repeat the first microbatch: left out.</source>
        <translation>{} Zeile wiederholt den ersten Microbatch nicht: weggelassen.</translation>
    </message>
    <message>
        <source>The header says {} layers per stage, the rows hold {}: the rows are used.</source>
        <translation>Der Kopf sagt {} Layer je Stage, die Zeilen enthalten {}: Die Zeilen gelten.</translation>
    </message>
    <message>
        <source>{} of {} rows have no compute time: it counts as zero.</source>
        <translation>{} von {} Zeilen haben keine Rechenzeit: Sie zählt als null.</translation>
    </message>
    <message>
        <source>{} of {} rows has no compute time: it counts as zero.</source>
        <translation>{} von {} Zeilen hat keine Rechenzeit: Sie zählt als null.</translation>
    </message>
    <message>
        <source>The workload has no backward times: {} times the forward pass is assumed.</source>
        <translation>Der Workload hat keine Rückwärtszeiten: {}-mal der Vorwärtsdurchgang angenommen.</translation>
    </message>
    <message>
        <source>The workload {} has no rows.</source>
        <translation>Der Workload {} hat keine Zeilen.</translation>
    </message>
    <message>
        <source>Choose one that has.</source>
        <translation>Einen wählen, der welche hat.</translation>
    </message>
    <message>
        <source>No rank has a forward pass with times.</source>
        <translation>Kein Rank hat einen Vorwärtsdurchgang mit Zeiten.</translation>
    </message>
    <message>
        <source>Layers are assumed to be spread evenly over the stages.</source>
        <translation>Angenommen wird, dass die Layer gleichmäßig auf die Stages verteilt sind.</translation>
    </message>
    <message>
        <source>Choose traces of whole steps.</source>
        <translation>Traces ganzer Schritte wählen.</translation>
    </message>
    <message>
        <source>{} on rank {} (its peers take {})</source>
        <translation>{} auf Rank {} (seinesgleichen: {})</translation>
    </message>
    <message>
        <source>Stages without a trace are assumed to work like their neighbours.</source>
        <translation>Stages ohne Trace gelten als wie ihre Nachbarn.</translation>
    </message>
    <message>
        <source>Ranks are missing: those without a trace are assumed to work like their peers; communication follows the cost model.</source>
        <translation>Ranks fehlen: Die ohne Trace arbeiten angenommen wie ihresgleichen; Kommunikation folgt dem Kostenmodell.</translation>
    </message>
    <message>
        <source>not enough memory to draw the runs; they are left out</source>
        <translation>nicht genug Speicher, um die Läufe zu zeichnen; sie sind weggelassen</translation>
    </message>
    <message>
        <source>Each rank was recorded alone: the median rank of a stage counts, of experts the busiest; communication follows the cost model.</source>
        <translation>Jeder Rank wurde allein aufgezeichnet: Es zählt der mittlere Rank einer Stage, bei Experten der am stärksten belastete; die Kommunikation folgt dem Kostenmodell.</translation>
    </message>
    <message>
        <source>Treated as outliers and left out: {}.</source>
        <translation>Als Ausreißer weggelassen: {}.</translation>
    </message>
    <message>
        <source>Messages between stages are assumed to be {}.</source>
        <translation>Nachrichten zwischen Stages sind angenommen {} groß.</translation>
    </message>
    <message>
        <source>The size of messages between stages is unknown: they count as free.</source>
        <translation>Wie groß Nachrichten zwischen Stages sind, ist nicht bekannt: Sie sind kostenlos.</translation>
    </message>
    <message>
        <source>The tensor-parallel group has one rank: its communication costs nothing.</source>
        <translation>Die tensorparallele Gruppe hat einen Rank: Ihre Kommunikation kostet nichts.</translation>
    </message>
    <message>
        <source>the loss of batch {}</source>
        <translation>der Loss von Batch {}</translation>
    </message>
    <message>
        <source>{} is &quot;{}&quot;</source>
        <translation>{} ist „{}“</translation>
    </message>
    <message>
        <source>The data-parallel group has one rank: it only copies its gradients.</source>
        <translation>Die datenparallele Gruppe hat einen Rank: Sie kopiert nur ihre Gradienten.</translation>
    </message>
    <message>
        <source>The expert-parallel group has one rank: its communication costs nothing.</source>
        <translation>Die expertenparallele Gruppe hat einen Rank: Ihre Kommunikation kostet nichts.</translation>
    </message>
    <message>
        <source>The expert-data-parallel group has one rank: it only copies its gradients.</source>
        <translation>Die experten-datenparallele Gruppe hat einen Rank: Sie kopiert nur ihre Gradienten.</translation>
    </message>
    <message>
        <source>The run does not state which stage each rank holds.</source>
        <translation>Der Lauf sagt nicht, welche Stage jeder Rank hat.</translation>
    </message>
    <message>
        <source>layers {}</source>
        <translation>Layer {}</translation>
    </message>
    <message>
        <source>Only {} of {} ranks were opened.</source>
        <translation>Nur {} von {} Ranks wurden geöffnet.</translation>
    </message>
    <message>
        <source>Open the traces of all ranks to change the schedule or the layout.</source>
        <translation>Die Traces aller Ranks öffnen, um Schedule oder Aufteilung zu ändern.</translation>
    </message>
    <message>
        <source>{} ranks are not a multiple of TP {} x PP {}.</source>
        <translation>{} Ranks sind kein Vielfaches von TP {} x PP {}.</translation>
    </message>
    <message>
        <source>Rank {} is not where Megatron&apos;s rank order puts it.</source>
        <translation>Rank {} steht nicht, wo Megatrons Reihenfolge der Ranks ihn hinstellt.</translation>
    </message>
    <message>
        <source>Rank {} has no forward pass in this step.</source>
        <translation>Rank {} hat in diesem Schritt keinen Vorwärtsdurchgang.</translation>
    </message>
    <message>
        <source>Rank {} runs {} forward passes, rank 0 runs {}.</source>
        <translation>Rank {} macht {} Vorwärtsdurchgänge, Rank 0 macht {}.</translation>
    </message>
    <message>
        <source>Only steps in which every rank runs the same number of passes can be rescheduled.</source>
        <translation>Nur Schritte, in denen jeder Rank gleich viele Durchgänge macht, lassen sich neu einteilen.</translation>
    </message>
    <message>
        <source>Rank {} runs {} forward passes for {} microbatches.</source>
        <translation>Rank {} macht {} Vorwärtsdurchgänge für {} Microbatches.</translation>
    </message>
    <message>
        <source>Which piece of the model each pass belongs to is not recorded.</source>
        <translation>Zu welchem Stück des Modells ein Durchgang gehört, ist nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>If the order changes, gradients are assumed to be synchronized after the last backward pass.</source>
        <translation>Ändert sich die Reihenfolge, werden Gradienten angenommen nach dem letzten Rückwärtsdurchgang abgeglichen.</translation>
    </message>
    <message>
        <source>a row of {} cells, {} are needed: &quot;{}&quot;</source>
        <translation>eine Zeile von {} Zellen, {} sind nötig: „{}“</translation>
    </message>
    <message>
        <source>a row of {} cell, {} are needed: &quot;{}&quot;</source>
        <translation>eine Zeile von {} Zelle, {} sind nötig: „{}“</translation>
    </message>
    <message>
        <source>The measured passes follow none of the known schedules: 1F1B is assumed where the order changes.</source>
        <translation>Die Reihenfolge der gemessenen Durchgänge ist keiner der bekannten Schedules: Wo sie sich ändert, ist 1F1B angenommen.</translation>
    </message>
    <message>
        <source>The workload {} does not state how many GPUs it has.</source>
        <translation>Der Workload {} sagt nicht, wie viele GPUs er hat.</translation>
    </message>
    <message>
        <source>The workload {} does not state its tensor parallelism.</source>
        <translation>Der Workload {} sagt seine Tensorparallelität nicht.</translation>
    </message>
    <message>
        <source>further nodes are left out</source>
        <translation>weitere Knoten sind weggelassen</translation>
    </message>
    <message>
        <source>SimAI-Analytical needs model_parallel_NPU_group and all_gpus; choose the event-driven rule.</source>
        <translation>SimAI-Analytical braucht model_parallel_NPU_group und all_gpus; die ereignisgesteuerte Regel wählen.</translation>
    </message>
    <message>
        <source>A server without GPUs, network cards or bandwidth cannot be priced.</source>
        <translation>Ein Server ohne GPUs, Netzkarten oder Bandbreite lässt sich nicht berechnen.</translation>
    </message>
    <message>
        <source>Give larger numbers.</source>
        <translation>Größere Zahlen angeben.</translation>
    </message>
    <message>
        <source>{} GPUs are not a multiple of TP {} x PP {}.</source>
        <translation>{} GPUs sind kein Vielfaches von TP {} x PP {}.</translation>
    </message>
    <message>
        <source>no step is printed: the run ended before its first step or prints none</source>
        <translation>kein Schritt ist ausgegeben: Der Lauf endete vor seinem ersten Schritt oder gibt keine aus</translation>
    </message>
    <message>
        <source>Give a number of GPUs that TP x PP divides.</source>
        <translation>Eine Zahl von GPUs angeben, die TP x PP teilt.</translation>
    </message>
    <message>
        <source>The workload {} has {} stages but does not state ga and vpp.</source>
        <translation>Der Workload {} hat {} Stages, nennt aber ga und vpp nicht.</translation>
    </message>
    <message>
        <source>{} of {} operations have a duration, none a time: each is shown once what it depends on has ended{}</source>
        <translation>{} von {} Operationen haben eine Dauer, keine eine Zeit: Jede ist gezeigt, sobald beendet ist, wovon sie abhängt{}</translation>
    </message>
    <message>
        <source>{} of {} operations has a duration, none a time: each is shown once what it depends on has ended{}</source>
        <translation>{} von {} Operationen hat eine Dauer, keine eine Zeit: Jede ist gezeigt, sobald beendet ist, wovon sie abhängt{}</translation>
    </message>
    <message>
        <source>SimAI-Analytical&apos;s bubble needs both; choose the event-driven rule.</source>
        <translation>Die Blase von SimAI-Analytical braucht beide; die ereignisgesteuerte Regel wählen.</translation>
    </message>
    <message>
        <source>The table {} has no rows.</source>
        <translation>Die Tabelle {} hat keine Zeilen.</translation>
    </message>
    <message>
        <source>step {} is printed again with loss {} after {}: the later line is shown</source>
        <translation>Schritt {} ist noch einmal mit Loss {} nach {} ausgegeben: Gezeigt wird die spätere Zeile</translation>
    </message>
    <message>
        <source>Choose a table with times.</source>
        <translation>Eine Tabelle mit Zeiten wählen.</translation>
    </message>
    <message>
        <source>The table {} states no time.</source>
        <translation>Die Tabelle {} nennt keine Zeit.</translation>
    </message>
    <message>
        <source>A model of {} layers is not possible.</source>
        <translation>Ein Modell mit {} Layern ist nicht möglich.</translation>
    </message>
    <message>
        <source>Give between 1 and {} layers.</source>
        <translation>Zwischen 1 und {} Layer angeben.</translation>
    </message>
    <message>
        <source>{} has no transformer layer that could be spread over stages.</source>
        <translation>{} hat keinen Transformer-Layer, der sich auf Stages verteilen ließe.</translation>
    </message>
    <message>
        <source>Choose a table with one layer, or one stage.</source>
        <translation>Eine Tabelle mit einem Layer wählen, oder eine Stage.</translation>
    </message>
    <message>
        <source>{} layers do not fill {} stages.</source>
        <translation>{} Layer füllen keine {} Stages.</translation>
    </message>
    <message>
        <source>Give at least one layer per stage.</source>
        <translation>Mindestens einen Layer je Stage angeben.</translation>
    </message>
    <message>
        <source>Costs do not fit a schedule of {} stages.</source>
        <translation>Die Kosten passen nicht zu einem Schedule von {} Stages.</translation>
    </message>
    <message>
        <source>Give one forward, backward and weight-gradient time per stage, and one send time between two.</source>
        <translation>Je Stage eine Zeit für vorwärts, rückwärts und Gewichtsgradient angeben, und eine Sendezeit zwischen je zweien.</translation>
    </message>
    <message>
        <source>{} passes are too many to be timed.</source>
        <translation>{} Durchgänge sind zu viele, um sie zu rechnen.</translation>
    </message>
    <message>
        <source>Choose fewer stages, chunks or microbatches: {} passes at most.</source>
        <translation>Weniger Stages, Chunks oder Microbatches wählen: höchstens {} Durchgänge.</translation>
    </message>
    <message>
        <source>The job is assumed to use {} GPUs, TP {} x PP {} x DP {}: the input names none.</source>
        <translation>Der Job nimmt angenommen {} GPUs, TP {} x PP {} x DP {}: Die Eingabe nennt keine.</translation>
    </message>
    <message>
        <source>rank {} does not belong to it</source>
        <translation>Rank {} gehört nicht dazu</translation>
    </message>
    <message>
        <source>TP x PP must divide the number of GPUs.</source>
        <translation>TP x PP muss die Zahl der GPUs teilen.</translation>
    </message>
    <message>
        <source>TP {} x PP {} x DP {} are {} GPUs, not the {} of the job.</source>
        <translation>TP {} x PP {} x DP {} sind {} GPUs, nicht die {} des Jobs.</translation>
    </message>
    <message>
        <source>Choose sizes whose product is the number of GPUs.</source>
        <translation>Größen wählen, deren Produkt die Zahl der GPUs ist.</translation>
    </message>
    <message>
        <source>EP {} does not divide DP {}.</source>
        <translation>EP {} teilt DP {} nicht.</translation>
    </message>
    <message>
        <source>the rank or stage is not a usable number</source>
        <translation>Rank oder Stage ist keine brauchbare Zahl</translation>
    </message>
    <message>
        <source>Experts are spread over data-parallel ranks: choose a divisor of DP.</source>
        <translation>Experten liegen verteilt auf datenparallelen Ranks: einen Teiler von DP wählen.</translation>
    </message>
    <message>
        <source>{} microbatches in all do not spread over {} replicas.</source>
        <translation>Insgesamt {} Microbatches lassen sich nicht auf {} Replikate verteilen.</translation>
    </message>
    <message>
        <source>Set the microbatches of a replica as well.</source>
        <translation>Auch die Microbatches eines Replikats setzen.</translation>
    </message>
    <message>
        <source>The same {} GPUs as TP {} x PP {} x DP {}{}, {} microbatches each.</source>
        <translation>Dieselben {} GPUs als TP {} x PP {} x DP {}{}, je {} Microbatches.</translation>
    </message>
    <message>
        <source> (EP {})</source>
        <translation> (EP {})</translation>
    </message>
    <message>
        <source>{} chunks of the model per rank are assumed for the interleaved schedule.</source>
        <translation>Für den verschränkten Schedule werden {} Chunks des Modells je Rank angenommen.</translation>
    </message>
    <message>
        <source>The order is that of {}: the plan&apos;s own order fits only its own sizes.</source>
        <translation>Die Reihenfolge ist die von {}: Die eigene des Plans passt nur zu seinen eigenen Größen.</translation>
    </message>
    <message>
        <source>The input does not say how many layers there are.</source>
        <translation>Die Eingabe sagt nicht, wie viele Layer es gibt.</translation>
    </message>
    <message>
        <source>process group {}</source>
        <translation>Prozessgruppe {}</translation>
    </message>
    <message>
        <source>totals of a NeuSight prediction without its table: put the .csv of the same name beside it</source>
        <translation>Summen einer NeuSight-Vorhersage ohne ihre Tabelle: die .csv desselben Namens daneben legen</translation>
    </message>
    <message>
        <source>Set the number of layers first.</source>
        <translation>Zuerst die Zahl der Layer setzen.</translation>
    </message>
    <message>
        <source>Equal layers are assumed: the input states stage totals only.</source>
        <translation>Gleiche Layer angenommen: Die Eingabe nennt nur Summen der Stages.</translation>
    </message>
    <message>
        <source>This job cannot be run: {}.</source>
        <translation>Dieser Job kann nicht laufen: {}.</translation>
    </message>
    <message>
        <source>The length of a sample is not stated.</source>
        <translation>Die Länge eines Samples ist nicht angegeben.</translation>
    </message>
    <message>
        <source>Set sequence, in tokens, and gpus: their number is not stated, either.</source>
        <translation>sequence in Tokens setzen, und gpus: auch ihre Zahl ist nicht angegeben.</translation>
    </message>
    <message>
        <source>Set sequence, in tokens.</source>
        <translation>sequence setzen, in Tokens.</translation>
    </message>
    <message>
        <source>not stated: as {} does</source>
        <translation>nicht angegeben: wie {} es tut</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>as many as the hardware has</source>
        <translation>so viele, wie die Hardware hat</translation>
    </message>
    <message>
        <source>The number of GPUs is not stated.</source>
        <translation>Die Zahl der GPUs ist nicht angegeben.</translation>
    </message>
    <message>
        <source>Set gpus, or data.</source>
        <translation>gpus oder data setzen.</translation>
    </message>
    <message>
        <source>{} GPUs are no multiple of tensor {} x stages {} x context {} = {}.</source>
        <translation>{} GPUs sind kein Vielfaches von tensor {} x stages {} x context {} = {}.</translation>
    </message>
    <message>
        <source>{} GPUs are more than any job has.</source>
        <translation>{} GPUs sind mehr, als ein Job hat.</translation>
    </message>
    <message>
        <source>Choose at most {}.</source>
        <translation>Höchstens {} wählen.</translation>
    </message>
    <message>
        <source>tensor {} x stages {} x data {} x context {} = {} GPUs, not {}.</source>
        <translation>tensor {} x stages {} x data {} x context {} = {} GPUs, nicht {}.</translation>
    </message>
    <message>
        <source>Change one of them, or leave data out.</source>
        <translation>Eines davon ändern oder data weglassen.</translation>
    </message>
    <message>
        <source>A node needs at least one GPU.</source>
        <translation>Ein Knoten braucht mindestens eine GPU.</translation>
    </message>
    <message>
        <source>data {} x microbatches {}</source>
        <translation>data {} x microbatches {}</translation>
    </message>
    <message>
        <source>data {} x microbatch-size {}</source>
        <translation>data {} x microbatch-size {}</translation>
    </message>
    <message>
        <source>A batch of {} samples is larger than any job has.</source>
        <translation>Ein Batch von {} Samples ist größer, als ein Job einen hat.</translation>
    </message>
    <message>
        <source>data {} x microbatch-size {} x microbatches {} = {} samples, not {}.</source>
        <translation>data {} x microbatch-size {} x microbatches {} = {} Samples, nicht {}.</translation>
    </message>
    <message>
        <source>Change one of them, or leave microbatches out.</source>
        <translation>Eines davon ändern oder microbatches weglassen.</translation>
    </message>
    <message>
        <source>{} samples a step are no multiple of {} = {}.</source>
        <translation>{} Samples je Schritt sind kein Vielfaches von {} = {}.</translation>
    </message>
    <message>
        <source>{} heads cannot be divided by tensor {}.</source>
        <translation>{} Heads lassen sich nicht durch tensor {} teilen.</translation>
    </message>
    <message>
        <source>{} key/value heads cannot be divided by tensor {}.</source>
        <translation>{} Key/Value-Heads lassen sich nicht durch tensor {} teilen.</translation>
    </message>
    <message>
        <source>A sequence of {} cannot be divided by context {}.</source>
        <translation>Eine Sequenz von {} lässt sich nicht durch context {} teilen.</translation>
    </message>
    <message>
        <source>Leave expert out.</source>
        <translation>expert weglassen.</translation>
    </message>
    <message>
        <source>{} experts cannot be divided by expert {}.</source>
        <translation>{} Experten lassen sich nicht durch expert {} teilen.</translation>
    </message>
    <message>
        <source>The {} ranks of a stage cannot be divided by expert {} x expert-tensor {}.</source>
        <translation>Die {} Ranks einer Stage lassen sich nicht durch expert {} x expert-tensor {} teilen.</translation>
    </message>
    <message>
        <source>The schedule &quot;{}&quot; is not known.</source>
        <translation>Der Schedule „{}“ ist nicht bekannt.</translation>
    </message>
    <message>
        <source>A job cannot be described with the schedule {}: its stages hold more than one part of the model.</source>
        <translation>Ein Job lässt sich nicht mit dem Schedule {} beschreiben: Seine Stages halten mehr als einen Teil des Modells.</translation>
    </message>
    <message>
        <source>Describe it with 1F1B and set the schedule as a knob.</source>
        <translation>Mit 1F1B beschreiben und den Schedule als Regler setzen.</translation>
    </message>
    <message>
        <source>the interleaved schedule needs several</source>
        <translation>der verschränkte Schedule braucht mehrere</translation>
    </message>
    <message>
        <source>Choose fewer stages or chunks.</source>
        <translation>Weniger Stages oder Chunks wählen.</translation>
    </message>
    <message>
        <source>the format is read by what is built on Megatron</source>
        <translation>das Format liest, was auf Megatron aufbaut</translation>
    </message>
    <message>
        <source>plain PyTorch operators</source>
        <translation>einfache PyTorch-Operatoren</translation>
    </message>
    <message>
        <source>gradients are divided, as FSDP of plain PyTorch does</source>
        <translation>Gradienten sind geteilt, wie FSDP von einfachem PyTorch es tut</translation>
    </message>
    <message>
        <source>not stated: the one of which most runs were measured</source>
        <translation>nicht angegeben: das, von dem die meisten Läufe gemessen wurden</translation>
    </message>
    <message>
        <source>A capacity factor of {} lets no expert take its tokens.</source>
        <translation>Mit einem Kapazitätsfaktor von {} kann kein Experte seine Tokens nehmen.</translation>
    </message>
    <message>
        <source>Give a number above 0 and at most {}, with which each expert takes every token.</source>
        <translation>Gib eine Zahl über 0 und höchstens {} an, mit der jeder Experte alle Tokens nimmt.</translation>
    </message>
    <message>
        <source>Searched are {}: for other orders no bound is proved. Set them as a knob on what is found.</source>
        <translation>Gesucht wird in {}: Für andere Reihenfolgen ist keine Schranke bewiesen. Stell sie als Regler an dem ein, was gefunden ist.</translation>
    </message>
    <message>
        <source>what the processors of a node reach that update what is offloaded</source>
        <translation>was die Prozessoren eines Knotens erreichen, die aktualisieren, was ausgelagert ist</translation>
    </message>
    <message>
        <source>the layout is one that Megatron runs</source>
        <translation>das Layout ist eines, das Megatron ausführt</translation>
    </message>
    <message>
        <source>models of this family were trained with Megatron-DeepSpeed</source>
        <translation>Modelle dieser Familie wurden mit Megatron-DeepSpeed trainiert</translation>
    </message>
    <message>
        <source>What kernels reach on {} is not known.</source>
        <translation>Was Kernel auf {} erreichen, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>Choose a preset with rates, or add &quot;rates&quot; to its file.</source>
        <translation>Ein Preset mit Raten wählen oder seiner Datei „rates“ hinzufügen.</translation>
    </message>
    <message>
        <source>The schedule {} does not fit {} stages and {} microbatches.</source>
        <translation>Der Schedule {} passt nicht zu {} Stages und {} Microbatches.</translation>
    </message>
    <message>
        <source>{} = {}: {}.</source>
        <translation>{} = {}: {}.</translation>
    </message>
    <message>
        <source>Measured runs of this framework on more than {} nodes took up to {} longer a microbatch, as messages between nodes were late: the range holds it.</source>
        <translation>Gemessene Läufe dieses Frameworks auf mehr als {} Knoten dauerten je Microbatch bis zu {} länger, da Nachrichten zwischen Knoten verspätet waren: der Bereich umfasst das.</translation>
    </message>
    <message>
        <source>{} layers do not fill {} stages of the model.</source>
        <translation>{} Layer füllen keine {} Stages des Modells.</translation>
    </message>
    <message>
        <source>Choose fewer stages or chunks, or more layers.</source>
        <translation>Weniger Stages oder Chunks wählen, oder mehr Layer.</translation>
    </message>
    <message>
        <source>The partition names {} stages, the model has {}.</source>
        <translation>Die Aufteilung nennt {} Stages, das Modell hat {}.</translation>
    </message>
    <message>
        <source>{} spans overlap their neighbours on {} lanes</source>
        <translation>{} Spans überlappen ihre Nachbarn auf {} Spuren</translation>
    </message>
    <message>
        <source>{} spans overlap their neighbours on {} lane</source>
        <translation>{} Spans überlappen ihre Nachbarn auf {} Spur</translation>
    </message>
    <message>
        <source>Give one number of layers for each stage of the model.</source>
        <translation>Für jede Stage des Modells eine Zahl von Layern angeben.</translation>
    </message>
    <message>
        <source>The partition {} has {} layers, the model has {}.</source>
        <translation>Die Aufteilung {} hat {} Layer, das Modell hat {}.</translation>
    </message>
    <message>
        <source>Every layer must be on one stage.</source>
        <translation>Jeder Layer muss auf einer Stage liegen.</translation>
    </message>
    <message>
        <source>A stage cannot have a negative number of layers.</source>
        <translation>Eine Stage kann keine negative Zahl von Layern haben.</translation>
    </message>
    <message>
        <source>A layer table distinguishes layers, embedding and head; their sum is as measured.</source>
        <translation>Eine Layertabelle unterscheidet Layer, Embedding und Kopf; ihre Summe ist wie gemessen.</translation>
    </message>
    <message>
        <source>Equal layers are assumed; by its parameters, the head is assumed to compute as long as {} of them.</source>
        <translation>Gleiche Layer angenommen; nach seinen Parametern rechnet der Kopf vermutlich so lange wie {} davon.</translation>
    </message>
    <message>
        <source>As it was measured in this step, rank {} stays {} times as slow as its peers.</source>
        <translation>Wie in diesem Schritt gemessen braucht Rank {} weiterhin {}-mal so lange wie seinesgleichen.</translation>
    </message>
    <message>
        <source>For a layer, rank {} takes {} times as long as other stages: its GPU is slow, or its stage has more work than its layers. Which is not recorded: the second is assumed, and the range holds both.</source>
        <translation>Für eine Schicht braucht Rank {} {}-mal so lange wie andere Stufen: Seine GPU ist langsam, oder seine Stufe hat mehr Arbeit als ihre Schichten. Was davon, ist nicht aufgezeichnet: Das Zweite wird angenommen, und der Bereich umfasst beides.</translation>
    </message>
    <message>
        <source>Rank {} is {} times as slow as its peers: the layout has no such GPU, and no other one is slowed in its place.</source>
        <translation>Rank {} braucht {}-mal so lange wie seinesgleichen: Diese GPU gibt es in der Aufteilung nicht, und keine andere wird dafür langsamer.</translation>
    </message>
    <message>
        <source>So do {} more ranks, which are less slow.</source>
        <translation>Ebenso {} weitere Ranks, die weniger langsam sind.</translation>
    </message>
    <message>
        <source>Equal layers are assumed within each stage: no table distinguishes layers, embedding and head.</source>
        <translation>Gleiche Layer innerhalb jeder Stage angenommen: Keine Tabelle unterscheidet Layer, Embedding und Kopf.</translation>
    </message>
    <message>
        <source>Embedding and head are assumed to have {} million parameters each: of the usual vocabularies this one leaves what the layers can have.</source>
        <translation>Embedding und Kopf haben angenommen je {} Millionen Parameter: Von den üblichen Vokabularen lässt dieses übrig, was die Layer haben können.</translation>
    </message>
    <message>
        <source>What experts are sent is not recorded: they are assumed to keep what they took.</source>
        <translation>Was Experten geschickt wird, ist nicht aufgezeichnet: Sie behalten angenommen ihre Zeiten.</translation>
    </message>
    <message>
        <source>An expert-parallel rank is assumed to be sent what those were whose experts it takes over.</source>
        <translation>Einem expertenparallelen Rank wird angenommen geschickt, was denen geschickt wurde, deren Experten er übernimmt.</translation>
    </message>
    <message>
        <source>What each expert is sent is not recorded, only what each rank is: the experts of a rank are assumed to differ as the ranks suggest.</source>
        <translation>Was jedem Experten geschickt wird, ist nicht aufgezeichnet, nur was jedem Rank: Die Experten eines Ranks unterscheiden sich angenommen so, wie es die Ranks erwarten lassen.</translation>
    </message>
    <message>
        <source>The step takes {} where all experts of a rank are sent alike, and {} where one of them is sent everything.</source>
        <translation>Der Schritt dauert {}, wenn alle Experten eines Ranks gleich viel erhalten, und {}, wenn einer alles erhält.</translation>
    </message>
    <message>
        <source>What each expert is sent is not recorded: what experts are sent is assumed to vary by 10 to 160 % about its mean.</source>
        <translation>Was jeder Experte erhält, ist nicht aufgezeichnet: Angenommen wird, dass es um 10 bis 160 % seines Mittels schwankt.</translation>
    </message>
    <message>
        <source>All ranks were sent about the same: of what experts take, the part in which their weights are read and updated is assumed not to grow with it.</source>
        <translation>Alle Ranks erhielten etwa gleich viel: Von dem, was Experten brauchen, wächst angenommen der Teil nicht damit, in dem ihre Gewichte gelesen und geändert werden.</translation>
    </message>
    <message>
        <source>All ranks were sent about the same: half of what experts take is assumed not to grow with it.</source>
        <translation>Alle Ranks erhielten etwa gleich viel: Die Hälfte dessen, was Experten brauchen, wächst angenommen nicht damit.</translation>
    </message>
    <message>
        <source>Layers are told from embedding and head by the communication that repeats with each of them.</source>
        <translation>Layer, Embedding und Kopf unterscheidet die Kommunikation, die sich mit jedem Layer wiederholt.</translation>
    </message>
    <message>
        <source>The input does not state the work of every stage.</source>
        <translation>Die Eingabe nennt nicht die Arbeit jeder Stage.</translation>
    </message>
    <message>
        <source>{} is not a finite number</source>
        <translation>{} ist keine endliche Zahl</translation>
    </message>
    <message>
        <source>What stages with {} tensor-parallel ranks would take is unknown: the log {} times layers with {}, and states neither their shapes nor what they communicate.</source>
        <translation>Was Stages mit {} tensorparallelen Ranks brauchen würden, ist unbekannt: Das Log {} misst Layer mit {} und nennt weder ihre Formen noch, was sie austauschen.</translation>
    </message>
    <message>
        <source>Open it together with a log of the same model and GPUs with TP {} and {} samples per microbatch: logs of one folder are used together.</source>
        <translation>Zusammen mit einem Log desselben Modells auf denselben GPUs mit TP {} und {} Samples je Microbatch öffnen: Logs eines Ordners werden gemeinsam benutzt.</translation>
    </message>
    <message>
        <source>What {} replicas would exchange is unknown: the log {} does not state the parameters of its model.</source>
        <translation>Was {} Replikate austauschen würden, ist nicht bekannt: Das Log {} nennt die Parameter seines Modells nicht.</translation>
    </message>
    <message>
        <source>A layer&apos;s own work is what the log {} measured on one tensor-parallel rank.</source>
        <translation>Die eigene Arbeit eines Layers ist, was das Log {} auf einem tensorparallelen Rank gemessen hat.</translation>
    </message>
    <message>
        <source>The model is {}: by its parameters, the head is assumed to compute as long as {} of its layers on one tensor-parallel rank.</source>
        <translation>Das Modell ist {}: Nach seinen Parametern rechnet der Head auf einem tensorparallelen Rank, so wird angenommen, so lange wie {} seiner Layer.</translation>
    </message>
    <message>
        <source>Layers with {} tensor-parallel ranks follow from what the log {} measured with {}: their own work shrinks with the group, what they take besides stays.</source>
        <translation>Layer mit {} tensorparallelen Ranks folgen aus dem, was das Log {} mit {} gemessen hat: Ihre eigene Arbeit schrumpft mit der Gruppe, was sie sonst brauchen, bleibt.</translation>
    </message>
    <message>
        <source>Layers with {} tensor-parallel ranks take what the log {} measured.</source>
        <translation>Layer mit {} tensorparallelen Ranks brauchen, was das Log {} gemessen hat.</translation>
    </message>
    <message>
        <source>{} measured this layout: {} a step.</source>
        <translation>{} hat diese Aufteilung gemessen: {} je Schritt.</translation>
    </message>
    <message>
        <source>What {} tensor-parallel ranks communicate is not in the input: how much of their work shrinks with the group is unknown.</source>
        <translation>Was {} tensorparallele Ranks austauschen, steht nicht in der Eingabe: Wie viel ihrer Arbeit mit der Gruppe schrumpft, ist unbekannt.</translation>
    </message>
    <message>
        <source>Open an input that records it, or a workload or layer table of the job.</source>
        <translation>Eine Eingabe öffnen, die es aufzeichnet, oder einen Workload oder eine Layertabelle des Jobs.</translation>
    </message>
    <message>
        <source>What tensor parallelism would communicate is unknown: the input was not sharded.</source>
        <translation>Was Tensorparallelität übertragen würde, ist nicht bekannt: Die Eingabe war nicht geteilt.</translation>
    </message>
    <message>
        <source>It follows from the number of layers and the size of a pipeline message.</source>
        <translation>Es folgt aus der Zahl der Layer und der Größe einer Nachricht der Pipeline.</translation>
    </message>
    <message>
        <source>{} % of the backward compute are assumed to be weight gradient; the range holds for {} to {} %.</source>
        <translation>{} % der Rückwärtsrechnung gelten als Gewichtsgradient; der Bereich gilt für {} bis {} %.</translation>
    </message>
    <message>
        <source>Sharded operations are assumed to scale inversely with the tensor-parallel size.</source>
        <translation>Die Dauer geteilter Operationen gilt als umgekehrt proportional zur tensorparallelen Größe.</translation>
    </message>
    <message>
        <source>Gradients are assumed to be synchronized layer by layer during the last backward pass.</source>
        <translation>Gradienten werden angenommen Layer für Layer während des letzten Rückwärtsdurchgangs abgeglichen.</translation>
    </message>
    <message>
        <source>Correct it, or copy a preset of the program.</source>
        <translation>Sie berichtigen oder eine Vorgabe des Programms kopieren.</translation>
    </message>
    <message>
        <source>&quot;{}&quot; of {} is unknown.</source>
        <translation>„{}“ von {} ist nicht bekannt.</translation>
    </message>
    <message>
        <source>{} has no &quot;value&quot;.</source>
        <translation>{} hat kein „value“.</translation>
    </message>
    <message>
        <source>an event that is not a JSON object</source>
        <translation>ein Ereignis, das kein JSON-Objekt ist</translation>
    </message>
    <message>
        <source>The source of {} must be text.</source>
        <translation>Die Quelle von {} muss Text sein.</translation>
    </message>
    <message>
        <source>&quot;value&quot; of {} is neither true nor false.</source>
        <translation>„value“ von {} ist weder true noch false.</translation>
    </message>
    <message>
        <source>&quot;nominal&quot; of {} is neither true nor false.</source>
        <translation>„nominal“ von {} ist weder true noch false.</translation>
    </message>
    <message>
        <source>{} is not a number.</source>
        <translation>{} ist keine Zahl.</translation>
    </message>
    <message>
        <source>{} is {} where its peak is {}: from {} to {} is accepted.</source>
        <translation>{} ist {}, wo die Spitze {} ist: angenommen wird {} bis {}.</translation>
    </message>
    <message>
        <source>{} is {}, which no hardware has.</source>
        <translation>{} ist {}; das hat keine Hardware.</translation>
    </message>
    <message>
        <source>{} must be an object with sizes and curves.</source>
        <translation>{} muss ein Objekt mit Größen und Kurven sein.</translation>
    </message>
    <message>
        <source>&quot;{}&quot; of {} must be an object.</source>
        <translation>„{}“ von {} muss ein Objekt sein.</translation>
    </message>
    <message>
        <source>&quot;{}&quot; of {} is not a number of ranks.</source>
        <translation>„{}“ von {} ist keine Anzahl von Ranks.</translation>
    </message>
    <message>
        <source>{} of {} ranks needs &quot;base_us&quot; and a &quot;factor&quot; for each size, with which times do not fall as sizes grow.</source>
        <translation>{} von {} Ranks braucht „base_us“ und einen „factor“ für jede Größe, mit denen Zeiten nicht fallen, wo Größen wachsen.</translation>
    </message>
    <message>
        <source>{} needs &quot;kib&quot;: sizes, each above the one before.</source>
        <translation>{} braucht „kib“: Größen, jede über der vorigen.</translation>
    </message>
    <message>
        <source>{} is {}, which is not a number of devices.</source>
        <translation>{} ist {}; das ist keine Anzahl von Geräten.</translation>
    </message>
    <message>
        <source>An alias must be text.</source>
        <translation>Ein Alias muss Text sein.</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is unknown.</source>
        <translation>„{}“ ist nicht bekannt.</translation>
    </message>
    <message>
        <source>&quot;{}&quot; must be text.</source>
        <translation>„{}“ muss Text sein.</translation>
    </message>
    <message>
        <source>&quot;{}&quot; must be an object.</source>
        <translation>„{}“ muss ein Objekt sein.</translation>
    </message>
    <message>
        <source>{} needs &quot;points&quot;: pairs of GFLOP and TFLOP/s, by size, with which times do not fall as sizes grow.</source>
        <translation>{} braucht „points“: Paare aus GFLOP und TFLOP/s, nach Größe, mit denen Zeiten nicht sinken, wenn Größen wachsen.</translation>
    </message>
    <message>
        <source>{} needs a &quot;value&quot; above 0.</source>
        <translation>{} braucht einen „value“ über 0.</translation>
    </message>
    <message>
        <source>It holds no JSON object.</source>
        <translation>Sie enthält kein JSON-Objekt.</translation>
    </message>
    <message>
        <source>It states neither a GPU (peak_tflops, memory_gb_per_s, nvlink_gb_per_s) nor a network (nic_gb_per_s).</source>
        <translation>Sie gibt weder eine GPU an (peak_tflops, memory_gb_per_s, nvlink_gb_per_s) noch ein Netz (nic_gb_per_s).</translation>
    </message>
    <message>
        <source>a member of the trace does not end</source>
        <translation>ein Glied des Trace endet nicht</translation>
    </message>
    <message>
        <source>It states no {}.</source>
        <translation>Sie gibt kein {} an.</translation>
    </message>
    <message>
        <source>only the first {} rows are kept</source>
        <translation>nur die ersten {} Zeilen bleiben</translation>
    </message>
    <message>
        <source>It states no nic_gb_per_s and names no network.</source>
        <translation>Sie gibt kein nic_gb_per_s an und nennt kein Netz.</translation>
    </message>
    <message>
        <source>The schedule deadlocks: its passes wait for each other in a cycle.</source>
        <translation>Der Schedule verklemmt sich (Deadlock): Seine Durchgänge warten im Kreis aufeinander.</translation>
    </message>
    <message>
        <source>time of layer {}</source>
        <translation>Zeit des Layers {}</translation>
    </message>
    <message>
        <source>an execution trace without durations: open the profiler trace recorded beside it, or link the two first</source>
        <translation>ein Execution Trace ohne Dauern: den daneben aufgezeichneten Profiler-Trace öffnen oder zuerst beide verbinden</translation>
    </message>
    <message>
        <source>Choose another schedule.</source>
        <translation>Einen anderen Schedule wählen.</translation>
    </message>
    <message>
        <source>A job of TP {} x PP {} x DP {} is not possible.</source>
        <translation>Ein Job mit TP {} x PP {} x DP {} ist nicht möglich.</translation>
    </message>
    <message>
        <source>Choose at most {} stages and {} GPUs in all.</source>
        <translation>Höchstens {} Stages und insgesamt {} GPUs wählen.</translation>
    </message>
    <message>
        <source>A step of {} microbatches on {} ranks has more operations than can be simulated.</source>
        <translation>Ein Schritt von {} Microbatches auf {} Ranks hat mehr Operationen, als simuliert werden können.</translation>
    </message>
    <message>
        <source>Choose fewer microbatches.</source>
        <translation>Weniger Microbatches wählen.</translation>
    </message>
    <message>
        <source>Complete the plan.</source>
        <translation>Den Plan vervollständigen.</translation>
    </message>
    <message>
        <source>The plan names no forward or backward pass.</source>
        <translation>Der Plan nennt keinen Vorwärts- oder Rückwärtsdurchgang.</translation>
    </message>
    <message>
        <source>Choose a plan with passes.</source>
        <translation>Einen Plan mit Durchgängen wählen.</translation>
    </message>
    <message>
        <source>Stage {} of the plan is held by rank {} and rank {}.</source>
        <translation>Stage {} des Plans liegt auf Rank {} und auf Rank {}.</translation>
    </message>
    <message>
        <source>Give each stage to one rank.</source>
        <translation>Jede Stage einem Rank geben.</translation>
    </message>
    <message>
        <source>Rank {} of the plan holds {} stages, the first rank {}.</source>
        <translation>Rank {} des Plans hat {} Stages, der erste Rank {}.</translation>
    </message>
    <message>
        <source>Give all ranks the same number of stages.</source>
        <translation>Allen Ranks gleich viele Stages geben.</translation>
    </message>
    <message>
        <source>The plan has no passes of stage {}.</source>
        <translation>Der Plan hat keine Durchgänge der Stage {}.</translation>
    </message>
    <message>
        <source>Add the file or row of that stage.</source>
        <translation>Die Datei oder Zeile dieser Stage hinzufügen.</translation>
    </message>
    <message>
        <source>The plan has no {} of microbatch {} on stage {}.</source>
        <translation>Im Plan fehlt: {} von Microbatch {} auf Stage {}.</translation>
    </message>
    <message>
        <source>The plan has more than one {} of microbatch {} on stage {}.</source>
        <translation>Im Plan steht mehr als einmal: {} von Microbatch {} auf Stage {}.</translation>
    </message>
    <message>
        <source>Pass times come from the table {}.</source>
        <translation>Die Zeiten der Durchgänge stammen aus der Tabelle {}.</translation>
    </message>
    <message>
        <source>{} declares {} layers and names {}</source>
        <translation>{} kündigt {} Layer an und nennt {}</translation>
    </message>
    <message>
        <source>The plan states no times: a forward pass is assumed to take {} ms on every stage.</source>
        <translation>Der Plan nennt keine Zeiten: Ein Vorwärtsdurchgang dauert angenommen {} ms auf jeder Stage.</translation>
    </message>
    <message>
        <source>Backward times are unknown: {} times the forward pass is assumed.</source>
        <translation>Die Rückwärtszeiten sind unbekannt: {}-mal der Vorwärtsdurchgang angenommen.</translation>
    </message>
    <message>
        <source>The order is that of {}.</source>
        <translation>Die Reihenfolge ist die von {}.</translation>
    </message>
    <message>
        <source>The order is the plan&apos;s own, none of the known schedules.</source>
        <translation>Die Reihenfolge ist die eigene des Plans, keiner der bekannten Schedules.</translation>
    </message>
    <message>
        <source>The step is the pipeline alone: the plan does not state what gradients and optimizer take.</source>
        <translation>Der Schritt ist die Pipeline allein: Der Plan sagt nicht, was Gradienten und Optimizer brauchen.</translation>
    </message>
    <message>
        <source>A pipeline of {} stages cannot be scheduled.</source>
        <translation>Eine Pipeline von {} Stages lässt sich nicht einteilen.</translation>
    </message>
    <message>
        <source>Give between 1 and {} stages.</source>
        <translation>Zwischen 1 und {} Stages angeben.</translation>
    </message>
    <message>
        <source>{} chunks per stage cannot be scheduled.</source>
        <translation>{} Chunks je Stage lassen sich nicht einteilen.</translation>
    </message>
    <message>
        <source>text follows a record: &quot;{}&quot;</source>
        <translation>hinter einem Eintrag folgt Text: „{}“</translation>
    </message>
    <message>
        <source>Give between 1 and {} chunks.</source>
        <translation>Zwischen 1 und {} Chunks angeben.</translation>
    </message>
    <message>
        <source>{} microbatches on {} stages cannot be scheduled.</source>
        <translation>{} Microbatches auf {} Stages lassen sich nicht einteilen.</translation>
    </message>
    <message>
        <source>Give between 1 and {} microbatches.</source>
        <translation>Zwischen 1 und {} Microbatches angeben.</translation>
    </message>
    <message>
        <source>the last event breaks off; what precedes it is kept</source>
        <translation>das letzte Ereignis bricht ab; was davor steht, bleibt</translation>
    </message>
    <message>
        <source>{} cannot have a single chunk per stage.</source>
        <translation>{} kann nicht nur einen Chunk je Stage haben.</translation>
    </message>
    <message>
        <source>{} cannot have {} chunks per stage.</source>
        <translation>{} kann keine {} Chunks je Stage haben.</translation>
    </message>
    <message>
        <source>{} spans lie deeper than {} levels</source>
        <translation>{} Spans liegen tiefer als {} Ebenen</translation>
    </message>
    <message>
        <source>as measured = {}</source>
        <translation>wie gemessen = {}</translation>
    </message>
    <message>
        <source>{}; collectives of recorded runs take {} + {} × that = {}</source>
        <translation>{}; Kollektive aufgezeichneter Läufe dauern {} + {} × so viel = {}</translation>
    </message>
    <message>
        <source>{}; messages of recorded runs take {} + {} × that = {}</source>
        <translation>{}; Nachrichten aufgezeichneter Läufe dauern {} + {} × so viel = {}</translation>
    </message>
    <message>
        <source>{}; transfers of this run take {} + {} × that = {}</source>
        <translation>{}; Übertragungen dieses Laufs dauern {} + {} × so viel = {}</translation>
    </message>
    <message>
        <source>{}; this one was recorded with {} times its price = {}</source>
        <translation>{}; diese wurde mit dem {}-fachen ihres Preises aufgezeichnet = {}</translation>
    </message>
    <message>
        <source>a group of one rank does not communicate = {}</source>
        <translation>eine Gruppe aus einem Rank kommuniziert nicht = {}</translation>
    </message>
    <message>
        <source>a + S/B = {} + {} / {} = {}</source>
        <translation>a + S/B = {} + {} / {} = {}</translation>
    </message>
    <message>
        <source>L + S/(0.5 B) = L + {} / (0.5 × {}) = {}</source>
        <translation>L + S/(0.5 B) = L + {} / (0.5 × {}) = {}</translation>
    </message>
    <message>
        <source>call + factor · f S/B, as measured on such GPUs = {} + {} × {} × {} / {} = {}</source>
        <translation>Aufruf + Faktor · f S/B, wie auf solchen GPUs gemessen = {} + {} × {} × {} / {} = {}</translation>
    </message>
    <message>
        <source>measured bandwidth curve at {} = {}</source>
        <translation>gemessene Bandbreitenkurve bei {} = {}</translation>
    </message>
    <message>
        <source>2(n−1)a + 2(n−1)/n · S/B = {} × {} + {} × {} / {} = {}</source>
        <translation>2(n−1)a + 2(n−1)/n · S/B = {} × {} + {} × {} / {} = {}</translation>
    </message>
    <message>
        <source>(n−1)a + (n−1)/n · S/B = {} × {} + {} × {} / {} = {}</source>
        <translation>(n−1)a + (n−1)/n · S/B = {} × {} + {} × {} / {} = {}</translation>
    </message>
    <message>
        <source>(n−1)a + max(S(g−1)/n/B, S(n−g)/n/NIC) = {} × {} + {} at {} = {}</source>
        <translation>(n−1)a + max(S(g−1)/n/B, S(n−g)/n/NIC) = {} × {} + {} mit {} = {}</translation>
    </message>
    <message>
        <source>(n−1)a + S/B = {} × {} + {} / {} = {}</source>
        <translation>(n−1)a + S/B = {} × {} + {} / {} = {}</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a number of bytes.</source>
        <translation>„{}“ ist keine Zahl von Bytes.</translation>
    </message>
    <message>
        <source>Give one with its unit, such as 64MB (1e6 bytes) or 64MiB (2^20).</source>
        <translation>Eine mit Einheit angeben, etwa 64MB (1e6 Bytes) oder 64MiB (2^20).</translation>
    </message>
    <message>
        <source>There is no collective &quot;{}&quot;.</source>
        <translation>Es gibt keine kollektive Operation „{}“.</translation>
    </message>
    <message>
        <source>A message needs two ranks.</source>
        <translation>Eine Nachricht braucht zwei Ranks.</translation>
    </message>
    <message>
        <source>{} ranks, {} of them on each node, are no group of {}.</source>
        <translation>{} Ranks, davon {} auf jedem Knoten, sind keine Gruppe von {}.</translation>
    </message>
    <message>
        <source>It has {} GPUs per node.</source>
        <translation>Es hat {} GPUs je Knoten.</translation>
    </message>
    <message>
        <source>It always has two: leave the number out.</source>
        <translation>Es hat immer zwei: die Zahl weglassen.</translation>
    </message>
    <message>
        <source>ranks that occur twice</source>
        <translation>Ranks, die zweimal vorkommen</translation>
    </message>
    <message>
        <source>It has one; interleaved 1F1B takes two or more, ZB-V, V-Half, V-Min and DualPipe have two.</source>
        <translation>Es hat einen; verschränktes 1F1B nimmt zwei oder mehr, ZB-V, V-Half, V-Min und DualPipe haben zwei.</translation>
    </message>
    <message>
        <source>Give 2 chunks or more, or choose 1F1B.</source>
        <translation>2 Chunks oder mehr angeben oder 1F1B wählen.</translation>
    </message>
    <message>
        <source>{} runs no two passes together.</source>
        <translation>{} führt keine zwei Durchläufe zusammen aus.</translation>
    </message>
    <message>
        <source>Only DualPipe and DualPipeV overlap a forward pass with a backward pass.</source>
        <translation>Nur DualPipe und DualPipeV überlappen einen Vorwärts- mit einem Rückwärtsdurchlauf.</translation>
    </message>
    <message>
        <source>Interleaved 1F1B cannot run {} microbatches on {} stages.</source>
        <translation>Verschränktes 1F1B kann keine {} Microbatches auf {} Stages ausführen.</translation>
    </message>
    <message>
        <source>It needs a multiple of the number of stages, such as {}.</source>
        <translation>Es braucht ein Vielfaches der Zahl der Stages, etwa {}.</translation>
    </message>
    <message>
        <source>the shape is not a list of numbers; size of the message unknown</source>
        <translation>die Form ist keine Liste von Zahlen; Größe der Nachricht unbekannt</translation>
    </message>
    <message>
        <source>DualPipe cannot run on {} stages.</source>
        <translation>DualPipe kann nicht auf {} Stages laufen.</translation>
    </message>
    <message>
        <source>It needs an even number of stages: each rank holds one from either end.</source>
        <translation>Es braucht eine gerade Zahl von Stages: Jeder Rank hat eine von jedem Ende.</translation>
    </message>
    <message>
        <source>DualPipeV cannot run {} microbatches on {} stages.</source>
        <translation>DualPipeV kann keine {} Microbatches auf {} Stages ausführen.</translation>
    </message>
    <message>
        <source>It needs twice as many as stages, {} at least.</source>
        <translation>Es braucht doppelt so viele wie Stages, mindestens {}.</translation>
    </message>
    <message>
        <source>DualPipe cannot run {} microbatches on {} stages.</source>
        <translation>DualPipe kann keine {} Microbatches auf {} Stages ausführen.</translation>
    </message>
    <message>
        <source>It needs an even number, half of them for each direction, and {} at least.</source>
        <translation>Es braucht eine gerade Zahl, die Hälfte für jede Richtung, und mindestens {}.</translation>
    </message>
    <message>
        <source>{} takes no limit on microbatches in flight.</source>
        <translation>{} kennt keine Grenze für Microbatches unterwegs.</translation>
    </message>
    <message>
        <source>Its order fixes how many there are; only the automatic zero-bubble schedule takes a limit.</source>
        <translation>Seine Reihenfolge legt fest, wie viele es sind; nur der automatische Zero-Bubble-Schedule kennt eine Grenze.</translation>
    </message>
    <message>
        <source>A limit of {} microbatches in flight lets nothing run.</source>
        <translation>Bei einer Grenze von {} Microbatches unterwegs läuft nichts.</translation>
    </message>
    <message>
        <source>Give 1 or more.</source>
        <translation>1 oder mehr angeben.</translation>
    </message>
    <message>
        <source>Costs of the passes cannot be added up.</source>
        <translation>Die Kosten der Durchgänge lassen sich nicht aufsummieren.</translation>
    </message>
    <message>
        <source>Times must not be negative, and all of a step sum up to less than 30 years.</source>
        <translation>Zeiten dürfen nicht negativ sein und in einem Schritt zusammen weniger als 30 Jahre ergeben.</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a valid value of {}.</source>
        <translation>„{}“ ist kein gültiger Wert von {}.</translation>
    </message>
    <message>
        <source>Give a whole number from {} to {}.</source>
        <translation>Eine ganze Zahl von {} bis {} angeben.</translation>
    </message>
    <message>
        <source>Give 0 or a larger number.</source>
        <translation>0 oder eine größere Zahl angeben.</translation>
    </message>
    <message>
        <source>Give a number above 0.</source>
        <translation>Eine Zahl über 0 angeben.</translation>
    </message>
    <message>
        <source>Give on or off.</source>
        <translation>on oder off angeben.</translation>
    </message>
    <message>
        <source>Give one of {}.</source>
        <translation>Eines davon angeben: {}.</translation>
    </message>
    <message>
        <source>Give one of automatic, ring, tree, nvls, curve.</source>
        <translation>Eines davon angeben: automatic, ring, tree, nvls, curve.</translation>
    </message>
    <message>
        <source>Give {} or {}.</source>
        <translation>{} oder {} angeben.</translation>
    </message>
    <message>
        <source>Give the layers of each stage, such as 9,9,9,5.</source>
        <translation>Die Layer jeder Stage angeben, etwa 9,9,9,5.</translation>
    </message>
    <message>
        <source>Give two stages and a factor, such as 0-1=0.5.</source>
        <translation>Zwei Stages und einen Faktor angeben, etwa 0-1=0.5.</translation>
    </message>
    <message>
        <source>Stages {} and {} are named twice: give them one factor.</source>
        <translation>Die Stages {} und {} sind zweimal genannt: einen Faktor angeben.</translation>
    </message>
    <message>
        <source>Give a rank or stage and its factor, such as rank:3=1.3 or stage:2=1.1.</source>
        <translation>Einen Rank oder eine Stage und den Faktor angeben, etwa rank:3=1.3 oder stage:2=1.1.</translation>
    </message>
    <message>
        <source>{} {} is named twice: give it one factor.</source>
        <translation>{} {} ist zweimal genannt: einen Faktor angeben.</translation>
    </message>
    <message>
        <source>There is no knob &quot;{}&quot;.</source>
        <translation>Es gibt keinen Regler „{}“.</translation>
    </message>
    <message>
        <source>There is no argument &quot;{}&quot;.</source>
        <translation>Es gibt kein Argument „{}“.</translation>
    </message>
    <message>
        <source>Knobs are {}.</source>
        <translation>Regler sind {}.</translation>
    </message>
    <message>
        <source>Did you mean {}? Knobs are {}.</source>
        <translation>War {} gemeint? Regler sind {}.</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a bandwidth: {}.</source>
        <translation>„{}“ ist keine Bandbreite: {}.</translation>
    </message>
    <message>
        <source>Give one with its unit, such as 48.5GB/s (gigabytes), 400Gb/s (gigabits) or 23GiB/s.</source>
        <translation>Eine mit ihrer Einheit angeben, etwa 48.5GB/s (Gigabyte), 400Gb/s (Gigabit) oder 23GiB/s.</translation>
    </message>
    <message>
        <source>it does not begin with a number</source>
        <translation>sie beginnt nicht mit einer Zahl</translation>
    </message>
    <message>
        <source>a bare number may mean bits or bytes</source>
        <translation>eine bloße Zahl kann Bits oder Bytes meinen</translation>
    </message>
    <message>
        <source>its unit is unknown</source>
        <translation>ihre Einheit ist nicht bekannt</translation>
    </message>
    <message>
        <source>the iterations last longer than 64-bit nanoseconds</source>
        <translation>die Iterationen dauern länger als 64 Bit Nanosekunden</translation>
    </message>
    <message>
        <source>A step cannot be modelled from the log {}: {}.</source>
        <translation>Aus dem Protokoll {} lässt sich kein Schritt modellieren: {}.</translation>
    </message>
    <message>
        <source>Calibrated by {}: its GPUs reach {} of the rate that is modelled for {} ({} to {} by its steps and timers).</source>
        <translation>Kalibriert nach {}: seine GPUs erreichen das {}-fache der für {} modellierten Rate ({} bis {} nach seinen Schritten und Timern).</translation>
    </message>
    <message>
        <source>No step was measured.</source>
        <translation>Kein Schritt wurde gemessen.</translation>
    </message>
    <message>
        <source>The measured step of {} is shorter than what {} needs to communicate in it, {}.</source>
        <translation>Der gemessene Schritt von {} ist kürzer als das, was {} darin zur Kommunikation braucht, {}.</translation>
    </message>
    <message>
        <source>Say on which GPUs and network it was measured.</source>
        <translation>Angeben, auf welchen GPUs und welchem Netz er gemessen wurde.</translation>
    </message>
    <message>
        <source>The measured step of {} takes more than {} times what is modelled on {}, {}.</source>
        <translation>Der gemessene Schritt von {} dauert mehr als {}-mal so lange wie auf {} modelliert, {}.</translation>
    </message>
    <message>
        <source>Say on which GPUs it was measured.</source>
        <translation>Angeben, auf welchen GPUs er gemessen wurde.</translation>
    </message>
    <message>
        <source>it does not state what it trained</source>
        <translation>es nennt nicht, was es trainiert hat</translation>
    </message>
    <message>
        <source>it prints no step time</source>
        <translation>es druckt keine Schrittzeit</translation>
    </message>
    <message>
        <source>A step cannot be modelled from the log {}: {}</source>
        <translation>Aus dem Protokoll {} lässt sich kein Schritt modellieren: {}</translation>
    </message>
    <message>
        <source>it prints no forward time per stage, and what it states describes no model: {}</source>
        <translation>es druckt keine Vorwärtszeit je Stage, und was es nennt, beschreibt kein Modell: {}</translation>
    </message>
    <message>
        <source>Logs of opt_prime time stages; otherwise open the rank traces or a layer table of the same job.</source>
        <translation>Protokolle von opt_prime messen Stages; sonst die Rank-Traces oder eine Layertabelle desselben Jobs öffnen.</translation>
    </message>
    <message>
        <source>the sizes of its model {} are not known</source>
        <translation>die Größen seines Modells {} sind nicht bekannt</translation>
    </message>
    <message>
        <source>the log states no sizes: those of torchtitan</source>
        <translation>das Protokoll nennt keine Größen: die von torchtitan</translation>
    </message>
    <message>
        <source>The log {} does not state its model.</source>
        <translation>Das Protokoll {} nennt sein Modell nicht.</translation>
    </message>
    <message>
        <source>What the log {} states describes no model: {}.</source>
        <translation>Was das Protokoll {} nennt, beschreibt kein Modell: {}.</translation>
    </message>
    <message>
        <source>The run {} tells nothing of a plan: {}</source>
        <translation>Der Lauf {} sagt nichts über einen Plan: {}</translation>
    </message>
    <message>
        <source>Its step was not measured.</source>
        <translation>Sein Schritt wurde nicht gemessen.</translation>
    </message>
    <message>
        <source>The run {} does not state its model.</source>
        <translation>Der Lauf {} nennt sein Modell nicht.</translation>
    </message>
    <message>
        <source>Nothing there was measured: it tells nothing of a plan.</source>
        <translation>Dort wurde nichts gemessen: Das sagt nichts über einen Plan.</translation>
    </message>
    <message>
        <source>Give a log with its arguments, or a recorded run beside a description of its job.</source>
        <translation>Ein Protokoll mit seinen Argumenten angeben, oder einen aufgezeichneten Lauf neben einer Beschreibung seines Jobs.</translation>
    </message>
    <message>
        <source>Put a description of its job beside it: config.json or *.bubblejob.</source>
        <translation>Eine Beschreibung seines Jobs danebenlegen: config.json oder *.bubblejob.</translation>
    </message>
    <message>
        <source>it prints no forward time per stage</source>
        <translation>es druckt keine Vorwärtszeit je Stage</translation>
    </message>
    <message>
        <source>Logs of opt_prime do; otherwise open the rank traces or a layer table of the same job.</source>
        <translation>Protokolle von opt_prime tun es; sonst die Rank-Traces oder eine Layertabelle desselben Jobs öffnen.</translation>
    </message>
    <message>
        <source>it does not say how many microbatches a step has (GAS)</source>
        <translation>es sagt nicht, wie viele Microbatches ein Schritt hat (GAS)</translation>
    </message>
    <message>
        <source>Keep the lines at the start of the log, where they are stated.</source>
        <translation>Die Zeilen am Anfang des Protokolls behalten, wo es steht.</translation>
    </message>
    <message>
        <source>it has no forward time of stage {}</source>
        <translation>es hat keine Vorwärtszeit der Stage {}</translation>
    </message>
    <message>
        <source>Use a log of all ranks.</source>
        <translation>Ein Protokoll aller Ranks verwenden.</translation>
    </message>
    <message>
        <source>it names no stage in its forward times</source>
        <translation>es nennt in seinen Vorwärtszeiten keine Stage</translation>
    </message>
    <message>
        <source>Use a log that does.</source>
        <translation>Ein Protokoll verwenden, das es tut.</translation>
    </message>
    <message>
        <source>it has forward times of {} of {} stages</source>
        <translation>es hat Vorwärtszeiten von {} von {} Stages</translation>
    </message>
    <message>
        <source>The log has no backward times: {} times the forward pass is assumed.</source>
        <translation>Das Protokoll hat keine Rückwärtszeiten: {}-mal der Vorwärtsdurchgang angenommen.</translation>
    </message>
    <message>
        <source>microbatches {} to {}</source>
        <translation>Microbatches {} auf {}</translation>
    </message>
    <message>
        <source>{} schedule</source>
        <translation>Schedule {}</translation>
    </message>
    <message>
        <source>TP {} · PP {} · DP {}</source>
        <translation>TP {} · PP {} · DP {}</translation>
    </message>
    <message>
        <source>EP {} to {}</source>
        <translation>EP {} auf {}</translation>
    </message>
    <message>
        <source>interleaved schedule with {} chunks</source>
        <translation>Interleaved-Schedule mit {} Chunks</translation>
    </message>
    <message>
        <source>the step may take {} to {}</source>
        <translation>der Schritt kann {} bis {} dauern</translation>
    </message>
    <message>
        <source>Of some ranks at least, hardly a call is known to have launched what their GPUs did: {}.</source>
        <translation>Zumindest von manchen Ranks ist kaum ein Aufruf bekannt, der startete, was ihre GPUs taten: {}.</translation>
    </message>
    <message>
        <source>How much of the waiting is for ranks whose hosts are late is not known: {}.</source>
        <translation>Wie viel des Wartens Ranks gilt, deren Hosts spät sind, ist nicht bekannt: {}.</translation>
    </message>
    <message>
        <source>Whether compute runs beside the collectives that it waited for is not known: {}.</source>
        <translation>Ob Rechnen neben den Kollektiven läuft, auf die es wartete, ist nicht bekannt: {}.</translation>
    </message>
    <message>
        <source>Nobody knows whether the step repeats as it was recorded: {}.</source>
        <translation>Niemand weiß, ob sich der Schritt so wiederholt, wie er aufgezeichnet wurde: {}.</translation>
    </message>
    <message>
        <source>What is known tells too little of it: {}.</source>
        <translation>Was bekannt ist, sagt darüber zu wenig: {}.</translation>
    </message>
    <message>
        <source>balanced partition</source>
        <translation>ausgeglichene Aufteilung</translation>
    </message>
    <message>
        <source>a table of rocprof: record with &quot;rocprof --sys-trace&quot;, whose results.json is a Chrome trace, or with PyTorch&apos;s profiler first</source>
        <translation>eine Tabelle von rocprof: zuerst mit „rocprof --sys-trace“ aufzeichnen, dessen results.json ein Chrome-Trace ist, oder mit dem Profiler von PyTorch</translation>
    </message>
    <message>
        <source>NIC bandwidth doubled</source>
        <translation>NIC-Bandbreite verdoppelt</translation>
    </message>
    <message>
        <source>NVLink bandwidth doubled</source>
        <translation>NVLink-Bandbreite verdoppelt</translation>
    </message>
    <message>
        <source>The step has no messages between stages.</source>
        <translation>Der Schritt hat keine Nachrichten zwischen Stages.</translation>
    </message>
    <message>
        <source>The run has one replica and records no gradients: nothing tells what several would share, and none is counted.</source>
        <translation>Der Lauf hat ein Replikat und zeichnet keine Gradienten auf: Nichts sagt, was mehrere austauschen würden, und nichts davon wird gezählt.</translation>
    </message>
    <message>
        <source>The run has one replica and records no gradients: those of 12 x hidden size² parameters a layer are assumed to be shared, in single precision.</source>
        <translation>Der Lauf hat ein Replikat und zeichnet keine Gradienten auf: Angenommen wird, dass die von 12 x Breite² Parametern je Schicht ausgetauscht werden, in einfacher Genauigkeit.</translation>
    </message>
    <message>
        <source>The step has no communication.</source>
        <translation>Der Schritt hat keine Kommunikation.</translation>
    </message>
    <message>
        <source>communication takes 10 % less time</source>
        <translation>Kommunikation dauert 10 % kürzer</translation>
    </message>
    <message>
        <source>compute takes 10 % less time</source>
        <translation>Rechnen dauert 10 % weniger</translation>
    </message>
    <message>
        <source>gradients beside compute</source>
        <translation>Gradienten neben dem Rechnen</translation>
    </message>
    <message>
        <source>sends that do not block</source>
        <translation>nicht blockierendes Senden</translation>
    </message>
    <message>
        <source>no host gaps</source>
        <translation>keine Lücken des Hosts</translation>
    </message>
    <message>
        <source>not enough memory to put the rank traces together</source>
        <translation>nicht genug Speicher, um die Rank-Traces zusammenzufügen</translation>
    </message>
    <message>
        <source>no planted stragglers</source>
        <translation>keine gesetzten Nachzügler</translation>
    </message>
    <message>
        <source>the time of step {}</source>
        <translation>die Zeit von Schritt {}</translation>
    </message>
    <message>
        <source>rank {} as fast as its peers (now {} times as slow)</source>
        <translation>Rank {} so schnell wie seinesgleichen (jetzt {}-mal so langsam)</translation>
    </message>
    <message>
        <source>There is no such run.</source>
        <translation>Diesen Lauf gibt es nicht.</translation>
    </message>
    <message>
        <source>A profiler records kernels, not which part of the model they compute: their order stays.</source>
        <translation>Ein Profiler zeichnet Kernels auf, nicht, welchen Teil des Modells sie rechnen: Ihre Reihenfolge bleibt.</translation>
    </message>
    <message>
        <source>Open a layer table or a workload of the job to change its layout.</source>
        <translation>Eine Layertabelle oder einen Workload des Jobs öffnen, um seine Aufteilung zu ändern.</translation>
    </message>
    <message>
        <source>There is no such input.</source>
        <translation>Diese Eingabe gibt es nicht.</translation>
    </message>
    <message>
        <source>The input states how many samples a microbatch holds.</source>
        <translation>Die Eingabe gibt an, wie viele Samples ein Microbatch enthält.</translation>
    </message>
    <message>
        <source>No training is known that ran on {} and on {}: what changes there may be overstated up to {} times, as it was between other GPUs.</source>
        <translation>Kein Training ist bekannt, das auf {} und auf {} lief: Was sich dort ändert, kann bis zum {}-Fachen überschätzt sein, wie zwischen anderen GPUs.</translation>
    </message>
    <message>
        <source>Kernels of {} and {} are known, but no training that ran on both: what compute takes is ± {} %.</source>
        <translation>Kernel von {} und {} sind bekannt, aber kein Training, das auf beiden lief: Was das Rechnen dauert, ist auf ± {} % genau.</translation>
    </message>
    <message>
        <source>Where not both GPUs were measured, the same share of both data sheets is taken: new GPUs seldom reach as much of theirs.</source>
        <translation>Wo nicht beide GPUs gemessen wurden, wird derselbe Anteil beider Datenblätter genommen: Neue GPUs erreichen von ihrem selten so viel.</translation>
    </message>
    <message>
        <source>Trainings of dense models {} to {} wide in half precision were compared between such GPUs. Nothing tells whether this is one of them: what compute takes is ± {} %.</source>
        <translation>Zwischen solchen GPUs wurden Trainings dichter Modelle der Breite {} bis {} in halber Genauigkeit verglichen. Nichts sagt, ob dies eines davon ist: Was das Rechnen dauert, ist auf ± {} % genau.</translation>
    </message>
    <message>
        <source>Trainings of dense models {} to {} wide in half precision were compared between such GPUs. This one is unlike them: what compute takes is ± {} %.</source>
        <translation>Zwischen solchen GPUs wurden Trainings dichter Modelle der Breite {} bis {} in halber Genauigkeit verglichen. Dieses ist anders: Was das Rechnen dauert, ist auf ± {} % genau.</translation>
    </message>
    <message>
        <source>Compute goes by what kernels reach: matrix products {} instead of {} TFLOP/s, attention {} instead of {} TFLOP/s, memory {} instead of {} GB/s.</source>
        <translation>Gerechnet wird nach dem, was Kernel erreichen: Matrixprodukte {} statt {} TFLOP/s, Attention {} statt {} TFLOP/s, Speicher {} statt {} GB/s.</translation>
    </message>
    <message>
        <source>Only SimAI workloads have this rule.</source>
        <translation>Diese Regel haben nur SimAI-Workloads.</translation>
    </message>
    <message>
        <source>Nothing was measured: every answer comes from the model.</source>
        <translation>Nichts wurde gemessen: Jede Antwort kommt aus dem Modell.</translation>
    </message>
    <message>
        <source>The input states how long the backward pass takes.</source>
        <translation>Die Eingabe sagt, wie lange der Rückwärtsdurchgang dauert.</translation>
    </message>
    <message>
        <source>Kernels of messages always wait for each other.</source>
        <translation>Kernel von Nachrichten warten immer aufeinander.</translation>
    </message>
    <message>
        <source>The input does not state the work of its ranks.</source>
        <translation>Die Eingabe nennt die Arbeit ihrer Ranks nicht.</translation>
    </message>
    <message>
        <source>The run recorded no exchange of tokens: what its experts compute is not known.</source>
        <translation>Der Lauf hat keinen Austausch von Tokens aufgezeichnet: Was seine Experten rechnen, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>The step takes as long as before: it does not depend on {}.</source>
        <translation>Der Schritt dauert so lange wie zuvor: Er hängt nicht ab von {}.</translation>
    </message>
    <message>
        <source>The model has no experts.</source>
        <translation>Das Modell hat keine Experten.</translation>
    </message>
    <message>
        <source>The input has no gradient synchronization: there is nothing to overlap.</source>
        <translation>Die Eingabe hat keinen Gradientenabgleich: Es gibt nichts zu überlappen.</translation>
    </message>
    <message>
        <source>The job runs on one GPU.</source>
        <translation>Der Job läuft auf einer GPU.</translation>
    </message>
    <message>
        <source>There is no rank {}.</source>
        <translation>Es gibt keinen Rank {}.</translation>
    </message>
    <message>
        <source>No messages pass between stages {} and {}.</source>
        <translation>Zwischen den Stages {} und {} gibt es keine Nachrichten.</translation>
    </message>
    <message>
        <source>There is no stage {}.</source>
        <translation>Es gibt keine Stage {}.</translation>
    </message>
    <message>
        <source>One rank of each stage is modelled: name a stage.</source>
        <translation>Ein Rank jeder Stage ist modelliert: eine Stage nennen.</translation>
    </message>
    <message>
        <source> That is {}, more than a step takes: all of it is counted.</source>
        <translation> Das sind {}, mehr als ein Schritt dauert: Er zählt ganz.</translation>
    </message>
    <message>
        <source>{} cannot be changed here: {}</source>
        <translation>{} lässt sich hier nicht ändern: {}</translation>
    </message>
    <message>
        <source>algorithm cannot be curve: no bandwidth curve was measured.</source>
        <translation>algorithm kann nicht curve sein: Es wurde keine Bandbreitenkurve gemessen.</translation>
    </message>
    <message>
        <source>Open an nccl-tests log together with the input.</source>
        <translation>Ein nccl-tests-Protokoll zusammen mit der Eingabe öffnen.</translation>
    </message>
    <message>
        <source>overlap-slowdown has no effect: nothing runs beside compute.</source>
        <translation>overlap-slowdown wirkt nicht: Neben dem Rechnen läuft nichts.</translation>
    </message>
    <message>
        <source>Switch overlap on as well.</source>
        <translation>Auch overlap einschalten.</translation>
    </message>
    <message>
        <source>The input names {} as its hardware.</source>
        <translation>Die Eingabe nennt {} als Hardware.</translation>
    </message>
    <message>
        <source>The input names {}.</source>
        <translation>Die Eingabe nennt {}.</translation>
    </message>
    <message>
        <source>The input names {}, for which there is no preset.</source>
        <translation>Die Eingabe nennt {}, wofür es keine Vorgabe gibt.</translation>
    </message>
    <message>
        <source>The input seems to come from {}: measured-on tells better.</source>
        <translation>Die Eingabe stammt anscheinend von {}: measured-on sagt es besser.</translation>
    </message>
    <message>
        <source>The input comes from {}, as told.</source>
        <translation>Die Eingabe stammt von {}, wie angegeben.</translation>
    </message>
    <message>
        <source>Its collectives inside a node reach {}; {} has {}.</source>
        <translation>Ihre Kollektive in einem Knoten erreichen {}; {} hat {}.</translation>
    </message>
    <message>
        <source>Its collectives across nodes reach {}; {} has {}.</source>
        <translation>Ihre Kollektive über Knoten hinweg erreichen {}; {} hat {}.</translation>
    </message>
    <message>
        <source>Its collectives across nodes reach {}: no preset is near.</source>
        <translation>Ihre Kollektive über Knoten hinweg erreichen {}: Keine Vorgabe ist in der Nähe.</translation>
    </message>
    <message>
        <source>Its collectives inside a node reach {}: no preset is near.</source>
        <translation>Ihre Kollektive in einem Knoten erreichen {}: Keine Vorgabe ist in der Nähe.</translation>
    </message>
    <message>
        <source>It computes at {} TFLOP/s; {} can {}.</source>
        <translation>Sie rechnet mit {} TFLOP/s; {} kann {}.</translation>
    </message>
    <message>
        <source>Its weights, gradients and optimizer take {}; {} has {}.</source>
        <translation>Ihre Gewichte, Gradienten und ihr Optimierer belegen {}; {} hat {}.</translation>
    </message>
    <message>
        <source>It copies gradients at {}; {} has {}.</source>
        <translation>Sie kopiert Gradienten mit {}; {} hat {}.</translation>
    </message>
    <message>
        <source>It copies gradients at {}.</source>
        <translation>Sie kopiert Gradienten mit {}.</translation>
    </message>
    <message>
        <source>{} fits almost as well.</source>
        <translation>{} passt fast ebenso gut.</translation>
    </message>
    <message>
        <source>Its messages between nodes reach {}.</source>
        <translation>Ihre Nachrichten zwischen Knoten erreichen {}.</translation>
    </message>
    <message>
        <source>Figures follow SimAI-Analytical&apos;s sum, which knows gpus, gpus-per-server, nics-per-server, nvlink-gibps, nic-gibps and pp-gibps; other knobs change the event-driven timeline alone.</source>
        <translation>Die Zahlen folgen der Summe von SimAI-Analytical, die gpus, gpus-per-server, nics-per-server, nvlink-gibps, nic-gibps und pp-gibps kennt; andere Regler ändern nur die ereignisgesteuerte Zeitachse.</translation>
    </message>
    <message>
        <source>Backward is assumed to take {} times the forward pass.</source>
        <translation>Rückwärts dauert angenommen {}-mal so lange wie vorwärts.</translation>
    </message>
    <message>
        <source>Compute is assumed to take {} times as long beside communication.</source>
        <translation>Rechnen dauert neben Kommunikation angenommen {}-mal so lange.</translation>
    </message>
    <message>
        <source>The file cannot be read.</source>
        <translation>Die Datei kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Check that it is there and may be read.</source>
        <translation>Prüfen, ob sie da ist und gelesen werden darf.</translation>
    </message>
    <message>
        <source>The file is too large for a hardware preset.</source>
        <translation>Die Datei ist für eine Hardwarevorgabe zu groß.</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Eine andere Datei wählen.</translation>
    </message>
    <message>
        <source>Its network &quot;{}&quot; is not a preset.</source>
        <translation>Ihr Netz „{}“ ist keine Vorgabe.</translation>
    </message>
    <message>
        <source>Name a preset that states nic_gb_per_s, such as ndr-400.</source>
        <translation>Eine Vorgabe nennen, die nic_gb_per_s angibt, wie ndr-400.</translation>
    </message>
    <message>
        <source>There is no hardware &quot;{}&quot;.</source>
        <translation>Es gibt keine Hardware „{}“.</translation>
    </message>
    <message>
        <source>Known are {}; a network ({}) can be named behind a plus: h100+hdr-200.</source>
        <translation>Bekannt sind {}; ein Netz ({}) kann hinter einem Plus stehen: h100+hdr-200.</translation>
    </message>
    <message>
        <source>{}: {}</source>
        <translation>{}: {}</translation>
    </message>
    <message>
        <source>{}: It states no GPU, only a network.</source>
        <translation>{}: Sie gibt keine GPU an, nur ein Netz.</translation>
    </message>
    <message>
        <source>Add peak_tflops, memory_gb_per_s and nvlink_gb_per_s.</source>
        <translation>peak_tflops, memory_gb_per_s und nvlink_gb_per_s hinzufügen.</translation>
    </message>
    <message>
        <source>{}: Its network &quot;{}&quot; is not a preset.</source>
        <translation>{}: Ihr Netz „{}“ ist keine Vorgabe.</translation>
    </message>
    <message>
        <source>By the program&apos;s timer {} it takes {} of a step of {}.</source>
        <translation>Nach dem Timer {} des Programms dauert es {} eines Schritts von {}.</translation>
    </message>
    <message>
        <source>By the program&apos;s timers ({} and {} more) it takes {} of a step of {}.</source>
        <translation>Nach den Timern des Programms ({} und {} weitere) dauert es {} eines Schritts von {}.</translation>
    </message>
    <message>
        <source>Medians over the steps without the first, of the slowest rank where the log tells several; timers of one cause are added.</source>
        <translation>Mediane über die Schritte ohne den ersten, vom langsamsten Rank, wo das Protokoll mehrere nennt; Timer mit einer Ursache sind addiert.</translation>
    </message>
    <message>
        <source>The input does not tell all sizes of the job; assumed: {}.</source>
        <translation>Die Eingabe nennt nicht alle Größen des Jobs; angenommen: {}.</translation>
    </message>
    <message>
        <source>Stages wait for each other and pass on what they computed</source>
        <translation>Stages warten aufeinander und geben weiter, was sie berechnet haben</translation>
    </message>
    <message>
        <source>More microbatches per step, interleaved stages, or a zero-bubble schedule; it includes waiting for a slow stage.</source>
        <translation>Mehr Microbatches je Schritt, verschränkte Stages oder ein Zero-Bubble-Schedule; das Warten auf eine langsame Stage ist darin enthalten.</translation>
    </message>
    <message>
        <source>Gradients are synchronized</source>
        <translation>Gradienten werden abgeglichen</translation>
    </message>
    <message>
        <source>The first and the last stage synchronize their embedding</source>
        <translation>Die erste und die letzte Stage gleichen ihr Embedding ab</translation>
    </message>
    <message>
        <source>It waits for the later of the two: balance the stages, or do not share the weights of input and output.</source>
        <translation>Es wartet auf die spätere von beiden: die Stages ausgleichen oder die Gewichte von Ein- und Ausgabe nicht teilen.</translation>
    </message>
    <message>
        <source>The optimizer takes a considerable part of the step</source>
        <translation>Der Optimizer nimmt einen beachtlichen Teil des Schritts ein</translation>
    </message>
    <message>
        <source>A distributed optimizer shares its work among the replicas; a fused one reads memory once.</source>
        <translation>Ein verteilter Optimizer teilt seine Arbeit unter den Replikaten auf; ein verschmolzener liest den Speicher nur einmal.</translation>
    </message>
    <message>
        <source>The step waits for its input</source>
        <translation>Der Schritt wartet auf seine Eingabe</translation>
    </message>
    <message>
        <source>More workers that load data, or batches that are fetched ahead.</source>
        <translation>Mehr Prozesse, die Daten laden, oder Batches, die im Voraus geholt werden.</translation>
    </message>
    <message>
        <source>Faster links.</source>
        <translation>Schnellere Verbindungen.</translation>
    </message>
    <message>
        <source>Less tensor parallelism, or faster links.</source>
        <translation>Weniger Tensorparallelität oder schnellere Verbindungen.</translation>
    </message>
    <message>
        <source>B and E events are not in order of time: pairs may be lost in this part, not without --range</source>
        <translation>B- und E-Ereignisse sind nicht nach der Zeit geordnet: In diesem Teil können Paare verloren sein, ohne --range nicht</translation>
    </message>
    <message>
        <source>Expert-parallel communication is exposed</source>
        <translation>Expertenparallele Kommunikation ist unverdeckt</translation>
    </message>
    <message>
        <source>Sending tokens to their experts and back takes {} beside {} of compute.</source>
        <translation>Tokens zu ihren Experten und zurück zu senden dauert {} neben {} Rechenzeit.</translation>
    </message>
    <message>
        <source>Less expert parallelism, experts nearer to their tokens (on the same node), or faster links.</source>
        <translation>Weniger Expertenparallelität, Experten näher bei ihren Tokens (auf demselben Knoten) oder schnellere Verbindungen.</translation>
    </message>
    <message>
        <source>{} cannot be written: {}.</source>
        <translation>{} kann nicht geschrieben werden: {}.</translation>
    </message>
    <message>
        <source>there is no space left on the disk</source>
        <translation>auf dem Datenträger ist kein Platz mehr</translation>
    </message>
    <message>
        <source>your share of the disk is used up</source>
        <translation>Ihr Anteil am Datenträger ist aufgebraucht</translation>
    </message>
    <message>
        <source>the disk is read-only</source>
        <translation>der Datenträger ist schreibgeschützt</translation>
    </message>
    <message>
        <source>you may not write there</source>
        <translation>Sie dürfen dort nicht schreiben</translation>
    </message>
    <message>
        <source>there is no such folder</source>
        <translation>diesen Ordner gibt es nicht</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>es ist ein Ordner</translation>
    </message>
    <message>
        <source>its name is too long</source>
        <translation>der Name ist zu lang</translation>
    </message>
    <message>
        <source>files may not become that large there</source>
        <translation>so groß dürfen Dateien dort nicht werden</translation>
    </message>
    <message>
        <source>the disk reports a fault</source>
        <translation>der Datenträger meldet einen Fehler</translation>
    </message>
    <message>
        <source>nobody reads it any more</source>
        <translation>es wird nicht mehr gelesen</translation>
    </message>
    <message>
        <source>Make room, or choose another folder.</source>
        <translation>Schaffen Sie Platz, oder wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Name a folder that exists.</source>
        <translation>Nennen Sie einen Ordner, den es gibt.</translation>
    </message>
    <message>
        <source>Name a file.</source>
        <translation>Nennen Sie eine Datei.</translation>
    </message>
    <message>
        <source>Choose a shorter name.</source>
        <translation>Wählen Sie einen kürzeren Namen.</translation>
    </message>
    <message>
        <source>Choose a folder that you may write to.</source>
        <translation>Wählen Sie einen Ordner, in den Sie schreiben dürfen.</translation>
    </message>
    <message>
        <source>{} cannot be written: there is not enough memory.</source>
        <translation>{} kann nicht geschrieben werden: Der Speicher reicht nicht.</translation>
    </message>
    <message>
        <source>There is not enough memory for a picture of that size.</source>
        <translation>Für ein Bild dieser Größe reicht der Speicher nicht.</translation>
    </message>
    <message>
        <source>Choose a smaller one.</source>
        <translation>Wählen Sie ein kleineres.</translation>
    </message>
    <message>
        <source>There is not enough memory for this.</source>
        <translation>Dafür reicht der Speicher nicht.</translation>
    </message>
    <message>
        <source>Close other programs, or choose one step or a smaller run.</source>
        <translation>Schließen Sie andere Programme, oder wählen Sie einen Schritt oder einen kleineren Lauf.</translation>
    </message>
    <message>
        <source>Please report it, and what was open.</source>
        <translation>Bitte melden Sie es, und was geöffnet war.</translation>
    </message>
    <message>
        <source>Something unexpected went wrong: {}.</source>
        <translation>Etwas Unerwartetes ging schief: {}.</translation>
    </message>
    <message>
        <source>Something unexpected went wrong.</source>
        <translation>Etwas Unerwartetes ging schief.</translation>
    </message>
    <message>
        <source>The session names a session as what it opened, and no run.</source>
        <translation>Die Sitzung nennt als Geöffnetes eine Sitzung und keinen Lauf.</translation>
    </message>
    <message>
        <source>The program ends now. Notes that were in no session are kept, and offered when it is started again.</source>
        <translation>Das Programm endet jetzt. Notizen, die in keiner Sitzung standen, bleiben erhalten und werden beim nächsten Start angeboten.</translation>
    </message>
    <message>
        <source>simulated: as a model played it</source>
        <translation>simuliert: wie ein Modell es abspielte</translation>
    </message>
    <message>
        <source>an SQLite database without a table of Nsight Systems: export its tables as text first</source>
        <translation>eine SQLite-Datenbank ohne Tabelle von Nsight Systems: zuerst ihre Tabellen als Text ausgeben</translation>
    </message>
    <message>
        <source>SQLite finds it damaged: {}</source>
        <translation>SQLite findet sie beschädigt: {}</translation>
    </message>
    <message>
        <source>SQLite finds it damaged: {}; what could be read is shown</source>
        <translation>SQLite findet sie beschädigt: {}; gezeigt wird, was sich lesen ließ</translation>
    </message>
    <message>
        <source>the report holds no kernel, copy, call or range: record with --trace=cuda,nvtx,osrt</source>
        <translation>der Bericht enthält weder Kernel noch Kopie, Aufruf oder Bereich: mit --trace=cuda,nvtx,osrt aufzeichnen</translation>
    </message>
    <message>
        <source>SQLite cannot open it: {}</source>
        <translation>SQLite kann sie nicht öffnen: {}</translation>
    </message>
    <message>
        <source>Copy the file again, or have it written again.</source>
        <translation>Kopieren Sie die Datei noch einmal, oder lassen Sie sie noch einmal schreiben.</translation>
    </message>
    <message>
        <source>the uncompressed database is too large to be held in memory</source>
        <translation>die entpackte Datenbank ist zu groß für den Arbeitsspeicher</translation>
    </message>
    <message>
        <source>Uncompress it.</source>
        <translation>Entpacken Sie sie.</translation>
    </message>
    <message>
        <source>rank {} was taken from the variable {}</source>
        <translation>Rank {} stammt aus der Variablen {}</translation>
    </message>
    <message>
        <source>ranks {} to {} were numbered in the order of processes and GPUs</source>
        <translation>die Ranks {} bis {} wurden in der Reihenfolge der Prozesse und GPUs nummeriert</translation>
    </message>
    <message>
        <source>ranks {} to {} follow those of the file before it, in the order of hosts and names</source>
        <translation>die Ranks {} bis {} folgen auf die der Datei davor, in der Reihenfolge der Hosts und Namen</translation>
    </message>
    <message>
        <source>{} processes use no GPU: they are of no rank, and left out</source>
        <translation>{} Prozesse benutzen keine GPU: Sie gehören zu keinem Rank und fehlen</translation>
    </message>
    <message>
        <source>{} process uses no GPU: it is of no rank, and left out</source>
        <translation>{} Prozess benutzt keine GPU: Er gehört zu keinem Rank und fehlt</translation>
    </message>
    <message>
        <source>a row without a time</source>
        <translation>eine Zeile ohne Zeit</translation>
    </message>
    <message>
        <source>a row whose time is beyond 64-bit nanoseconds</source>
        <translation>eine Zeile, deren Zeit nicht in 64 Bit Nanosekunden passt</translation>
    </message>
    <message>
        <source>a row that ends before it begins</source>
        <translation>eine Zeile, die endet, bevor sie beginnt</translation>
    </message>
    <message>
        <source>an Nsight Systems report: run {} first, and open what it writes</source>
        <translation>ein Bericht von Nsight Systems: zuerst {} ausführen und öffnen, was es schreibt</translation>
    </message>
    <message>
        <source>This record is not text.</source>
        <translation>Dieser Eintrag ist kein Text.</translation>
    </message>
    <message>
        <source>the pickle is damaged: {}</source>
        <translation>der Pickle ist beschädigt: {}</translation>
    </message>
    <message>
        <source>the pickle has the opcode {}: only plain data is read, nothing that makes objects</source>
        <translation>der Pickle enthält den Opcode {}: Gelesen werden nur einfache Daten, nichts, was Objekte erzeugt</translation>
    </message>
    <message>
        <source>it is not valid JSON, or nested deeper than any recorder nests</source>
        <translation>es ist kein gültiges JSON, oder tiefer verschachtelt als bei irgendeinem Rekorder</translation>
    </message>
    <message>
        <source>it holds no map of a flight recorder</source>
        <translation>es enthält keine Tabelle eines Flugschreibers</translation>
    </message>
    <message>
        <source>neither its name nor its groups tell the rank: it is left out</source>
        <translation>weder Name noch Gruppen nennen den Rank: Die Datei fehlt</translation>
    </message>
    <message>
        <source>another dump is of rank {}, too</source>
        <translation>auch ein anderer Abzug ist von Rank {}</translation>
    </message>
    <message>
        <source>an event whose time is beyond 64-bit nanoseconds</source>
        <translation>ein Ereignis, dessen Zeit nicht in 64 Bit Nanosekunden passt</translation>
    </message>
    <message>
        <source>an event that ends before it begins</source>
        <translation>ein Ereignis, das endet, bevor es beginnt</translation>
    </message>
    <message>
        <source>an event that is damaged</source>
        <translation>ein beschädigtes Ereignis</translation>
    </message>
    <message>
        <source>a line of {} that is damaged</source>
        <translation>eine beschädigte Zeile von {}</translation>
    </message>
    <message>
        <source>a plane that is damaged</source>
        <translation>eine beschädigte Ebene</translation>
    </message>
    <message>
        <source>the profile breaks off; what precedes it is kept</source>
        <translation>das Profil bricht ab; was davor steht, bleibt</translation>
    </message>
    <message>
        <source>the profile holds no event</source>
        <translation>das Profil enthält kein Ereignis</translation>
    </message>
    <message>
        <source>changes of {} that are not in it yet; sqlite3 {} &quot;PRAGMA wal_checkpoint(TRUNCATE)&quot; takes them in</source>
        <translation>Änderungen an {}, die noch nicht darin stehen; sqlite3 {} &quot;PRAGMA wal_checkpoint(TRUNCATE)&quot; übernimmt sie</translation>
    </message>
    <message>
        <source>a change of {} that did not end; sqlite3 {} .tables takes it back</source>
        <translation>eine Änderung an {}, die nicht zu Ende kam; sqlite3 {} .tables nimmt sie zurück</translation>
    </message>
    <message>
        <source>the same profile as {}, which is opened</source>
        <translation>dasselbe Profil wie {}, das geöffnet wird</translation>
    </message>
    <message>
        <source>an evaluation without a usable number</source>
        <translation>eine Auswertung ohne brauchbare Zahl</translation>
    </message>
    <message>
        <source>a profile of AWS Neuron: run {} first, and open what it writes</source>
        <translation>ein Profil von AWS Neuron: zuerst {} ausführen und öffnen, was es schreibt</translation>
    </message>
    <message>
        <source>metrics in the text format of Prometheus: they tell of no step</source>
        <translation>Metriken im Textformat von Prometheus: Sie sagen nichts über einen Schritt</translation>
    </message>
    <message>
        <source>what torch.save() wrote, such as a checkpoint: it tells of no step</source>
        <translation>was torch.save() schrieb, etwa ein Checkpoint: Es sagt nichts über einen Schritt</translation>
    </message>
    <message>
        <source>samples of Linux&apos; perf: they tell of no step</source>
        <translation>Stichproben von Linux&apos; perf: Sie sagen nichts über einen Schritt</translation>
    </message>
    <message>
        <source>what Nsight Systems collects, not imported yet: run {} first, and export what it writes</source>
        <translation>was Nsight Systems sammelt, noch nicht importiert: zuerst {} ausführen und exportieren, was es schreibt</translation>
    </message>
    <message>
        <source>a report of Nsight Compute, which runs kernels one by one and keeps no times of a step: record the step with {} first</source>
        <translation>ein Bericht von Nsight Compute, das Kernel einzeln ausführt und keine Zeiten eines Schritts behält: den Schritt zuerst mit {} aufzeichnen</translation>
    </message>
    <message>
        <source>a trace of .NET: run {} first, and open what it writes</source>
        <translation>ein Trace von .NET: zuerst {} ausführen und öffnen, was es schreibt</translation>
    </message>
    <message>
        <source>sampled stacks for speedscope, which tell of no step: record with {} first</source>
        <translation>Stichproben von Aufrufstapeln für speedscope, die nichts über einen Schritt sagen: zuerst mit {} aufzeichnen</translation>
    </message>
    <message>
        <source>scalars of TensorBoard in its own records: run {} first, and open what it writes</source>
        <translation>Skalare von TensorBoard in dessen eigenen Datensätzen: zuerst {} ausführen und öffnen, was es schreibt</translation>
    </message>
    <message>
        <source>a run of Weights &amp; Biases in its own records: run {} first, then {} with the run that it names, and open what it writes</source>
        <translation>ein Lauf von Weights &amp; Biases in dessen eigenen Datensätzen: zuerst {} ausführen, dann {} mit dem Lauf, den es nennt, und öffnen, was es schreibt</translation>
    </message>
    <message>
        <source>a 7-Zip archive: run {} first</source>
        <translation>ein 7-Zip-Archiv: zuerst {} ausführen</translation>
    </message>
    <message>
        <source>compressed with {}: run {} first, and open what it writes</source>
        <translation>mit {} gepackt: zuerst {} ausführen und öffnen, was es schreibt</translation>
    </message>
    <message>
        <source>a row that does not name its GPU</source>
        <translation>eine Zeile, die ihre GPU nicht nennt</translation>
    </message>
    <message>
        <source>its rows are those of several GPUs, and no column names them: sample with the index</source>
        <translation>ihre Zeilen sind die mehrerer GPUs, und keine Spalte nennt sie: mit dem Index (index) messen</translation>
    </message>
    <message>
        <source>the last row does not end: it is not read</source>
        <translation>die letzte Zeile endet nicht: Sie wird nicht gelesen</translation>
    </message>
    <message>
        <source>its rows have no date and time: nothing tells when they were sampled</source>
        <translation>ihre Zeilen haben kein Datum mit Uhrzeit: Nichts sagt, wann gemessen wurde</translation>
    </message>
    <message>
        <source>no column states when: sample with the timestamp, nvidia-smi dmon with -o DT</source>
        <translation>keine Spalte sagt, wann: mit timestamp messen, nvidia-smi dmon mit -o DT</translation>
    </message>
    <message>
        <source>no line above it states host and time</source>
        <translation>keine Zeile darüber nennt Host und Zeit</translation>
    </message>
    <message>
        <source>a metric without a GPU or a value</source>
        <translation>eine Metrik ohne GPU oder Wert</translation>
    </message>
    <message>
        <source>{} metrics without a time, as an exporter serves them: what Prometheus keeps has one (its page /federate)</source>
        <translation>{} Metriken ohne Zeit, wie ein Exporter sie ausgibt: Was Prometheus aufbewahrt, hat eine (seine Seite /federate)</translation>
    </message>
    <message>
        <source>samples of {} GPUs, but no run with a timeline lies beside them</source>
        <translation>Messwerte von {} GPUs, aber neben ihnen liegt kein Lauf mit einer Zeitachse</translation>
    </message>
    <message>
        <source>samples of {} GPUs: neither they nor the file&apos;s name tell a host of the run</source>
        <translation>Messwerte von {} GPUs: Weder sie noch der Name der Datei nennen einen Host des Laufs</translation>
    </message>
    <message>
        <source>samples of {} GPUs: which of them the ranks of that host use cannot be told</source>
        <translation>Messwerte von {} GPUs: Welche davon die Ranks dieses Hosts nutzen, lässt sich nicht sagen</translation>
    </message>
    <message>
        <source>samples of {} GPUs: by their times they cover no run; its clocks may not tell the time of day</source>
        <translation>Messwerte von {} GPUs: Ihren Zeiten nach liegen sie neben keinem Lauf; seine Uhren geben vielleicht keine Tageszeit an</translation>
    </message>
    <message>
        <source>samples of {} GPUs: their time zone is not stated and several fit; UTC is assumed</source>
        <translation>Messwerte von {} GPUs: Ihre Zeitzone ist nicht genannt, und mehrere passen; UTC ist angenommen</translation>
    </message>
    <message>
        <source>samples of {} GPUs: their time zone is not stated; they cover the run if it is UTC{}</source>
        <translation>Messwerte von {} GPUs: Ihre Zeitzone ist nicht genannt; sie liegen neben dem Lauf, wenn sie UTC{} ist</translation>
    </message>
    <message>
        <source>{}; of dumps such as {}, bubblescope hang tells who hangs</source>
        <translation>{}; aus Abzügen wie {} sagt „bubblescope hang“, wer hängt</translation>
    </message>
    <message>
        <source>{}; its dumps lie beside the log: {} tells who hangs</source>
        <translation>{}; seine Abzüge liegen neben dem Protokoll: „{}“ sagt, wer hängt</translation>
    </message>
    <message>
        <source>a loss without a usable number</source>
        <translation>ein Loss ohne brauchbare Zahl</translation>
    </message>
    <message>
        <source>the mean that the log ends with: {} steps per second</source>
        <translation>der Mittelwert, mit dem das Log endet: {} Schritte pro Sekunde</translation>
    </message>
    <message>
        <source>a line of MLPerf that is no record</source>
        <translation>eine Zeile von MLPerf, die kein Eintrag ist</translation>
    </message>
    <message>
        <source>a Python pickle: if you trust who wrote it, run {} first</source>
        <translation>ein Python-Pickle: wenn Sie seinem Verfasser trauen, zuerst {} ausführen</translation>
    </message>
    <message>
        <source>a session of the window: {} opens it; other commands take the run that it names</source>
        <translation>eine Sitzung des Fensters: {} öffnet sie; andere Befehle nehmen den Lauf, den sie nennt</translation>
    </message>
    <message>
        <source>a zip archive: run {} first</source>
        <translation>ein zip-Archiv: zuerst {} ausführen</translation>
    </message>
    <message>
        <source>a database of rocprofv3: run {} first, and open the kernel_trace.csv that it writes</source>
        <translation>eine Datenbank von rocprofv3: zuerst {} ausführen und die kernel_trace.csv öffnen, die das schreibt</translation>
    </message>
    <message>
        <source>another trace begins among the events: several programs wrote into this file at once, and which event is whose cannot be told; let each write a file of its own</source>
        <translation>zwischen den Ereignissen beginnt ein anderer Trace: mehrere Programme haben zugleich in diese Datei geschrieben, und welches Ereignis von wem ist, lässt sich nicht sagen; jedes in eine eigene Datei schreiben lassen</translation>
    </message>
    <message>
        <source>{} event has no time: it states 0, long before all others</source>
        <translation>{} Ereignis hat keine Zeit: Es gibt 0 an, lange vor allen anderen</translation>
    </message>
    <message>
        <source>{} events have no time: they state 0, long before all others</source>
        <translation>{} Ereignisse haben keine Zeit: Sie geben 0 an, lange vor allen anderen</translation>
    </message>
    <message>
        <source>a tar archive: run {} first</source>
        <translation>ein tar-Archiv: zuerst {} ausführen</translation>
    </message>
    <message>
        <source>a PyTorch execution trace, which states no times: open the profiler trace of the same step, or run {} first, with the name of that trace for PROFILE.json</source>
        <translation>ein Execution-Trace von PyTorch, der keine Zeiten nennt: den Profiler-Trace desselben Schritts öffnen oder zuerst {} ausführen, mit dem Namen jenes Traces für PROFILE.json</translation>
    </message>
    <message>
        <source>{} files like {}: </source>
        <translation>{} Dateien wie {}: </translation>
    </message>
    <message>
        <source>.</source>
        <comment>before the fraction of a number</comment>
        <translation>,</translation>
    </message>
    <message>
        <source>%1 on %2 hosts, clocks aligned to ± %3</source>
        <translation>%1 auf %2 Hosts, Uhren auf ± %3 abgeglichen</translation>
    </message>
    <message>
        <source>no rank is slow</source>
        <translation>kein Rank ist langsam</translation>
    </message>
    <message>
        <source>rank {} takes {} times as long as its peers</source>
        <translation>Rank {} braucht {}-mal so lang wie seinesgleichen</translation>
    </message>
    <message>
        <source>{} more ranks are slow</source>
        <translation>{} weitere Ranks sind langsam</translation>
    </message>
    <message>
        <source>Faults</source>
        <translation>Störungen</translation>
    </message>
    <message>
        <source>Inherent to the configuration, or not recorded</source>
        <translation>Durch die Konfiguration bedingt oder nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Inherent to the configuration</source>
        <translation>Durch die Konfiguration bedingt</translation>
    </message>
    <message>
        <source>Caveats</source>
        <translation>Vorbehalte</translation>
    </message>
    <message>
        <source>one more rank is slow</source>
        <translation>ein weiterer Rank ist langsam</translation>
    </message>
    <message>
        <source>A: {}. B: {}.</source>
        <translation>A: {}. B: {}.</translation>
    </message>
    <message>
        <source>Rank {} computes {} longer in B, more than any other.</source>
        <translation>Rank {} rechnet in B {} länger, mehr als jeder andere.</translation>
    </message>
    <message>
        <source>Rank {} computes {} less in B, more than any other.</source>
        <translation>Rank {} rechnet in B {} kürzer, mehr als jeder andere.</translation>
    </message>
    <message>
        <source>There is no font family &quot;{}&quot; here.</source>
        <translation>Hier gibt es keine Schriftfamilie „{}“.</translation>
    </message>
    <message>
        <source>`fc-list : family` lists those that are installed.</source>
        <translation>`fc-list : family` zählt die installierten auf.</translation>
    </message>
    <message>
        <source>no known format</source>
        <translation>kein bekanntes Format</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>Rank traces, profiler traces (PyTorch, Nsight Systems, JAX), layer tables, workloads and run logs can be opened, plain or .gz.
The Issues tab says what each file needs; F1 tells how to record a trace.</source>
        <translation>Öffnen lassen sich Rank-Traces, Profiler-Traces (PyTorch, Nsight Systems, JAX), Layer-Tabellen, Workloads und Logs, auch als .gz.
Der Reiter Probleme sagt, was jeder Datei fehlt; F1 erklärt, wie man einen Trace aufzeichnet.</translation>
    </message>
    <message>
        <source>%1 more, %2 busy</source>
        <translation>%1 weitere, %2 rechnend</translation>
    </message>
    <message>
        <source>percentages of the selected range</source>
        <translation>Anteile am gewählten Bereich</translation>
    </message>
    <message>
        <source>No step of a job that hangs ended: none can be simulated.</source>
        <translation>Kein Schritt eines Jobs, der hängt, ist beendet: Keiner lässt sich simulieren.</translation>
    </message>
    <message>
        <source>There is no run {}.</source>
        <translation>Es gibt keinen Lauf {}.</translation>
    </message>
    <message>
        <source>The table runs lists all of them.</source>
        <translation>Die Tabelle runs nennt alle.</translation>
    </message>
    <message>
        <source>Queries only read: use SELECT.</source>
        <translation>Abfragen lesen nur: verwenden Sie SELECT.</translation>
    </message>
    <message>
        <source>The query needs more than {} MB: ask for fewer rows, or aggregate them.</source>
        <translation>Die Abfrage braucht mehr als {} MB: fragen Sie nach weniger Zeilen, oder fassen Sie sie zusammen.</translation>
    </message>
    <message>
        <source>A text may have {} bytes.</source>
        <translation>Ein Text darf {} Bytes haben.</translation>
    </message>
    <message>
        <source>`--schema` lists all tables and columns.</source>
        <translation>`--schema` nennt alle Tabellen und Spalten.</translation>
    </message>
    <message>
        <source>The tables cannot be set up: {}.</source>
        <translation>Die Tabellen lassen sich nicht einrichten: {}.</translation>
    </message>
    <message>
        <source>The query was cancelled.</source>
        <translation>Die Abfrage wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The query holds a byte that is zero.</source>
        <translation>Die Abfrage enthält ein Byte, das null ist.</translation>
    </message>
    <message>
        <source>It is not text: remove that byte.</source>
        <translation>Das ist kein Text: entfernen Sie dieses Byte.</translation>
    </message>
    <message>
        <source>The query stands for more than {} words.</source>
        <translation>Die Abfrage steht für mehr als {} Wörter.</translation>
    </message>
    <message>
        <source>Mention the tables that it defines WITH a name less often: each mention stands for all of their words.</source>
        <translation>Nennen Sie die Tabellen, die sie mit WITH definiert, seltener: jede Nennung steht für alle ihre Wörter.</translation>
    </message>
    <message>
        <source>The query is longer than {} bytes.</source>
        <translation>Die Abfrage ist länger als {} Bytes.</translation>
    </message>
    <message>
        <source>{} cannot be read.</source>
        <translation>{} lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>Check its name.</source>
        <translation>Prüfen Sie den Namen.</translation>
    </message>
    <message>
        <source>{} is too large for a query.</source>
        <translation>{} ist zu groß für eine Abfrage.</translation>
    </message>
    <message>
        <source>Call open again.</source>
        <translation>Rufen Sie noch einmal open auf.</translation>
    </message>
    <message>
        <source>It can no longer be opened.</source>
        <translation>Das lässt sich nicht mehr öffnen.</translation>
    </message>
    <message>
        <source>{} cannot be read as an index: {}.</source>
        <translation>{} lässt sich nicht als Index lesen: {}.</translation>
    </message>
    <message>
        <source>{} is a file, and an index is a folder.</source>
        <translation>{} ist eine Datei; ein Index ist ein Ordner.</translation>
    </message>
    <message>
        <source>Write it behind the run, in quotes, or name a file: --file.</source>
        <translation>Schreiben Sie sie in Anführungszeichen hinter den Lauf, oder nennen Sie eine Datei: --file.</translation>
    </message>
    <message>
        <source>There is no query.</source>
        <translation>Es gibt keine Abfrage.</translation>
    </message>
    <message>
        <source>Nothing here can be asked.</source>
        <translation>Hier lässt sich nichts abfragen.</translation>
    </message>
    <message>
        <source>A database needs a file: give the name of one.</source>
        <translation>Eine Datenbank braucht eine Datei: nennen Sie eine.</translation>
    </message>
    <message>
        <source>What is open?</source>
        <translation>Was ist geöffnet?</translation>
    </message>
    <message>
        <source>What costs most?</source>
        <translation>Was kostet am meisten?</translation>
    </message>
    <message>
        <source>Where does the time of the mean rank go?</source>
        <translation>Wohin geht die Zeit des mittleren Ranks?</translation>
    </message>
    <message>
        <source>Where does the time of each rank go?</source>
        <translation>Wohin geht die Zeit jedes Ranks?</translation>
    </message>
    <message>
        <source>Which collectives waited longest, and for whom?</source>
        <translation>Welche Kollektive warteten am längsten, und auf wen?</translation>
    </message>
    <message>
        <source>For which rank is waited most?</source>
        <translation>Auf welchen Rank wird am meisten gewartet?</translation>
    </message>
    <message>
        <source>Bus bandwidth by size</source>
        <translation>Busbandbreite nach Größe</translation>
    </message>
    <message>
        <source>Slowest microbatch of every stage</source>
        <translation>Langsamster Microbatch jeder Stufe</translation>
    </message>
    <message>
        <source>Time by name</source>
        <translation>Zeit nach Namen</translation>
    </message>
    <message>
        <source>Percentiles of durations by category</source>
        <translation>Perzentile der Dauern nach Kategorie</translation>
    </message>
    <message>
        <source>The longest spans</source>
        <translation>Die längsten Spannen</translation>
    </message>
    <message>
        <source>Which bubbles are longest, and why?</source>
        <translation>Welche Blasen sind am längsten, und warum?</translation>
    </message>
    <message>
        <source>Bubbles by cause and phase</source>
        <translation>Blasen nach Ursache und Phase</translation>
    </message>
    <message>
        <source>What is the critical path made of?</source>
        <translation>Woraus besteht der kritische Pfad?</translation>
    </message>
    <message>
        <source>The critical path, piece by piece</source>
        <translation>Der kritische Pfad, Stück für Stück</translation>
    </message>
    <message>
        <source>Step time over the run</source>
        <translation>Schrittzeit im Lauf</translation>
    </message>
    <message>
        <source>Which ranks are slow?</source>
        <translation>Welche Ranks sind langsam?</translation>
    </message>
    <message>
        <source>Which messages waited longest?</source>
        <translation>Welche Nachrichten warteten am längsten?</translation>
    </message>
    <message>
        <source>Time of the stages by step</source>
        <translation>Zeit der Stufen nach Schritt</translation>
    </message>
    <message>
        <source>Communication that nothing hides, by group and step</source>
        <translation>Kommunikation, die nichts verdeckt, nach Gruppe und Schritt</translation>
    </message>
    <message>
        <source>How late are kernels launched?</source>
        <translation>Wie spät werden Kernel gestartet?</translation>
    </message>
    <message>
        <source>How long after their call do kernels begin, as a histogram?</source>
        <translation>Wie lange nach ihrem Aufruf beginnen Kernel, als Histogramm?</translation>
    </message>
    <message>
        <source>Which kernels are shorter than the call that launches them?</source>
        <translation>Welche Kernel sind kürzer als der Aufruf, der sie startet?</translation>
    </message>
    <message>
        <source>How fast are operators, stage by stage?</source>
        <translation>Wie schnell sind Operatoren, Stage für Stage?</translation>
    </message>
    <message>
        <source>How fast is what each rank computes?</source>
        <translation>Wie schnell ist, was jeder Rank rechnet?</translation>
    </message>
    <message>
        <source>Memory over time</source>
        <translation>Speicher im Verlauf</translation>
    </message>
    <message>
        <source>Loss and time of the steps of a log</source>
        <translation>Loss und Zeit der Schritte eines Logs</translation>
    </message>
    <message>
        <source>Which layers cost most?</source>
        <translation>Welche Layer kosten am meisten?</translation>
    </message>
    <message>
        <source>What would help most?</source>
        <translation>Was würde am meisten helfen?</translation>
    </message>
    <message>
        <source>And with twice as many microbatches?</source>
        <translation>Und mit doppelt so vielen Microbatches?</translation>
    </message>
    <message>
        <source>What did the import find wrong?</source>
        <translation>Was fand der Import fehlerhaft?</translation>
    </message>
    <message>
        <source>The rules cannot be read: {}.</source>
        <translation>Die Regeln sind nicht lesbar: {}.</translation>
    </message>
    <message>
        <source>Write them as {}.</source>
        <translation>Schreiben Sie sie als {}.</translation>
    </message>
    <message>
        <source>There is no run or log to judge.</source>
        <translation>Es gibt keinen Lauf und kein Protokoll zu beurteilen.</translation>
    </message>
    <message>
        <source>`bubblescope inspect` says what is there; both need steps with times.</source>
        <translation>`bubblescope inspect` sagt, was da ist; beide brauchen Schritte mit Zeiten.</translation>
    </message>
    <message>
        <source>The folder holds {} runs: the first of them was judged.</source>
        <translation>Der Ordner enthält {} Läufe: Der erste davon wurde beurteilt.</translation>
    </message>
    <message>
        <source>Other hardware: {}, and {} in the baseline.</source>
        <translation>Andere Hardware: {}, in der Vergleichsbasis {}.</translation>
    </message>
    <message>
        <source>Nothing can be compared: {}</source>
        <translation>Nichts ist vergleichbar: {}</translation>
    </message>
    <message>
        <source>There is no run or log with step times.</source>
        <translation>Es gibt keinen Lauf und kein Protokoll mit Schrittzeiten.</translation>
    </message>
    <message>
        <source>All ranks</source>
        <translation>Alle Ranks</translation>
    </message>
    <message>
        <source>Stage {}</source>
        <translation>Stage {}</translation>
    </message>
    <message>
        <source>Host {}</source>
        <translation>Host {}</translation>
    </message>
    <message>
        <source>With that as in the baseline the step would be {} shorter.</source>
        <translation>Wäre das wie in der Vergleichsbasis, wäre der Schritt um {} kürzer.</translation>
    </message>
    <message>
        <source>{}: longer compute</source>
        <translation>{}: längere Rechnung</translation>
    </message>
    <message>
        <source>{}: {} times the compute of the baseline, most of it {}.</source>
        <translation>{}: das {}-Fache der Rechenzeit der Vergleichsbasis, das meiste davon {}.</translation>
    </message>
    <message>
        <source>{}: longer host time</source>
        <translation>{}: längere Host-Zeit</translation>
    </message>
    <message>
        <source>{}: {} times the host time of the baseline (input, gaps between operations).</source>
        <translation>{}: das {}-Fache der Host-Zeit der Vergleichsbasis (Eingabe, Lücken zwischen Operationen).</translation>
    </message>
    <message>
        <source>Slower messages between stages {} and {}</source>
        <translation>Langsamere Nachrichten zwischen den Stages {} und {}</translation>
    </message>
    <message>
        <source>Messages between stages {} and {} take {} times as long as in the baseline.</source>
        <translation>Nachrichten zwischen den Stages {} und {} dauern das {}-Fache der Vergleichsbasis.</translation>
    </message>
    <message>
        <source>Slower {} of stage {}</source>
        <translation>{} der Stage {} langsamer</translation>
    </message>
    <message>
        <source>Transfers of the {} of stage {} take {} times as long as in the baseline.</source>
        <translation>Übertragungen ({}) der Stage {} dauern das {}-Fache der Vergleichsbasis.</translation>
    </message>
    <message>
        <source>Slower {}</source>
        <translation>{} langsamer</translation>
    </message>
    <message>
        <source>Transfers of the {} take {} times as long as in the baseline.</source>
        <translation>Übertragungen ({}) dauern das {}-Fache der Vergleichsbasis.</translation>
    </message>
    <message>
        <source>Slower communication of all kinds</source>
        <translation>Kommunikation jeder Art langsamer</translation>
    </message>
    <message>
        <source>All transfers take {} times as long as in the baseline.</source>
        <translation>Alle Übertragungen dauern das {}-Fache der Vergleichsbasis.</translation>
    </message>
    <message>
        <source>The forward of stage {} takes {} times as long as in the baseline.</source>
        <translation>Der Forward der Stage {} dauert das {}-Fache der Vergleichsbasis.</translation>
    </message>
    <message>
        <source>Timer {}: longer</source>
        <translation>Zeitmesser {}: länger</translation>
    </message>
    <message>
        <source>The timer {} says {}, and {} in the baseline.</source>
        <translation>Der Zeitmesser {} nennt {}, in der Vergleichsbasis {}.</translation>
    </message>
    <message>
        <source>Too few steps to tell how far they scatter. Record ten steps or more.</source>
        <translation>Zu wenige Schritte, um ihre Streuung zu kennen. Zeichnen Sie zehn oder mehr Schritte auf.</translation>
    </message>
    <message>
        <source>There is no dump that can be read. {}: {}</source>
        <translation>Kein Dump ist lesbar. {}: {}</translation>
    </message>
    <message>
        <source>With fewer than three baselines the noise between runs is not known, only that between steps.</source>
        <translation>Mit weniger als drei Vergleichsbasen ist die Streuung zwischen Läufen unbekannt, nur die zwischen Schritten ist es nicht.</translation>
    </message>
    <message>
        <source>A log tells step times, not where the time goes.</source>
        <translation>Ein Protokoll nennt Schrittzeiten, nicht, wohin die Zeit geht.</translation>
    </message>
    <message>
        <source>Nothing can be compared.</source>
        <translation>Nichts ist vergleichbar.</translation>
    </message>
    <message>
        <source>Better: the step is {} shorter ({} to {}), more than {}, and {}.</source>
        <translation>Besser: Der Schritt ist um {} kürzer ({} bis {}), mehr als {}, und {}.</translation>
    </message>
    <message>
        <source>Worse: {} {} ({} to {}), beyond the limit of {}, and {}.</source>
        <translation>Schlechter: {} {} ({} bis {}), jenseits der Grenze von {}, und {}.</translation>
    </message>
    <message>
        <source>hardly by chance (p ≤ 0.0005)</source>
        <translation>kaum durch Zufall (p ≤ 0,0005)</translation>
    </message>
    <message>
        <source>hardly by chance where builds scatter as usual, by 0.3 % (p ≤ 0.0005); where they do by 1 % and more, up to {} of 1,000 equal builds seem so</source>
        <translation>kaum durch Zufall, wo Builds wie üblich um 0,3 % streuen (p ≤ 0,0005); wo sie es um 1 % und mehr tun, erscheinen bis zu {} von 1.000 gleichen Builds so</translation>
    </message>
    <message>
        <source>Worse: {}: {} of the step, the limit is {}.</source>
        <translation>Schlechter: {}: {} des Schritts, die Grenze ist {}.</translation>
    </message>
    <message>
        <source>Cannot tell: {} {}, the limit is {}, and so few steps do not tell how far they scatter.</source>
        <translation>Nicht zu sagen: {} {}, die Grenze ist {}, und so wenige Schritte zeigen nicht, wie weit sie streuen.</translation>
    </message>
    <message>
        <source>Cannot tell: the MFU is not known. Model, batch and number of GPUs must be stated, and the GPU be one whose peak is known.</source>
        <translation>Nicht zu sagen: Die MFU ist nicht bekannt. Modell, Batch und GPU-Zahl müssen angegeben sein, und die GPU muss eine sein, deren Spitzenleistung bekannt ist.</translation>
    </message>
    <message>
        <source>Worse: MFU {} ({} to {}) is below {}.</source>
        <translation>Schlechter: MFU {} ({} bis {}) liegt unter {}.</translation>
    </message>
    <message>
        <source>Cannot tell: MFU {} ({} to {}) is below {}, but chance alone may make it (p = {}; worse is at most 0.0005).</source>
        <translation>Nicht zu sagen: MFU {} ({} bis {}) liegt unter {}, kann aber Zufall sein (p = {}; schlechter ist höchstens 0,0005).</translation>
    </message>
    <message>
        <source>Cannot tell: MFU {} ({} to {}), the 95 % interval reaches below {}.</source>
        <translation>Nicht zu sagen: MFU {} ({} bis {}), das 95-%-Intervall reicht unter {}.</translation>
    </message>
    <message>
        <source>Cannot tell: MFU {}, at least {} is asked, and so few steps do not tell how far they scatter.</source>
        <translation>Nicht zu sagen: MFU {}, verlangt sind mindestens {}, und so wenige Schritte zeigen nicht, wie weit sie streuen.</translation>
    </message>
    <message>
        <source>all of attention, not the causal half</source>
        <translation>die ganze Attention, nicht die kausale Hälfte</translation>
    </message>
    <message>
        <source>a product for the lookup of the embedding</source>
        <translation>ein Produkt für das Nachschlagen im Embedding</translation>
    </message>
    <message>
        <source>what is computed again</source>
        <translation>was neu berechnet wird</translation>
    </message>
    <message>
        <source>Cannot tell: {} {} ({} to {}) is beyond the limit of {}, but chance alone may make it (p = {}; worse is at most 0.0005).</source>
        <translation>Nicht zu sagen: {} {} ({} bis {}) liegt jenseits der Grenze von {}, kann aber Zufall sein (p = {}; schlechter ist höchstens 0,0005).</translation>
    </message>
    <message>
        <source>Cannot tell: {} {} ({} to {}), the 95 % interval reaches beyond the limit of {}.</source>
        <translation>Nicht zu sagen: {} {} ({} bis {}), der 95-%-Bereich reicht über die Grenze von {} hinaus.</translation>
    </message>
    <message>
        <source>{} At least {} steps of each run would tell.</source>
        <translation>{} Mindestens {} Schritte jedes Laufs würden es zeigen.</translation>
    </message>
    <message>
        <source> Margin {}, noise ± {}.</source>
        <translation> Spielraum {}, Rauschen ± {}.</translation>
    </message>
    <message>
        <source> Margin {}, noise not known.</source>
        <translation> Spielraum {}, Rauschen nicht bekannt.</translation>
    </message>
    <message>
        <source>The runs recorded a step or two each: the noise is that of the {} baselines, and what is usual (0.3 %), which counts the less the more there are. Where a job scatters by 1 % and more, up to {} of 1,000 equal builds seem worse: record ten steps.</source>
        <translation>Die Läufe haben je einen oder zwei Schritte aufgezeichnet: Das Rauschen ist das der {} Vergleichsläufe und das übliche (0,3 %), das umso weniger zählt, je mehr es sind. Streut ein Job um 1 % und mehr, so erscheinen bis zu {} von 1.000 gleichen Builds schlechter: Zeichnen Sie zehn Schritte auf.</translation>
    </message>
    <message>
        <source>the gradients of a rank&apos;s experts</source>
        <translation>die Gradienten der Experten eines Ranks</translation>
    </message>
    <message>
        <source>what ranks gather of their experts</source>
        <translation>was Ranks über ihre Experten einsammeln</translation>
    </message>
    <message>
        <source>One build: there is none to compare it with.</source>
        <translation>Ein Build: Es gibt keinen, mit dem er zu vergleichen wäre.</translation>
    </message>
    <message>
        <source>{} builds: it cannot be told whether the step changed. So few steps do not tell how far they scatter; three builds before, or ten steps of each, would.</source>
        <translation>{} Builds: Ob der Schritt sich geändert hat, ist nicht zu sagen. So wenige Schritte zeigen nicht, wie weit sie streuen; drei Builds davor oder zehn Schritte von jedem würden es zeigen.</translation>
    </message>
    <message>
        <source>{} builds: the step did not change by more than {} %.</source>
        <translation>{} Builds: Der Schritt änderte sich nicht um mehr als {} %.</translation>
    </message>
    <message>
        <source>{} builds: it cannot be told whether the step changed by {} %: the noise is as great.</source>
        <translation>{} Builds: Ob der Schritt sich um {} % geändert hat, ist nicht zu sagen: So groß ist das Rauschen.</translation>
    </message>
    <message>
        <source> Whole layers cannot make all stages equal: {} would save about {} of it.</source>
        <translation> Ganze Schichten können nicht alle Stufen gleich machen: {} würde etwa {} davon einsparen.</translation>
    </message>
    <message>
        <source> {} would save about {}, more than equal stages would: stages with a slow rank get fewer layers.</source>
        <translation> {} würde etwa {} einsparen, mehr als gleiche Stufen: Stufen mit einem langsamen Rank erhalten weniger Schichten.</translation>
    </message>
    <message>
        <source>From {} to {} the step crept up from {} to {}, a little with each of {} builds: no single one made it.</source>
        <translation>Von {} bis {} stieg der Schritt schleichend von {} auf {}, mit jedem von {} Builds ein wenig: Kein einzelner war es.</translation>
    </message>
    <message>
        <source>From {} to {} the step crept down from {} to {}, a little with each of {} builds: no single one made it.</source>
        <translation>Von {} bis {} sank der Schritt schleichend von {} auf {}, mit jedem von {} Builds ein wenig: Kein einzelner war es.</translation>
    </message>
    <message>
        <source>{} builds: it cannot be told whether the step changed. Since {} it may have, by more than {} %, but chance alone may make that, too.</source>
        <translation>{} Builds: Ob der Schritt sich geändert hat, ist nicht zu sagen. Seit {} vielleicht um mehr als {} %, aber auch der Zufall allein kann das bewirken.</translation>
    </message>
    <message>
        <source>{} More baselines may tell, more steps alone do not.</source>
        <translation>{} Mehr Vergleichsläufe können es zeigen, mehr Schritte allein nicht.</translation>
    </message>
    <message>
        <source>Fine: no limit is set for the step time, which differs by {}.</source>
        <translation>In Ordnung: Für die Schrittzeit gilt keine Grenze, sie weicht um {} ab.</translation>
    </message>
    <message>
        <source>Fine: the step time differs by {} ({} to {}), the whole 95 % interval is within the limit of {}.</source>
        <translation>In Ordnung: Die Schrittzeit weicht um {} ab ({} bis {}), der ganze 95-%-Bereich liegt innerhalb der Grenze von {}.</translation>
    </message>
    <message>
        <source>Fine: no limit is set for the step time, which differs by {} ({} to {}).</source>
        <translation>In Ordnung: Für die Schrittzeit gilt keine Grenze, sie weicht um {} ab ({} bis {}).</translation>
    </message>
    <message>
        <source>Fine.</source>
        <translation>In Ordnung.</translation>
    </message>
    <message>
        <source>{} states no step time.</source>
        <translation>{} nennt keine Schrittzeit.</translation>
    </message>
    <message>
        <source>exposed communication</source>
        <translation>unverdeckte Kommunikation</translation>
    </message>
    <message>
        <source>idle and host</source>
        <translation>Leerlauf und Host</translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation>höchster Speicherbedarf</translation>
    </message>
    <message>
        <source>One is of the kind {}, the other {}.</source>
        <translation>Das eine ist von der Art {}, das andere {}.</translation>
    </message>
    <message>
        <source>Another {}: {}, and {} in the baseline.</source>
        <translation>Anders: {}: {}, in der Vergleichsbasis {}.</translation>
    </message>
    <message>
        <source>number of GPUs</source>
        <translation>Zahl der GPUs</translation>
    </message>
    <message>
        <source>number of hosts</source>
        <translation>Zahl der Hosts</translation>
    </message>
    <message>
        <source>tensor-parallel size</source>
        <translation>Größe der Tensor-Parallelität</translation>
    </message>
    <message>
        <source>number of stages</source>
        <translation>Zahl der Stages</translation>
    </message>
    <message>
        <source>data-parallel size</source>
        <translation>Größe der Daten-Parallelität</translation>
    </message>
    <message>
        <source>expert-parallel size</source>
        <translation>Größe der Experten-Parallelität</translation>
    </message>
    <message>
        <source>context-parallel size</source>
        <translation>Größe der Kontext-Parallelität</translation>
    </message>
    <message>
        <source>number of microbatches</source>
        <translation>Zahl der Microbatches</translation>
    </message>
    <message>
        <source>microbatch size</source>
        <translation>Größe der Microbatches</translation>
    </message>
    <message>
        <source>number of layers</source>
        <translation>Zahl der Layer</translation>
    </message>
    <message>
        <source>pipeline bubble</source>
        <translation>Pipeline-Blase</translation>
    </message>
    <message>
        <source>Another model: {} are {}, and {} in the baseline.</source>
        <translation>Anderes Modell: {} sind {}, in der Vergleichsbasis {}.</translation>
    </message>
    <message>
        <source>messages between stages</source>
        <translation>Nachrichten zwischen Stages</translation>
    </message>
    <message>
        <source>the gradients of a rank</source>
        <translation>die Gradienten eines Ranks</translation>
    </message>
    <message>
        <source>{} must be one of {}.</source>
        <translation>{} muss eines von diesen sein: {}.</translation>
    </message>
    <message>
        <source>{} must be a list of texts.</source>
        <translation>{} muss eine Liste von Texten sein.</translation>
    </message>
    <message>
        <source>{} must be a whole number from 0 to {}.</source>
        <translation>{} muss eine ganze Zahl von 0 bis {} sein.</translation>
    </message>
    <message>
        <source>Only one of {} can be given.</source>
        <translation>Nur eines von {} kann angegeben werden.</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is no {}.</source>
        <translation>„{}“ ist kein {}.</translation>
    </message>
    <message>
        <source>It is a number, or two with a comma.</source>
        <translation>Es ist eine Zahl, oder zwei mit einem Komma.</translation>
    </message>
    <message>
        <source>It is written in ms from the run's start, the smaller first, as 100:250.5.</source>
        <translation>Man schreibt es in ms vom Beginn des Laufs, die kleinere zuerst, wie 100:250.5.</translation>
    </message>
    <message>
        <source>{} must be a text.</source>
        <translation>{} muss ein Text sein.</translation>
    </message>
    <message>
        <source>The arguments must be an object.</source>
        <translation>Die Argumente müssen ein Objekt sein.</translation>
    </message>
    <message>
        <source>{} is missing.</source>
        <translation>{} fehlt.</translation>
    </message>
    <message>
        <source>{} is empty.</source>
        <translation>{} ist leer.</translation>
    </message>
    <message>
        <source>{} is no growth in percent.</source>
        <translation>{} ist kein Zuwachs in Prozent.</translation>
    </message>
    <message>
        <source>{} is no share of the peak in percent.</source>
        <translation>{} ist kein Anteil der Spitzenleistung in Prozent.</translation>
    </message>
    <message>
        <source>It is written as 40%.</source>
        <translation>Man schreibt ihn als 40%.</translation>
    </message>
    <message>
        <source>It is written as +3%.</source>
        <translation>Man schreibt ihn als +3%.</translation>
    </message>
    <message>
        <source>Nothing is open as {}.</source>
        <translation>Nichts ist als {} geöffnet.</translation>
    </message>
    <message>
        <source>Call open first; it gives the handle.</source>
        <translation>Rufen Sie zuerst open auf; es gibt den Namen.</translation>
    </message>
    <message>
        <source>There is no &quot;{}&quot;.</source>
        <translation>„{}“ gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no finding {} in it.</source>
        <translation>Darin gibt es keinen Befund {}.</translation>
    </message>
    <message>
        <source>Call findings; it lists all.</source>
        <translation>Rufen Sie findings auf; es nennt alle.</translation>
    </message>
    <message>
        <source>There is nothing more under that handle.</source>
        <translation>Unter diesem Namen gibt es nichts weiter.</translation>
    </message>
    <message>
        <source>There is no folder &quot;{}&quot;.</source>
        <translation>Den Ordner „{}“ gibt es nicht.</translation>
    </message>
    <message>
        <source>Make it first: nothing else is written to.</source>
        <translation>Legen Sie ihn zuerst an: Sonst wird nirgends geschrieben.</translation>
    </message>
    <message>
        <source>This view cannot be drawn of it.</source>
        <translation>Diese Ansicht lässt sich davon nicht zeichnen.</translation>
    </message>
    <message>
        <source>A path with a line break in its name cannot be indexed.</source>
        <translation>Ein Pfad mit einem Zeilenumbruch im Namen kann nicht indiziert werden.</translation>
    </message>
    <message>
        <source>Add --shards N.</source>
        <translation>Geben Sie zusätzlich --shards N an.</translation>
    </message>
    <message>
        <source>An index is opened by itself.</source>
        <translation>Ein Index wird für sich allein geöffnet.</translation>
    </message>
    <message>
        <source>Give it another name, or delete it.</source>
        <translation>Geben Sie ihm einen anderen Namen, oder löschen Sie ihn.</translation>
    </message>
    <message>
        <source>Give it: --shard I/N.</source>
        <translation>Geben Sie sie an: --shard I/N.</translation>
    </message>
    <message>
        <source>Give its number and how many there are: 0/16 to 15/16.</source>
        <translation>Geben Sie ihre Nummer und die Anzahl an: 0/16 bis 15/16.</translation>
    </message>
    <message>
        <source>Give the task more memory, or fewer threads.</source>
        <translation>Geben Sie der Aufgabe mehr Speicher oder weniger Threads.</translation>
    </message>
    <message>
        <source>Name no other path beside it.</source>
        <translation>Nennen Sie keinen anderen Pfad daneben.</translation>
    </message>
    <message>
        <source>Name the files or folders: index PATH… -o IDX.</source>
        <translation>Nennen Sie die Dateien oder Ordner: index PFAD… -o IDX.</translation>
    </message>
    <message>
        <source>Name the folder of a run.</source>
        <translation>Nennen Sie den Ordner eines Laufs.</translation>
    </message>
    <message>
        <source>No launcher says which task this is.</source>
        <translation>Kein Startprogramm sagt, welche Aufgabe dies ist.</translation>
    </message>
    <message>
        <source>Nothing is indexed yet.</source>
        <translation>Noch ist nichts indiziert.</translation>
    </message>
    <message>
        <source>Open it where there is more; `bubblescope summary` does without their spans.</source>
        <translation>Öffnen Sie ihn, wo mehr da ist; `bubblescope summary` kommt ohne die Spans aus.</translation>
    </message>
    <message>
        <source>Rename it.</source>
        <translation>Benennen Sie ihn um.</translation>
    </message>
    <message>
        <source>Run `bubblescope index` again.</source>
        <translation>Rufen Sie `bubblescope index` noch einmal auf.</translation>
    </message>
    <message>
        <source>The tasks were cancelled.</source>
        <translation>Die Aufgaben wurden abgebrochen.</translation>
    </message>
    <message>
        <source>The tasks, job {}, still run: cancel them with scancel.</source>
        <translation>Die Aufgaben, Job {}, laufen noch: Brechen Sie sie mit scancel ab.</translation>
    </message>
    <message>
        <source>Run it where Slurm&apos;s commands are, or print the scripts with --print.</source>
        <translation>Rufen Sie es dort auf, wo Slurms Befehle sind, oder geben Sie die Skripte mit --print aus.</translation>
    </message>
    <message>
        <source>Run the task that indexes it again, then --merge.</source>
        <translation>Starten Sie die Aufgabe, die sie indiziert, noch einmal, dann --merge.</translation>
    </message>
    <message>
        <source>Run the tasks first, or all of it: index PATH… -o IDX.</source>
        <translation>Starten Sie erst die Aufgaben, oder alles: index PFAD… -o IDX.</translation>
    </message>
    <message>
        <source>There is no file to index.</source>
        <translation>Es gibt keine Datei zu indizieren.</translation>
    </message>
    <message>
        <source>There is not enough memory for the runs of the index.</source>
        <translation>Der Speicher reicht nicht für die Läufe des Index.</translation>
    </message>
    <message>
        <source>There is not enough memory to read {}.</source>
        <translation>Der Speicher reicht nicht, um {} zu lesen.</translation>
    </message>
    <message>
        <source>What is to be indexed?</source>
        <translation>Was soll indiziert werden?</translation>
    </message>
    <message>
        <source>What the index holds of this file is damaged or not whole ({}).</source>
        <translation>Was der Index von dieser Datei enthält, ist beschädigt oder unvollständig ({}).</translation>
    </message>
    <message>
        <source>Where only some tasks are run again, add --shards N with the number of all.</source>
        <translation>Werden nur einige Aufgaben noch einmal gestartet, geben Sie mit --shards N die Anzahl aller an.</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is no task.</source>
        <translation>„{}“ ist keine Aufgabe.</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>it is not in the index</source>
        <translation>sie ist nicht im Index</translation>
    </message>
    <message>
        <source>what it holds of rank {} is damaged; its operations are left out</source>
        <translation>was er von Rank {} enthält, ist beschädigt; dessen Operationen fehlen</translation>
    </message>
    <message>
        <source>{} does not say what it is an index of.</source>
        <translation>{} sagt nicht, wovon es ein Index ist.</translation>
    </message>
    <message>
        <source>{} failed: {}.</source>
        <translation>{} ist fehlgeschlagen: {}.</translation>
    </message>
    <message>
        <source>{} files are not in the index, {} among them; run their tasks again, then --merge</source>
        <translation>{} Dateien sind nicht im Index, darunter {}; starten Sie deren Aufgaben noch einmal, dann --merge</translation>
    </message>
    <message>
        <source>{} is not in the index; run its task again, then --merge</source>
        <translation>{} ist nicht im Index; starten Sie die Aufgabe noch einmal, dann --merge</translation>
    </message>
    <message>
        <source>{} is the index of other files.</source>
        <translation>{} ist der Index anderer Dateien.</translation>
    </message>
    <message>
        <source>{} is {}, but there are {} tasks.</source>
        <translation>{} ist {}, aber es gibt {} Aufgaben.</translation>
    </message>
    <message>
        <source>{} says which task this is, but not how many there are.</source>
        <translation>{} sagt, welche Aufgabe dies ist, aber nicht, wie viele es gibt.</translation>
    </message>
    <message>
        <source>&quot;{}&quot; has no time: ts &quot;{}&quot;, dur &quot;{}&quot;</source>
        <translation>„{}“ hat keine Zeit: ts „{}“, dur „{}“</translation>
    </message>
    <message>
        <source>&quot;{}&quot; does not state its process, thread and step</source>
        <translation>„{}“ nennt seinen Prozess, Thread und Schritt nicht</translation>
    </message>
    <message>
        <source>{} operations are on threads whose names state no stage: they are shown on stage 0</source>
        <translation>{} Operationen liegen auf Threads, deren Namen keine Stage nennen: sie erscheinen auf Stage 0</translation>
    </message>
    <message>
        <source>{} operation is on a thread whose name states no stage: it is shown on stage 0</source>
        <translation>{} Operation liegt auf einem Thread, dessen Name keine Stage nennt: sie erscheint auf Stage 0</translation>
    </message>
    <message>
        <source>process and thread names speak of {} ranks; at most {} are read</source>
        <translation>Prozess- und Threadnamen sprechen von {} Ranks; höchstens {} werden gelesen</translation>
    </message>
    <message>
        <source>The trace records no forward passes as operations.</source>
        <translation>Der Trace zeichnet keine Vorwärtspässe als Operationen auf.</translation>
    </message>
    <message>
        <source>Straggler what-ifs need a measured run.</source>
        <translation>Was-wäre-wenn für Nachzügler braucht einen gemessenen Lauf.</translation>
    </message>
    <message>
        <source>Straggler what-ifs need the operations of a step: the rank traces of Echo or of Megatron&apos;s tracer, or those of ByteDance&apos;s.</source>
        <translation>Was-wäre-wenn für Nachzügler braucht die Operationen eines Schritts: die Rank-Traces von Echo oder von Megatrons Tracer oder die von ByteDance.</translation>
    </message>
    <message>
        <source>The recorded order of operations cannot be run: some wait for each other.</source>
        <translation>Die aufgezeichnete Reihenfolge der Operationen ist nicht ausführbar: einige warten aufeinander.</translation>
    </message>
    <message>
        <source>Open the traces of all ranks, and check their clocks.</source>
        <translation>Die Traces aller Ranks öffnen und ihre Uhren prüfen.</translation>
    </message>
    <message>
        <source>The operations of the steps have no durations.</source>
        <translation>Die Operationen der Schritte haben keine Dauern.</translation>
    </message>
    <message>
        <source>{} is slow, but costs nothing now</source>
        <translation>{} ist langsam, kostet aber zurzeit nichts</translation>
    </message>
    <message>
        <source>{} are slow, but cost nothing now</source>
        <translation>{} sind langsam, kosten aber zurzeit nichts</translation>
    </message>
    <message>
        <source> The step would not be shorter without that: something else is slower.</source>
        <translation> Der Schritt wäre ohne das nicht kürzer: etwas anderes ist langsamer.</translation>
    </message>
    <message>
        <source>Rank {} computes {} times as long as its peers for the same microbatch. No communication was recorded: what that costs is not known.</source>
        <translation>Rank {} rechnet für denselben Microbatch {}-mal so lange wie andere. Keine Kommunikation wurde aufgezeichnet: was das kostet, ist nicht bekannt.</translation>
    </message>
    <message>
        <source> About {} steps lost {} by it.</source>
        <translation> Etwa {} Schritte haben dadurch {} verloren.</translation>
    </message>
    <message>
        <source> About {} steps lost {} hours by it.</source>
        <translation> Etwa {} Schritte haben dadurch {} Stunden verloren.</translation>
    </message>
    <message>
        <source> The {} recorded steps lost {} hours by it.</source>
        <translation> Die {} aufgezeichneten Schritte haben dadurch {} Stunden verloren.</translation>
    </message>
    <message>
        <source> The {} recorded steps lost {} by it.</source>
        <translation> Die {} aufgezeichneten Schritte haben dadurch {} verloren.</translation>
    </message>
    <message>
        <source>Steps become longer</source>
        <translation>Schritte werden länger</translation>
    </message>
    <message>
        <source>From step {} to step {} the step time rises by {} %.</source>
        <translation>Von Schritt {} bis Schritt {} steigt die Schrittzeit um {} %.</translation>
    </message>
    <message>
        <source>A straight line through the medians of up to 64 stretches of the run, without warmup and single long steps; the cost is what lies above its start.</source>
        <translation>Eine Gerade durch die Mediane von bis zu 64 Abschnitten des Laufs, ohne Aufwärmen und einzelne lange Schritte; gekostet hat, was über ihrem Anfang liegt.</translation>
    </message>
    <message>
        <source>Steps are longer since step {}</source>
        <translation>Schritte sind seit Schritt {} länger</translation>
    </message>
    <message>
        <source>From step {} on, steps take {} % longer than before.</source>
        <translation>Ab Schritt {} dauern Schritte {} % länger als vorher.</translation>
    </message>
    <message>
        <source>The one change of level that explains the medians of up to 64 stretches of the run best, without warmup and single long steps.</source>
        <translation>Der eine Wechsel der Höhe, der die Mediane von bis zu 64 Abschnitten des Laufs am besten erklärt, ohne Aufwärmen und einzelne lange Schritte.</translation>
    </message>
    <message>
        <source>Look for what changed at that step: a restart on other hosts, a link that fell back to a lower rate, another batch or sequence length.</source>
        <translation>Suchen, was sich bei diesem Schritt geändert hat: ein Neustart auf anderen Hosts, eine Verbindung mit geringerer Rate, eine andere Batch- oder Sequenzlänge.</translation>
    </message>
    <message>
        <source>Steps do different work</source>
        <translation>Schritte tun Verschiedenes</translation>
    </message>
    <message>
        <source>{} steps take about {}, the others {}. Their names tell why: {} is one of the longer, {} is not.</source>
        <translation>{} Schritte dauern etwa {}, die anderen {}. Ihre Namen sagen, warum: {} ist einer der längeren, {} nicht.</translation>
    </message>
    <message>
        <source>The name of the host&apos;s range of each step, and the numbers in it.</source>
        <translation>Der Name des Bereichs, den der Host für jeden Schritt setzt, und die Zahlen darin.</translation>
    </message>
    <message>
        <source>Compare steps of the same work; longer ones are no stall.</source>
        <translation>Schritte mit gleicher Arbeit vergleichen; längere sind kein Stocken.</translation>
    </message>
    <message>
        <source>{} took longer for once</source>
        <translation>{}: ausnahmsweise länger</translation>
    </message>
    <message>
        <source>They took up to {} times as long as the steps around them, at no regular distance.</source>
        <translation>Sie dauerten bis zu {}-mal so lange wie die Schritte um sie herum, in keinem regelmäßigen Abstand.</translation>
    </message>
    <message>
        <source>Step times against the median of the 31 steps around each.</source>
        <translation>Schrittzeiten gegen den Median der 31 Schritte um jeden herum.</translation>
    </message>
    <message>
        <source>Compare with the logs of hosts, network and storage at that time.</source>
        <translation>Mit den Protokollen von Hosts, Netz und Speicher zu dieser Zeit vergleichen.</translation>
    </message>
    <message>
        <source>Every {} steps one takes longer</source>
        <translation>Alle {} Schritte dauert einer länger</translation>
    </message>
    <message>
        <source>{} of them took up to {} times as long as the steps around them.</source>
        <translation>{} von ihnen dauerten bis zu {}-mal so lange wie die Schritte um sie herum.</translation>
    </message>
    <message>
        <source>Checkpoints, evaluation, logging and garbage collection come at such distances: do them more rarely, or beside the training.</source>
        <translation>Checkpoints, Auswertung, Protokolle und Speicherbereinigung kommen in solchen Abständen: seltener tun oder neben dem Training.</translation>
    </message>
    <message>
        <source>Host {} is slow</source>
        <translation>Host {} ist langsam</translation>
    </message>
    <message>
        <source>{} is always slow</source>
        <translation>{} ist immer langsam</translation>
    </message>
    <message>
        <source>{} is slow at times</source>
        <translation>{} ist zeitweise langsam</translation>
    </message>
    <message>
        <source>In {} steps, from step {} to step {}, it computes {} times as long as its peers.</source>
        <translation>In {} Schritten, von Schritt {} bis Schritt {}, rechnet er {}-mal so lange wie die anderen.</translation>
    </message>
    <message>
        <source> It is so every {} steps.</source>
        <translation> Das ist er alle {} Schritte.</translation>
    </message>
    <message>
        <source>Look for what comes and goes on its host at those steps: throttling, other programs.</source>
        <translation>Suchen, was auf seinem Host in diesen Schritten kommt und geht: Drosselung, andere Programme.</translation>
    </message>
    <message>
        <source> In {} of {} slow steps the clock of its GPU (rank {}) was below that of its peers: {} MHz instead of {} MHz, which alone makes kernels up to {} times as slow.</source>
        <translation> In {} von {} langsamen Schritten lag der Takt seiner GPU (Rank {}) unter dem der anderen: {} MHz statt {} MHz, was allein Kernel bis zu {}-mal so langsam macht.</translation>
    </message>
    <message>
        <source> Its driver says why: {}.</source>
        <translation> Der Treiber nennt den Grund: {}.</translation>
    </message>
    <message>
        <source>applications clocks setting</source>
        <translation>Takte für Anwendungen eingestellt</translation>
    </message>
    <message>
        <source>power cap</source>
        <translation>Leistungsgrenze</translation>
    </message>
    <message>
        <source>hardware slowdown</source>
        <translation>Drosselung durch die Hardware</translation>
    </message>
    <message>
        <source>sync boost</source>
        <translation>gleicher Takt für mehrere GPUs (Sync Boost)</translation>
    </message>
    <message>
        <source>thermal slowdown by software</source>
        <translation>Drosselung durch die Software wegen Hitze</translation>
    </message>
    <message>
        <source>thermal slowdown by hardware</source>
        <translation>Drosselung durch die Hardware wegen Hitze</translation>
    </message>
    <message>
        <source>power brake</source>
        <translation>Leistungsbremse</translation>
    </message>
    <message>
        <source>display clocks setting</source>
        <translation>Takte für Bildschirme eingestellt</translation>
    </message>
    <message>
        <source> So it is on {} of these {} ranks.</source>
        <translation> So ist es auf {} dieser {} Ranks.</translation>
    </message>
    <message>
        <source> Clocks were sampled beside the run: means over the same step of the rank and of its peers.</source>
        <translation> Takte wurden neben dem Lauf gemessen: Mittel über denselben Schritt des Ranks und der anderen.</translation>
    </message>
    <message>
        <source>Its clock is held down: look at cooling, power limit and power supply of that GPU before its software.</source>
        <translation>Ihr Takt wird gedrosselt: Sehen Sie nach Kühlung, Leistungsgrenze und Stromversorgung dieser GPU, bevor Sie an die Software gehen.</translation>
    </message>
    <message>
        <source>Ranks are slow in turn</source>
        <translation>Ranks sind reihum langsam</translation>
    </message>
    <message>
        <source>In {} steps one of {} ranks computes {} times as long as its peers, but never the same for long.</source>
        <translation>In {} Schritten rechnet einer von {} Ranks {}-mal so lange wie die anderen, aber nie lange derselbe.</translation>
    </message>
    <message>
        <source>Nothing is wrong with a single GPU: look for garbage collection that is not done in the same step everywhere, uneven input, or a program that moves from host to host.</source>
        <translation>Keine einzelne GPU ist schuld: nach Speicherbereinigung suchen, die nicht überall im selben Schritt läuft, nach ungleicher Eingabe oder einem Programm, das von Host zu Host wandert.</translation>
    </message>
    <message>
        <source>operation trace (ByteDance)</source>
        <translation>Operations-Trace (ByteDance)</translation>
    </message>
    <message>
        <source>no column states the unit of its times, taken as {}: say --units ns, us, ms or s, or add it to the name of the column, as in &quot;start_us&quot;</source>
        <translation>keine Spalte nennt die Einheit ihrer Zeiten, angenommen wird {}: mit --units ns, us, ms oder s angeben oder an den Namen der Spalte hängen, wie in „start_us“</translation>
    </message>
    <message>
        <source>a row without its times was left out</source>
        <translation>eine Zeile ohne ihre Zeiten wurde ausgelassen</translation>
    </message>
    <message>
        <source>an operation that ends {} ns before it begins</source>
        <translation>eine Operation, die {} ns vor ihrem Beginn endet</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is no {} from 0 to {}</source>
        <translation>„{}“ ist kein {} von 0 bis {}</translation>
    </message>
    <message>
        <source>no column numbers the microbatches: they are counted in the order of the operations</source>
        <translation>keine Spalte nummeriert die Mikrobatches: Sie werden in der Reihenfolge der Operationen gezählt</translation>
    </message>
    <message>
        <source>a row that cannot be read: &quot;{}&quot;</source>
        <translation>eine Zeile, die nicht lesbar ist: „{}“</translation>
    </message>
    <message>
        <source>the table holds no operation</source>
        <translation>die Tabelle enthält keine Operation</translation>
    </message>
    <message>
        <source>the mapping is larger than 1 MB</source>
        <translation>die Zuordnung ist größer als 1 MB</translation>
    </message>
    <message>
        <source>the mapping is no JSON object</source>
        <translation>die Zuordnung ist kein JSON-Objekt</translation>
    </message>
    <message>
        <source>&quot;columns&quot; of the mapping is no object</source>
        <translation>„columns“ der Zuordnung ist kein Objekt</translation>
    </message>
    <message>
        <source>&quot;operations&quot; of the mapping is no object</source>
        <translation>„operations“ der Zuordnung ist kein Objekt</translation>
    </message>
    <message>
        <source>the mapping takes {} for &quot;{}&quot;, which no operation has</source>
        <translation>die Zuordnung hält {} für „{}“, was keine Operation hat</translation>
    </message>
    <message>
        <source>&quot;units&quot; of the mapping is none of ns, us, ms and s</source>
        <translation>„units“ der Zuordnung ist weder ns noch us, ms oder s</translation>
    </message>
    <message>
        <source>Write &quot;columns&quot; with the name of each column and what it is: rank, dp_rank, stage, step, name, start, duration, end, lane, microbatch, bytes, group, category.</source>
        <translation>Unter „columns“ den Namen jeder Spalte angeben und was sie ist: rank, dp_rank, stage, step, name, start, duration, end, lane, microbatch, bytes, group, category.</translation>
    </message>
    <message>
        <source>{} is not used: {}</source>
        <translation>{} wird nicht benutzt: {}</translation>
    </message>
    <message>
        <source>{} of step {} is no number</source>
        <translation>{} von Schritt {} ist keine Zahl</translation>
    </message>
    <message>
        <source>a step that is no number</source>
        <translation>ein Schritt, der keine Zahl ist</translation>
    </message>
    <message>
        <source>{} scalars are not drawn, since steps have no such figure or have it already: {}</source>
        <translation>{} Skalare werden nicht gezeichnet, weil Schritte keine solche Größe oder sie schon haben: {}</translation>
    </message>
    <message>
        <source>it holds no curve of a figure that steps have</source>
        <translation>sie enthält keine Kurve einer Größe, die Schritte haben</translation>
    </message>
    <message>
        <source>a number of the JSON text is too large</source>
        <translation>eine Zahl des JSON-Textes ist zu groß</translation>
    </message>
    <message>
        <source>rank {} ({})</source>
        <translation>Rank {} ({})</translation>
    </message>
    <message>
        <source>process {} of {}</source>
        <translation>Prozess {} von {}</translation>
    </message>
    <message>
        <source>ranks {}</source>
        <translation>Ranks {}</translation>
    </message>
    <message>
        <source>The network card of {} is slow</source>
        <translation>Die Netzwerkkarte von {} ist langsam</translation>
    </message>
    <message>
        <source>The network of host {} is slow</source>
        <translation>Das Netz von Host {} ist langsam</translation>
    </message>
    <message>
        <source>Rail {} of the network is slow</source>
        <translation>Rail {} des Netzes ist langsam</translation>
    </message>
    <message>
        <source>One network card among {} ranks is slow</source>
        <translation>Eine Netzwerkkarte unter {} Ranks ist langsam</translation>
    </message>
    <message>
        <source>A path of the network between {} ranks is slow</source>
        <translation>Ein Weg des Netzes zwischen {} Ranks ist langsam</translation>
    </message>
    <message>
        <source>communicator {}</source>
        <translation>Kommunikator {}</translation>
    </message>
    <message>
        <source>{} communicators ({})</source>
        <translation>{} Kommunikatoren ({})</translation>
    </message>
    <message>
        <source>the messages of one pair of ranks</source>
        <translation>die Nachrichten eines Paars von Ranks</translation>
    </message>
    <message>
        <source>the messages of {} pairs of ranks</source>
        <translation>die Nachrichten von {} Paaren von Ranks</translation>
    </message>
    <message>
        <source>{} and {}</source>
        <translation>{} und {}</translation>
    </message>
    <message>
        <source>What goes through it takes {} times as long as its like: {}, at worst at {} of bus bandwidth instead of {}.</source>
        <translation>Was hindurchgeht, dauert {}-mal so lange wie seinesgleichen: {}, schlimmstenfalls mit {} Bus-Bandbreite statt {}.</translation>
    </message>
    <message>
        <source> It is one of {}: what was measured does not tell which.</source>
        <translation> Es ist eine von {}: welche, sagt das Gemessene nicht.</translation>
    </message>
    <message>
        <source> It is between {}, each of which is fast elsewhere.</source>
        <translation> Er liegt zwischen {}, die anderswo alle schnell sind.</translation>
    </message>
    <message>
        <source> Nothing that stays on it is as fast as its like.</source>
        <translation> Nichts, was auf ihr bleibt, ist so schnell wie seinesgleichen.</translation>
    </message>
    <message>
        <source> All that it exchanges with other nodes is slow; what its partners exchange without it is not.</source>
        <translation> Alles, was darüber mit anderen Knoten ausgetauscht wird, ist langsam; was die Partner ohne sie austauschen, nicht.</translation>
    </message>
    <message>
        <source> Victims, which only wait for it: {}.</source>
        <translation> Opfer, die nur darauf warten: {}.</translation>
    </message>
    <message>
        <source>Check the cards of that host, its firmware and PCIe settings, and the switch it hangs on.</source>
        <translation>Karten dieses Hosts prüfen, seine Firmware und PCIe-Einstellungen und den Switch, an dem er hängt.</translation>
    </message>
    <message>
        <source>Check the switch of that rail, and that its cards run at their full rate on all hosts.</source>
        <translation>Den Switch dieser Rail prüfen, und ob ihre Karten auf allen Hosts mit voller Rate laufen.</translation>
    </message>
    <message>
        <source>Check the switches and uplinks between these hosts, and how traffic is spread over them.</source>
        <translation>Switches und Uplinks zwischen diesen Hosts prüfen, und wie der Verkehr darauf verteilt ist.</translation>
    </message>
    <message>
        <source>Measure these ranks in pairs, such as with nccl-tests: the slow one shows in all of its pairs.</source>
        <translation>Diese Ranks paarweise messen, etwa mit nccl-tests: die langsame zeigt sich in allen ihren Paaren.</translation>
    </message>
    <message>
        <source>Check that card: its link rate and errors, its cable and switch port, and that its GPU uses the card next to it.</source>
        <translation>Diese Karte prüfen: Rate und Fehler ihrer Verbindung, Kabel und Port am Switch, und ob ihre GPU die nächstgelegene Karte nutzt.</translation>
    </message>
    <message>
        <source>NCCL Inspector&apos;s times: of a collective that of its last member, of messages the fastest quarter; bus bandwidth against the median of the same operation, size, ranks and nodes.</source>
        <translation>Zeiten des NCCL-Inspectors: bei einem Kollektiv die seines letzten Mitglieds, bei Nachrichten das schnellste Viertel; Bus-Bandbreite gegen den Median gleicher Operation, Größe, Ranks und Knoten.</translation>
    </message>
    <message>
        <source> {} with the transfers through it as fast as their like.</source>
        <translation> {}, die Übertragungen hindurch so schnell wie ihresgleichen.</translation>
    </message>
    <message>
        <source>an operation without size, time or peer</source>
        <translation>eine Operation ohne Größe, Zeit oder Gegenüber</translation>
    </message>
    <message>
        <source>no line up to here states communicator, rank and process</source>
        <translation>bis hierher nennt keine Zeile Kommunikator, Rank und Prozess</translation>
    </message>
    <message>
        <source>{} operations were overwritten before they were written: NCCL_INSPECTOR_DUMP_COLL_RING_SIZE keeps more</source>
        <translation>{} Operationen wurden überschrieben, bevor sie geschrieben waren: NCCL_INSPECTOR_DUMP_COLL_RING_SIZE behält mehr</translation>
    </message>
    <message>
        <source>{} operations were timed by the host as it launched them, which is not what they took</source>
        <translation>{} Operationen stoppte der Host beim Starten: das ist nicht, was sie dauerten</translation>
    </message>
    <message>
        <source>{} operations are of a kind whose size NCCL counts in its own way</source>
        <translation>{} Operationen sind von einer Art, deren Größe NCCL auf eigene Weise zählt</translation>
    </message>
    <message>
        <source>{} values of counters are left out: only the first {} are kept</source>
        <translation>{} Werte von Zählern fehlen: nur die ersten {} werden behalten</translation>
    </message>
    <message>
        <source>the JSON text cannot be read from here on</source>
        <translation>der JSON-Text ist von hier an nicht lesbar</translation>
    </message>
    <message>
        <source>rank {}</source>
        <translation>Rank {}</translation>
    </message>
    <message>
        <source>the last of them</source>
        <translation>der letzte von ihnen</translation>
    </message>
    <message>
        <source>{} processes say that they start: half of them within {} ms of the first, {} after {} ms</source>
        <translation>{} Prozesse melden ihren Start: die Hälfte binnen {} ms nach dem ersten, {} nach {} ms</translation>
    </message>
    <message>
        <source>no range is called &quot;{}&quot;: the whole report is one step</source>
        <translation>kein Bereich heißt „{}“: Der ganze Bericht ist ein Schritt</translation>
    </message>
    <message>
        <source>times are on the clock of baseTimeNanoseconds already: it is not added again</source>
        <translation>Zeiten liegen schon auf der Uhr von baseTimeNanoseconds: Sie wird nicht noch einmal addiert</translation>
    </message>
    <message>
        <source>the file was {} bytes long: data is missing from here on; copy it again, or have it written again</source>
        <translation>die Datei war {} Bytes lang: Von hier an fehlen Daten; noch einmal kopieren oder noch einmal schreiben lassen</translation>
    </message>
    <message>
        <source>nsys is not installed here</source>
        <translation>nsys ist hier nicht installiert</translation>
    </message>
    <message>
        <source>nsys cannot be run: {}</source>
        <translation>nsys kann nicht gestartet werden: {}</translation>
    </message>
    <message>
        <source>nsys could not export it: {}</source>
        <translation>nsys konnte sie nicht exportieren: {}</translation>
    </message>
    <message>
        <source>no temporary folder can be made: {}</source>
        <translation>es lässt sich kein temporärer Ordner anlegen: {}</translation>
    </message>
    <message>
        <source>{} files like {}</source>
        <translation>{} Dateien wie {}</translation>
    </message>
    <message>
        <source>group {}</source>
        <translation>Gruppe {}</translation>
    </message>
    <message>
        <source>{} {} of {}</source>
        <translation>{} {} von {}</translation>
    </message>
    <message>
        <source>did not join {}, in which {} waits</source>
        <translation>nimmt an {} nicht teil, worin {} wartet</translation>
    </message>
    <message>
        <source>did not join {}, in which {} wait</source>
        <translation>nimmt an {} nicht teil, worin {} warten</translation>
    </message>
    <message>
        <source>did not complete in {} what others of it completed: its GPU hangs</source>
        <translation>hat in {} nicht beendet, was andere dort beendet haben: Seine GPU hängt</translation>
    </message>
    <message>
        <source>has not started {}, which {} of its peers have</source>
        <translation>hat {} nicht begonnen, was {} andere haben</translation>
    </message>
    <message>
        <source>calls something else than the others as {}</source>
        <translation>ruft etwas anderes als die anderen auf als {}</translation>
    </message>
    <message>
        <source>has no counterpart for messages of {} of its peers in {}</source>
        <translation>hat kein Gegenstück zu Nachrichten von {} anderen in {}</translation>
    </message>
    <message>
        <source>left no dump, and all others wait in {}</source>
        <translation>hat keinen Abzug hinterlassen, und alle anderen warten in {}</translation>
    </message>
    <message>
        <source>Nobody hangs: nothing is pending in any dump.</source>
        <translation>Niemand hängt: In keinem Abzug steht etwas aus.</translation>
    </message>
    <message>
        <source>{} ranks wait, and no dump tells for whom.</source>
        <translation>{} Ranks warten, und kein Abzug sagt, auf wen.</translation>
    </message>
    <message>
        <source>Rank {} {}</source>
        <translation>Rank {} {}</translation>
    </message>
    <message>
        <source>rank {} {}</source>
        <translation>Rank {} {}</translation>
    </message>
    <message>
        <source>, since {}</source>
        <translation>, seit {}</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>%1 more, %2 – %3</source>
        <translation>%1 weitere, %2 – %3</translation>
    </message>
    <message>
        <source>Hosts work while nothing is computed</source>
        <translation>Hosts arbeiten, während nichts gerechnet wird</translation>
    </message>
    <message>
        <source>Host work takes {} per rank, {} {}; most of it is {}: {} in {} calls, the longest {}.</source>
        <translation>Arbeit des Hosts dauert {} je Rank, {} {}; das meiste ist {}: {} in {} Aufrufen, der längste {}.</translation>
    </message>
    <message>
        <source>Host work takes {} per rank, {} {}; most of it is {}: {} in {} call of {}.</source>
        <translation>Arbeit des Hosts dauert {} je Rank, {} {}; das meiste ist {}: {} in {} Aufruf von {}.</translation>
    </message>
    <message>
        <source>Time of host records beside which nothing computes or communicates. {}</source>
        <translation>Zeit von Einträgen des Hosts, neben denen nichts rechnet oder kommuniziert. {}</translation>
    </message>
    <message>
        <source>Move it out of the step or to another thread, or run it while GPUs compute.</source>
        <translation>Aus dem Schritt nehmen, in einen anderen Thread verlegen oder ausführen, während GPUs rechnen.</translation>
    </message>
    <message>
        <source>Ranks are idle</source>
        <translation>Ranks sind untätig</translation>
    </message>
    <message>
        <source>For {} {} ({}) nothing is recorded on a rank, and it waits for nobody; the longest such gap, {}, is on rank {}.</source>
        <translation>Für {} {} ({}) ist auf einem Rank nichts aufgezeichnet, und er wartet auf niemanden; die längste solche Lücke, {}, ist auf Rank {}.</translation>
    </message>
    <message>
        <source>For {} {} ({}) nothing is recorded on a rank, and no communication at all: whom it may wait for is not known. The longest such gap, {}, is on rank {}.</source>
        <translation>Für {} {} ({}) ist auf einem Rank nichts aufgezeichnet, und überhaupt keine Kommunikation: auf wen er womöglich wartet, ist nicht bekannt. Die längste solche Lücke, {}, ist auf Rank {}.</translation>
    </message>
    <message>
        <source>Gaps between the records of a rank above {}. {}</source>
        <translation>Lücken zwischen den Einträgen eines Ranks über {}. {}</translation>
    </message>
    <message>
        <source>Record what the host does there: with a profiler, or with more ranges in the tracer.</source>
        <translation>Aufzeichnen, was der Host dort tut: mit einem Profiler oder mit mehr Bereichen im Tracer.</translation>
    </message>
    <message>
        <source>{} of {} ranks are opened, with {} of {} spans: more does not fit into {} MB (--memory). What the merge found of all of them is of another version of this program: run {} first</source>
        <translation>{} von {} Ranks sind geöffnet, mit {} von {} Spans: Mehr passt nicht in {} MB (--memory). Was beim Zusammenführen von allen gefunden wurde, ist von einer anderen Version dieses Programms: zuerst {} ausführen</translation>
    </message>
    <message>
        <source>{} of {} ranks are opened, with {} of {} spans: more does not fit into {} MB (--memory); `summary` and `query` know all of them</source>
        <translation>{} von {} Ranks sind geöffnet, mit {} von {} Spans: Mehr passt nicht in {} MB (--memory); `summary` und `query` kennen alle</translation>
    </message>
    <message>
        <source>Joint passes</source>
        <translation>Gepaarte Pässe</translation>
    </message>
    <message>
        <source>DualPipe: a forward and a backward pass that overlap take this share of both one after the other.</source>
        <translation>DualPipe: Ein Vorwärts- und ein Rückwärtsdurchlauf, die sich überlappen, brauchen diesen Anteil von beiden nacheinander.</translation>
    </message>
    <message>
        <source>NCCL says that it takes the network {} between nodes.</source>
        <translation>NCCL nennt als Netz zwischen Knoten {}.</translation>
    </message>
    <message>
        <source>profiler trace (Nsight Systems, SQLite)</source>
        <translation>Profiler-Trace (Nsight Systems, SQLite)</translation>
    </message>
    <message>
        <source>profiler trace (Nsight Systems, exported by nsys)</source>
        <translation>Profiler-Trace (Nsight Systems, von nsys exportiert)</translation>
    </message>
    <message>
        <source>profiler trace (XProf / JAX, xplane.pb)</source>
        <translation>Profiler-Trace (XProf / JAX, xplane.pb)</translation>
    </message>
    <message>
        <source>run log (opt_prime, Megatron, DeepSpeed, torchtitan, MLPerf, trainers)</source>
        <translation>Laufprotokoll (opt_prime, Megatron, DeepSpeed, torchtitan, MLPerf, Trainer)</translation>
    </message>
    <message>
        <source>NCCL flight recorder (PyTorch)</source>
        <translation>NCCL-Flugschreiber (PyTorch)</translation>
    </message>
    <message>
        <source>table of operations (CSV, TSV, JSON lines)</source>
        <translation>Tabelle von Operationen (CSV, TSV, JSON-Zeilen)</translation>
    </message>
    <message>
        <source>golden values (Megatron-LM)</source>
        <translation>Sollwerte (Megatron-LM, golden values)</translation>
    </message>
    <message>
        <source>scalars (TensorBoard, Weights &amp; Biases)</source>
        <translation>Skalare (TensorBoard, Weights &amp; Biases)</translation>
    </message>
    <message>
        <source>&#x202f;</source>
        <comment>between groups of three digits</comment>
        <translation>.</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Go to rank %1</source>
        <translation>Gehe zu Rank %1</translation>
    </message>
    <message>
        <source>This run has no rank %1</source>
        <translation>Dieser Lauf hat keinen Rank %1</translation>
    </message>
    <message>
        <source>Go to stage %1</source>
        <translation>Gehe zu Stage %1</translation>
    </message>
    <message>
        <source>This run has no stage %1</source>
        <translation>Dieser Lauf hat keine Stage %1</translation>
    </message>
    <message>
        <source>Go to step %1</source>
        <translation>Gehe zu Schritt %1</translation>
    </message>
    <message>
        <source>This run has no step %1</source>
        <translation>Dieser Lauf hat keinen Schritt %1</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>Gehe zu %1</translation>
    </message>
    <message>
        <source>%1 is outside this run</source>
        <translation>%1 liegt außerhalb dieses Laufs</translation>
    </message>
    <message>
        <source>Go to the next span with “%1”</source>
        <translation>Gehe zum nächsten Span mit „%1“</translation>
    </message>
    <message>
        <source>no time in the file: placed by order</source>
        <translation>keine Zeit in der Datei: nach der Reihenfolge gelegt</translation>
    </message>
    <message>
        <source>length not measured</source>
        <translation>Länge nicht gemessen</translation>
    </message>
    <message>
        <source>only waits for earlier communication</source>
        <translation>wartet nur auf frühere Kommunikation</translation>
    </message>
    <message>
        <source>share of run</source>
        <translation>Anteil am Lauf</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>inside</source>
        <translation>innerhalb</translation>
    </message>
    <message>
        <source>slack</source>
        <translation>Spielraum</translation>
    </message>
    <message>
        <source>%1 → %2 (%3)</source>
        <translation>%1 → %2 (%3)</translation>
    </message>
    <message>
        <source>▼ shorter</source>
        <translation>▼ kürzer</translation>
    </message>
    <message>
        <source>▲ longer</source>
        <translation>▲ länger</translation>
    </message>
    <message>
        <source>in the what-if</source>
        <translation>im Was-wäre-wenn</translation>
    </message>
    <message>
        <source>What the knobs change, against the same span of the opened step</source>
        <translation>Was die Regler ändern, gegenüber demselben Span des geöffneten Schritts</translation>
    </message>
    <message>
        <source>Size by transfer time, which is without waiting, times what nccl-tests calls the bus factor</source>
        <translation>Größe durch Übertragungszeit, also ohne Warten, mal dem Faktor, den nccl-tests Bus-Faktor nennt</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>waiting (ms)</source>
        <translation>Warten (ms)</translation>
    </message>
    <message>
        <source>Part of the total in which partners had not come yet; where a rank has no other work and waits for its pipeline, shares call it bubble</source>
        <translation>Teil der Summe, in dem Partner noch nicht da waren; wo ein Rank sonst nichts zu tun hat und auf seine Pipeline wartet, heißt er in Anteilen Blase</translation>
    </message>
    <message>
        <source>Total by count: of the time inside the range</source>
        <translation>Summe durch Anzahl: von der Zeit im Bereich</translation>
    </message>
    <message>
        <source>Half of the spans are not longer, counting their time inside the range</source>
        <translation>Die Hälfte der Spans ist nicht länger, gezählt wird ihre Zeit im Bereich</translation>
    </message>
    <message>
        <source>A table whose columns are not known</source>
        <translation>Eine Tabelle, deren Spalten nicht bekannt sind</translation>
    </message>
    <message>
        <source>Name its columns: Columns of a table in the File menu, or a mapping file beside it.</source>
        <translation>Spalten benennen: „Spalten einer Tabelle“ im Menü Datei, oder eine Zuordnungsdatei daneben.</translation>
    </message>
    <message>
        <source>{} hangs, told apart by their folders</source>
        <translation>{} Hänger, nach ihren Ordnern unterschieden</translation>
    </message>
    <message>
        <source>its columns are {}; a file FILE{} beside it can name them, too</source>
        <translation>ihre Spalten sind {}; auch eine Datei DATEI{} daneben kann sie benennen</translation>
    </message>
    <message>
        <source>By what the first and the last stage take, rank {} may be {} times as slow as the fastest GPU, or these stages have other work than is known. Which is not recorded: the second is assumed, and the range holds both.</source>
        <translation>Nach dem, was die erste und die letzte Stufe brauchen, kann Rank {} {}-mal so langsam sein wie die schnellste GPU, oder diese Stufen haben andere Arbeit als bekannt. Was davon, ist nicht aufgezeichnet: Das Zweite wird angenommen, und der Bereich umfasst beides.</translation>
    </message>
    <message>
        <source>No preset is known to be the hardware of the input: it is priced as {}.</source>
        <translation>Welche Vorgabe die Hardware der Eingabe ist, ist nicht bekannt: Gerechnet wird mit {}.</translation>
    </message>
    <message>
        <source>The range holds all presets that the input may come from: measured-on tells which.</source>
        <translation>Der Bereich umfasst alle Vorgaben, von denen die Eingabe stammen kann: measured-on sagt, von welcher.</translation>
    </message>
    <message>
        <source>%1, %2.</source>
        <translation>%1, %2.</translation>
    </message>
    <message>
        <source>%1 of one stage of one rank, compute %2; %3 in messages.</source>
        <translation>%1 einer Stage eines Ranks, Rechnen %2; %3 in Nachrichten.</translation>
    </message>
    <message>
        <source>1 row</source>
        <translation>1 Zeile</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>Added to its times; residual over 1 match</source>
        <translation>Zu seinen Zeiten addiert; Restfehler über 1 Paar</translation>
    </message>
    <message>
        <source>1 span overlaps its neighbour</source>
        <translation>1 Span überlappt seinen Nachbarn</translation>
    </message>
    <message>
        <source>{} span lies deeper than {} levels</source>
        <translation>{} Span liegt tiefer als {} Ebenen</translation>
    </message>
    <message>
        <source>Rank {} waits, and no dump tells for whom.</source>
        <translation>Rank {} wartet, und kein Abzug sagt, auf wen.</translation>
    </message>
    <message>
        <source>A: %1</source>
        <translation>A: %1</translation>
    </message>
    <message>
        <source>B: %1</source>
        <translation>B: %1</translation>
    </message>
    <message>
        <source>Peak, half precision</source>
        <translation>Spitze, halbe Genauigkeit</translation>
    </message>
    <message>
        <source>GPU memory bandwidth</source>
        <translation>Bandbreite des GPU-Speichers</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU-Speicher</translation>
    </message>
    <message>
        <source>NVLink, one-way per GPU</source>
        <translation>NVLink, je GPU und Richtung</translation>
    </message>
    <message>
        <source>Memory of the host, one-way per GPU</source>
        <translation>Speicher des Hosts, je GPU und Richtung</translation>
    </message>
    <message>
        <source>One message inside a node</source>
        <translation>Eine Nachricht im Knoten</translation>
    </message>
    <message>
        <source>Network card</source>
        <translation>Netzwerkkarte</translation>
    </message>
    <message>
        <source>Sum in the switch (NVLS)</source>
        <translation>Summe im Switch (NVLS)</translation>
    </message>
    <message>
        <source>Latency inside a node</source>
        <translation>Latenz im Knoten</translation>
    </message>
    <message>
        <source>Latency across nodes</source>
        <translation>Latenz zwischen Knoten</translation>
    </message>
    <message>
        <source>Latency of the switch</source>
        <translation>Latenz des Switches</translation>
    </message>
    <message>
        <source>GPUs per node</source>
        <translation>GPUs je Knoten</translation>
    </message>
    <message>
        <source>Network cards per node</source>
        <translation>Netzwerkkarten je Knoten</translation>
    </message>
    <message>
        <source>The index is not merged yet: run {} first</source>
        <translation>Der Index ist noch nicht zusammengeführt: zuerst {} ausführen</translation>
    </message>
    <message>
        <source>The index is damaged, or was cut: run {} first</source>
        <translation>Der Index ist beschädigt oder abgeschnitten: zuerst {} ausführen</translation>
    </message>
    <message>
        <source>The index was written by an older version of this program, or on another kind of machine: run {} first</source>
        <translation>Den Index hat eine ältere Version dieses Programms oder eine andere Art von Rechner geschrieben: zuerst {} ausführen</translation>
    </message>
    <message>
        <source>The index was written by a newer version of this program, which opens it.</source>
        <translation>Den Index hat eine neuere Version dieses Programms geschrieben, die ihn öffnet.</translation>
    </message>
    <message>
        <source>To have it made again by this version, run {}.</source>
        <translation>Soll diese Version ihn neu machen, {} ausführen.</translation>
    </message>
    <message>
        <source>What the merge of this index found is of another version of this program: run {} first</source>
        <translation>Was beim Zusammenführen dieses Index gefunden wurde, ist von einer anderen Version dieses Programms: zuerst {} ausführen</translation>
    </message>
    <message>
        <source>The index is damaged, what it holds contradicts itself: run {} first</source>
        <translation>Der Index ist beschädigt, sein Inhalt widerspricht sich: zuerst {} ausführen</translation>
    </message>
    <message>
        <source> {} alone would not help here: the model expects {} fewer samples per second.</source>
        <translation> {} allein würde hier nicht helfen: Das Modell erwartet {} weniger Samples pro Sekunde.</translation>
    </message>
    <message>
        <source> What that gains cannot be told from a time that nobody measured.</source>
        <translation> Was das bringt, lässt sich aus einer Zeit, die niemand gemessen hat, nicht sagen.</translation>
    </message>
    <message>
        <source> Its time was not measured: it is what the tracer put there.</source>
        <translation> Die Zeit wurde nicht gemessen: Sie ist, was der Tracer eingesetzt hat.</translation>
    </message>
    <message>
        <source>That rank waits for %1.</source>
        <translation>Dieser Rank wartet auf %1.</translation>
    </message>
    <message>
        <source>The step cannot be read from the index.</source>
        <translation>Der Schritt lässt sich nicht aus dem Index lesen.</translation>
    </message>
    <message>
        <source>What the index holds of {} ranks is damaged: the step is not whole.</source>
        <translation>Was der Index von {} Ranks enthält, ist beschädigt: Der Schritt ist nicht vollständig.</translation>
    </message>
    <message>
        <source>{} takes {} MB of memory, more than the {} MB that may be used.</source>
        <translation>{} braucht {} MB Speicher, mehr als die {} MB, die verwendet werden dürfen.</translation>
    </message>
    <message>
        <source>Give it that much (--memory {}M), or run it where there is more.</source>
        <translation>Erlauben Sie so viel (--memory {}M), oder führen Sie es aus, wo es mehr gibt.</translation>
    </message>
    <message>
        <source>The range {} of all ranks</source>
        <translation>Der Bereich {} aller Ranks</translation>
    </message>
    <message>
        <source>Step {} of all ranks</source>
        <translation>Schritt {} aller Ranks</translation>
    </message>
    <message>
        <source>What all ranks do from step {} to {}</source>
        <translation>Was alle Ranks von Schritt {} bis {} tun,</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>{} spans of {} ranks do not fit into {} MB (--memory): ranks are read when they come into sight. Figures and findings are those of all ranks, and so are searches, selected ranges and queries, which read the others; a simulation reads its step of all ranks</source>
        <translation>{} Spans von {} Ranks passen nicht in {} MB (--memory): Ranks werden gelesen, sobald sie zu sehen sind. Zahlen und Befunde gelten für alle Ranks, ebenso Suchen, ausgewählte Bereiche und Abfragen, die die übrigen lesen; eine Simulation liest ihren Schritt von allen Ranks</translation>
    </message>
    <message>
        <source>What the index holds of its first run is damaged.</source>
        <translation>Was der Index von seinem ersten Lauf enthält, ist beschädigt.</translation>
    </message>
    <message>
        <source>What the index holds of {} is damaged.</source>
        <translation>Was der Index zu {} enthält, ist beschädigt.</translation>
    </message>
    <message>
        <source>only ranks that were read so far: the others are on their way</source>
        <translation>nur Ranks, die bisher gelesen sind: Die übrigen kommen noch</translation>
    </message>
    <message>
        <source>The index does not say what was found in all of its ranks.</source>
        <translation>Der Index sagt nicht, was in allen seinen Ranks gefunden wurde.</translation>
    </message>
    <message>
        <source>what the index holds of rank {} is damaged; its operations are left out</source>
        <translation>was der Index zu Rank {} enthält, ist beschädigt; seine Operationen sind ausgelassen</translation>
    </message>
    <message>
        <source>what the index holds of {} of its ranks is damaged; their operations are left out</source>
        <translation>was der Index zu {} seiner Ranks enthält, ist beschädigt; ihre Operationen sind ausgelassen</translation>
    </message>
    <message>
        <source>what the index holds of {} of its ranks is damaged; their spans are not counted</source>
        <translation>was der Index zu {} seiner Ranks enthält, ist beschädigt; ihre Spans sind nicht mitgezählt</translation>
    </message>
    <message>
        <source>What made the step longer was not looked for among ranks and operations: {} {}</source>
        <translation>Was den Schritt verlängert hat, wurde unter Ranks und Operationen nicht gesucht: {} {}</translation>
    </message>
    <message>
        <source>{} cannot be read any more.</source>
        <translation>{} kann nicht mehr gelesen werden.</translation>
    </message>
    <message>
        <source>where rank {} waits is damaged in the index; it is not drawn</source>
        <translation>wo Rank {} wartet, ist im Index beschädigt; es wird nicht gezeichnet</translation>
    </message>
    <message>
        <source>No step is whole: rank {} has {} of {}.</source>
        <translation>Kein Schritt ist ganz: Rank {} hat {} von {}.</translation>
    </message>
    <message>
        <source>Its file may have been cut: `bubblescope inspect` tells. Copy it again.</source>
        <translation>Seine Datei ist vielleicht abgeschnitten: `bubblescope inspect` sagt es. Kopieren Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>There is nothing to index that can be opened.</source>
        <translation>Es gibt nichts zu indizieren, was sich öffnen lässt.</translation>
    </message>
    <message>
        <source>Compute of each rank in each step, without that of experts, against the median of the other ranks of its stage.</source>
        <translation>Rechenzeit jedes Ranks in jedem Schritt, ohne die von Experten, gegen den Median der anderen Ranks seiner Stage.</translation>
    </message>
    <message>
        <source>{} {} with what they compute longer in {} of these steps, and without it.</source>
        <translation>{} {}, mit dem, was sie in {} dieser Schritte länger rechnen, und ohne das.</translation>
    </message>
    <message>
        <source>{} The steps cannot be re-timed: each is counted as long as its slowest rank, which may be too much.</source>
        <translation>{} Die Schritte lassen sich nicht neu rechnen: Jeder zählt so lange wie sein langsamster Rank, was zu viel sein kann.</translation>
    </message>
    <message>
        <source>Hosts {} are slow</source>
        <translation>Hosts {} sind langsam</translation>
    </message>
    <message>
        <source>{} ranks there compute {} times as long as their peers in nearly all steps.</source>
        <translation>{} Ranks dort rechnen in fast allen Schritten {}-mal so lange wie ihresgleichen.</translation>
    </message>
    <message>
        <source>Look at power and temperature, clocks, PCIe and other programs there; or leave it out of the job.</source>
        <translation>Dort Leistung und Temperatur, Takte, PCIe und andere Programme ansehen; oder ihn aus dem Job nehmen.</translation>
    </message>
    <message>
        <source>{} are always slow</source>
        <translation>{} sind immer langsam</translation>
    </message>
    <message>
        <source>In {} steps the slowest of them computes {} times as long as its peers.</source>
        <translation>In {} Schritten rechnet der langsamste von ihnen {}-mal so lange wie die anderen.</translation>
    </message>
    <message>
        <source>{}, but that costs nothing now</source>
        <translation>{}, aber das kostet zurzeit nichts</translation>
    </message>
    <message>
        <source>In {} steps it computes {} times as long as its peers.</source>
        <translation>In {} Schritten rechnet er {}-mal so lange wie die anderen.</translation>
    </message>
    <message>
        <source>Stages {} have more work than the others</source>
        <translation>Stages {} haben mehr zu tun als die anderen</translation>
    </message>
    <message>
        <source>, or slower GPUs</source>
        <translation>, oder langsamere GPUs</translation>
    </message>
    <message>
        <source>Compute of forward and backward per microbatch, median over microbatches, steps and ranks that do not straggle. {}.</source>
        <translation>Rechenzeit vorwärts und rückwärts je Microbatch, Median über Microbatches, Schritte und Ranks, die nicht nachhinken. {}.</translation>
    </message>
    <message>
        <source>{} with these stages at the median of the others</source>
        <translation>{}, mit diesen Stages auf dem Median der anderen</translation>
    </message>
    <message>
        <source>{} with all stages at their mean of {}</source>
        <translation>{}, mit allen Stages auf ihrem Mittel von {}</translation>
    </message>
    <message>
        <source>It has as many layers as the others: check its GPUs and hosts, or move layers from it.</source>
        <translation>Sie hat so viele Layer wie die anderen: ihre GPUs und Hosts prüfen, oder Layer von ihr verschieben.</translation>
    </message>
    <message>
        <source>Write a list of entries such as {}.</source>
        <translation>Eine Liste von Einträgen schreiben, wie {}.</translation>
    </message>
    <message>
        <source>no list begins here</source>
        <translation>hier beginnt keine Liste</translation>
    </message>
    <message>
        <source>there are more than {} entries</source>
        <translation>es sind mehr als {} Einträge</translation>
    </message>
    <message>
        <source>an entry is an object in braces</source>
        <translation>ein Eintrag ist ein Objekt in geschweiften Klammern</translation>
    </message>
    <message>
        <source>an entry does not end, or is no JSON</source>
        <translation>ein Eintrag endet nicht oder ist kein JSON</translation>
    </message>
    <message>
        <source>a comma or the end of the list is missing</source>
        <translation>ein Komma oder das Ende der Liste fehlt</translation>
    </message>
    <message>
        <source>line {}: {}</source>
        <translation>Zeile {}: {}</translation>
    </message>
    <message>
        <source>something follows the list</source>
        <translation>hinter der Liste folgt noch etwas</translation>
    </message>
    <message>
        <source>a comma is missing</source>
        <translation>ein Komma fehlt</translation>
    </message>
    <message>
        <source>an entry has names and texts in quotes: &quot;match&quot;: &quot;…&quot;</source>
        <translation>ein Eintrag hat Namen und Texte in Anführungszeichen: &quot;match&quot;: &quot;…&quot;</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is no text in quotes</source>
        <translation>„{}“ ist kein Text in Anführungszeichen</translation>
    </message>
    <message>
        <source>an entry has match, operation and group, but no &quot;{}&quot;</source>
        <translation>ein Eintrag hat match, operation und group, aber kein „{}“</translation>
    </message>
    <message>
        <source>an entry says which names it is for: &quot;match&quot;: &quot;text with *&quot;</source>
        <translation>ein Eintrag sagt, für welche Namen er ist: &quot;match&quot;: &quot;Text mit *&quot;</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is no operation: all-reduce, all-gather, reduce-scatter, all-to-all, broadcast, reduce, communication, copy or compute</source>
        <translation>„{}“ ist keine Operation: all-reduce, all-gather, reduce-scatter, all-to-all, broadcast, reduce, communication, copy oder compute</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is no group: tp, pp, dp, cp, ep, &quot;ep dp&quot; or embedding</source>
        <translation>„{}“ ist keine Gruppe: tp, pp, dp, cp, ep, &quot;ep dp&quot; oder embedding</translation>
    </message>
    <message>
        <source>only communication has a group</source>
        <translation>nur Kommunikation hat eine Gruppe</translation>
    </message>
    <message>
        <source>the table of kernels is larger than 1 MB</source>
        <translation>die Tabelle der Kernel ist größer als 1 MB</translation>
    </message>
    <message>
        <source>{} is larger than 1 MB, or cannot be read</source>
        <translation>{} ist größer als 1 MB oder nicht lesbar</translation>
    </message>
    <message>
        <source>{}, {}</source>
        <translation>{}, {}</translation>
    </message>
    <message>
        <source>{} was made with another table of kernels.</source>
        <translation>{} wurde mit einer anderen Tabelle der Kernel gemacht.</translation>
    </message>
    <message>
        <source>What the session says of kernels cannot be read: what is known of libraries counts.</source>
        <translation>Was die Sitzung von Kerneln sagt, ist nicht lesbar: es gilt, was von Bibliotheken bekannt ist.</translation>
    </message>
    <message>
        <source> {} fills that queue and stands for no other.</source>
        <translation> {} füllt diese Schlange und steht für keinen anderen.</translation>
    </message>
    <message>
        <source> {} drains that queue and stands for no other.</source>
        <translation> {} leert diese Schlange und steht für keinen anderen.</translation>
    </message>
    <message>
        <source> {} fill that queue and stand for no other.</source>
        <translation> {} füllen diese Schlange und stehen für keine anderen.</translation>
    </message>
    <message>
        <source> {} drain that queue and stand for no other.</source>
        <translation> {} leeren diese Schlange und stehen für keine anderen.</translation>
    </message>
    <message>
        <source>Nothing marks a whole step</source>
        <translation>Nichts kennzeichnet einen ganzen Schritt</translation>
    </message>
    <message>
        <source>All figures are those of the whole recording ({}): it has no ranges of whole steps, and nothing that is launched again and again up to its end.</source>
        <translation>Alle Zahlen sind die der ganzen Aufzeichnung ({}): Sie hat keine Bereiche ganzer Schritte und nichts, was bis zu ihrem Ende immer wieder gestartet wird.</translation>
    </message>
    <message>
        <source> Up to {} before the first work of a GPU are start-up and count for nothing.</source>
        <translation> Bis zu {} vor der ersten Arbeit einer GPU sind Anlauf und zählen nirgends.</translation>
    </message>
    <message>
        <source> Up to {} until the last of the ranks is recorded are start-up and count for nothing.</source>
        <translation> Bis zu {}, bis der letzte der Ranks aufgezeichnet wird, sind Anlauf und zählen nirgends.</translation>
    </message>
    <message>
        <source>What GPUs do ends before the recording does</source>
        <translation>Was GPUs tun, endet vor der Aufzeichnung</translation>
    </message>
    <message>
        <source>The last {} of {} kernels are launched up to {} after the last recorded work of a GPU: what they did is not known. All figures are of the time in which GPUs were recorded.</source>
        <translation>Die letzten {} von {} Kerneln werden bis zu {} nach der letzten aufgezeichneten Arbeit einer GPU gestartet: Was sie taten, ist nicht bekannt. Alle Zahlen gelten für die Zeit, in der GPUs aufgezeichnet wurden.</translation>
    </message>
    <message>
        <source>Calls that launch kernels and begin after the last recorded kernel or copy has ended.</source>
        <translation>Aufrufe, die Kernel starten und beginnen, nachdem der letzte aufgezeichnete Kernel oder die letzte Kopie geendet hat.</translation>
    </message>
    <message>
        <source>Write or copy the file again if it breaks off; else let the profiler run until its GPUs are done.</source>
        <translation>Bricht die Datei ab, diese neu schreiben oder kopieren; sonst den Profiler laufen lassen, bis seine GPUs fertig sind.</translation>
    </message>
    <message>
        <source> Up to {} after the last work of a GPU are shut-down and count for nothing.</source>
        <translation> Bis zu {} nach der letzten Arbeit einer GPU sind Auslauf und zählen nirgends.</translation>
    </message>
    <message>
        <source>Steps are told by the ranges that profilers, frameworks and programs put around them, else by three or more equal sequences of launches.</source>
        <translation>Schritte erkennt man an den Bereichen, die Profiler, Frameworks und Programme um sie legen, sonst an drei oder mehr gleichen Folgen von Starts.</translation>
    </message>
    <message>
        <source>Mark steps: profiler.step(), ranges named step, or --step-range for other NVTX ranges.</source>
        <translation>Schritte kennzeichnen: profiler.step(), Bereiche mit dem Namen step, oder --step-range für andere NVTX-Bereiche.</translation>
    </message>
    <message>
        <source>The GPU of rank {} sets the pace</source>
        <translation>Die GPU von Rank {} bestimmt das Tempo</translation>
    </message>
    <message>
        <source>GPUs set the pace</source>
        <translation>GPUs bestimmen das Tempo</translation>
    </message>
    <message>
        <source>The host of rank {} sets the pace</source>
        <translation>Der Host von Rank {} bestimmt das Tempo</translation>
    </message>
    <message>
        <source>Hosts set the pace</source>
        <translation>Hosts bestimmen das Tempo</translation>
    </message>
    <message>
        <source>Communication sets the pace</source>
        <translation>Kommunikation bestimmt das Tempo</translation>
    </message>
    <message>
        <source>Faster kernels make the step shorter; a faster host gains little.</source>
        <translation>Schnellere Kernel verkürzen den Schritt; ein schnellerer Host gewinnt wenig.</translation>
    </message>
    <message>
        <source>Launch fewer and larger kernels, or with CUDA graphs; faster kernels gain little.</source>
        <translation>Weniger und größere Kernel starten, oder mit CUDA-Graphen; schnellere Kernel gewinnen wenig.</translation>
    </message>
    <message>
        <source>Send less, over faster links, or beside compute.</source>
        <translation>Weniger senden, über schnellere Verbindungen oder neben dem Rechnen.</translation>
    </message>
    <message>
        <source> This one is told as {}, since its ranks begin it up to {} apart.</source>
        <translation> Dieser ist mit {} angegeben, weil seine Ranks ihn bis zu {} versetzt beginnen.</translation>
    </message>
    <message>
        <source>Again and again the step takes {}. If kernels took a tenth less, it would be {} shorter; if hosts did between their calls, {}; if communication did, {}.</source>
        <translation>Wieder und wieder dauert der Schritt {}. Dauerten Kernel ein Zehntel kürzer, wäre er um {} kürzer; Hosts zwischen ihren Aufrufen: um {}; Kommunikation: um {}.</translation>
    </message>
    <message>
        <source>The step was repeated with its host, streams and launch queue carried over until the time from one repetition to the next had settled, under each of these costs.</source>
        <translation>Der Schritt wurde mit Host, Streams und Startwarteschlange wiederholt, bis die Zeit von einer Wiederholung zur nächsten gleich blieb, unter jeder dieser Kosten.</translation>
    </message>
    <message>
        <source>Hosts wait for room in the launch queue</source>
        <translation>Hosts warten auf Platz in der Startwarteschlange</translation>
    </message>
    <message>
        <source>{} launching calls block for {} per rank because {} launches are queued already: they wait for the GPU, and are no work of the host.</source>
        <translation>{} Startaufrufe blockieren {} je Rank, weil schon {} Starts warten: Sie warten auf die GPU und sind keine Arbeit des Hosts.</translation>
    </message>
    <message>
        <source>Launching calls that take longer than others of their name while as much is unfinished on the GPU as ever, and is so when they return.</source>
        <translation>Startaufrufe, die länger dauern als andere ihres Namens, während auf der GPU so viel unfertig ist wie sonst nie, auch noch, wenn sie zurückkehren.</translation>
    </message>
    <message>
        <source>Nothing to do: the GPU is the one to be made faster.</source>
        <translation>Nichts zu tun: Schneller werden muss die GPU.</translation>
    </message>
    <message>
        <source>Hardly a call of a host is known to have launched what its GPU did: the range holds steps that follow the GPU alone, and that do not change.</source>
        <translation>Von kaum einem Aufruf eines Hosts ist bekannt, dass er startete, was seine GPU tat: Der Bereich umfasst Schritte, die nur der GPU folgen, und solche, die sich nicht ändern.</translation>
    </message>
    <message>
        <source>No launch was recorded of the GPU of rank {}: whether it waited for its host is not known, and the range holds both.</source>
        <translation>Von der GPU von Rank {} wurde kein Start aufgezeichnet: Ob sie auf ihren Host wartete, ist nicht bekannt, und der Bereich umfasst beides.</translation>
    </message>
    <message>
        <source>No launch was recorded of the GPUs of ranks {}: whether they waited for their hosts is not known, and the range holds both.</source>
        <translation>Von den GPUs der Ranks {} wurde kein Start aufgezeichnet: Ob sie auf ihre Hosts warteten, ist nicht bekannt, und der Bereich umfasst beides.</translation>
    </message>
    <message>
        <source>A GPU is idle for {}; what the step gains beyond that is waiting for ranks whose hosts are late.</source>
        <translation>Eine GPU ist {} untätig; was der Schritt darüber hinaus gewinnt, ist Warten auf Ranks, deren Hosts spät kommen.</translation>
    </message>
    <message>
        <source>Communication whose other members were not recorded counts as transfer, also while it waited for them.</source>
        <translation>Kommunikation, deren andere Mitglieder nicht aufgezeichnet wurden, zählt als Übertragung, auch während sie auf sie wartete.</translation>
    </message>
    <message>
        <source>{} recorded no launches</source>
        <translation>{} ohne aufgezeichnete Starts</translation>
    </message>
    <message>
        <source>Its GPU is shown in the steps of the other GPUs, which may be off by a few operations. Why it is idle, and how far it is behind its host, cannot be told.</source>
        <translation>Seine GPU wird in den Schritten der anderen GPUs gezeigt, was um einige Operationen daneben liegen kann. Warum sie untätig ist und wie weit sie hinter ihrem Host liegt, lässt sich nicht sagen.</translation>
    </message>
    <message>
        <source>Their GPUs are shown in the steps of the other GPUs, which may be off by a few operations. Why they are idle, and how far they are behind their hosts, cannot be told.</source>
        <translation>Ihre GPUs werden in den Schritten der anderen GPUs gezeigt, was um einige Operationen daneben liegen kann. Warum sie untätig sind und wie weit sie hinter ihren Hosts liegen, lässt sich nicht sagen.</translation>
    </message>
    <message>
        <source>A host is ahead of its GPU: what a GPU does while its host is in a step was launched in that one or before. Other ranks record which call launched what.</source>
        <translation>Ein Host ist seiner GPU voraus: Was eine GPU tut, während ihr Host in einem Schritt ist, wurde in diesem oder davor gestartet. Andere Ranks zeichnen auf, welcher Aufruf was startete.</translation>
    </message>
    <message>
        <source>Record the calls of the runtime on all ranks.</source>
        <translation>Die Aufrufe der Laufzeit auf allen Ranks aufzeichnen.</translation>
    </message>
    <message>
        <source>The steps are those of the hosts</source>
        <translation>Die Schritte sind die der Hosts</translation>
    </message>
    <message>
        <source>Which calls launched what was not recorded, and GPUs go on for {} after their hosts have ended the last step: what they do in a step may be of the one before, and steps of theirs may take another time.</source>
        <translation>Welche Aufrufe was gestartet haben, wurde nicht aufgezeichnet, und GPUs arbeiten noch {}, nachdem ihre Hosts den letzten Schritt beendet haben: Was sie in einem Schritt tun, kann zu dem davor gehören, und ihre Schritte können anders lange dauern.</translation>
    </message>
    <message>
        <source>From the end of the last range of a step to the last end on a GPU.</source>
        <translation>Vom Ende des letzten Bereichs eines Schritts bis zum letzten Ende auf einer GPU.</translation>
    </message>
    <message>
        <source>Record the calls of the runtime as well: then steps are those of the GPUs.</source>
        <translation>Auch die Aufrufe der Laufzeitbibliothek aufzeichnen: Dann sind Schritte die der GPUs.</translation>
    </message>
    <message>
        <source>GPUs run behind their hosts</source>
        <translation>GPUs laufen ihren Hosts hinterher</translation>
    </message>
    <message>
        <source>The step of the hosts is another one</source>
        <translation>Der Schritt der Hosts ist ein anderer</translation>
    </message>
    <message>
        <source>Step {} takes {} on GPUs and {} on their hosts.</source>
        <translation>Schritt {} dauert auf den GPUs {} und auf ihren Hosts {}.</translation>
    </message>
    <message>
        <source> What hosts launch waits in a queue.</source>
        <translation> Was Hosts starten, wartet in einer Schlange.</translation>
    </message>
    <message>
        <source> Every recorded step fills that queue: none is as long as steps are in the long run.</source>
        <translation> Jeder aufgezeichnete Schritt füllt diese Schlange: keiner ist so lang, wie es Schritte auf die Dauer sind.</translation>
    </message>
    <message>
        <source>A step of a GPU holds what its host launched in the step. It lasts from the end of what was launched before (if nothing was, from the begin of its own first operation) to the end of its last operation.</source>
        <translation>Ein Schritt einer GPU enthält, was ihr Host in dem Schritt gestartet hat. Er dauert vom Ende dessen, was vorher gestartet wurde (wenn nichts, vom Beginn seiner ersten eigenen Operation), bis zum Ende seiner letzten Operation.</translation>
    </message>
    <message>
        <source>The step of a GPU is what its recorder says it worked on; that of its host is the range around it.</source>
        <translation>Der Schritt einer GPU ist, woran sie laut ihrem Aufzeichner gearbeitet hat; der ihres Hosts ist der Bereich darum.</translation>
    </message>
    <message>
        <source>Judge by the steps of the GPUs; record more than one step to see how often they come.</source>
        <translation>Nach den Schritten der GPUs urteilen; mehr als einen Schritt aufzeichnen, um zu sehen, wie oft sie kommen.</translation>
    </message>
    <message>
        <source>Judge by the steps of the GPUs: while they have work in the queue, a faster host gains nothing.</source>
        <translation>Nach den Schritten der GPUs urteilen: solange sie Arbeit in der Schlange haben, bringt ein schnellerer Host nichts.</translation>
    </message>
    <message>
        <source>Judge by the steps of the GPUs; record more than one step to see where a step begins.</source>
        <translation>Nach den Schritten der GPUs urteilen; mehr als einen Schritt aufzeichnen, um zu sehen, wo ein Schritt beginnt.</translation>
    </message>
    <message>
        <source>B computes {} longer.</source>
        <translation>B rechnet {} länger.</translation>
    </message>
    <message>
        <source>B computes {} less.</source>
        <translation>B rechnet {} weniger.</translation>
    </message>
    <message>
        <source>All ranks compute about {} longer in B.</source>
        <translation>Alle Ranks rechnen in B etwa {} länger.</translation>
    </message>
    <message>
        <source>All ranks compute about {} less in B.</source>
        <translation>Alle Ranks rechnen in B etwa {} weniger.</translation>
    </message>
    <message>
        <source> Most of all, {} is new: {}.</source>
        <translation> Vor allem ist {} neu: {}.</translation>
    </message>
    <message>
        <source> Most of all, {} is gone: {}.</source>
        <translation> Vor allem fehlt {}: {}.</translation>
    </message>
    <message>
        <source> Most of all, {} takes {} longer.</source>
        <translation> Vor allem dauert {} {} länger.</translation>
    </message>
    <message>
        <source> Most of all, {} takes {} less.</source>
        <translation> Vor allem dauert {} {} weniger.</translation>
    </message>
    <message>
        <source>step {}</source>
        <translation>Schritt {}</translation>
    </message>
    <message>
        <source>range called &quot;{}&quot;</source>
        <translation>Bereich namens „{}“</translation>
    </message>
    <message>
        <source>{}: no device does anything in a {}.</source>
        <translation>{}: In keinem {} tut ein Gerät etwas.</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>kernel wait</source>
        <translation>Warten des Kernels</translation>
    </message>
    <message>
        <source>host wait</source>
        <translation>Warten auf den Host</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>not explained</source>
        <translation>nicht erklärt</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>Only one part of a step can be sought at once.</source>
        <translation>Es kann nur ein Teil eines Schritts auf einmal gesucht werden.</translation>
    </message>
    <message>
        <source>A part cannot be left out; name the one that is sought.</source>
        <translation>Ein Teil kann nicht ausgenommen werden; nennen Sie den gesuchten.</translation>
    </message>
    <message>
        <source>GPUs are idle</source>
        <translation>GPUs sind untätig</translation>
    </message>
    <message>
        <source>For {} {} ({}) a GPU has no work, and when the next kernels were launched was not recorded; the longest such pause, {}, is on rank {}.</source>
        <translation>{} {} ({}) hat eine GPU keine Arbeit, und wann die nächsten Kernel gestartet wurden, ist nicht aufgezeichnet; die längste solche Pause, {}, ist auf Rank {}.</translation>
    </message>
    <message>
        <source>Time without a kernel or copy on any stream before kernels whose launch is not known. {}</source>
        <translation>Zeit ohne Kernel oder Kopie auf einem Stream vor Kerneln, deren Start nicht bekannt ist. {}</translation>
    </message>
    <message>
        <source>Record the host as well, with its calls of the runtime: they tell what GPUs wait for.</source>
        <translation>Zeichnen Sie auch den Host mit seinen Aufrufen der Laufzeit auf: Sie sagen, worauf GPUs warten.</translation>
    </message>
    <message>
        <source>{} is no part of a step: these are {}.</source>
        <translation>{} ist kein Teil eines Schritts: das sind {}.</translation>
    </message>
    <message>
        <source>what makes up a part of the step, as a click on the bar asks for it: compute, exposed_comm, waiting, bubble, copies, kernel_wait, host_wait, host, idle; of time without records, what ends it</source>
        <translation>was einen Teil des Schritts ausmacht, wie ein Klick auf den Balken danach fragt: compute, exposed_comm, waiting, bubble, copies, kernel_wait, host_wait, host, idle; von Zeit ohne Aufzeichnung, was sie beendet</translation>
    </message>
    <message>
        <source>garbage collection</source>
        <translation>Speicherbereinigung</translation>
    </message>
    <message>
        <source>memory allocation</source>
        <translation>Speicheranforderung</translation>
    </message>
    <message>
        <source>module loading</source>
        <translation>Laden von Modulen</translation>
    </message>
    <message>
        <source>synchronization</source>
        <translation>Synchronisierung</translation>
    </message>
    <message>
        <source>host work</source>
        <translation>Arbeit des Hosts</translation>
    </message>
    <message>
        <source>launching</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>{}: no device does anything between these times.</source>
        <translation>{}: Zwischen diesen Zeiten tut kein Gerät etwas.</translation>
    </message>
    <message>
        <source>%1 of the mean step</source>
        <translation>%1 des mittleren Schritts</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>expert</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>expert data</source>
        <translation>Expertendaten</translation>
    </message>
    <message>
        <source>context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>other comm</source>
        <translation>andere Komm.</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>Kopie</translation>
    </message>
    <message>
        <source>many</source>
        <translation>viele</translation>
    </message>
    <message>
        <source>%1 of the recording</source>
        <translation>%1 der Aufzeichnung</translation>
    </message>
    <message>
        <source>this is no description of a job</source>
        <translation>das ist keine Beschreibung eines Jobs</translation>
    </message>
    <message>
        <source>Read are config.json of Hugging Face, models of SimuMax, YAML, launch scripts and logs of Megatron, TOML of torchtitan, YAML of Megatron-Bridge, NeMo and nanotron, and *.bubblejob.</source>
        <translation>Gelesen werden config.json von Hugging Face, Modelle von SimuMax, YAML, Startskripte und Logs von Megatron, TOML von torchtitan, YAML von Megatron-Bridge, NeMo und nanotron und *.bubblejob.</translation>
    </message>
    <message>
        <source>UTF-16 text is not read: save it as UTF-8</source>
        <translation>UTF-16-Text wird nicht gelesen: speichern Sie ihn als UTF-8</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>die Datei ist leer</translation>
    </message>
    <message>
        <source>a description of more than {} MB is not read</source>
        <translation>eine Beschreibung von mehr als {} MB wird nicht gelesen</translation>
    </message>
    <message>
        <source>{} is stated once more in line {}, with another value</source>
        <translation>{} steht noch einmal in Zeile {}, mit einem anderen Wert</translation>
    </message>
    <message>
        <source>Keep one of them.</source>
        <translation>Behalten Sie eine davon.</translation>
    </message>
    <message>
        <source>The script sets this variable nowhere, or to several values: write the number itself.</source>
        <translation>Das Skript setzt diese Variable nirgends oder auf mehrere Werte: schreiben Sie die Zahl selbst hin.</translation>
    </message>
    <message>
        <source>{} is &quot;{}&quot;: it must be a whole number from {} to {}</source>
        <translation>{} ist „{}“: es muss eine ganze Zahl von {} bis {} sein</translation>
    </message>
    <message>
        <source>a whole number from {} to {}</source>
        <translation>eine ganze Zahl von {} bis {}</translation>
    </message>
    <message>
        <source>{} is &quot;{}&quot;: it must be a number from {} to {}</source>
        <translation>{} ist „{}“: es muss eine Zahl von {} bis {} sein</translation>
    </message>
    <message>
        <source>{} is &quot;{}&quot;: it must be true or false</source>
        <translation>{} ist „{}“: es muss true oder false sein</translation>
    </message>
    <message>
        <source>{} is missing: it must be {}</source>
        <translation>{} fehlt: nötig ist {}</translation>
    </message>
    <message>
        <source>not known here: taken to change no size</source>
        <translation>hier nicht bekannt: angenommen, dass es keine Größe ändert</translation>
    </message>
    <message>
        <source>{} is &quot;{}&quot;: it must be one of {}</source>
        <translation>{} ist „{}“: möglich sind {}</translation>
    </message>
    <message>
        <source>partition is &quot;{}&quot;: it must be like 8,8,8,8</source>
        <translation>partition ist „{}“: es muss wie 8,8,8,8 aussehen</translation>
    </message>
    <message>
        <source>a hidden size of {} is no multiple of {} heads, and head-size is not stated</source>
        <translation>eine Breite (hidden) von {} ist kein Vielfaches von {} Heads, und head-size ist nicht angegeben</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is no line such as &quot;layers = 32&quot;</source>
        <translation>„{}“ ist keine Zeile wie „layers = 32“</translation>
    </message>
    <message>
        <source>{} is no key of a job</source>
        <translation>{} ist kein Schlüssel eines Jobs</translation>
    </message>
    <message>
        <source>Did you mean {}?</source>
        <translation>Meinten Sie {}?</translation>
    </message>
    <message>
        <source>this is no whole JSON: &quot;{}&quot; is not expected here</source>
        <translation>das ist kein vollständiges JSON: „{}“ ist hier nicht zu erwarten</translation>
    </message>
    <message>
        <source>one of {}</source>
        <translation>eines von {}</translation>
    </message>
    <message>
        <source>the sizes of {} {} are not known here</source>
        <translation>die Größen von {} {} sind hier nicht bekannt</translation>
    </message>
    <message>
        <source>Known are {}; sizes of others can be written as a *.bubblejob.</source>
        <translation>Bekannt sind {}; Größen anderer können als *.bubblejob geschrieben werden.</translation>
    </message>
    <message>
        <source>the file states no sizes: those of torchtitan for {} {}</source>
        <translation>die Datei nennt keine Größen: die von torchtitan für {} {}</translation>
    </message>
    <message>
        <source>fsdp_reshard_after_forward is &quot;{}&quot;: it must be default, always or never</source>
        <translation>fsdp_reshard_after_forward ist „{}“: es muss default, always oder never sein</translation>
    </message>
    <message>
        <source>the schedule &quot;{}&quot; is not known here</source>
        <translation>der Ablaufplan „{}“ ist hier nicht bekannt</translation>
    </message>
    <message>
        <source>Known are {}.</source>
        <translation>Bekannt sind {}.</translation>
    </message>
    <message>
        <source>{} samples cannot be split into microbatches of {}</source>
        <translation>{} Samples lassen sich nicht in Microbatches von {} teilen</translation>
    </message>
    <message>
        <source>{} samples cannot be split into {} microbatches</source>
        <translation>{} Samples lassen sich nicht in {} Microbatches teilen</translation>
    </message>
    <message>
        <source>not stated: torchtitan&apos;s default</source>
        <translation>nicht angegeben: die Vorgabe von torchtitan</translation>
    </message>
    <message>
        <source>activation_checkpoint.mode is &quot;{}&quot;: it must be none, selective or full</source>
        <translation>activation_checkpoint.mode ist „{}“: es muss none, selective oder full sein</translation>
    </message>
    <message>
        <source>left out: operators are planned as they are without compilation</source>
        <translation>ausgelassen: Operatoren sind geplant, wie sie ohne Kompilieren sind</translation>
    </message>
    <message>
        <source>left out: weights, gradients and optimizer states are planned in fp32, which is twice as much</source>
        <translation>ausgelassen: Gewichte, Gradienten und Zustände des Optimizers sind in fp32 geplant, also doppelt so groß</translation>
    </message>
    <message>
        <source>left out: the model is planned without it</source>
        <translation>ausgelassen: das Modell ist ohne ihn geplant</translation>
    </message>
    <message>
        <source>left out: two states are planned, as of Adam</source>
        <translation>ausgelassen: zwei Zustände sind geplant, wie bei Adam</translation>
    </message>
    <message>
        <source>an alias (*name) stands for what it lies in itself</source>
        <translation>ein Alias (*name) steht für das, worin er selbst liegt</translation>
    </message>
    <message>
        <source>aliases (*name) stand for more than {} MB</source>
        <translation>Aliase (*name) stehen für mehr als {} MB</translation>
    </message>
    <message>
        <source>merged fields (&lt;&lt;) are not read: write the fields themselves</source>
        <translation>eingefügte Felder (&lt;&lt;) werden nicht gelesen: schreiben Sie die Felder selbst hin</translation>
    </message>
    <message>
        <source>the file holds a single text, no fields</source>
        <translation>die Datei enthält einen einzigen Text, keine Felder</translation>
    </message>
    <message>
        <source>a field&apos;s name must be text</source>
        <translation>der Name eines Feldes muss Text sein</translation>
    </message>
    <message>
        <source>this is no whole YAML: {}</source>
        <translation>das ist kein vollständiges YAML: {}</translation>
    </message>
    <message>
        <source>attention_type is &quot;{}&quot;: it must be mha, gqa or mla</source>
        <translation>attention_type ist „{}“: es muss mha, gqa oder mla sein</translation>
    </message>
    <message>
        <source>model_type is &quot;{}&quot;: it must be dense or moe</source>
        <translation>model_type ist „{}“: es muss dense oder moe sein</translation>
    </message>
    <message>
        <source>SimuMax gives the head a matrix of its own</source>
        <translation>SimuMax gibt dem Head eine eigene Matrix</translation>
    </message>
    <message>
        <source>{} makes a model that is no plain transformer: it is not known here</source>
        <translation>{} ergibt ein Modell, das kein einfacher Transformer ist: es ist hier nicht bekannt</translation>
    </message>
    <message>
        <source>not stated: Megatron&apos;s default</source>
        <translation>nicht angegeben: die Vorgabe von Megatron</translation>
    </message>
    <message>
        <source>a hidden size of {} is no multiple of {} heads, and kv_channels is not stated</source>
        <translation>eine Breite (hidden) von {} ist kein Vielfaches von {} Heads, und kv_channels ist nicht angegeben</translation>
    </message>
    <message>
        <source>window_size is &quot;{}&quot;: it must be two numbers</source>
        <translation>window_size ist „{}“: es müssen zwei Zahlen sein</translation>
    </message>
    <message>
        <source>moe_layer_freq is &quot;{}&quot;: it must tell for each of the {} layers whether it has experts</source>
        <translation>moe_layer_freq ist „{}“: es muss für jede der {} Schichten sagen, ob sie Experten hat</translation>
    </message>
    <message>
        <source>by {}, layers with and without experts take turns: only models whose first layers have none are known here</source>
        <translation>nach {} wechseln Schichten mit und ohne Experten ab: bekannt sind hier nur Modelle, deren erste Schichten keine haben</translation>
    </message>
    <message>
        <source>normalization is &quot;{}&quot;: it must be LayerNorm or RMSNorm</source>
        <translation>normalization ist „{}“: es muss LayerNorm oder RMSNorm sein</translation>
    </message>
    <message>
        <source>the pipeline&apos;s layout &quot;{}&quot; must be pieces for {} stages with {} layers (t) in all</source>
        <translation>die Aufteilung der Pipeline „{}“ muss Stücke für {} Stufen mit insgesamt {} Schichten (t) nennen</translation>
    </message>
    <message>
        <source>{} layers cannot be shared by {} stages in pieces of {}</source>
        <translation>{} Schichten lassen sich nicht auf {} Stufen in Stücken von {} verteilen</translation>
    </message>
    <message>
        <source>with several chunks, layers are taken to be spread evenly</source>
        <translation>bei mehreren Chunks werden die Schichten als gleichmäßig verteilt angenommen</translation>
    </message>
    <message>
        <source>{} layers cannot be shared by {} pieces of the pipeline as these arguments ask for</source>
        <translation>{} Schichten lassen sich nicht so auf {} Stücke der Pipeline verteilen, wie diese Argumente es verlangen</translation>
    </message>
    <message>
        <source>step_batch_size_schedule is &quot;{}&quot;: it must be like &quot;0:384 200B:768&quot;</source>
        <translation>step_batch_size_schedule ist „{}“: es muss wie „0:384 200B:768“ aussehen</translation>
    </message>
    <message>
        <source>the last of a growing batch (rampup_batch_size)</source>
        <translation>der letzte eines wachsenden Batches (rampup_batch_size)</translation>
    </message>
    <message>
        <source>left out: this optimizer state is planned in fp32</source>
        <translation>ausgelassen: dieser Zustand des Optimizers ist in fp32 geplant</translation>
    </message>
    <message>
        <source>left out: weights are planned in half precision</source>
        <translation>ausgelassen: Gewichte sind in halber Genauigkeit geplant</translation>
    </message>
    <message>
        <source>the first of a growing batch (step_batch_size_schedule)</source>
        <translation>der erste eines wachsenden Batches (step_batch_size_schedule)</translation>
    </message>
    <message>
        <source>recompute_granularity is &quot;{}&quot;: it must be full or selective</source>
        <translation>recompute_granularity ist „{}“: es muss full oder selective sein</translation>
    </message>
    <message>
        <source>not stated: the size of {}</source>
        <translation>nicht angegeben: die Größe von {}</translation>
    </message>
    <message>
        <source>the number of tokens (the tokenizer&apos;s is not known here)</source>
        <translation>die Zahl der Tokens (die des Tokenizers ist hier nicht bekannt)</translation>
    </message>
    <message>
        <source>the architecture &quot;{}&quot; (model_type) is not known here</source>
        <translation>die Architektur „{}“ (model_type) ist hier nicht bekannt</translation>
    </message>
    <message>
        <source>left out: only the text model is described</source>
        <translation>ausgelassen: nur das Textmodell wird beschrieben</translation>
    </message>
    <message>
        <source>left out: a norm behind the embedding</source>
        <translation>ausgelassen: eine Norm hinter der Einbettung</translation>
    </message>
    <message>
        <source>word_embed_proj_dim is {} and hidden_size {}: an embedding of another width is not known here</source>
        <translation>word_embed_proj_dim ist {} und hidden_size {}: ein Embedding von anderer Breite ist hier nicht bekannt</translation>
    </message>
    <message>
        <source>not stated: the default of transformers for {}</source>
        <translation>nicht angegeben: die Vorgabe von transformers für {}</translation>
    </message>
    <message>
        <source>a hidden size of {} is no multiple of {} heads, and head_dim is not stated</source>
        <translation>eine Breite (hidden) von {} ist kein Vielfaches von {} Heads, und head_dim ist nicht angegeben</translation>
    </message>
    <message>
        <source>all layers are taken to have the sliding window</source>
        <translation>für alle Schichten wird das gleitende Fenster angenommen</translation>
    </message>
    <message>
        <source>layer_types must name sliding_attention or full_attention for each of the {} layers</source>
        <translation>layer_types muss für jede der {} Schichten sliding_attention oder full_attention nennen</translation>
    </message>
    <message>
        <source>layers that see all tokens are taken to come after equally many that do not</source>
        <translation>Schichten, die alle Tokens sehen, werden nach je gleich vielen angenommen, die es nicht tun</translation>
    </message>
    <message>
        <source>{}, line {}: {}</source>
        <translation>{}, Zeile {}: {}</translation>
    </message>
    <message>
        <source>there are more than {} values, or they are nested too deep: this is no description of a job</source>
        <translation>es sind mehr als {} Werte, oder sie sind zu tief verschachtelt: das ist keine Beschreibung eines Jobs</translation>
    </message>
    <message>
        <source>not stated: experts are taken to be as wide as intermediate_size</source>
        <translation>nicht angegeben: Experten werden so breit wie intermediate_size angenommen</translation>
    </message>
    <message>
        <source>pp_engine is &quot;{}&quot;: it must be 1f1b or afab</source>
        <translation>pp_engine ist „{}“: es muss 1f1b oder afab sein</translation>
    </message>
    <message>
        <source>dtype is &quot;{}&quot;: it must be bfloat16, float16 or float32</source>
        <translation>dtype ist „{}“: es muss bfloat16, float16 oder float32 sein</translation>
    </message>
    <message>
        <source>this is no whole TOML: {}</source>
        <translation>das ist kein vollständiges TOML: {}</translation>
    </message>
    <message>
        <source>there is no block of arguments, as Megatron prints it</source>
        <translation>es gibt keinen Block von Argumenten, wie Megatron ihn ausgibt</translation>
    </message>
    <message>
        <source>{} is {}: it must lie between {} and {}</source>
        <translation>{} ist {}: es muss zwischen {} und {} liegen</translation>
    </message>
    <message>
        <source>{} heads cannot share {} key/value heads</source>
        <translation>{} Heads können sich nicht {} Key/Value-Heads teilen</translation>
    </message>
    <message>
        <source>{} has no {}.</source>
        <translation>{} kennt nicht: {}.</translation>
    </message>
    <message>
        <source>modules that predict further tokens</source>
        <translation>Module, die weitere Token vorhersagen</translation>
    </message>
    <message>
        <source>latent attention</source>
        <translation>latente Attention</translation>
    </message>
    <message>
        <source>windowed attention</source>
        <translation>Attention in Fenstern</translation>
    </message>
    <message>
        <source>dense layers before experts, or shared experts</source>
        <translation>dichte Schichten vor Experten, oder geteilte Experten</translation>
    </message>
    <message>
        <source>dense layers before experts</source>
        <translation>dichte Schichten vor Experten</translation>
    </message>
    <message>
        <source>offloading of the optimizer</source>
        <translation>Auslagern des Optimizers</translation>
    </message>
    <message>
        <source>selective recomputation</source>
        <translation>teilweises Neuberechnen</translation>
    </message>
    <message>
        <source>fp8</source>
        <translation>fp8</translation>
    </message>
    <message>
        <source>{} GPUs do not fill nodes of {}.</source>
        <translation>{} GPUs füllen keine Knoten von {}.</translation>
    </message>
    <message>
        <source>{} has biases in all matrices of a layer or in none.</source>
        <translation>{} hat Biases in allen Matrizen einer Schicht oder in keiner.</translation>
    </message>
    <message>
        <source>{} has two norms in each layer, and no bias in the head.</source>
        <translation>{} hat zwei Normen in jeder Schicht und keinen Bias im Kopf.</translation>
    </message>
    <message>
        <source>{} cannot divide norms by tensor-parallel ranks where ranks share a sequence.</source>
        <translation>{} kann Norms nicht auf tensorparallele Ranks aufteilen, wo sich Ranks eine Sequenz teilen.</translation>
    </message>
    <message>
        <source>{} has no {} schedule: these flags make 1F1B.</source>
        <translation>{} kennt keinen Ablauf {}: diese Flags ergeben 1F1B.</translation>
    </message>
    <message>
        <source>DeepSpeed spreads layers by their parameters, not as planned.</source>
        <translation>DeepSpeed verteilt Schichten nach ihren Parametern, nicht wie geplant.</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s pipeline takes ZeRO stage 0 or 1 only.</source>
        <translation>Die Pipeline von DeepSpeed nimmt nur ZeRO-Stufe 0 oder 1.</translation>
    </message>
    <message>
        <source>Megatron-DeepSpeed recomputes whole layers, or, with its flash kernels, attention by itself.</source>
        <translation>Megatron-DeepSpeed berechnet ganze Schichten neu, oder, mit seinen Flash-Kernels, Attention von selbst.</translation>
    </message>
    <message>
        <source>nanotron&apos;s models are like Llama&apos;s: gated, with RMSNorm and rotary positions.</source>
        <translation>Modelle von nanotron sind wie Llama: mit Gate, RMSNorm und rotierenden Positionen.</translation>
    </message>
    <message>
        <source>nanotron divides optimizer states at most (ZeRO stage 1).</source>
        <translation>nanotron teilt höchstens Zustände des Optimizers auf (ZeRO-Stufe 1).</translation>
    </message>
    <message>
        <source>nanotron recomputes all layers or none.</source>
        <translation>nanotron berechnet alle Schichten neu oder keine.</translation>
    </message>
    <message>
        <source>nanotron spreads layers by their cost: {}.</source>
        <translation>nanotron verteilt Schichten nach ihren Kosten: {}.</translation>
    </message>
    <message>
        <source>--allow {}: &quot;{}&quot; is no value of it.</source>
        <translation>--allow {}: „{}“ ist kein Wert davon.</translation>
    </message>
    <message>
        <source>Give whole numbers from 1 on, such as 1,2,4.</source>
        <translation>Geben Sie ganze Zahlen ab 1 an, etwa 1,2,4.</translation>
    </message>
    <message>
        <source>The description does not state the samples of a step.</source>
        <translation>Die Beschreibung nennt die Samples eines Schritts nicht.</translation>
    </message>
    <message>
        <source>{} is set to {}, but only {} is allowed.</source>
        <translation>{} ist auf {} gesetzt, erlaubt ist aber nur {}.</translation>
    </message>
    <message>
        <source>Leave one of both out.</source>
        <translation>Eines von beiden weglassen.</translation>
    </message>
    <message>
        <source>Add --batch SAMPLES.</source>
        <translation>Ergänzen Sie --batch SAMPLES.</translation>
    </message>
    <message>
        <source>The description does not state the number of GPUs.</source>
        <translation>Die Beschreibung nennt die Zahl der GPUs nicht.</translation>
    </message>
    <message>
        <source>Add --gpus N.</source>
        <translation>Ergänzen Sie --gpus N.</translation>
    </message>
    <message>
        <source>A job has 1 to {} GPUs.</source>
        <translation>Ein Job hat 1 bis {} GPUs.</translation>
    </message>
    <message>
        <source>there are more than {} combinations: those with other values are left out, unless --allow asks for them</source>
        <translation>es gibt mehr als {} Kombinationen: die mit anderen Werten bleiben aus, wenn nicht --allow nach ihnen fragt</translation>
    </message>
    <message>
        <source>There are more than {} combinations.</source>
        <translation>Es gibt mehr als {} Kombinationen.</translation>
    </message>
    <message>
        <source>Limit some of them, such as --allow tensor=1,2,4.</source>
        <translation>Schränken Sie sie ein, etwa mit --allow tensor=1,2,4.</translation>
    </message>
    <message>
        <source>No combination of group sizes makes {} GPUs and {} samples of this model.</source>
        <translation>Keine Kombination von Gruppengrößen ergibt für dieses Modell {} GPUs und {} Samples.</translation>
    </message>
    <message>
        <source>Allow more values, or choose other numbers of GPUs or samples.</source>
        <translation>Erlauben Sie mehr Werte, oder wählen Sie eine andere Zahl von GPUs oder Samples.</translation>
    </message>
    <message>
        <source>--allow {}: no such knob is searched.</source>
        <translation>--allow {}: nach einem solchen Regler wird nicht gesucht.</translation>
    </message>
    <message>
        <source>Searched are {}.</source>
        <translation>Gesucht wird nach {}.</translation>
    </message>
    <message>
        <source>--allow {} has no value.</source>
        <translation>--allow {} hat keinen Wert.</translation>
    </message>
    <message>
        <source>Write it like tensor=1,2,4.</source>
        <translation>Schreiben Sie es wie tensor=1,2,4.</translation>
    </message>
    <message>
        <source>Give some of none, selective, full.</source>
        <translation>Geben Sie einige von none, selective, full an.</translation>
    </message>
    <message>
        <source>Give some of none, optimizer, gradients, parameters.</source>
        <translation>Geben Sie einige von none, optimizer, gradients, parameters an.</translation>
    </message>
    <message>
        <source>Give on, off or both.</source>
        <translation>Geben Sie on, off oder beides an.</translation>
    </message>
    <message>
        <source>Give even, balanced or both.</source>
        <translation>Geben Sie even, balanced oder beides an.</translation>
    </message>
    <message>
        <source>No combination is a job that can be planned.</source>
        <translation>Keine Kombination ist ein Job, der sich planen lässt.</translation>
    </message>
    <message>
        <source>The work of a step adds up to more than 70 years.</source>
        <translation>Die Arbeit eines Schritts summiert sich auf mehr als 70 Jahre.</translation>
    </message>
    <message>
        <source>No combination of knobs is one that this input answers to.</source>
        <translation>Auf keine Kombination von Reglern gibt diese Eingabe eine Antwort.</translation>
    </message>
    <message>
        <source>torchtitan has no flavor with the sizes of this model: add one, and put its name here.</source>
        <translation>torchtitan hat keinen Flavor mit den Größen dieses Modells: legen Sie einen an, und setzen Sie hier seinen Namen ein.</translation>
    </message>
    <message>
        <source>torchtitan trains in bfloat16 or float32, not in float16.</source>
        <translation>torchtitan trainiert in bfloat16 oder float32, nicht in float16.</translation>
    </message>
    <message>
        <source>torchtitan divides gradients wherever it divides optimizer states.</source>
        <translation>torchtitan teilt Gradienten auf, wo es Zustände des Optimizers aufteilt.</translation>
    </message>
    <message>
        <source>In torchtitan, tensor-parallel ranks always divide norms, too.</source>
        <translation>In torchtitan teilen sich tensorparallele Ranks immer auch Norms auf.</translation>
    </message>
    <message>
        <source>torchtitan spreads layers by itself: for {}, name the split points.</source>
        <translation>torchtitan verteilt Schichten selbst: für {} nennen Sie die Trennstellen.</translation>
    </message>
    <message>
        <source>{} is &quot;{}&quot;: it cannot be that.</source>
        <translation>{} ist „{}“: das kann nicht sein.</translation>
    </message>
    <message>
        <source>{} is limited twice: name all its values at once.</source>
        <translation>{} ist zweimal eingeschränkt: nennen Sie alle Werte auf einmal.</translation>
    </message>
    <message>
        <source>Give whole numbers, such as 64 or 32,64.</source>
        <translation>Geben Sie ganze Zahlen an, etwa 64 oder 32,64.</translation>
    </message>
    <message>
        <source>Give the samples of a step, a whole number.</source>
        <translation>Geben Sie die Samples eines Schritts an, eine ganze Zahl.</translation>
    </message>
    <message>
        <source>Give a size such as 80GB or 79.1GiB.</source>
        <translation>Geben Sie eine Größe an, etwa 80GB oder 79.1GiB.</translation>
    </message>
    <message>
        <source>Give USD per GPU hour, such as 2.49.</source>
        <translation>Geben Sie USD je GPU-Stunde an, etwa 2.49.</translation>
    </message>
    <message>
        <source>No configuration fits.</source>
        <translation>Keine Konfiguration passt.</translation>
    </message>
    <message>
        <source>No configuration fits: the one that needs least, {}, needs {} a GPU, {} more than fit into the {} of one.</source>
        <translation>Keine Konfiguration passt: die mit dem geringsten Bedarf, {}, braucht {} je GPU, {} mehr, als in die {} einer GPU passen.</translation>
    </message>
    <message>
        <source>the first one: described here are {}, too</source>
        <translation>das erste: beschrieben sind hier auch {}</translation>
    </message>
    <message>
        <source>Several files here describe a job: {}.</source>
        <translation>Mehrere Dateien hier beschreiben einen Job: {}.</translation>
    </message>
    <message>
        <source>Name one of them.</source>
        <translation>Nennen Sie eine davon.</translation>
    </message>
    <message>
        <source>Nothing here describes a job.</source>
        <translation>Nichts hier beschreibt einen Job.</translation>
    </message>
    <message>
        <source>A JOB is a config.json of Hugging Face, a YAML, launch script or log of Megatron, a TOML of torchtitan, a YAML of nanotron, or a *.bubblejob.</source>
        <translation>Ein JOB ist eine config.json von Hugging Face, ein YAML, Startskript oder Protokoll von Megatron, ein TOML von torchtitan, ein YAML von nanotron oder eine *.bubblejob.</translation>
    </message>
    <message>
        <source>{} does not describe its model: layers, hidden size, heads and vocabulary are missing.</source>
        <translation>{} beschreibt sein Modell nicht: Layer, Hidden-Größe, Heads und Vokabular fehlen.</translation>
    </message>
    <message>
        <source>Plan the config.json of the model, or let --search try what the run itself answers to.</source>
        <translation>Planen Sie die config.json des Modells, oder lassen Sie --search versuchen, worauf der Lauf selbst antwortet.</translation>
    </message>
    <message>
        <source>No flags are known of &quot;{}&quot;.</source>
        <translation>Von „{}“ sind keine Flags bekannt.</translation>
    </message>
    <message>
        <source>{}; {}</source>
        <translation>{}; {}</translation>
    </message>
    <message>
        <source>Give one of none, selective, full, or full:4 for four layers of each stage.</source>
        <translation>Geben Sie eines von none, selective, full an, oder full:4 für vier Layer jeder Stage.</translation>
    </message>
    <message>
        <source>No job is like that: {}.</source>
        <translation>So ist kein Job: {}.</translation>
    </message>
    <message>
        <source>How long embedding and head take on all stages is not known here.</source>
        <translation>Wie lange Embedding und Head auf allen Stages brauchen, ist hier nicht bekannt.</translation>
    </message>
    <message>
        <source>What its layers would take is not known: no sizes of the model are. Plan it from a description.</source>
        <translation>Was seine Layer bräuchten, ist nicht bekannt, denn von seinem Modell sind keine Größen bekannt. Planen Sie es aus einer Beschreibung.</translation>
    </message>
    <message>
        <source>No hardware is told: it is planned for {}.</source>
        <translation>Keine Hardware ist angegeben: geplant wird für {}.</translation>
    </message>
    <message>
        <source>description of a job (config.json, *.bubblejob)</source>
        <translation>Beschreibung eines Jobs (config.json, *.bubblejob)</translation>
    </message>
    <message>
        <source>It ran, and prints {} of a GPU where {} are modelled: other sizes are taken to differ from the model by the same share, or by as many bytes.</source>
        <translation>Er lief und gibt {} einer GPU aus, wo {} modelliert sind: andere Größen weichen vom Modell vermutlich um denselben Anteil ab, oder um so viele Bytes.</translation>
    </message>
    <message>
        <source>It ran, though {} of a GPU are modelled, more than the {} of the one that it is taken to have run on: what it took is not printed. Sizes of which no more is modelled fit as well; whether others do is not known.</source>
        <translation>Er lief, obwohl {} einer GPU modelliert sind, mehr als die {} derjenigen, auf der er gelaufen sein soll: was er brauchte, gibt er nicht aus. Größen, von denen nicht mehr modelliert ist, passen auch; ob andere passen, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>the length of a sample is not stated</source>
        <translation>die Länge eines Samples ist nicht angegeben</translation>
    </message>
    <message>
        <source>the size of a microbatch is not stated</source>
        <translation>die Größe eines Mikrobatches ist nicht angegeben</translation>
    </message>
    <message>
        <source>how many microbatches this schedule holds at a time is not known</source>
        <translation>wie viele Mikrobatches dieser Ablaufplan zugleich hält, ist nicht bekannt</translation>
    </message>
    <message>
        <source>the partition does not hold the layers of the model</source>
        <translation>die Aufteilung enthält nicht die Schichten des Modells</translation>
    </message>
    <message>
        <source>the sizes of the model cannot be divided like this</source>
        <translation>die Größen des Modells lassen sich so nicht teilen</translation>
    </message>
    <message>
        <source>the GPUs that hold the same parameters do not come out whole</source>
        <translation>die GPUs mit denselben Parametern gehen nicht auf</translation>
    </message>
    <message>
        <source>nanotron's 1F1B asks for at least as many microbatches as stages, less one</source>
        <translation>1F1B von nanotron verlangt mindestens so viele Mikrobatches wie Stufen, weniger eine</translation>
    </message>
    <message>
        <source>nanotron's partition leaves the last stages without any layer, and their optimizer fails</source>
        <translation>die Aufteilung von nanotron lässt die letzten Stufen ohne Schicht, und deren Optimierer scheitert</translation>
    </message>
    <message>
        <source>settings or launch script of a job, opened by itself</source>
        <translation>Einstellungen oder Startskript eines Jobs, allein geöffnet</translation>
    </message>
    <message>
        <source>Samples; of a described job. Elsewhere told where the input does not state it: no time changes.</source>
        <translation>Samples; eines beschriebenen Jobs. Sonst gesagt, wo die Eingabe es nicht angibt: keine Zeit ändert sich.</translation>
    </message>
    <message>
        <source>Of a described job, whose replicas follow; for SimAI-Analytical: GPUs of the job.</source>
        <translation>Eines beschriebenen Jobs, dessen Replikate folgen; für SimAI-Analytical: GPUs des Jobs.</translation>
    </message>
    <message>
        <source>Context parallel</source>
        <translation>Kontextparallel</translation>
    </message>
    <message>
        <source>Of a described job: GPUs that share each sequence.</source>
        <translation>Eines beschriebenen Jobs: GPUs, die sich jede Sequenz teilen.</translation>
    </message>
    <message>
        <source>Expert tensor</source>
        <translation>Tensorparallel je Experte</translation>
    </message>
    <message>
        <source>Of a described job: GPUs that share each expert.</source>
        <translation>Eines beschriebenen Jobs: GPUs, die sich jeden Experten teilen.</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <source>Of a described job: tokens of a sample.</source>
        <translation>Eines beschriebenen Jobs: Token eines Samples.</translation>
    </message>
    <message>
        <source>Sequence parallel</source>
        <translation>Sequenzparallel</translation>
    </message>
    <message>
        <source>Of a described job: tensor-parallel GPUs share what lies between layers: on or off.</source>
        <translation>Eines beschriebenen Jobs: tensorparallele GPUs teilen sich, was zwischen Layern liegt: on oder off.</translation>
    </message>
    <message>
        <source>Sharding</source>
        <translation>Sharding</translation>
    </message>
    <message>
        <source>Of a described job: what replicas keep a part of: none, optimizer, gradients, parameters (ZeRO 1 to 3).</source>
        <translation>Eines beschriebenen Jobs: wovon Replikate einen Teil halten: none, optimizer, gradients, parameters (ZeRO 1 bis 3).</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>Neuberechnung</translation>
    </message>
    <message>
        <source>Of a described job, in the backward pass: none, selective (attention), full, or full:4 (layers of a stage).</source>
        <translation>Eines beschriebenen Jobs, im Rückwärtsdurchlauf: none, selective (Attention), full oder full:4 (Layer einer Stage).</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Of a described job: type of matrix products: fp32, fp16, bf16, fp8.</source>
        <translation>Eines beschriebenen Jobs: Typ der Matrixprodukte: fp32, fp16, bf16, fp8.</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>Framework</translation>
    </message>
    <message>
        <source>Of a described job, as which it is timed: generic (torchtitan), megatron, deepspeed, nanotron.</source>
        <translation>Eines beschriebenen Jobs, nach dessen Art er gerechnet wird: generic (torchtitan), megatron, deepspeed, nanotron.</translation>
    </message>
    <message>
        <source>Vocabulary split</source>
        <translation>Vokabularparallel</translation>
    </message>
    <message>
        <source>Of a described job: all stages share embedding and head.</source>
        <translation>Eines beschriebenen Jobs: alle Stages teilen sich Embedding und Head.</translation>
    </message>
    <message>
        <source>Capacity factor</source>
        <translation>Kapazitätsfaktor</translation>
    </message>
    <message>
        <source>Of a described job: tokens that an expert takes, over its even share; more are dropped.</source>
        <translation>Eines beschriebenen Jobs: Token, die ein Experte nimmt, durch seinen gleichen Anteil; weitere werden verworfen.</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>Auslagern</translation>
    </message>
    <message>
        <source>Of a described job: optimizer states in the memory of the host: on or off.</source>
        <translation>Eines beschriebenen Jobs: Optimizer-Zustände im Speicher des Hosts: on oder off.</translation>
    </message>
    <message>
        <source>GPUs is &quot;{}&quot;: numbers of GPUs are like 64, or 32, 64, 128</source>
        <translation>GPUs ist „{}“: Zahlen von GPUs sind wie 64 oder 32, 64, 128</translation>
    </message>
    <message>
        <source>There is no described job to plan.</source>
        <translation>Es gibt keinen beschriebenen Job zu planen.</translation>
    </message>
    <message>
        <source>Say on how many GPUs: 64, or 32, 64, 128</source>
        <translation>Sagen Sie, auf wie vielen GPUs: 64 oder 32, 64, 128</translation>
    </message>
    <message>
        <source>Say how many samples a step takes: 256</source>
        <translation>Sagen Sie, wie viele Samples ein Schritt nimmt: 256</translation>
    </message>
    <message>
        <source>Say how many tokens a sample has: 4096</source>
        <translation>Sagen Sie, wie viele Tokens ein Sample hat: 4096</translation>
    </message>
    <message>
        <source>The batch is &quot;{}&quot;: it must be a number of samples</source>
        <translation>Der Batch ist „{}“: Er muss eine Zahl von Samples sein</translation>
    </message>
    <message>
        <source>The sequence length is &quot;{}&quot;: it must be a number of tokens</source>
        <translation>Die Sequenzlänge ist „{}“: Sie muss eine Zahl von Tokens sein</translation>
    </message>
    <message>
        <source>GPU memory is &quot;{}&quot;: it must be like 80 GB</source>
        <translation>Der GPU-Speicher ist „{}“: Er muss wie 80 GB sein</translation>
    </message>
    <message>
        <source>The price is &quot;{}&quot;: it must be a number of USD per GPU hour</source>
        <translation>Der Preis ist „{}“: Er muss eine Zahl von USD je GPU-Stunde sein</translation>
    </message>
    <message>
        <source>An error, which is shown above the timeline, ended the count of operators. Choose another step or range.</source>
        <translation>Ein Fehler, der über der Zeitachse steht, hat das Zählen der Operatoren beendet. Wählen Sie einen anderen Schritt oder Bereich.</translation>
    </message>
    <message>
        <source>An error, which is shown above the timeline, ended the comparison.</source>
        <translation>Ein Fehler, der über der Zeitachse steht, hat den Vergleich beendet.</translation>
    </message>
    <message>
        <source>The memory of this job is not known.</source>
        <translation>Der Speicher dieses Jobs ist nicht bekannt.</translation>
    </message>
    <message>
        <source>Both plans take as long.</source>
        <translation>Beide Pläne brauchen gleich lange.</translation>
    </message>
    <message>
        <source>B is planned to take {} a step, less than A's {}.</source>
        <translation>B braucht laut Plan {} je Schritt, weniger als die {} von A.</translation>
    </message>
    <message>
        <source>B is planned to take {} a step, more than A's {}.</source>
        <translation>B braucht laut Plan {} je Schritt, mehr als die {} von A.</translation>
    </message>
    <message>
        <source>%1 on its peers, %2 on this rank</source>
        <translation>%1 bei seinesgleichen, %2 auf diesem Rank</translation>
    </message>
    <message>
        <source>Medians of the same operation on other ranks of the stage, and of all spans of this name on this lane</source>
        <translation>Mediane derselben Operation auf anderen Ranks der Stage und aller Spans dieses Namens auf dieser Spur</translation>
    </message>
    <message>
        <source>Records of other kinds are not shown</source>
        <translation>Einträge anderer Arten werden nicht gezeigt</translation>
    </message>
    <message>
        <source>They are no work of a program or device; everything else is shown.</source>
        <translation>Sie sind keine Arbeit eines Programms oder Geräts; alles andere wird gezeigt.</translation>
    </message>
    <message>
        <source> Rank {} is slow, and not counted here.</source>
        <translation> Rank {} ist langsam und hier nicht mitgezählt.</translation>
    </message>
    <message>
        <source> Ranks {} are slow, and not counted here.</source>
        <translation> Die Ranks {} sind langsam und hier nicht mitgezählt.</translation>
    </message>
    <message>
        <source>Median over steps of block total over {} microbatches, first step left out. The cost is what the slowest stage is above the mean, for all microbatches, with a backward of twice the forward (assumed). Tried as a knob, the passes of all stages are scheduled again, and those that still differ wait for each other: it gains a little more or less.</source>
        <translation>Median über Schritte der Blocksumme über {} Microbatches, ohne den ersten Schritt. Die Kosten sind, was die langsamste Stage über dem Mittel liegt, für alle Microbatches, mit einem Rückwärtsdurchgang vom Doppelten des Vorwärtsdurchgangs (angenommen). Als Regler ausprobiert, werden die Durchgänge aller Stages neu eingeplant, und die noch verschiedenen warten aufeinander: Er gewinnt etwas mehr oder weniger.</translation>
    </message>
    <message>
        <source>The optimizer of rank {} takes {} times as long as that of the other stage: its GPU is slow, and the other stage has more work, or the other stage holds fewer parameters. Which is not recorded: the second is assumed, and the range holds both.</source>
        <translation>Der Optimizer von Rank {} braucht {}-mal so lange wie der der anderen Stufe: Seine GPU ist langsam, und die andere Stufe hat mehr Arbeit, oder die andere Stufe hält weniger Parameter. Was davon, ist nicht aufgezeichnet: Das Zweite wird angenommen, und der Bereich umfasst beides.</translation>
    </message>
    <message>
        <source>Rank {} takes {} times as long as its peers, in few microbatches: its GPU is slow, or something held it up once. The second is assumed, and the range holds both.</source>
        <translation>Rank {} braucht {}-mal so lange wie seinesgleichen, bei wenigen Microbatches: Seine GPU ist langsam, oder etwas hielt ihn einmal auf. Das Zweite wird angenommen, und der Bereich umfasst beides.</translation>
    </message>
    <message>
        <source>Rank {} takes {} times as long as its peers, about as much as ranks differ: its GPU is slow, or they have other work. The second is assumed, and the range holds both.</source>
        <translation>Rank {} braucht {}-mal so lange wie seinesgleichen, etwa so viel, wie sich Ranks unterscheiden: Seine GPU ist langsam, oder sie haben andere Arbeit. Das Zweite wird angenommen, und der Bereich umfasst beides.</translation>
    </message>
    <message>
        <source>Open the run itself, and save its session again.</source>
        <translation>Öffnen Sie den Lauf selbst, und speichern Sie davon eine neue Sitzung.</translation>
    </message>
    <message>
        <source>a database of Ascend&apos;s profiler without its tables: let it export text (export_type Text), and open the folder with the trace_view.json that it writes</source>
        <translation>eine Datenbank von Ascends Profiler ohne ihre Tabellen: ihn Text exportieren lassen (export_type Text) und den Ordner mit der trace_view.json öffnen, die er schreibt</translation>
    </message>
    <message>
        <source>the database holds no task and no call with a time: record with profiler level 1</source>
        <translation>die Datenbank enthält keine Aufgabe und keinen Aufruf mit einer Zeit: mit profiler level 1 aufzeichnen</translation>
    </message>
    <message>
        <source>sums of Ascend&apos;s profiler: open the ascend_pytorch_profiler_N.db of the same recording, or the trace_view.json that export_type Text writes</source>
        <translation>Summen von Ascends Profiler: die ascend_pytorch_profiler_N.db derselben Aufzeichnung öffnen oder die trace_view.json, die export_type Text schreibt</translation>
    </message>
    <message>
        <source>the trace holds no track event: what the kernel of the system recorded is not read</source>
        <translation>der Trace enthält kein Ereignis einer Spur: Was der Kern des Systems aufgezeichnet hat, wird nicht gelesen</translation>
    </message>
    <message>
        <source>the trace breaks off; what precedes it is kept</source>
        <translation>der Trace bricht ab; was davor steht, bleibt</translation>
    </message>
    <message>
        <source>the end of a slice that did not begin</source>
        <translation>das Ende eines Abschnitts, der nicht begonnen hat</translation>
    </message>
    <message>
        <source>slices are nested too deeply</source>
        <translation>Abschnitte sind zu tief verschachtelt</translation>
    </message>
    <message>
        <source>a packet that is damaged</source>
        <translation>ein beschädigtes Paket</translation>
    </message>
    <message>
        <source>an event without a time</source>
        <translation>ein Ereignis ohne Zeit</translation>
    </message>
    <message>
        <source>{} slices have no end: they last until the end of the trace</source>
        <translation>{} Abschnitte haben kein Ende: Sie dauern bis zum Ende des Traces</translation>
    </message>
    <message>
        <source>{} bundles of compressed packets are left out: run traceconv decompress_packets first</source>
        <translation>{} Bündel komprimierter Pakete werden weggelassen: zuerst traceconv decompress_packets ausführen</translation>
    </message>
    <message>
        <source>{} bundles of compressed packets are damaged: what precedes the damage is kept</source>
        <translation>{} Bündel gepackter Pakete sind beschädigt: Was vor dem Schaden steht, bleibt</translation>
    </message>
    <message>
        <source>{} packets of other kinds than track events are left out</source>
        <translation>{} Pakete, die keine Ereignisse von Spuren sind, werden weggelassen</translation>
    </message>
    <message>
        <source>a table of an Nsight Systems report in {}: run {} first, and open what it writes</source>
        <translation>eine Tabelle eines Berichts von Nsight Systems in {}: zuerst {} ausführen und öffnen, was das schreibt</translation>
    </message>
    <message>
        <source>a table in {}: run {} first, and open what it writes</source>
        <translation>eine Tabelle in {}: zuerst {} ausführen und öffnen, was das schreibt</translation>
    </message>
    <message>
        <source>the database holds no kernel, copy or call with a time: record with rocprofv3 --sys-trace, of ROCm 7.0 or later</source>
        <translation>die Datenbank enthält keinen Kernel, keine Kopie und keinen Aufruf mit einer Zeit: mit rocprofv3 --sys-trace aufzeichnen, ab ROCm 7.0</translation>
    </message>
    <message>
        <source>a database of rocmProfileData: run {} first, and open what it writes</source>
        <translation>eine Datenbank von rocmProfileData: zuerst {} ausführen und öffnen, was das schreibt</translation>
    </message>
    <message>
        <source>the database holds no operation and no call with a time: record again with runTracer.sh</source>
        <translation>die Datenbank enthält keine Operation und keinen Aufruf mit einer Zeit: erneut mit runTracer.sh aufzeichnen</translation>
    </message>
    <message>
        <source>{} ranks there compute {} times as long as their peers for the same microbatch; the others wait for them.</source>
        <translation>{} Ranks dort rechnen für denselben Microbatch {}-mal so lange wie ihresgleichen; die anderen warten auf sie.</translation>
    </message>
    <message>
        <source>{} ranks there compute {} times as long as their peers for the same microbatch. No communication was recorded: what that costs is not known.</source>
        <translation>{} Ranks dort rechnen für denselben Microbatch {}-mal so lange wie ihresgleichen. Keine Kommunikation wurde aufgezeichnet: was das kostet, ist nicht bekannt.</translation>
    </message>
    <message>
        <source> Its cost is what is still lost when host {} is mended.</source>
        <translation> Gezählt wird, was noch verloren geht, wenn Host {} in Ordnung gebracht ist.</translation>
    </message>
    <message>
        <source> Its cost is what is still lost when hosts {} are mended.</source>
        <translation> Gezählt wird, was noch verloren geht, wenn die Hosts {} in Ordnung gebracht sind.</translation>
    </message>
    <message>
        <source>profiler trace (AMD rocprofv3, rocpd)</source>
        <translation>Profiler-Trace (AMD rocprofv3, rocpd)</translation>
    </message>
    <message>
        <source>profiler trace (AMD rocprofv3, JSON)</source>
        <translation>Profiler-Trace (AMD rocprofv3, JSON)</translation>
    </message>
    <message>
        <source>profiler trace (AMD rocmProfileData, RPD)</source>
        <translation>Profiler-Trace (AMD rocmProfileData, RPD)</translation>
    </message>
    <message>
        <source>profiler trace (Ascend, database)</source>
        <translation>Profiler-Trace (Ascend, Datenbank)</translation>
    </message>
    <message>
        <source>profiler trace (Perfetto protobuf)</source>
        <translation>Profiler-Trace (Perfetto-Protobuf)</translation>
    </message>
    <message>
        <source>Go to the note “%1”</source>
        <translation>Gehe zur Notiz „%1“</translation>
    </message>
    <message>
        <source>Show the layer “%1”</source>
        <translation>Layer „%1“ zeigen</translation>
    </message>
    <message>
        <source>“%1” of the link means nothing here.</source>
        <translation>„%1“ aus dem Link bedeutet hier nichts.</translation>
    </message>
    <message>
        <source>There is no run “%1” here.</source>
        <translation>Hier gibt es keinen Lauf „%1“.</translation>
    </message>
    <message>
        <source>What is open has no timeline.</source>
        <translation>Was offen ist, hat keine Zeitleiste.</translation>
    </message>
    <message>
        <source>This run has no step %1.</source>
        <translation>Dieser Lauf hat keinen Schritt %1.</translation>
    </message>
    <message>
        <source>This run has no rank %1.</source>
        <translation>Dieser Lauf hat keinen Rank %1.</translation>
    </message>
    <message>
        <source>The span of the link, %1, is not in this run.</source>
        <translation>Der Span aus dem Link, %1, ist nicht in diesem Lauf.</translation>
    </message>
    <message>
        <source>The range of the link is outside this run.</source>
        <translation>Der Zeitbereich aus dem Link liegt außerhalb dieses Laufs.</translation>
    </message>
    <message>
        <source>1 hit</source>
        <translation>1 Treffer</translation>
    </message>
    <message>
        <source>%1 hits</source>
        <translation>%1 Treffer</translation>
    </message>
    <message>
        <source>%1 more, %2</source>
        <translation>%1 weitere, %2</translation>
    </message>
    <message>
        <source>passes as they are labelled in the timeline: forward, backward, weight gradient (W)</source>
        <translation>Durchläufe, wie sie in der Zeitleiste beschriftet sind: Forward, Backward, Gewichtsgradient (W)</translation>
    </message>
    <message>
        <source>Where all of it fits into memory, it is computed again (--memory).</source>
        <translation>Wo alles in den Speicher passt, wird es neu ermittelt (--memory).</translation>
    </message>
    <message>
        <source> {} alone would not help here: the model expects no more samples per second.</source>
        <translation> {} allein würde hier nicht helfen: Das Modell erwartet nicht mehr Samples pro Sekunde.</translation>
    </message>
    <message>
        <source>Index the run again.</source>
        <translation>Indizieren Sie den Lauf neu.</translation>
    </message>
    <message>
        <source>Give the query more memory, --memory, or make the index again.</source>
        <translation>Der Abfrage mehr Speicher geben, --memory, oder den Index neu anlegen.</translation>
    </message>
    <message>
        <source>NeMo's configuration has no model</source>
        <translation>die Konfiguration von NeMo enthält kein Modell</translation>
    </message>
    <message>
        <source>adapters are trained ({}), not the model: what they take is not known here</source>
        <translation>es werden Adapter trainiert ({}), nicht das Modell: was sie brauchen, ist hier nicht bekannt</translation>
    </message>
    <message>
        <source>the file only overrides a recipe: the sizes of its model are not stated</source>
        <translation>die Datei ändert nur ein Rezept ab: die Größen seines Modells stehen nicht darin</translation>
    </message>
    <message>
        <source>Megatron-Bridge prints the whole configuration into its log, and writes it to logger.save_config_filepath.</source>
        <translation>Megatron-Bridge gibt die ganze Konfiguration in ihr Log aus und schreibt sie nach logger.save_config_filepath.</translation>
    </message>
    <message>
        <source>the sizes of {} are those of its class, and not known here</source>
        <translation>die Größen von {} sind die seiner Klasse und hier nicht bekannt</translation>
    </message>
    <message>
        <source>Known are {}; those of others can be stated beside it (num_layers, hidden_size), or taken from the model&apos;s config.json.</source>
        <translation>Bekannt sind {}; die von anderen können daneben stehen (num_layers, hidden_size) oder aus config.json des Modells kommen.</translation>
    </message>
    <message>
        <source>the file does not state all sizes: the others are those of NeMo&apos;s class {}</source>
        <translation>die Datei nennt nicht alle Größen: die übrigen sind die der Klasse {} von NeMo</translation>
    </message>
    <message>
        <source>this is a configuration of DeepSpeed: it states no model</source>
        <translation>das ist eine Konfiguration von DeepSpeed: sie nennt kein Modell</translation>
    </message>
    <message>
        <source>Open config.json of the model with what this one says:{}</source>
        <translation>Öffnen Sie config.json des Modells mit dem, was diese sagt:{}</translation>
    </message>
    <message>
        <source>this is no whole configuration as nanotron prints it</source>
        <translation>das ist keine vollständige Konfiguration, wie nanotron sie ausgibt</translation>
    </message>
    <message>
        <source>Kept what-ifs</source>
        <translation>Behaltene Was-wäre-wenn</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>optimizer state</source>
        <translation>Optimizer-Zustand</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>Arbeitsspeicher von Bibliotheken</translation>
    </message>
    <message>
        <source>taken before, or unknown</source>
        <translation>früher belegt oder unbekannt</translation>
    </message>
    <message>
        <source>memory snapshot (PyTorch)</source>
        <translation>Speicherabbild (PyTorch)</translation>
    </message>
    <message>
        <source>{} entries of the snapshot have no size that memory can have, or are more than are read</source>
        <translation>{} Einträge des Abbilds haben keine Größe, die Speicher haben kann, oder sind mehr, als gelesen werden</translation>
    </message>
    <message>
        <source>No line of a log matches its pattern</source>
        <translation>Keine Zeile eines Logs passt zu seinem Muster</translation>
    </message>
    <message>
        <source>File › Teach a log… tries a pattern on the whole file while you write it.</source>
        <translation>Datei › Log beibringen… probiert ein Muster an der ganzen Datei, während Sie es schreiben.</translation>
    </message>
    <message>
        <source>The run ended in an error</source>
        <translation>Der Lauf endete mit einem Fehler</translation>
    </message>
    <message>
        <source>See the line in the log; what is shown ends before it, or goes on where the run was resumed.</source>
        <translation>Siehe die Zeile im Log; was gezeigt wird, endet davor oder geht dort weiter, wo der Lauf fortgesetzt wurde.</translation>
    </message>
    <message>
        <source>&quot;{}&quot; means nothing</source>
        <translation>„{}“ bedeutet nichts</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is no range of characters</source>
        <translation>„{}“ ist kein Bereich von Zeichen</translation>
    </message>
    <message>
        <source>&quot;[&quot; has no &quot;]&quot;</source>
        <translation>„[“ hat kein „]“</translation>
    </message>
    <message>
        <source>&quot;(&quot; has no &quot;)&quot;</source>
        <translation>„(“ hat kein „)“</translation>
    </message>
    <message>
        <source>&quot;)&quot; has no &quot;(&quot;</source>
        <translation>„)“ hat kein „(“</translation>
    </message>
    <message>
        <source>nothing follows &quot;\&quot;</source>
        <translation>auf „\“ folgt nichts</translation>
    </message>
    <message>
        <source>there is nothing for &quot;{}&quot; to repeat</source>
        <translation>„{}“ hat nichts zu wiederholen</translation>
    </message>
    <message>
        <source>&quot;{}&quot; repeats too often</source>
        <translation>„{}“ wiederholt zu oft</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is no repetition</source>
        <translation>„{}“ ist keine Wiederholung</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not known here: patterns look neither ahead nor back</source>
        <translation>„{}“ gibt es hier nicht: Muster schauen weder voraus noch zurück</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is no name of a group</source>
        <translation>„{}“ ist kein Name einer Gruppe</translation>
    </message>
    <message>
        <source>it is no UTF-8 text</source>
        <translation>es ist kein UTF-8-Text</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>es ist zu groß</translation>
    </message>
    <message>
        <source>Write &quot;name&quot; and &quot;lines&quot;, a list of patterns with groups (?&lt;step&gt;…), (?&lt;time_s&gt;…) or (?&lt;time_ms&gt;…), (?&lt;loss&gt;…), (?&lt;tokens&gt;…), (?&lt;lr&gt;…).</source>
        <translation>Schreiben Sie „name“ und „lines“, eine Liste von Mustern mit Gruppen (?&lt;step&gt;…), (?&lt;time_s&gt;…) oder (?&lt;time_ms&gt;…), (?&lt;loss&gt;…), (?&lt;tokens&gt;…), (?&lt;lr&gt;…).</translation>
    </message>
    <message>
        <source>the file of patterns is larger than 1 MB</source>
        <translation>die Datei der Muster ist größer als 1 MB</translation>
    </message>
    <message>
        <source>the file of patterns is no JSON from byte {} on</source>
        <translation>die Datei der Muster ist ab Byte {} kein JSON</translation>
    </message>
    <message>
        <source>the file of patterns holds a number that is too large</source>
        <translation>die Datei der Muster enthält eine zu große Zahl</translation>
    </message>
    <message>
        <source>the file of patterns has no list &quot;lines&quot; of 1 to {} patterns</source>
        <translation>die Datei der Muster hat keine Liste „lines“ aus 1 bis {} Mustern</translation>
    </message>
    <message>
        <source>pattern {} is no text</source>
        <translation>Muster {} ist kein Text</translation>
    </message>
    <message>
        <source>pattern {}, character {}: {}</source>
        <translation>Muster {}, Zeichen {}: {}</translation>
    </message>
    <message>
        <source>it is longer than {} bytes</source>
        <translation>es ist länger als {} Bytes</translation>
    </message>
    <message>
        <source>it has more than {} groups</source>
        <translation>es hat mehr als {} Gruppen</translation>
    </message>
    <message>
        <source>two groups are called &quot;{}&quot;</source>
        <translation>zwei Gruppen heißen „{}“</translation>
    </message>
    <message>
        <source>no step has a figure called &quot;{}&quot;</source>
        <translation>kein Schritt hat eine Größe namens „{}“</translation>
    </message>
    <message>
        <source>no pattern has a group for a time, a loss or another figure of a step</source>
        <translation>kein Muster hat eine Gruppe für eine Zeit, einen Loss oder eine andere Größe eines Schritts</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is no number of a step</source>
        <translation>„{}“ ist keine Nummer eines Schritts</translation>
    </message>
    <message>
        <source>&quot;{}&quot; of step {} is no number</source>
        <translation>„{}“ von Schritt {} ist keine Zahl</translation>
    </message>
    <message>
        <source>none of {} lines matches the pattern; the first is &quot;{}&quot;</source>
        <translation>keine von {} Zeilen passt zum Muster; die erste ist „{}“</translation>
    </message>
    <message>
        <source>the run was resumed at step {}: steps {} to {} were trained again, and the later lines count</source>
        <translation>der Lauf wurde bei Schritt {} fortgesetzt: die Schritte {} bis {} wurden noch einmal trainiert, und die späteren Zeilen zählen</translation>
    </message>
    <message>
        <source>{}, number {} of its group, timed out</source>
        <translation>{}, Nummer {} ihrer Gruppe, überschritt ihre Zeit</translation>
    </message>
    <message>
        <source>{} timed out</source>
        <translation>{} überschritt ihre Zeit</translation>
    </message>
    <message>
        <source>a collective</source>
        <translation>eine kollektive Operation</translation>
    </message>
    <message>
        <source>{} on rank {}</source>
        <translation>{} auf Rank {}</translation>
    </message>
    <message>
        <source>{} on ranks {}</source>
        <translation>{} auf den Ranks {}</translation>
    </message>
    <message>
        <source>out of memory: {}</source>
        <translation>kein Speicher mehr: {}</translation>
    </message>
    <message>
        <source>rank {}: {}</source>
        <translation>Rank {}: {}</translation>
    </message>
    <message>
        <source>ranks {}: {}</source>
        <translation>Ranks {}: {}</translation>
    </message>
    <message>
        <source>after step {}: {}</source>
        <translation>nach Schritt {}: {}</translation>
    </message>
    <message>
        <source>before the first step: {}</source>
        <translation>vor dem ersten Schritt: {}</translation>
    </message>
    <message>
        <source>The batch grows from {} to {} samples</source>
        <translation>Der Batch wächst von {} auf {} Samples</translation>
    </message>
    <message>
        <source>{} of {} steps have {} samples: all else is about these, and others are not compared with them. The median step takes {} with {} samples, and {} with {}.</source>
        <translation>{} von {} Schritten haben {} Samples: Um diese geht es in allem anderen, und andere werden nicht mit ihnen verglichen. Der mittlere Schritt dauert {} mit {} Samples und {} mit {}.</translation>
    </message>
    <message>
        <source>The batch that the log states for each step, and medians of their times.</source>
        <translation>Der Batch, den das Log für jeden Schritt nennt, und Mediane ihrer Zeiten.</translation>
    </message>
    <message>
        <source>The first error after which the log has no further step.</source>
        <translation>Der erste Fehler, nach dem das Log keinen Schritt mehr hat.</translation>
    </message>
    <message>
        <source>See the line in the log: its place is among the issues.</source>
        <translation>Siehe die Zeile im Log: ihre Stelle steht bei den Problemen.</translation>
    </message>
    <message>
        <source>The run ended in an error {}</source>
        <translation>Der Lauf endete mit einem Fehler {}</translation>
    </message>
    <message>
        <source>A log whose lines are not known</source>
        <translation>Ein Log, dessen Zeilen nicht bekannt sind</translation>
    </message>
    <message>
        <source>Teach them: Teach a log in the File menu, or --log-pattern FILE.</source>
        <translation>Bringen Sie sie bei: „Log beibringen“ im Menü „Datei“ oder --log-pattern DATEI.</translation>
    </message>
    <message>
        <source>Steps have no times of their own</source>
        <translation>Schritte haben keine eigenen Zeiten</translation>
    </message>
    <message>
        <source>Recognised, but not shown</source>
        <translation>Erkannt, aber nicht gezeigt</translation>
    </message>
    <message>
        <source>Samples of GPUs whose place is not certain</source>
        <translation>Messwerte von GPUs, deren Ort nicht sicher ist</translation>
    </message>
    <message>
        <source>What is shown does not need it: it holds no work of a step.</source>
        <translation>Was zu sehen ist, braucht sie nicht: Sie enthält keine Arbeit eines Schritts.</translation>
    </message>
    <message>
        <source>Sample on the hosts of the run while it runs, and name each file after its host; nvidia-smi writes local time.</source>
        <translation>Auf den Hosts des Laufs messen, während er läuft, und jede Datei nach ihrem Host nennen; nvidia-smi schreibt Ortszeit.</translation>
    </message>
    <message>
        <source>Each has the mean that is stated of all; single slow steps cannot be seen.</source>
        <translation>Jeder hat den Mittelwert, der für alle angegeben ist; einzelne langsame Schritte sind nicht zu sehen.</translation>
    </message>
    <message>
        <source>{} of its first lines tell a loss</source>
        <translation>{} seiner ersten Zeilen nennen einen Loss</translation>
    </message>
    <message>
        <source>{} of its lines tell a loss</source>
        <translation>{} seiner Zeilen nennen einen Loss</translation>
    </message>
    <message>
        <source>a log of NCCL itself</source>
        <translation>ein Log von NCCL selbst</translation>
    </message>
    <message>
        <source>a log of NCCL {} itself</source>
        <translation>ein Log von NCCL {} selbst</translation>
    </message>
    <message>
        <source>a communicator of one rank</source>
        <translation>ein Kommunikator mit einem Rang</translation>
    </message>
    <message>
        <source>a communicator of {} ranks</source>
        <translation>ein Kommunikator mit {} Rängen</translation>
    </message>
    <message>
        <source>{} communicators of up to {} ranks</source>
        <translation>{} Kommunikatoren mit bis zu {} Rängen</translation>
    </message>
    <message>
        <source>on {}</source>
        <translation>auf {}</translation>
    </message>
    <message>
        <source>on {} hosts</source>
        <translation>auf {} Hosts</translation>
    </message>
    <message>
        <source>network {}</source>
        <translation>Netz {}</translation>
    </message>
    <message>
        <source>network {} over {}</source>
        <translation>Netz {} über {}</translation>
    </message>
    <message>
        <source>network devices {}</source>
        <translation>Netzgeräte {}</translation>
    </message>
    <message>
        <source>one ring</source>
        <translation>ein Ring</translation>
    </message>
    <message>
        <source>{} rings</source>
        <translation>{} Ringe</translation>
    </message>
    <message>
        <source>one tree</source>
        <translation>ein Baum</translation>
    </message>
    <message>
        <source>{} trees</source>
        <translation>{} Bäume</translation>
    </message>
    <message>
        <source>links by {}</source>
        <translation>Verbindungen über {}</translation>
    </message>
    <message>
        <source>algorithms {}</source>
        <translation>Algorithmen {}</translation>
    </message>
    <message>
        <source>of communicator {}, {} of {} ranks began and did not complete it: {}</source>
        <translation>von Kommunikator {} begannen {} von {} Rängen und wurden nicht fertig: {}</translation>
    </message>
    <message>
        <source>{} communicators in all were not completed</source>
        <translation>insgesamt wurden {} Kommunikatoren nicht fertig</translation>
    </message>
    <message>
        <source>a warning: {}</source>
        <translation>eine Warnung: {}</translation>
    </message>
    <message>
        <source>a warning on {}: {}</source>
        <translation>eine Warnung auf {}: {}</translation>
    </message>
    <message>
        <source>{} warnings, the first: {}</source>
        <translation>{} Warnungen, die erste: {}</translation>
    </message>
    <message>
        <source>{} warnings, the first on {}: {}</source>
        <translation>{} Warnungen, die erste auf {}: {}</translation>
    </message>
    <message>
        <source>{}. It has no times of operations: those of the same run are in a trace of a profiler, or in what NCCL Inspector writes ({})</source>
        <translation>{}. Es enthält keine Zeiten von Operationen: Die desselben Laufs stehen in einem Trace eines Profilers oder in dem, was NCCL Inspector schreibt ({})</translation>
    </message>
    <message>
        <source>NCCL says: {}</source>
        <translation>NCCL sagt: {}</translation>
    </message>
    <message>
        <source>a memory snapshot</source>
        <translation>ein Speicherabbild</translation>
    </message>
    <message>
        <source>%1 memory snapshots</source>
        <translation>%1 Speicherabbilder</translation>
    </message>
    <message>
        <source>Products of matrices fall back to fp32</source>
        <translation>Matrixprodukte fallen auf fp32 zurück</translation>
    </message>
    <message>
        <source>{} multiplies in fp32 at {} TFLOP/s, where products of at most that size in half precision reach {}; {} of what this step multiplies is in half precision.</source>
        <translation>{} multipliziert in fp32 mit {} TFLOP/s, wo höchstens so große Produkte in halber Genauigkeit {} erreichen; {} dessen, was dieser Schritt multipliziert, ist in halber Genauigkeit.</translation>
    </message>
    <message>
        <source> Together such products take {} per rank, {} more than at that speed.</source>
        <translation> Zusammen dauern solche Produkte je Rank {}, {} länger als mit dieser Geschwindigkeit.</translation>
    </message>
    <message>
        <source>FLOPs by shapes over the time of kernels. {} with these products as fast as the mean of those in half precision that are no larger and have no more FLOPs for each byte.</source>
        <translation>FLOPs nach Formen durch die Zeit von Kernels. {} mit diesen Produkten so schnell wie das Mittel derer in halber Genauigkeit, die nicht größer sind und nicht mehr FLOPs je Byte haben.</translation>
    </message>
    <message>
        <source>Let autocast cover them, or convert their inputs; where fp32 is meant, allow TF32: torch.set_float32_matmul_precision(&quot;high&quot;).</source>
        <translation>Lassen Sie autocast sie erfassen oder wandeln Sie ihre Eingaben um; wo fp32 gewollt ist, erlauben Sie TF32: torch.set_float32_matmul_precision(&quot;high&quot;).</translation>
    </message>
    <message>
        <source>Sizes of matrices do not fit the GPU</source>
        <translation>Größen von Matrizen passen nicht zur GPU</translation>
    </message>
    <message>
        <source>{} runs at {} TFLOP/s, where products of at most that size whose sizes are multiples of 8 reach {}: {} is none.</source>
        <translation>{} läuft mit {} TFLOP/s, wo höchstens so große Produkte, deren Größen Vielfache von 8 sind, {} erreichen: {} ist keines.</translation>
    </message>
    <message>
        <source>FLOPs by shapes over the time of kernels. {} with these products padded, and as fast as the mean of those that are aligned, no larger, and have no more FLOPs for each byte.</source>
        <translation>FLOPs nach Formen durch die Zeit von Kernels. {} mit aufgefüllten Produkten, so schnell wie das Mittel derer, die ausgerichtet und nicht größer sind und nicht mehr FLOPs je Byte haben.</translation>
    </message>
    <message>
        <source>Pad {} to {}, or to a multiple of 64.</source>
        <translation>Füllen Sie {} auf {} auf oder auf ein Vielfaches von 64.</translation>
    </message>
    <message>
        <source>Products of matrices run below what this GPU reached</source>
        <translation>Matrixprodukte laufen langsamer, als diese GPU es konnte</translation>
    </message>
    <message>
        <source>{} runs at {} of what this GPU reached for about that size and these types: {} TFLOP/s, beside {} of {}.</source>
        <translation>{} läuft mit {} dessen, was diese GPU bei etwa dieser Größe und diesen Typen erreicht hat: {} TFLOP/s neben {} von {}.</translation>
    </message>
    <message>
        <source>FLOPs by shapes over the time of kernels, against the best of those with the same types and half to twice the FLOPs, and FLOPs for each byte. {} with these products as fast, and no more bytes in a second.</source>
        <translation>FLOPs nach Formen durch die Zeit von Kernels, neben den besten mit denselben Typen und der halben bis doppelten Zahl von FLOPs und FLOPs je Byte. {} mit so schnellen Produkten, aber nicht mehr Bytes in einer Sekunde.</translation>
    </message>
    <message>
        <source>Look at the kernels of these calls: another layout of their inputs, a newer library or a search for the best kernel (TunableOp, max-autotune of torch.compile) chooses others.</source>
        <translation>Sehen Sie sich die Kernels dieser Aufrufe an: Ein anderes Layout ihrer Eingaben, eine neuere Bibliothek oder eine Suche nach dem besten Kernel (TunableOp, max-autotune von torch.compile) wählt andere.</translation>
    </message>
    <message>
        <source>arguments of a span: any number of input_dims, input_strides, stream, grid, block, registers_per_thread, shared_memory and occupancy, or part of input_type and concrete_inputs</source>
        <translation>Argumente eines Spans: eine beliebige Zahl aus input_dims, input_strides, stream, grid, block, registers_per_thread, shared_memory und occupancy oder ein Teil von input_type und concrete_inputs</translation>
    </message>
    <message>
        <source>of the arguments of spans only input_dims, input_type, input_strides, concrete_inputs, stream, grid, block, registers_per_thread, shared_memory and occupancy are kept</source>
        <translation>von den Argumenten der Spans sind nur input_dims, input_type, input_strides, concrete_inputs, stream, grid, block, registers_per_thread, shared_memory und occupancy vorhanden</translation>
    </message>
    <message>
        <source>any size of the inputs of an operator, where the profiler recorded shapes</source>
        <translation>eine beliebige Größe der Eingaben eines Operators, wo der Profiler Formen aufgezeichnet hat</translation>
    </message>
</context>
<context>
    <name>bubblescope::BarRows</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>bubblescope::CallBar</name>
    <message>
        <source>calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>modules</source>
        <translation>Module</translation>
    </message>
    <message>
        <source>Which calls</source>
        <translation>Welche Aufrufe</translation>
    </message>
    <message>
        <source>all ranks</source>
        <translation>alle Ranks</translation>
    </message>
    <message>
        <source>selected rank</source>
        <translation>gewählter Rank</translation>
    </message>
    <message>
        <source>selected stage</source>
        <translation>gewählte Stage</translation>
    </message>
    <message>
        <source>what was found</source>
        <translation>das Gefundene</translation>
    </message>
    <message>
        <source>Of which spans</source>
        <translation>Von welchen Spans</translation>
    </message>
    <message>
        <source>Find a call</source>
        <translation>Aufruf suchen</translation>
    </message>
    <message>
        <source>counting, %1</source>
        <translation>zählt, %1</translation>
    </message>
</context>
<context>
    <name>bubblescope::CallCount</name>
    <message>
        <source>in the selected range</source>
        <translation>im gewählten Bereich</translation>
    </message>
    <message>
        <source>in step %1</source>
        <translation>in Schritt %1</translation>
    </message>
    <message>
        <source>in the run</source>
        <translation>im Lauf</translation>
    </message>
    <message>
        <source>%1, of %2</source>
        <translation>%1, von %2</translation>
    </message>
    <message>
        <source>%1, only what was found</source>
        <translation>%1, nur das Gefundene</translation>
    </message>
    <message>
        <source>%1, of the ranks in memory</source>
        <translation>%1, von den Ranks im Speicher</translation>
    </message>
    <message>
        <source>No modules are recorded here. Record with with_modules=True or with_stack=True, or name ranges like layer_3.</source>
        <translation>Hier sind keine Module aufgezeichnet. Zeichnen Sie mit with_modules=True oder with_stack=True auf, oder nennen Sie Bereiche wie layer_3.</translation>
    </message>
    <message>
        <source>There are no spans in what is selected.</source>
        <translation>In dem, was gewählt ist, gibt es keine Spans.</translation>
    </message>
</context>
<context>
    <name>bubblescope::CallTreeModel</name>
    <message>
        <source>Call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>Enter or a double click goes to the longest</source>
        <translation>Eingabe oder ein Doppelklick führt zum längsten</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>Spans of that name below these callers</source>
        <translation>Spans dieses Namens unter diesen Aufrufern</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Time on threads, with what was called inside</source>
        <translation>Zeit auf Threads, mit dem, was darin aufgerufen wurde</translation>
    </message>
    <message>
        <source>Threads, itself</source>
        <translation>Threads, selbst</translation>
    </message>
    <message>
        <source>Without what was called inside</source>
        <translation>Ohne das, was darin aufgerufen wurde</translation>
    </message>
    <message>
        <source>Threads, per call</source>
        <translation>Threads, je Aufruf</translation>
    </message>
    <message>
        <source>Mean time of a call</source>
        <translation>Mittlere Zeit eines Aufrufs</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Kernels and copies that were launched inside</source>
        <translation>Kernels und Kopien, die darin gestartet wurden</translation>
    </message>
    <message>
        <source>GPU, itself</source>
        <translation>GPU, selbst</translation>
    </message>
    <message>
        <source>Kernels and copies that it launched itself</source>
        <translation>Kernels und Kopien, die er selbst gestartet hat</translation>
    </message>
    <message>
        <source>GPU, per call</source>
        <translation>GPU, je Aufruf</translation>
    </message>
    <message>
        <source>Mean time of what a call launched</source>
        <translation>Mittlere Zeit dessen, was ein Aufruf gestartet hat</translation>
    </message>
</context>
<context>
    <name>bubblescope::CallTreeView</name>
    <message>
        <source>Tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>Calls and what they called</source>
        <translation>Aufrufe und was sie aufriefen</translation>
    </message>
    <message>
        <source>No calls</source>
        <translation>Keine Aufrufe</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>1 line</source>
        <translation>1 Zeile</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>there is no &quot;%1&quot; here</source>
        <translation>„%1“ gibt es hier nicht</translation>
    </message>
</context>
<context>
    <name>bubblescope::ColorStrip</name>
    <message>
        <source>Colours from %1 to %2</source>
        <translation>Farben von %1 bis %2</translation>
    </message>
</context>
<context>
    <name>bubblescope::ColumnsDialog</name>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>data-parallel rank</source>
        <translation>datenparalleler Rang</translation>
    </message>
    <message>
        <source>tensor-parallel rank</source>
        <translation>tensorparalleler Rang</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>chunk</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>end</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>microbatch</source>
        <translation>Mikrobatch</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Columns of %1</source>
        <translation>Spalten von %1</translation>
    </message>
    <message>
        <source>The first rows of the table, and what each column is taken for. What you choose is kept in a file beside it.</source>
        <translation>Die ersten Zeilen der Tabelle und wofür jede Spalte gehalten wird. Was Sie wählen, wird in einer Datei daneben gemerkt.</translation>
    </message>
    <message>
        <source>The first rows of the table</source>
        <translation>Die ersten Zeilen der Tabelle</translation>
    </message>
    <message>
        <source>What column %1 is</source>
        <translation>Was Spalte %1 ist</translation>
    </message>
    <message>
        <source>as the columns say, or as the times suggest</source>
        <translation>wie die Spalten sagen oder die Zeiten nahelegen</translation>
    </message>
    <message>
        <source>Read the table</source>
        <translation>Tabelle lesen</translation>
    </message>
    <message>
        <source>Unit of the times</source>
        <translation>Einheit der Zeiten</translation>
    </message>
    <message>
        <source>The file is no table of text: no CSV, TSV or JSON lines.</source>
        <translation>Die Datei ist keine Texttabelle: weder CSV noch TSV oder JSON-Zeilen.</translation>
    </message>
    <message>
        <source>A name or category is needed, and two of start, end and duration.</source>
        <translation>Nötig sind ein Name oder eine Kategorie und zwei von Beginn, Ende und Dauer.</translation>
    </message>
</context>
<context>
    <name>bubblescope::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>No match</source>
        <translation>Nichts gefunden</translation>
    </message>
</context>
<context>
    <name>bubblescope::CommandSet</name>
    <message>
        <source>Whole s&amp;tep</source>
        <translation>Ganzer S&amp;chritt</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Open folder …</source>
        <translation>&amp;Ordner öffnen …</translation>
    </message>
    <message>
        <source>Open the folder of a run</source>
        <translation>Ordner eines Laufs öffnen</translation>
    </message>
    <message>
        <source>Open &amp;files …</source>
        <translation>&amp;Dateien öffnen …</translation>
    </message>
    <message>
        <source>Open files of a run</source>
        <translation>Dateien eines Laufs öffnen</translation>
    </message>
    <message>
        <source>Show the &amp;demo run</source>
        <translation>&amp;Beispiellauf zeigen</translation>
    </message>
    <message>
        <source>Re&amp;load</source>
        <translation>Neu &amp;laden</translation>
    </message>
    <message>
        <source>Open s&amp;ession …</source>
        <translation>S&amp;itzung öffnen …</translation>
    </message>
    <message>
        <source>&amp;Save session</source>
        <translation>Sitzung &amp;speichern</translation>
    </message>
    <message>
        <source>Save session &amp;as …</source>
        <translation>Sitzung speichern &amp;unter …</translation>
    </message>
    <message>
        <source>&amp;Export …</source>
        <translation>&amp;Exportieren …</translation>
    </message>
    <message>
        <source>Export &amp;window as PNG …</source>
        <translation>&amp;Fenster als PNG exportieren …</translation>
    </message>
    <message>
        <source>&amp;Close run</source>
        <translation>Lauf &amp;schließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy &amp;picture of the timeline</source>
        <translation>&amp;Bild der Zeitachse kopieren</translation>
    </message>
    <message>
        <source>&amp;Find …</source>
        <translation>&amp;Suchen …</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>&amp;Weitersuchen</translation>
    </message>
    <message>
        <source>Find &amp;previous</source>
        <translation>Rück&amp;wärts suchen</translation>
    </message>
    <message>
        <source>Write a &amp;note</source>
        <translation>&amp;Notiz schreiben</translation>
    </message>
    <message>
        <source>Clear &amp;selection</source>
        <translation>Aus&amp;wahl aufheben</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Gehe zu</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>&amp;Vor</translation>
    </message>
    <message>
        <source>Whole &amp;run</source>
        <translation>Ganzer &amp;Lauf</translation>
    </message>
    <message>
        <source>Fit the &amp;selection</source>
        <translation>&amp;Auswahl einpassen</translation>
    </message>
    <message>
        <source>Previous f&amp;inding</source>
        <translation>Voriger &amp;Befund</translation>
    </message>
    <message>
        <source>Next fin&amp;ding</source>
        <translation>Nächster B&amp;efund</translation>
    </message>
    <message>
        <source>&amp;Previous step</source>
        <translation>V&amp;origer Schritt</translation>
    </message>
    <message>
        <source>&amp;Next step</source>
        <translation>Nächster &amp;Schritt</translation>
    </message>
    <message>
        <source>&amp;All steps</source>
        <translation>Alle S&amp;chritte</translation>
    </message>
    <message>
        <source>Previous r&amp;un</source>
        <translation>Voriger La&amp;uf</translation>
    </message>
    <message>
        <source>Ne&amp;xt run</source>
        <translation>N&amp;ächster Lauf</translation>
    </message>
    <message>
        <source>&amp;Compare with</source>
        <translation>&amp;Vergleichen mit</translation>
    </message>
    <message>
        <source>Compare with the next run</source>
        <translation>Mit dem nächsten Lauf vergleichen</translation>
    </message>
    <message>
        <source>&amp;Simulate</source>
        <translation>&amp;Simulation</translation>
    </message>
    <message>
        <source>Show the &amp;opened run</source>
        <translation>&amp;Geöffneten Lauf zeigen</translation>
    </message>
    <message>
        <source>Show the &amp;simulated run</source>
        <translation>&amp;Simulierten Lauf zeigen</translation>
    </message>
    <message>
        <source>Show &amp;both, one above the other</source>
        <translation>&amp;Beide übereinander zeigen</translation>
    </message>
    <message>
        <source>Show both, &amp;interleaved lane by lane</source>
        <translation>Beide &amp;ineinander zeigen, Spur für Spur</translation>
    </message>
    <message>
        <source>Twice the &amp;microbatches</source>
        <translation>Doppelt so viele &amp;Microbatches</translation>
    </message>
    <message>
        <source>Twice the &amp;network bandwidth</source>
        <translation>Doppelte &amp;Netzbandbreite</translation>
    </message>
    <message>
        <source>&amp;Balance layers over stages</source>
        <translation>&amp;Layer auf Stages ausgleichen</translation>
    </message>
    <message>
        <source>&amp;Reset all knobs</source>
        <translation>Alle Regler &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>What &amp;helps most</source>
        <translation>Was am meisten &amp;hilft</translation>
    </message>
    <message>
        <source>Hardware &amp;presets …</source>
        <translation>Hardware-&amp;Vorgaben …</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>&amp;Handbuch</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>&amp;Tasten</translation>
    </message>
    <message>
        <source>&amp;Formats</source>
        <translation>&amp;Formate</translation>
    </message>
    <message>
        <source>&amp;Commands …</source>
        <translation>&amp;Befehle …</translation>
    </message>
    <message>
        <source>&amp;About Bubblescope</source>
        <translation>Ü&amp;ber Bubblescope</translation>
    </message>
    <message>
        <source>Columns of a &amp;table …</source>
        <translation>Spalten einer &amp;Tabelle …</translation>
    </message>
    <message>
        <source>Choose a table of operations</source>
        <translation>Tabelle von Operationen wählen</translation>
    </message>
    <message>
        <source>A command, rank 5, stage 2, step 12, 3.5 ms or the name of a span</source>
        <translation>Ein Befehl, Rank 5, Stage 2, Schritt 12, 3.5 ms oder der Name eines Spans</translation>
    </message>
    <message>
        <source>&amp;Go to rank, stage, step, time, span …</source>
        <translation>&amp;Gehe zu Rank, Stage, Schritt, Zeit, Span …</translation>
    </message>
    <message>
        <source>What s&amp;tragglers cost</source>
        <translation>Was &amp;Nachzügler kosten</translation>
    </message>
    <message>
        <source>&amp;Kernels …</source>
        <translation>&amp;Kernel …</translation>
    </message>
    <message>
        <source>Describe a ru&amp;n …</source>
        <translation>Einen Lauf &amp;planen …</translation>
    </message>
    <message>
        <source>Set a &amp;marker</source>
        <translation>&amp;Marke setzen</translation>
    </message>
    <message>
        <source>C&amp;lear one thing</source>
        <translation>Eines nach dem anderen a&amp;ufheben</translation>
    </message>
    <message>
        <source>&amp;Zoom</source>
        <translation>&amp;Zoom</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>&amp;Vergrößern</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>To the &amp;left</source>
        <translation>Nach &amp;links</translation>
    </message>
    <message>
        <source>To the &amp;right</source>
        <translation>Nach &amp;rechts</translation>
    </message>
    <message>
        <source>Copy l&amp;ink to this view</source>
        <translation>L&amp;ink zu dieser Ansicht kopieren</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
    <message>
        <source>rank 5, stage 2, step 12, 3.5 ms, F5, rank 6 B9, a name, a note</source>
        <translation>Rank 5, Stage 2, Schritt 12, 3.5 ms, F5, rank 6 B9, ein Name, eine Notiz</translation>
    </message>
    <message>
        <source>&amp;Keep this what-if</source>
        <translation>Dieses Was-wäre-wenn &amp;behalten</translation>
    </message>
    <message>
        <source>Teac&amp;h a log …</source>
        <translation>Lo&amp;g beibringen …</translation>
    </message>
    <message>
        <source>Choose a log</source>
        <translation>Log wählen</translation>
    </message>
</context>
<context>
    <name>bubblescope::CompareControl</name>
    <message>
        <source>There is no other input of this kind</source>
        <translation>Es gibt keine andere Eingabe dieser Art</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>A: %1</source>
        <translation>A: %1</translation>
    </message>
    <message>
        <source>B: %1</source>
        <translation>B: %1</translation>
    </message>
    <message>
        <source>plan %1</source>
        <translation>Plan %1</translation>
    </message>
</context>
<context>
    <name>bubblescope::ComparedTimelines</name>
    <message>
        <source>Colour differences</source>
        <translation>Unterschiede färben</translation>
    </message>
    <message>
        <source>%1 end</source>
        <translation>Ende %1</translation>
    </message>
    <message>
        <source>Spans that are shorter or longer than in the opened step, and new ones, get a colour of their own; the others keep theirs</source>
        <translation>Spans, die kürzer oder länger als im geöffneten Schritt dauern, und neue bekommen eine eigene Farbe; die anderen behalten ihre</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>only here</source>
        <translation>nur hier</translation>
    </message>
    <message>
        <source>modelled, %1</source>
        <translation>modelliert, %1</translation>
    </message>
    <message>
        <source> (the opened run has no times to lay it between)</source>
        <translation> (der geöffnete Lauf hat keine Zeiten, zwischen die es sich legen ließe)</translation>
    </message>
    <message>
        <source>%1; below each of its lanes: %2</source>
        <translation>%1; unter jeder seiner Spuren: %2</translation>
    </message>
    <message>
        <source>B · %1, %2</source>
        <translation>B · %1, %2</translation>
    </message>
    <message>
        <source>▼ shorter</source>
        <translation>▼ kürzer</translation>
    </message>
    <message>
        <source>▲ longer</source>
        <translation>▲ länger</translation>
    </message>
    <message>
        <source>A · %1, %2</source>
        <translation>A · %1, %2</translation>
    </message>
    <message>
        <source>median of %1 steps %2</source>
        <translation>Median von %1 Schritten %2</translation>
    </message>
    <message>
        <source> (not all ranks of the opened run are in memory)</source>
        <translation> (nicht alle Ranks des geöffneten Laufs sind im Speicher)</translation>
    </message>
    <message>
        <source>Aligned by step</source>
        <translation>Nach Schritt</translation>
    </message>
    <message>
        <source>Aligned by selected range</source>
        <translation>Nach gewähltem Bereich</translation>
    </message>
    <message>
        <source>Aligned by markers</source>
        <translation>Nach Markierungen</translation>
    </message>
    <message>
        <source>How the runs are aligned</source>
        <translation>Wie die Läufe ausgerichtet sind</translation>
    </message>
    <message>
        <source>Aligned by %1</source>
        <translation>Nach %1</translation>
    </message>
    <message>
        <source>Where A and B coincide, and what is compared: steps, what is launched in ranges called like the selected one, or what begins from the first marker (M) of each to its second one, or to the end</source>
        <translation>Wo A und B zusammenfallen, und was verglichen wird: Schritte, was in Bereichen mit dem Namen des gewählten gestartet wird, oder was von der ersten Markierung (M) jedes Laufs bis zu seiner zweiten oder bis zum Ende beginnt</translation>
    </message>
</context>
<context>
    <name>bubblescope::ComparisonModel</name>
    <message>
        <source>Of</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>A (ms)</source>
        <translation>A (ms)</translation>
    </message>
    <message>
        <source>The input that is open</source>
        <translation>Die geöffnete Eingabe</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>B (ms)</source>
        <translation>B (ms)</translation>
    </message>
    <message>
        <source>The one it is compared with</source>
        <translation>Die, mit der verglichen wird</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <source>difference (ms)</source>
        <translation>Unterschied (ms)</translation>
    </message>
    <message>
        <source>How much longer B takes</source>
        <translation>Um wie viel B länger dauert</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Of A</source>
        <translation>Von A</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>Stage %1</translation>
    </message>
    <message>
        <source>Only B has it</source>
        <translation>Nur B hat es</translation>
    </message>
    <message>
        <source>Only A has it</source>
        <translation>Nur A hat es</translation>
    </message>
    <message>
        <source>Terms of the mean rank&apos;s step, which add up to it; own compute of a rank per step; records of a name per step and rank; passes of a stage per microbatch; passes of a layer per step</source>
        <translation>Anteile am Schritt des mittleren Ranks, die sich zu ihm summieren; eigene Rechenzeit eines Ranks je Schritt; Einträge eines Namens je Schritt und Rank; Durchgänge einer Stage je Microbatch; Durchgänge eines Layers je Schritt</translation>
    </message>
    <message>
        <source>change (%)</source>
        <translation>Änderung (%)</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>Of its inputs</source>
        <translation>Seiner Eingaben</translation>
    </message>
    <message>
        <source>Calls A</source>
        <translation>Aufrufe A</translation>
    </message>
    <message>
        <source>Calls B</source>
        <translation>Aufrufe B</translation>
    </message>
    <message>
        <source>Per call A</source>
        <translation>Je Aufruf A</translation>
    </message>
    <message>
        <source>Per call B</source>
        <translation>Je Aufruf B</translation>
    </message>
    <message>
        <source>A call (ms)</source>
        <translation>Aufruf A (ms)</translation>
    </message>
    <message>
        <source>B call (ms)</source>
        <translation>Aufruf B (ms)</translation>
    </message>
    <message>
        <source>GPU time of one call</source>
        <translation>GPU-Zeit eines Aufrufs</translation>
    </message>
    <message>
        <source>(launch not recorded)</source>
        <translation>(Start nicht aufgezeichnet)</translation>
    </message>
    <message>
        <source>(outside of modules)</source>
        <translation>(außerhalb von Modulen)</translation>
    </message>
    <message>
        <source>per range and rank</source>
        <translation>je Bereich und Rank</translation>
    </message>
    <message>
        <source>per rank</source>
        <translation>je Rank</translation>
    </message>
    <message>
        <source>per step and rank</source>
        <translation>je Schritt und Rank</translation>
    </message>
    <message>
        <source>Of those that a GPU did something for, %1</source>
        <translation>Derer, für die eine GPU etwas tat, %1</translation>
    </message>
    <message>
        <source>The input that is open: GPU time %1</source>
        <translation>Die geöffnete Eingabe: GPU-Zeit %1</translation>
    </message>
</context>
<context>
    <name>bubblescope::ComparisonView</name>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>Stages</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>Was verglichen wird</translation>
    </message>
    <message>
        <source>compare with …</source>
        <translation>vergleichen mit …</translation>
    </message>
    <message>
        <source>Nothing to compare with</source>
        <translation>Nichts zum Vergleichen</translation>
    </message>
    <message>
        <source>Open two runs together (both folders, or a folder that holds both) to see what differs.</source>
        <translation>Öffnen Sie zwei Läufe zusammen (beide Ordner oder einen Ordner, der beide enthält), um zu sehen, was sich unterscheidet.</translation>
    </message>
    <message>
        <source>Choose what to compare %1 with.</source>
        <translation>Wählen Sie, womit %1 verglichen werden soll.</translation>
    </message>
    <message>
        <source>A, %1: step %2. B, %3: step %4, %5 (%6).</source>
        <translation>A, %1: Schritt %2. B, %3: Schritt %4, %5 (%6).</translation>
    </message>
    <message>
        <source>A, %1, and B, %2.</source>
        <translation>A, %1, und B, %2.</translation>
    </message>
    <message>
        <source>A, %1, and B, %2, are being compared.</source>
        <translation>A, %1, und B, %2, werden verglichen.</translation>
    </message>
    <message>
        <source>everything</source>
        <translation>alles</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>operators by shape</source>
        <translation>Operatoren nach Form</translation>
    </message>
    <message>
        <source>modules</source>
        <translation>Module</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; in step %2</source>
        <translation>„%1“ in Schritt %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot;</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>from one &quot;%1&quot; of step %2 to the next</source>
        <translation>von einem „%1“ in Schritt %2 zum nächsten</translation>
    </message>
    <message>
        <source>from one &quot;%1&quot; to the next</source>
        <translation>von einem „%1“ zum nächsten</translation>
    </message>
    <message>
        <source>terms</source>
        <translation>Anteile</translation>
    </message>
    <message>
        <source>the median step</source>
        <translation>der Median der Schritte</translation>
    </message>
    <message>
        <source>A, %1: %2 takes %3. B, %4: %5 takes %6 (%7).</source>
        <translation>A, %1: %2 dauert %3. B, %4: %5 dauert %6 (%7).</translation>
    </message>
</context>
<context>
    <name>bubblescope::DetailModel</name>
    <message>
        <source>Field</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>bubblescope::DetailsPanel</name>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Nothing to show</source>
        <translation>Nichts zu zeigen</translation>
    </message>
    <message>
        <source>A described job has details once it can be timed.</source>
        <translation>Ein beschriebener Job hat Details, sobald er gerechnet werden kann.</translation>
    </message>
    <message>
        <source>Nothing in this folder was recognised as a run, a table, a workload or a log.</source>
        <translation>Nichts in diesem Ordner wurde als Lauf, Tabelle, Workload oder Protokoll erkannt.</translation>
    </message>
    <message>
        <source>Open the folder of a run, or try the demo.</source>
        <translation>Öffnen Sie den Ordner eines Laufs oder probieren Sie den Beispiellauf.</translation>
    </message>
    <message>
        <source>The tab Memory says what takes the memory of these GPUs.</source>
        <translation>Der Tab Speicher sagt, was den Speicher dieser GPUs belegt.</translation>
    </message>
</context>
<context>
    <name>bubblescope::ExportControl</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export as PNG</source>
        <translation>Als PNG exportieren</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG-Bilder (*.png)</translation>
    </message>
    <message>
        <source>Export as CSV</source>
        <translation>Als CSV exportieren</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>Writing the trace …</source>
        <translation>Der Trace wird geschrieben …</translation>
    </message>
    <message>
        <source>There is no timeline to write.</source>
        <translation>Es gibt keine Zeitachse, die geschrieben werden könnte.</translation>
    </message>
    <message>
        <source>Not all ranks of the run are in memory: open some of them, or a range.</source>
        <translation>Nicht alle Ranks des Laufs sind im Speicher: Öffnen Sie einige davon oder einen Bereich.</translation>
    </message>
    <message>
        <source>Writing the calls …</source>
        <translation>Aufrufe werden geschrieben …</translation>
    </message>
    <message>
        <source>Analysing the run …</source>
        <translation>Der Lauf wird untersucht …</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Writing the database …</source>
        <translation>Datenbank wird geschrieben …</translation>
    </message>
    <message>
        <source>Counting the spans of all ranks …</source>
        <translation>Spans aller Ranks werden gezählt …</translation>
    </message>
</context>
<context>
    <name>bubblescope::ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>&amp;Format</translation>
    </message>
    <message>
        <source>PNG picture</source>
        <translation>PNG-Bild</translation>
    </message>
    <message>
        <source>SVG drawing</source>
        <translation>SVG-Zeichnung</translation>
    </message>
    <message>
        <source>PDF page</source>
        <translation>PDF-Seite</translation>
    </message>
    <message>
        <source>Chrome trace (JSON)</source>
        <translation>Chrome-Trace (JSON)</translation>
    </message>
    <message>
        <source>Chrome trace, packed (JSON, gzip)</source>
        <translation>Chrome-Trace, gepackt (JSON, gzip)</translation>
    </message>
    <message>
        <source>Table (CSV)</source>
        <translation>Tabelle (CSV)</translation>
    </message>
    <message>
        <source>Report (HTML)</source>
        <translation>Bericht (HTML)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Stages</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>As opened</source>
        <translation>Wie geöffnet</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>Simuliert</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Beide</translation>
    </message>
    <message>
        <source>&amp;What</source>
        <translation>&amp;Was</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>Ganzer Lauf</translation>
    </message>
    <message>
        <source>In sight: %1</source>
        <translation>Sichtbar: %1</translation>
    </message>
    <message>
        <source>Selected: %1</source>
        <translation>Ausgewählt: %1</translation>
    </message>
    <message>
        <source>&amp;Range</source>
        <translation>&amp;Bereich</translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation>&amp;Größe</translation>
    </message>
    <message>
        <source>Screen, 1600 pixels wide</source>
        <translation>Bildschirm, 1600 Pixel breit</translation>
    </message>
    <message>
        <source>Slide, 1920 x 1080 pixels</source>
        <translation>Folie, 1920 x 1080 Pixel</translation>
    </message>
    <message>
        <source>Paper, one column (85 mm)</source>
        <translation>Artikel, eine Spalte (85 mm)</translation>
    </message>
    <message>
        <source>Paper, two columns (178 mm)</source>
        <translation>Artikel, zwei Spalten (178 mm)</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Maßstab</translation>
    </message>
    <message>
        <source>Device pixels of a PNG to each of its size: 2 stays sharp on a fine screen, 4 in print</source>
        <translation>Gerätepixel eines PNG je Pixel seiner Größe: 2 bleibt auf feinen Bildschirmen scharf, 4 im Druck</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>Far&amp;ben</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Name of the run</source>
        <translation>Name des Laufs</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>&amp;Titel</translation>
    </message>
    <message>
        <source>Ta&amp;ble</source>
        <translation>Ta&amp;belle</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>&amp;Save …</source>
        <translation>&amp;Speichern …</translation>
    </message>
    <message>
        <source>C&amp;opy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy it to the clipboard</source>
        <translation>In die Zwischenablage legen</translation>
    </message>
    <message>
        <source>Ranks become processes, lanes threads, matched messages arrows. Perfetto, speedscope and chrome://tracing open it, and Bubblescope as the same run.</source>
        <translation>Ranks werden Prozesse, Spuren Threads, zugeordnete Nachrichten Pfeile. Perfetto, speedscope und chrome://tracing öffnen ihn, und Bubblescope als denselben Lauf.</translation>
    </message>
    <message>
        <source>All rows of the table, numbers plain, times in ms.</source>
        <translation>Alle Zeilen der Tabelle, Zahlen ungerundet, Zeiten in ms.</translation>
    </message>
    <message>
        <source>One page that stands alone: figures, findings, pictures, what was simulated and assumed, ranks and issues. It needs no network, and prints well.</source>
        <translation>Eine Seite für sich: Kennzahlen, Befunde, Bilder, was simuliert und angenommen wurde, Ranks und Probleme. Sie braucht kein Netz und lässt sich gut drucken.</translation>
    </message>
    <message>
        <source>%1 x %2 pixels</source>
        <translation>%1 x %2 Pixel</translation>
    </message>
    <message>
        <source>%1 x %2 mm</source>
        <translation>%1 x %2 mm</translation>
    </message>
    <message>
        <source>Sc&amp;ale</source>
        <translation>M&amp;aßstab</translation>
    </message>
    <message>
        <source>Critical &amp;path</source>
        <translation>Kritischer &amp;Pfad</translation>
    </message>
    <message>
        <source>Of your own</source>
        <translation>Eigene Größe</translation>
    </message>
    <message>
        <source>Size of your own</source>
        <translation>Eigene Größe</translation>
    </message>
    <message>
        <source>Pixels or millimetres: 1280x720, 1280, 85x60mm or 120mm; without a height it is as high as necessary</source>
        <translation>Pixel oder Millimeter: 1280x720, 1280, 85x60mm oder 120mm; ohne Höhe so hoch wie nötig</translation>
    </message>
    <message>
        <source>Database (SQLite)</source>
        <translation>Datenbank (SQLite)</translation>
    </message>
    <message>
        <source>Calls (folded stacks)</source>
        <translation>Aufrufe (gefaltete Stacks)</translation>
    </message>
    <message>
        <source>Calls (speedscope)</source>
        <translation>Aufrufe (speedscope)</translation>
    </message>
    <message>
        <source>The tables of the Query panel with all of their rows, for SQLite, DuckDB, pandas or Polars.</source>
        <translation>Die Tabellen der Abfrage mit allen Zeilen, für SQLite, DuckDB, pandas oder Polars.</translation>
    </message>
    <message>
        <source>Who called what, with the ns of threads, and of devices under what launched their work: for programs that draw flame graphs.</source>
        <translation>Wer was aufgerufen hat, mit den ns von Threads und, unter dem, was ihre Arbeit gestartet hat, von Geräten: für Programme, die Flammendiagramme zeichnen.</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>Schritt %1: %2</translation>
    </message>
</context>
<context>
    <name>bubblescope::ExportSource</name>
    <message>
        <source>whole recording %1</source>
        <translation>ganze Aufzeichnung %1</translation>
    </message>
    <message>
        <source>step %1: %2</source>
        <translation>Schritt %1: %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 Ranks</translation>
    </message>
</context>
<context>
    <name>bubblescope::Figures</name>
    <message>
        <source>of the range</source>
        <translation>des Bereichs</translation>
    </message>
    <message>
        <source>of step %1</source>
        <translation>des Schritts %1</translation>
    </message>
    <message>
        <source>of the run</source>
        <translation>des Laufs</translation>
    </message>
</context>
<context>
    <name>bubblescope::FindingModel</name>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>cost (ms)</source>
        <translation>Kosten (ms)</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>A fault differs from its peers and can be fixed; what is inherent to the configuration costs as much on a healthy machine; of what was not recorded nobody can tell; a caveat says what not to rely on</source>
        <translation>Eine Störung unterscheidet sich von ihresgleichen und lässt sich beheben; was an der Konfiguration liegt, kostet auch ohne Störung so viel; von dem, was nicht aufgezeichnet wurde, weiß es niemand; ein Vorbehalt sagt, worauf man sich nicht verlassen sollte</translation>
    </message>
    <message>
        <source>share (%)</source>
        <translation>Anteil (%)</translation>
    </message>
    <message>
        <source>Of one step; of the mean step where only some lose it; the greatest first within each kind</source>
        <translation>Eines Schritts; des mittleren, wo nur manche sie verlieren; die größten zuerst in jeder Art</translation>
    </message>
    <message>
        <source>Of the step; of the mean step where only some lose it</source>
        <translation>Am Schritt; am mittleren, wo nur manche sie verlieren</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1, %2 of the step</source>
        <translation>%1, %2 des Schritts</translation>
    </message>
    <message>
        <source>%1, %2 of the mean step</source>
        <translation>%1, %2 des mittleren Schritts</translation>
    </message>
    <message>
        <source>%1, %2 of the recording</source>
        <translation>%1, %2 der Aufzeichnung</translation>
    </message>
</context>
<context>
    <name>bubblescope::FindingsView</name>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Show where</source>
        <translation>Zeigen, wo</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>The chosen finding</source>
        <translation>Der gewählte Befund</translation>
    </message>
    <message>
        <source>Findings %1</source>
        <translation>Befunde %1</translation>
    </message>
    <message>
        <source>No findings yet</source>
        <translation>Noch keine Befunde</translation>
    </message>
    <message>
        <source>Looking for what costs most.</source>
        <translation>Was am meisten kostet, wird gesucht.</translation>
    </message>
    <message>
        <source>Open a run to see what costs most, why, and what would help.</source>
        <translation>Öffnen Sie einen Lauf, um zu sehen, was am meisten kostet, warum, und was helfen würde.</translation>
    </message>
    <message>
        <source>Nothing stands out</source>
        <translation>Nichts fällt auf</translation>
    </message>
    <message>
        <source>Sets %1 in the Simulate pane, which shows the gain</source>
        <translation>Setzt %1 im Bereich Simulation, der den Gewinn zeigt</translation>
    </message>
    <message>
        <source>No knob addresses this</source>
        <translation>Kein Regler passt dazu</translation>
    </message>
    <message>
        <source>It is about the run as a whole</source>
        <translation>Er betrifft den Lauf als Ganzes</translation>
    </message>
    <message>
        <source>It has no place in the timeline</source>
        <translation>Er hat keinen Ort in der Zeitachse</translation>
    </message>
    <message>
        <source>%1, %2 of the recording (%3)</source>
        <translation>%1, %2 der Aufzeichnung (%3)</translation>
    </message>
    <message>
        <source>%1, %2 of the step (%3)</source>
        <translation>%1, %2 des Schritts (%3)</translation>
    </message>
    <message>
        <source>What would help</source>
        <translation>Was helfen würde</translation>
    </message>
    <message>
        <source>How this was computed</source>
        <translation>Wie das berechnet wurde</translation>
    </message>
    <message>
        <source>Zoom to the evidence and select it in all views; [ and ] walk through the findings</source>
        <translation>Auf den Beleg zoomen und ihn in allen Ansichten auswählen; [ und ] gehen durch die Befunde</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Keep it as a note in the timeline, where the evidence is</source>
        <translation>Ihn als Notiz in der Zeitachse behalten, dort, wo der Beleg ist</translation>
    </message>
    <message>
        <source>Looking for what costs most: %1.</source>
        <translation>Was am meisten kostet, wird gesucht: %1.</translation>
    </message>
    <message>
        <source>You stopped looking for what costs most.</source>
        <translation>Sie haben die Suche nach dem, was am meisten kostet, beendet.</translation>
    </message>
    <message>
        <source>%1 Below: what was found before.</source>
        <translation>%1 Unten: was zuvor gefunden wurde.</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>The job hangs</source>
        <translation>Der Job hängt</translation>
    </message>
    <message>
        <source>No step of it ended, so there is none to explain. Hang says who keeps the others waiting.</source>
        <translation>Kein Schritt endete, also ist keiner zu erklären. „Hänger“ sagt, auf wen die anderen warten.</translation>
    </message>
    <message>
        <source>Only what is about %1: %2 of %3. Esc, or a click on it in the bar, shows all.</source>
        <translation>Nur was %1 betrifft: %2 von %3. Esc oder ein Klick darauf im Balken zeigt alle.</translation>
    </message>
    <message>
        <source>No finding is about %1. Esc, or a click on it in the bar, shows all.</source>
        <translation>Kein Befund betrifft %1. Esc oder ein Klick darauf im Balken zeigt alle.</translation>
    </message>
    <message>
        <source>%1, %2 of the mean step (%3)</source>
        <translation>%1, %2 des mittleren Schritts (%3)</translation>
    </message>
</context>
<context>
    <name>bubblescope::FlamePlot</name>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>modules</source>
        <translation>Module</translation>
    </message>
    <message>
        <source>runtime calls</source>
        <translation>Laufzeitaufrufe</translation>
    </message>
    <message>
        <source>operators and ranges</source>
        <translation>Operatoren und Bereiche</translation>
    </message>
    <message>
        <source>Calls as flames</source>
        <translation>Aufrufe als Flammen</translation>
    </message>
    <message>
        <source>%1, the longest: %2</source>
        <translation>%1, der längste: %2</translation>
    </message>
    <message>
        <source>1 narrow call</source>
        <translation>1 schmaler Aufruf</translation>
    </message>
    <message>
        <source>%1 narrow calls</source>
        <translation>%1 schmale Aufrufe</translation>
    </message>
</context>
<context>
    <name>bubblescope::FlameView</name>
    <message>
        <source>Flame</source>
        <translation>Flammen</translation>
    </message>
    <message>
        <source>time on threads</source>
        <translation>Zeit auf Threads</translation>
    </message>
    <message>
        <source>time on GPUs</source>
        <translation>Zeit auf GPUs</translation>
    </message>
    <message>
        <source>What is as wide</source>
        <translation>Was so breit ist</translation>
    </message>
    <message>
        <source>No calls</source>
        <translation>Keine Aufrufe</translation>
    </message>
    <message>
        <source>%1 on threads, %2 on GPUs, %3</source>
        <translation>%1 auf Threads, %2 auf GPUs, %3</translation>
    </message>
</context>
<context>
    <name>bubblescope::GanttView</name>
    <message>
        <source>No timeline</source>
        <translation>Keine Zeitachse</translation>
    </message>
    <message>
        <source>Open the folder of a run to see where its time goes.</source>
        <translation>Öffnen Sie den Ordner eines Laufs, um zu sehen, wo seine Zeit bleibt.</translation>
    </message>
    <message>
        <source>Taller rows</source>
        <translation>Höhere Zeilen</translation>
    </message>
    <message>
        <source>Lower rows</source>
        <translation>Niedrigere Zeilen</translation>
    </message>
    <message>
        <source>Normal row height</source>
        <translation>Normale Zeilenhöhe</translation>
    </message>
    <message>
        <source>Fit all ranks</source>
        <translation>Alle Ranks einpassen</translation>
    </message>
    <message>
        <source>Fit this finding</source>
        <translation>Diesen Befund einpassen</translation>
    </message>
    <message>
        <source>Original order of ranks</source>
        <translation>Ursprüngliche Reihenfolge der Ranks</translation>
    </message>
    <message>
        <source>As they were before any was dragged by its name, or moved with Alt + ↑ ↓</source>
        <translation>Wie sie standen, bevor welche am Namen gezogen oder mit Alt + ↑ ↓ verschoben wurden</translation>
    </message>
    <message>
        <source>All ranks in sight (Shift + F in the timeline): ranks become one line each and similar ones are grouped only where they have to be</source>
        <translation>Alle Ranks im Blick (Umschalt + F in der Zeitachse): Ranks werden nur dann zu je einer Zeile und ähnliche nur dann zusammengefasst, wenn es sein muss</translation>
    </message>
    <message>
        <source>Collapse all ranks</source>
        <translation>Alle Ranks einklappen</translation>
    </message>
    <message>
        <source>Expand all ranks</source>
        <translation>Alle Ranks ausklappen</translation>
    </message>
    <message>
        <source>Collapse all stages</source>
        <translation>Alle Stages einklappen</translation>
    </message>
    <message>
        <source>Expand all stages</source>
        <translation>Alle Stages ausklappen</translation>
    </message>
    <message>
        <source>Sort by rank</source>
        <translation>Nach Rank sortieren</translation>
    </message>
    <message>
        <source>Sort by busy time</source>
        <translation>Nach Auslastung sortieren</translation>
    </message>
    <message>
        <source>Colour by kind of work</source>
        <translation>Nach Art der Arbeit färben</translation>
    </message>
    <message>
        <source>Colour by stage</source>
        <translation>Nach Stage färben</translation>
    </message>
    <message>
        <source>Colour by duration</source>
        <translation>Nach Dauer färben</translation>
    </message>
    <message>
        <source>Colour what a simulation changes</source>
        <translation>Färben, was eine Simulation ändert</translation>
    </message>
    <message>
        <source>Colour by name</source>
        <translation>Nach Namen färben</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>Kritischer Pfad</translation>
    </message>
    <message>
        <source>Draws the critical path of the step, its longest dependency chain, over the spans</source>
        <translation>Zeichnet den kritischen Pfad des Schritts, seine längste Kette von Abhängigkeiten, über die Spans</translation>
    </message>
    <message>
        <source>Outlier ranks only</source>
        <translation>Nur abweichende Ranks</translation>
    </message>
    <message>
        <source>Only ranks that spend their time differently from most ranks of their stage</source>
        <translation>Nur Ranks, die ihre Zeit anders verbringen als die meisten ihrer Stage</translation>
    </message>
    <message>
        <source>Group similar ranks</source>
        <translation>Ähnliche Ranks zusammenfassen</translation>
    </message>
    <message>
        <source>One rank of each stage represents all that spend their time as it does</source>
        <translation>Ein Rank jeder Stage steht für alle, die ihre Zeit wie er verbringen</translation>
    </message>
    <message>
        <source>Only one lane or stage</source>
        <translation>Nur eine Spur oder Stage</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>No critical path: %1</source>
        <translation>Kein kritischer Pfad: %1</translation>
    </message>
    <message>
        <source>No rank spends its time differently from most of its stage: all are shown.</source>
        <translation>Kein Rank verbringt seine Zeit anders als die meisten seiner Stage: Alle werden gezeigt.</translation>
    </message>
    <message>
        <source>Lane “%1”</source>
        <translation>Spur „%1“</translation>
    </message>
    <message>
        <source>Fold threads</source>
        <translation>Threads einklappen</translation>
    </message>
    <message>
        <source>Of each thread of the host, only the outermost calls</source>
        <translation>Von jedem Thread des Hosts nur die äußersten Aufrufe</translation>
    </message>
</context>
<context>
    <name>bubblescope::HangBoard</name>
    <message>
        <source>Groups by ranks</source>
        <translation>Gruppen nach Ranks</translation>
    </message>
</context>
<context>
    <name>bubblescope::HangBoardModel</name>
    <message>
        <source>%1 %2 of %3</source>
        <translation>%1 %2 von %3</translation>
    </message>
    <message>
        <source>Rank %1 is not in %2.</source>
        <translation>Rank %1 gehört nicht zu %2.</translation>
    </message>
    <message>
        <source>Rank %1 waits for nobody in %2.</source>
        <translation>Rank %1 wartet in %2 auf niemanden.</translation>
    </message>
    <message>
        <source>Rank %1 waits in %2.</source>
        <translation>Rank %1 wartet in %2.</translation>
    </message>
    <message>
        <source>Rank %1 did not join %2.</source>
        <translation>Rank %1 nimmt an %2 nicht teil.</translation>
    </message>
    <message>
        <source>Rank %1 did not complete what others of %2 completed.</source>
        <translation>Rank %1 hat nicht beendet, was andere von %2 beendet haben.</translation>
    </message>
    <message>
        <source>Rank %1 calls something else than the others as %2.</source>
        <translation>Rank %1 ruft etwas anderes als die anderen auf als %2.</translation>
    </message>
    <message>
        <source>Rank %1 left no dump; others wait in %2.</source>
        <translation>Rank %1 hat keinen Abzug hinterlassen; andere warten in %2.</translation>
    </message>
    <message>
        <source>%1 %2, %3 %4</source>
        <translation>%1 %2, %3 %4</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>%1  %2 %3</source>
        <translation>%1  %2 %3</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>stuck</source>
        <translation>hängt</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>anders</translation>
    </message>
    <message>
        <source>no dump</source>
        <translation>kein Abzug</translation>
    </message>
</context>
<context>
    <name>bubblescope::HangView</name>
    <message>
        <source>Suspects</source>
        <translation>Verdächtige</translation>
    </message>
    <message>
        <source>Where the chosen rank stands</source>
        <translation>Wo der gewählte Rank steht</translation>
    </message>
    <message>
        <source>No hang</source>
        <translation>Kein Hänger</translation>
    </message>
    <message>
        <source>Open the dumps of NCCL&apos;s flight recorder of a job that hangs to see who keeps the others waiting.</source>
        <translation>Öffnen Sie die Abzüge von NCCLs Flugschreiber eines Jobs, der hängt, um zu sehen, wer die anderen warten lässt.</translation>
    </message>
    <message>
        <source>Rank %1 %2</source>
        <translation>Rank %1 %2</translation>
    </message>
    <message>
        <source>Which hang</source>
        <translation>Welcher Hänger</translation>
    </message>
    <message>
        <source>1 dump</source>
        <translation>1 Abzug</translation>
    </message>
    <message>
        <source>%1 dumps</source>
        <translation>%1 Abzüge</translation>
    </message>
</context>
<context>
    <name>bubblescope::HardwareDialog</name>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>&amp;Use this</source>
        <translation>Diese &amp;verwenden</translation>
    </message>
    <message>
        <source>Hardware presets</source>
        <translation>Hardwarevorgaben</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Vorgaben</translation>
    </message>
    <message>
        <source>Name of the preset</source>
        <translation>Name der Vorgabe</translation>
    </message>
    <message>
        <source>Values of the preset</source>
        <translation>Werte der Vorgabe</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Where it comes from</source>
        <translation>Woher sie stammt</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>%1 (yours)</source>
        <translation>%1 (eigene)</translation>
    </message>
    <message>
        <source>Kept in %1. Change name, numbers and sources, then save.</source>
        <translation>Liegt in %1. Ändern Sie Name, Zahlen und Quellen, dann speichern Sie.</translation>
    </message>
    <message>
        <source>One of the program&apos;s own: copy it to change its values.</source>
        <translation>Eine Vorgabe des Programms: Kopieren Sie sie, um ihre Werte zu ändern.</translation>
    </message>
    <message>
        <source>My %1</source>
        <translation>Eigene %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a number.</source>
        <translation>„%1“ ist keine Zahl.</translation>
    </message>
    <message>
        <source>Correct %1.</source>
        <translation>Berichtigen Sie %1.</translation>
    </message>
    <message>
        <source>Saved in %1.</source>
        <translation>In %1 gespeichert.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Save what you changed in %1?</source>
        <translation>Die Änderungen an %1 speichern?</translation>
    </message>
    <message>
        <source>Delete %1? Its file goes, too.</source>
        <translation>%1 löschen? Auch die Datei wird gelöscht.</translation>
    </message>
</context>
<context>
    <name>bubblescope::Headline</name>
    <message>
        <source>Headline</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>Shares of the time of all ranks, %1.
Busy: computing, without the communication inside it.
Bubble: without work, waiting for the pipeline.
Waiting: in communication whose last member is not there yet.
Exposed: communication that no compute hides.</source>
        <translation>Anteile an der Zeit aller Ranks, %1.
Ausgelastet: Rechnen, ohne die Kommunikation darin.
Blase: ohne Arbeit, wartet auf die Pipeline.
Warten: in Kommunikation, deren letztes Mitglied noch nicht da ist.
Unverdeckt: Kommunikation, die keine Rechnung verdeckt.</translation>
    </message>
    <message>
        <source>communication %1</source>
        <translation>Kommunikation %1</translation>
    </message>
    <message>
        <source>range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>step %1:</source>
        <translation>Schritt %1:</translation>
    </message>
    <message>
        <source>modelled step</source>
        <translation>modellierter Schritt</translation>
    </message>
    <message>
        <source>modelled</source>
        <translation>modelliert</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>not explained %1</source>
        <translation>nicht erklärt %1</translation>
    </message>
    <message>
        <source>modelled: %1</source>
        <translation>modelliert: %1</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>measured step</source>
        <translation>gemessener Schritt</translation>
    </message>
    <message>
        <source>The stated step takes longer than what the model explains: optimizer, host and data are not in it.</source>
        <translation>Der genannte Schritt dauert länger, als das Modell erklärt: Optimizer, Host und Daten sind nicht darin.</translation>
    </message>
    <message>
        <source>%1 (of the host %2)</source>
        <translation>%1 (des Hosts %2)</translation>
    </message>
    <message>
        <source>whole recording</source>
        <translation>ganze Aufzeichnung</translation>
    </message>
    <message>
        <source>median of %1 steps</source>
        <translation>Median von %1 Schritten</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>busy %1</source>
        <translation>rechnet %1</translation>
    </message>
    <message>
        <source>bubble %1</source>
        <translation>Blase %1</translation>
    </message>
    <message>
        <source>waiting %1</source>
        <translation>Warten %1</translation>
    </message>
    <message>
        <source>exposed comm %1</source>
        <translation>unverd. Komm. %1</translation>
    </message>
    <message>
        <source>exposed %1</source>
        <translation>unverdeckt %1</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 Tokens/s</translation>
    </message>
    <message>
        <source>MFU %1</source>
        <translation>MFU %1</translation>
    </message>
    <message>
        <source>A GPU takes %1 tokens/s; at %2 GFLOP a token these are %3 TFLOP/s.</source>
        <translation>Eine GPU verarbeitet %1 Tokens/s; bei %2 GFLOP je Token sind das %3 TFLOP/s.</translation>
    </message>
    <message>
        <source>MFU: of the %1 TFLOP/s of half precision of its GPU, without what is computed again.</source>
        <translation>MFU: von den %1 TFLOP/s der GPU bei halber Genauigkeit, ohne was neu berechnet wird.</translation>
    </message>
    <message>
        <source>The log prints %1: it counts %2.</source>
        <translation>Das Log nennt %1: Es zählt %2.</translation>
    </message>
    <message>
        <source>The log prints %1: it counts otherwise.</source>
        <translation>Das Log nennt %1: Es zählt anders.</translation>
    </message>
    <message>
        <source>The log prints %1.</source>
        <translation>Das Log nennt %1.</translation>
    </message>
</context>
<context>
    <name>bubblescope::HelpDialog</name>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>Im Handbuch suchen</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>en</source>
        <comment>code of this language: folder of the translated manual</comment>
        <translation>de</translation>
    </message>
</context>
<context>
    <name>bubblescope::HistoryControl</name>
    <message>
        <source>The runs of this folder are being compared.</source>
        <translation>Die Läufe dieses Ordners werden verglichen.</translation>
    </message>
</context>
<context>
    <name>bubblescope::HistoryModel</name>
    <message>
        <source>Of a step, mean rank</source>
        <translation>Eines Schritts, mittlerer Rank</translation>
    </message>
    <message>
        <source>Build</source>
        <translation>Build</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>step (ms)</source>
        <translation>Schritt (ms)</translation>
    </message>
    <message>
        <source>Mean of the steps, without warmup and outliers</source>
        <translation>Mittel der Schritte, ohne Aufwärmen und Ausreißer</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>change (%)</source>
        <translation>Änderung (%)</translation>
    </message>
    <message>
        <source>Where the step became longer or shorter, and stayed so</source>
        <translation>Wo der Schritt länger oder kürzer wurde und es blieb</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>compute (ms)</source>
        <translation>Rechnen (ms)</translation>
    </message>
    <message>
        <source>Exposed comm.</source>
        <translation>Unverd. Komm.</translation>
    </message>
    <message>
        <source>exposed communication (ms)</source>
        <translation>unverdeckte Kommunikation (ms)</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>waiting (ms)</source>
        <translation>Warten (ms)</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>Blase</translation>
    </message>
    <message>
        <source>bubble (ms)</source>
        <translation>Blase (ms)</translation>
    </message>
    <message>
        <source>Idle, host</source>
        <translation>Leerlauf, Host</translation>
    </message>
    <message>
        <source>idle and host (ms)</source>
        <translation>Leerlauf und Host (ms)</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>memory (bytes)</source>
        <translation>Speicher (Byte)</translation>
    </message>
    <message>
        <source>Costs most</source>
        <translation>Kostet am meisten</translation>
    </message>
    <message>
        <source>Since %1: step %2, %3 instead of %4.</source>
        <translation>Seit %1: Schritt %2, %3 statt %4.</translation>
    </message>
</context>
<context>
    <name>bubblescope::HistoryView</name>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Step time of every build</source>
        <translation>Schrittzeit jedes Builds</translation>
    </message>
    <message>
        <source>No history</source>
        <translation>Kein Verlauf</translation>
    </message>
    <message>
        <source>Open a folder with several runs of one job to see since when its step takes longer.</source>
        <translation>Öffnen Sie einen Ordner mit mehreren Läufen eines Jobs, um zu sehen, seit wann sein Schritt länger dauert.</translation>
    </message>
    <message>
        <source>build</source>
        <translation>Build</translation>
    </message>
    <message>
        <source>step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>%1: step %2 (%3 to %4), %5</source>
        <translation>%1: Schritt %2 (%3 bis %4), %5</translation>
    </message>
    <message>
        <source>%1: step %2, %3</source>
        <translation>%1: Schritt %2, %3</translation>
    </message>
    <message>
        <source>One run of another job is left out.</source>
        <translation>Ein Lauf eines anderen Jobs ist ausgelassen.</translation>
    </message>
    <message>
        <source>%1 runs of other jobs are left out.</source>
        <translation>%1 Läufe anderer Jobs sind ausgelassen.</translation>
    </message>
    <message>
        <source>one step</source>
        <translation>ein Schritt</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritte</translation>
    </message>
    <message>
        <source>No other run of this folder is of the same job.</source>
        <translation>Kein anderer Lauf dieses Ordners gehört zum selben Job.</translation>
    </message>
</context>
<context>
    <name>bubblescope::IdealControl</name>
    <message>
        <source>%1 without stragglers</source>
        <translation>%1 ohne Nachzügler</translation>
    </message>
</context>
<context>
    <name>bubblescope::InequalityModel</name>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Which</source>
        <translation>Welcher</translation>
    </message>
    <message>
        <source>Slowdown</source>
        <translation>Verlangsamung</translation>
    </message>
    <message>
        <source>Mean step if this part alone keeps its recorded durations and all others are equal, against the step with all of them equal; of a rank: the lesser of those of its stage and data-parallel rank</source>
        <translation>Mittlerer Schritt, wenn nur dieser Teil seine gemessenen Dauern behält und alle anderen gleich sind, gegen den Schritt mit lauter gleichen; bei einem Rank: das kleinere von Stage und datenparallelem Rank</translation>
    </message>
    <message>
        <source>Excess</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>longer by (ms)</source>
        <translation>länger um (ms)</translation>
    </message>
    <message>
        <source>The same as time of a step</source>
        <translation>Dasselbe als Zeit eines Schritts</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stage</translation>
    </message>
    <message>
        <source>data-parallel rank</source>
        <translation>datenparalleler Rank</translation>
    </message>
    <message>
        <source>host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>The steps take %1 times as long as if all operations of a type took equally long.</source>
        <translation>Die Schritte dauern %1-mal so lange, wie wenn alle Operationen einer Art gleich lange dauerten.</translation>
    </message>
    <message>
        <source>Against their peers slow ranks cost more than that says: equal durations are the mean of all ranks, slow ones included.</source>
        <translation>Gegenüber ihresgleichen kosten langsame Ranks mehr, als das besagt: Gleiche Dauern sind das Mittel aller Ranks, auch der langsamen.</translation>
    </message>
    <message>
        <source>Its slow ranks cost %1 of the typical step together.</source>
        <translation>Die langsamen Ranks kosten zusammen %1 des typischen Schritts.</translation>
    </message>
    <message>
        <source>Against peers</source>
        <translation>Gegen Gleiche</translation>
    </message>
    <message>
        <source>against peers (ms)</source>
        <translation>gegen Gleiche (ms)</translation>
    </message>
    <message>
        <source>How much shorter the typical step would be if this rank alone computed as fast as its peers, as the finding about it says; of slow ranks only. The slowdown also counts what its stage has more to do</source>
        <translation>Um wie viel der typische Schritt kürzer wäre, wenn allein dieser Rank so schnell rechnete wie seinesgleichen, wie im Befund über ihn; nur von langsamen Ranks. Die Verlangsamung zählt auch, was seine Stage mehr zu tun hat</translation>
    </message>
    <message>
        <source>The slowest 3 % of the ranks explain %1 of that, the last stage %2.</source>
        <translation>Die langsamsten 3 % der Ranks erklären davon %1, die letzte Stage %2.</translation>
    </message>
    <message>
        <source>%1 steps in which not all ranks recorded the same operations are left out.</source>
        <translation>%1 Schritte, in denen nicht alle Ranks dieselben Operationen aufgezeichnet haben, bleiben weg.</translation>
    </message>
    <message>
        <source>1 step in which not all ranks recorded the same operations is left out.</source>
        <translation>1 Schritt, in dem nicht alle Ranks dieselben Operationen aufgezeichnet haben, bleibt weg.</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Launches make them %1 times as long again.</source>
        <translation>Das Starten der Operationen verlängert sie noch einmal auf das %1-Fache.</translation>
    </message>
</context>
<context>
    <name>bubblescope::InputBox</name>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Run logs</source>
        <translation>Logs</translation>
    </message>
    <message>
        <source>Workloads</source>
        <translation>Workloads</translation>
    </message>
    <message>
        <source>Layer tables</source>
        <translation>Layer-Tabellen</translation>
    </message>
    <message>
        <source>Found in %1:</source>
        <translation>Gefunden in %1:</translation>
    </message>
    <message>
        <source>Described jobs</source>
        <translation>Beschriebene Jobs</translation>
    </message>
</context>
<context>
    <name>bubblescope::IssueModel</name>
    <message>
        <source>Severity</source>
        <translation>Schweregrad</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>How often in this file</source>
        <translation>Wie oft in dieser Datei</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>First at</source>
        <translation>Zuerst bei</translation>
    </message>
    <message>
        <source>first offset (bytes)</source>
        <translation>erste Stelle (Bytes)</translation>
    </message>
    <message>
        <source>Bytes from the start of the uncompressed file</source>
        <translation>Bytes vom Anfang der entpackten Datei</translation>
    </message>
    <message>
        <source>First instance</source>
        <translation>Erstes Vorkommen</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>Rat</translation>
    </message>
    <message>
        <source>No issues</source>
        <translation>Keine Probleme</translation>
    </message>
    <message>
        <source>1 error</source>
        <translation>1 Fehler</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>%1 Fehler</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 Warnung</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 Warnungen</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 Hinweis</translation>
    </message>
    <message>
        <source>%1 notes</source>
        <translation>%1 Hinweise</translation>
    </message>
    <message>
        <source>and 1 more</source>
        <translation>und 1 weiteres</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
</context>
<context>
    <name>bubblescope::IssuesView</name>
    <message>
        <source>Name its columns …</source>
        <translation>Spalten benennen …</translation>
    </message>
    <message>
        <source>Say what each column of the table holds, and read it again</source>
        <translation>Angeben, was jede Spalte der Tabelle enthält, und sie neu lesen</translation>
    </message>
    <message>
        <source>Issues</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Files that were not recognised</source>
        <translation>Dateien, die nicht erkannt wurden</translation>
    </message>
    <message>
        <source>The chosen issue in full</source>
        <translation>Das gewählte Problem im Ganzen</translation>
    </message>
    <message>
        <source>Issues %1</source>
        <translation>Probleme %1</translation>
    </message>
    <message>
        <source>No issues</source>
        <translation>Keine Probleme</translation>
    </message>
    <message>
        <source>Open the folder of a run; what is wrong with its files is listed here.</source>
        <translation>Öffnen Sie den Ordner eines Laufs; was mit seinen Dateien nicht stimmt, steht hier.</translation>
    </message>
    <message>
        <source>There are no files here.</source>
        <translation>Hier liegen keine Dateien.</translation>
    </message>
    <message>
        <source>Every file in the folder was recognised and read to its end.</source>
        <translation>Jede Datei im Ordner wurde erkannt und bis zum Ende gelesen.</translation>
    </message>
    <message>
        <source>1 file was not recognised</source>
        <translation>1 Datei wurde nicht erkannt</translation>
    </message>
    <message>
        <source>%1 files were not recognised</source>
        <translation>%1 Dateien wurden nicht erkannt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>Befehl kopieren</translation>
    </message>
    <message>
        <source>Copy the command to be run first, with the name of the file</source>
        <translation>Den Befehl kopieren, der zuerst auszuführen ist, mit dem Namen der Datei</translation>
    </message>
</context>
<context>
    <name>bubblescope::KeptWhatIfs</name>
    <message>
        <source>What-if</source>
        <translation>Was-wäre-wenn</translation>
    </message>
    <message>
        <source>A click shows it in both timelines</source>
        <translation>Ein Klick zeigt es auf beiden Zeitachsen</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>Samples/s</translation>
    </message>
    <message>
        <source>samples per second</source>
        <translation>Samples je Sekunde</translation>
    </message>
    <message>
        <source>Samples per second</source>
        <translation>Samples je Sekunde</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>Gewinn</translation>
    </message>
    <message>
        <source>gain (%)</source>
        <translation>Gewinn (%)</translation>
    </message>
    <message>
        <source>In samples per second, beside the opened step</source>
        <translation>In Samples je Sekunde, gegenüber dem geöffneten Schritt</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>step (ms)</source>
        <translation>Schritt (ms)</translation>
    </message>
    <message>
        <source>How long the step takes</source>
        <translation>Wie lange der Schritt dauert</translation>
    </message>
    <message>
        <source>At least</source>
        <translation>Mindestens</translation>
    </message>
    <message>
        <source>at least (ms)</source>
        <translation>mindestens (ms)</translation>
    </message>
    <message>
        <source>The step is expected between both</source>
        <translation>Zwischen beiden wird der Schritt erwartet</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>at most (ms)</source>
        <translation>höchstens (ms)</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>memory (bytes)</source>
        <translation>Speicher (Bytes)</translation>
    </message>
    <message>
        <source>Of one GPU of the fullest stage, at its fullest moment</source>
        <translation>Einer GPU der vollsten Stage, wenn sie am vollsten ist</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>What it is a what-if of</source>
        <translation>Wovon es ein Was-wäre-wenn ist</translation>
    </message>
    <message>
        <source>opened</source>
        <translation>geöffnet</translation>
    </message>
    <message>
        <source>%1, does not fit</source>
        <translation>%1, passt nicht</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>expected between %1 and %2</source>
        <translation>erwartet zwischen %1 und %2</translation>
    </message>
    <message>
        <source>gain %1</source>
        <translation>Gewinn %1</translation>
    </message>
    <message>
        <source>memory %1</source>
        <translation>Speicher %1</translation>
    </message>
</context>
<context>
    <name>bubblescope::KeptWhatIfsTable</name>
    <message>
        <source>Kept what-ifs</source>
        <translation>Behaltene Was-wäre-wenn</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
</context>
<context>
    <name>bubblescope::KernelsDialog</name>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>What kernels with these names do; all others compute. The first entry that matches counts, yours before those that are built in. * stands for any text.</source>
        <translation>Was Kernel mit diesen Namen tun; alle anderen rechnen. Es gilt der erste Eintrag, der passt, die eigenen vor den eingebauten. * steht für beliebigen Text.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Woher</translation>
    </message>
    <message>
        <source>Names of kernels, and what they are</source>
        <translation>Namen von Kerneln, und was sie sind</translation>
    </message>
    <message>
        <source>Read the run by these</source>
        <translation>Den Lauf damit lesen</translation>
    </message>
    <message>
        <source>Take a &amp;file …</source>
        <translation>Eine &amp;Datei nehmen …</translation>
    </message>
    <message>
        <source>&amp;Without mine</source>
        <translation>&amp;Ohne eigene</translation>
    </message>
    <message>
        <source>Choose a table of kernels</source>
        <translation>Tabelle von Kerneln wählen</translation>
    </message>
    <message>
        <source>Tables of kernels (*.json)</source>
        <translation>Tabellen von Kerneln (*.json)</translation>
    </message>
    <message>
        <source>as the name says</source>
        <translation>wie der Name sagt</translation>
    </message>
    <message>
        <source>yours</source>
        <translation>eigene</translation>
    </message>
    <message>
        <source>built in</source>
        <translation>eingebaut</translation>
    </message>
</context>
<context>
    <name>bubblescope::KnobList</name>
    <message>
        <source>%1 knobs do not apply here</source>
        <translation>%1 Regler gelten hier nicht</translation>
    </message>
    <message>
        <source>0.3</source>
        <translation>0,3</translation>
    </message>
    <message>
        <source>1 knob does not apply here</source>
        <translation>1 Regler gilt hier nicht</translation>
    </message>
    <message>
        <source>9,9,9,5</source>
        <translation>9,9,9,5</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>Compute and host</source>
        <translation>Rechnen und Host</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>Hardware</translation>
    </message>
    <message>
        <source>It does not apply to this input.</source>
        <translation>Gilt nicht für diese Eingabe.</translation>
    </message>
    <message>
        <source>Parallelism</source>
        <translation>Parallelität</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>Rule for workloads</source>
        <translation>Regel für Workloads</translation>
    </message>
    <message>
        <source>See and change the values, with their sources</source>
        <translation>Die Werte mit ihren Quellen ansehen und ändern</translation>
    </message>
    <message>
        <source>SimAI-Analytical</source>
        <translation>SimAI-Analytical</translation>
    </message>
    <message>
        <source>always</source>
        <translation>immer</translation>
    </message>
    <message>
        <source>as 1F1B</source>
        <translation>wie 1F1B</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>event-driven</source>
        <translation>ereignisgesteuert</translation>
    </message>
    <message>
        <source>in the switch</source>
        <translation>im Switch</translation>
    </message>
    <message>
        <source>measured curve</source>
        <translation>gemessene Kurve</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>preset&apos;s</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>1-2=0.5</source>
        <translation>1-2=0.5</translation>
    </message>
    <message>
        <source>rank:3=1.3</source>
        <translation>rank:3=1.3</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>Ring</translation>
    </message>
    <message>
        <source>tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
</context>
<context>
    <name>bubblescope::KnobMoves</name>
    <message>
        <source>move %1</source>
        <translation>%1 bewegen</translation>
    </message>
</context>
<context>
    <name>bubblescope::KnobPresets</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>hardware</source>
        <translation>Hardware</translation>
    </message>
    <message>
        <source>Keep these knobs</source>
        <translation>Diese Regler behalten</translation>
    </message>
    <message>
        <source>Name of the set:</source>
        <translation>Name des Satzes:</translation>
    </message>
</context>
<context>
    <name>bubblescope::KnobRow</name>
    <message>
        <source>Back to the input&apos;s own value</source>
        <translation>Zurück zum eigenen Wert der Eingabe</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>%1 zurücksetzen</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
</context>
<context>
    <name>bubblescope::LaneNames</name>
    <message>
        <source>main thread</source>
        <translation>Haupt-Thread</translation>
    </message>
    <message>
        <source>autograd</source>
        <translation>Autograd</translation>
    </message>
</context>
<context>
    <name>bubblescope::LayerCostView</name>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>vorwärts</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>rückwärts</translation>
    </message>
    <message>
        <source>weight gradient</source>
        <translation>Gewichtsgradient</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>Source of the layer costs</source>
        <translation>Quelle der Layerkosten</translation>
    </message>
    <message>
        <source>Number of layers</source>
        <translation>Anzahl der Layer</translation>
    </message>
    <message>
        <source>Cost of each layer, as bars</source>
        <translation>Kosten jedes Layers, als Balken</translation>
    </message>
    <message>
        <source>Table: %1</source>
        <translation>Tabelle: %1</translation>
    </message>
    <message>
        <source>Log: %1</source>
        <translation>Protokoll: %1</translation>
    </message>
    <message>
        <source>Workload: %1</source>
        <translation>Workload: %1</translation>
    </message>
    <message>
        <source>Trace: %1</source>
        <translation>Trace: %1</translation>
    </message>
    <message>
        <source>No layer costs</source>
        <translation>Keine Layerkosten</translation>
    </message>
    <message>
        <source>Nothing in this folder distinguishes layers or stages. Add a layer table (work items, NeuSight or SimAI results), a SimAI or ASTRA-sim workload, or a log with forward times by layer.</source>
        <translation>Nichts in diesem Ordner unterscheidet Layer oder Stages. Legen Sie eine Layertabelle (Work Items, Ergebnisse von NeuSight oder SimAI), einen Workload von SimAI oder ASTRA-sim oder ein Protokoll mit Vorwärtszeiten je Layer hinein.</translation>
    </message>
    <message>
        <source>Open the folder of a run to see what its layers cost.</source>
        <translation>Öffnen Sie den Ordner eines Laufs, um zu sehen, was seine Layer kosten.</translation>
    </message>
    <message>
        <source>This source names no layers.</source>
        <translation>Diese Quelle nennt keine Layer.</translation>
    </message>
    <message>
        <source>The table holds one layer; %1 says there are %2</source>
        <translation>Die Tabelle enthält einen Layer; laut %1 sind es %2</translation>
    </message>
    <message>
        <source>its file</source>
        <translation>ihrer Datei</translation>
    </message>
    <message>
        <source>The table holds one layer; how many the model has</source>
        <translation>Die Tabelle enthält einen Layer; wie viele das Modell hat</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>Layer %1</translation>
    </message>
    <message>
        <source>stages %1 and %2</source>
        <translation>Stages %1 und %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>total: %1</source>
        <translation>Summe: %1</translation>
    </message>
    <message>
        <source>%1 of all</source>
        <translation>%1 von allem</translation>
    </message>
    <message>
        <source>messages: %1</source>
        <translation>Nachrichten: %1</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stage</translation>
    </message>
</context>
<context>
    <name>bubblescope::LayerCosts</name>
    <message>
        <source>GPU time of what each module launches in its forward pass, per rank and step: %1 in all.</source>
        <translation>GPU-Zeit dessen, was jedes Modul in seinem Vorwärtsdurchlauf startet, je Rank und Schritt: zusammen %1.</translation>
    </message>
    <message>
        <source>Time of the host in the forward pass of each module, per rank and step: %1 in all.</source>
        <translation>Zeit des Hosts im Vorwärtsdurchlauf jedes Moduls, je Rank und Schritt: zusammen %1.</translation>
    </message>
</context>
<context>
    <name>bubblescope::LayerModel</name>
    <message>
        <source>Stage</source>
        <translation>Stage</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Where the row stands, and how often it is repeated</source>
        <translation>Wo die Zeile steht und wie oft sie sich wiederholt</translation>
    </message>
    <message>
        <source>Pipeline stage that ran it</source>
        <translation>Pipeline-Stage, die ihn ausführte</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>forward (ms)</source>
        <translation>vorwärts (ms)</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>backward (ms)</source>
        <translation>rückwärts (ms)</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>weight gradient (ms)</source>
        <translation>Gewichtsgradient (ms)</translation>
    </message>
    <message>
        <source>Weight gradient</source>
        <translation>Gewichtsgradient</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>communication (ms)</source>
        <translation>Kommunikation (ms)</translation>
    </message>
    <message>
        <source>Exposed: not hidden behind compute</source>
        <translation>Unverdeckt: nicht hinter Rechnen verborgen</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>total (ms)</source>
        <translation>Summe (ms)</translation>
    </message>
    <message>
        <source>Of one repeat, as the file states it or summed</source>
        <translation>Einer Wiederholung, wie von der Datei angegeben oder summiert</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>share (%)</source>
        <translation>Anteil (%)</translation>
    </message>
    <message>
        <source>Of all layers together, repeats counted</source>
        <translation>Aller Layer zusammen, Wiederholungen gezählt</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>messages (bytes)</source>
        <translation>Nachrichten (Bytes)</translation>
    </message>
    <message>
        <source>Communication asked for, all passes</source>
        <translation>Angeforderte Kommunikation, alle Durchgänge</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
</context>
<context>
    <name>bubblescope::Legend</name>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
</context>
<context>
    <name>bubblescope::LoadBar</name>
    <message>
        <source>Loading</source>
        <translation>Lade</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Looking at the files …</source>
        <translation>Dateien werden angesehen …</translation>
    </message>
    <message>
        <source>Looking at the files: %1 so far …</source>
        <translation>Dateien werden angesehen: bisher %1 …</translation>
    </message>
    <message>
        <source>Putting the runs together …</source>
        <translation>Läufe werden zusammengesetzt …</translation>
    </message>
    <message>
        <source>%1 (%2 of %3)</source>
        <translation>%1 (%2 von %3)</translation>
    </message>
    <message>
        <source>Reading: %1 of %2, %3 of %4</source>
        <translation>Lese: %1 von %2, %3 von %4</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 Datei</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 Dateien</translation>
    </message>
</context>
<context>
    <name>bubblescope::LoadControl</name>
    <message>
        <source>More ranks cannot be read. %1</source>
        <translation>Weitere Ranks sind nicht lesbar. %1</translation>
    </message>
    <message>
        <source>Files of this run changed on disk.</source>
        <translation>Dateien dieses Laufs haben sich geändert.</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Nothing was opened. %1 %2</source>
        <translation>Es wurde nichts geöffnet. %1 %2</translation>
    </message>
    <message>
        <source>Loading was cancelled: what was read by then is shown. Reload reads all of it.</source>
        <translation>Das Laden wurde abgebrochen: zu sehen ist, was bis dahin gelesen war. Neu laden liest alles.</translation>
    </message>
    <message>
        <source>Loading was cancelled: nothing was opened.</source>
        <translation>Das Laden wurde abgebrochen: nichts wurde geöffnet.</translation>
    </message>
</context>
<context>
    <name>bubblescope::LossCurveView</name>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Curves over the steps</source>
        <translation>Kurven über die Schritte</translation>
    </message>
    <message>
        <source>Logs ▾</source>
        <translation>Protokolle ▾</translation>
    </message>
    <message>
        <source>Which logs are drawn</source>
        <translation>Welche Protokolle gezeichnet werden</translation>
    </message>
    <message>
        <source>No curves</source>
        <translation>Keine Kurven</translation>
    </message>
    <message>
        <source>Open the folder of a run to see its loss and step times.</source>
        <translation>Öffnen Sie den Ordner eines Laufs, um Loss und Schrittzeiten zu sehen.</translation>
    </message>
    <message>
        <source>There is no run log in this folder. Put what the training printed beside the other files: opt_prime, Megatron-LM, DeepSpeed and torchtitan logs are read.</source>
        <translation>In diesem Ordner liegt kein Laufprotokoll. Legen Sie neben die anderen Dateien, was das Training ausgegeben hat: Protokolle von opt_prime, Megatron-LM, DeepSpeed und torchtitan werden gelesen.</translation>
    </message>
    <message>
        <source>The run logs in this folder print no steps.</source>
        <translation>Die Laufprotokolle in diesem Ordner geben keine Schritte aus.</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1, Schritt %2</translation>
    </message>
    <message>
        <source>first step of the log: warmup</source>
        <translation>erster Schritt des Protokolls: Aufwärmen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>step time from time stamps</source>
        <translation>Schrittzeit aus Zeitstempeln</translation>
    </message>
    <message>
        <source>%1 other logs, a click on a curve chooses it</source>
        <translation>%1 weitere Logs, ein Klick auf eine Kurve wählt sie</translation>
    </message>
    <message>
        <source>What is drawn</source>
        <translation>Was gezeichnet wird</translation>
    </message>
</context>
<context>
    <name>bubblescope::MainWindow</name>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Simulate</source>
        <translation>Simulation</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Stages</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre, wenn</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Issues</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Search %1</source>
        <translation>Suche %1</translation>
    </message>
    <message>
        <source>Ctrl + wheel or W and S zoom at the pointer · drag selects a range of time · ? shows all keys</source>
        <translation>Strg + Mausrad oder W und S zoomen am Mauszeiger · Ziehen wählt einen Zeitbereich · ? zeigt alle Tasten</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>Flame</source>
        <translation>Flammen</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>Geschrieben: %1</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Abfrage</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Stragglers</source>
        <translation>Nachzügler</translation>
    </message>
    <message>
        <source>Hang</source>
        <translation>Hänger</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Untätig</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Kept what-ifs</source>
        <translation>Behaltene Was-wäre-wenn</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
</context>
<context>
    <name>bubblescope::Manual</name>
    <message>
        <source>zoom in and out at the pointer (Shift: faster)</source>
        <translation>am Mauszeiger hinein- und herauszoomen (Umschalt: schneller)</translation>
    </message>
    <message>
        <source>move left and right (Shift: faster)</source>
        <translation>nach links und rechts (Umschalt: schneller)</translation>
    </message>
    <message>
        <source>Ctrl + wheel</source>
        <translation>Strg + Mausrad</translation>
    </message>
    <message>
        <source>zoom at the pointer</source>
        <translation>am Mauszeiger zoomen</translation>
    </message>
    <message>
        <source>wheel, Shift + wheel</source>
        <translation>Mausrad, Umschalt + Mausrad</translation>
    </message>
    <message>
        <source>scroll ranks, move in time</source>
        <translation>durch die Ranks, durch die Zeit</translation>
    </message>
    <message>
        <source>drag</source>
        <translation>ziehen</translation>
    </message>
    <message>
        <source>select a range of time; its edges snap to spans and can be dragged</source>
        <translation>einen Zeitbereich wählen; seine Ränder rasten an Spans ein und lassen sich ziehen</translation>
    </message>
    <message>
        <source>click, double click</source>
        <translation>Klick, Doppelklick</translation>
    </message>
    <message>
        <source>select a span, zoom to it</source>
        <translation>einen Span wählen, auf ihn zoomen</translation>
    </message>
    <message>
        <source>centre the selection; again: fit it</source>
        <translation>die Auswahl in die Mitte; noch einmal: sie einpassen</translation>
    </message>
    <message>
        <source>Shift + F</source>
        <translation>Umschalt + F</translation>
    </message>
    <message>
        <source>all ranks in sight, as far as they can be</source>
        <translation>alle Ranks im Blick, soweit das geht</translation>
    </message>
    <message>
        <source>drag a name, Alt + ↑ ↓</source>
        <translation>einen Namen ziehen, Alt + ↑ ↓</translation>
    </message>
    <message>
        <source>place a rank among those of its stage, or a stage with its ranks</source>
        <translation>einen Rank unter denen seiner Stage verschieben, oder eine Stage mit ihren Ranks</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Pos1</translation>
    </message>
    <message>
        <source>the whole run</source>
        <translation>der ganze Lauf</translation>
    </message>
    <message>
        <source>previous and next span of the lane</source>
        <translation>voriger und nächster Span der Spur</translation>
    </message>
    <message>
        <source>lane above and below</source>
        <translation>Spur darüber und darunter</translation>
    </message>
    <message>
        <source>set a marker; two show their distance</source>
        <translation>eine Marke setzen; zwei zeigen ihren Abstand</translation>
    </message>
    <message>
        <source>the critical path over the spans</source>
        <translation>der kritische Pfad über den Spans</translation>
    </message>
    <message>
        <source>Shift + drag</source>
        <translation>Umschalt + ziehen</translation>
    </message>
    <message>
        <source>measure a time, on one rank or several</source>
        <translation>eine Zeit messen, auf einem Rank oder mehreren</translation>
    </message>
    <message>
        <source>write a note about what is measured or selected, or where the pointer is; Enter keeps it</source>
        <translation>eine Notiz schreiben, zum Gemessenen oder Ausgewählten oder dort, wo der Mauszeiger ist; Enter behält sie</translation>
    </message>
    <message>
        <source>double click, drag a note</source>
        <translation>Doppelklick auf eine Notiz, sie ziehen</translation>
    </message>
    <message>
        <source>change its text; move it, or its edges; out of its band it stays where it is put</source>
        <translation>ihren Text ändern; sie oder ihre Ränder bewegen; außerhalb ihres Streifens bleibt sie, wo sie hingelegt wird</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Entf</translation>
    </message>
    <message>
        <source>delete the marked note</source>
        <translation>die markierte Notiz löschen</translation>
    </message>
    <message>
        <source>Enter, Shift + Enter</source>
        <translation>Enter, Umschalt + Enter</translation>
    </message>
    <message>
        <source>in the search field: next and previous match</source>
        <translation>im Suchfeld: nächster und voriger Treffer</translation>
    </message>
    <message>
        <source>end the search, drop the selection</source>
        <translation>Suche beenden, Auswahl aufheben</translation>
    </message>
    <message>
        <source>Keys and search</source>
        <translation>Tasten und Suche</translation>
    </message>
    <message>
        <source>In the timeline</source>
        <translation>In der Zeitachse</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Taste</translation>
    </message>
    <message>
        <source>what it does</source>
        <translation>was sie tut</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>Überall</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>All terms must hold. Words without a key are looked for in the names and details of spans.</source>
        <translation>Alle Ausdrücke müssen zutreffen. Wörter ohne Schlüssel werden in Namen und Einzelheiten der Spans gesucht.</translation>
    </message>
    <message>
        <source>term</source>
        <translation>Ausdruck</translation>
    </message>
    <message>
        <source>meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>File names</source>
        <translation>Dateinamen</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>usual names; the content decides</source>
        <translation>übliche Namen; der Inhalt entscheidet</translation>
    </message>
    <message>
        <source>issue</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Compiler</source>
        <translation>Compiler</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>GNU General Public License, version 3 or later</source>
        <translation>GNU General Public License, Version 3 oder neuer</translation>
    </message>
    <message>
        <source>Timelines, costs and what-ifs of distributed training runs.</source>
        <translation>Zeitachsen, Kosten und Was-wäre-wenn verteilter Trainingsläufe.</translation>
    </message>
    <message>
        <source>version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Free software, without any warranty. Please quote these versions in bug reports.</source>
        <translation>Freie Software ohne jede Gewährleistung. Bitte nennen Sie diese Versionen in Fehlerberichten.</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Über</translation>
    </message>
</context>
<context>
    <name>bubblescope::MemorySiteModel</name>
    <message>
        <source>Memory for</source>
        <translation>Speicher für</translation>
    </message>
    <message>
        <source>By the code that took it</source>
        <translation>Nach dem Code, der ihn nahm</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>size (bytes)</source>
        <translation>Größe (Byte)</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>share (%)</source>
        <translation>Anteil (%)</translation>
    </message>
    <message>
        <source>Of what is allocated at this instant</source>
        <translation>An dem, was in diesem Augenblick belegt ist</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>Of PyTorch, that took it</source>
        <translation>Von PyTorch, die ihn nahm</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>The innermost line outside PyTorch; hover a row for the whole stack</source>
        <translation>Die innerste Zeile außerhalb von PyTorch; über einer Zeile steht der ganze Stapel</translation>
    </message>
</context>
<context>
    <name>bubblescope::MemoryView</name>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>GPU whose memory is shown</source>
        <translation>GPU, deren Speicher gezeigt wird</translation>
    </message>
    <message>
        <source>Allocated memory over time</source>
        <translation>Belegter Speicher über die Zeit</translation>
    </message>
    <message>
        <source>No memory snapshot</source>
        <translation>Kein Speicherabbild</translation>
    </message>
    <message>
        <source>Record one with torch.cuda.memory._record_memory_history() and write it with torch.cuda.memory._dump_snapshot(&quot;rank0.pickle&quot;), beside the other files of the run.</source>
        <translation>Mit torch.cuda.memory._record_memory_history() aufzeichnen und mit torch.cuda.memory._dump_snapshot(&quot;rank0.pickle&quot;) neben die anderen Dateien des Laufs schreiben.</translation>
    </message>
    <message>
        <source>%1, %2: peak %3</source>
        <translation>%1, %2: Spitze %3</translation>
    </message>
    <message>
        <source>Peak: %1 allocated, of %2 reserved.</source>
        <translation>Spitze: %1 belegt, von %2 reservierten.</translation>
    </message>
    <message>
        <source>Peak: %1 allocated.</source>
        <translation>Spitze: %1 belegt.</translation>
    </message>
    <message>
        <source>event %1</source>
        <translation>Ereignis %1</translation>
    </message>
    <message>
        <source>Shown: %1 allocated at %2.</source>
        <translation>Gezeigt: %1 belegt bei %2.</translation>
    </message>
    <message>
        <source>Most of it, %1, is %2.</source>
        <translation>Das meiste davon, %1: %2.</translation>
    </message>
    <message>
        <source>One allocation failed: out of memory.</source>
        <translation>Eine Anforderung schlug fehl: kein Speicher mehr.</translation>
    </message>
    <message>
        <source>%1 allocations failed: out of memory.</source>
        <translation>%1 Anforderungen schlugen fehl: kein Speicher mehr.</translation>
    </message>
    <message>
        <source>Without times: events in their order.</source>
        <translation>Ohne Zeiten: Ereignisse in ihrer Reihenfolge.</translation>
    </message>
    <message>
        <source>reserved (dashed)</source>
        <translation>reserviert (gestrichelt)</translation>
    </message>
    <message>
        <source>time since the recording began</source>
        <translation>Zeit seit Beginn der Aufzeichnung</translation>
    </message>
    <message>
        <source>event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>allocated memory</source>
        <translation>belegter Speicher</translation>
    </message>
</context>
<context>
    <name>bubblescope::MessageBar</name>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
</context>
<context>
    <name>bubblescope::MessageStack</name>
    <message>
        <source>%1 messages</source>
        <translation>%1 Meldungen</translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation>Weniger zeigen</translation>
    </message>
    <message>
        <source>%1 more messages</source>
        <translation>%1 weitere Meldungen</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
</context>
<context>
    <name>bubblescope::NoteEditor</name>
    <message>
        <source>Text of the note</source>
        <translation>Text der Notiz</translation>
    </message>
    <message>
        <source>Text, then Enter</source>
        <translation>Text, dann Enter</translation>
    </message>
</context>
<context>
    <name>bubblescope::NoteLayer</name>
    <message>
        <source>N keeps it as a note, Esc drops it</source>
        <translation>N behält es als Notiz, Esc verwirft es</translation>
    </message>
    <message>
        <source>What this note was about is no longer in the run.</source>
        <translation>Worum es in dieser Notiz ging, ist nicht mehr im Lauf.</translation>
    </message>
    <message>
        <source>1 more note here; zoom in, or see the Notes panel.</source>
        <translation>1 weitere Notiz hier; zoomen Sie hinein, oder sehen Sie im Bereich Notizen nach.</translation>
    </message>
    <message>
        <source>%1 more notes here; zoom in, or see the Notes panel.</source>
        <translation>%1 weitere Notizen hier; zoomen Sie hinein, oder sehen Sie im Bereich Notizen nach.</translation>
    </message>
    <message>
        <source>Double click edits, drag moves.</source>
        <translation>Doppelklick bearbeitet, Ziehen bewegt.</translation>
    </message>
    <message>
        <source>Edit note</source>
        <translation>Notiz bearbeiten</translation>
    </message>
    <message>
        <source>Colour of the note</source>
        <translation>Farbe der Notiz</translation>
    </message>
    <message>
        <source>Arrow to what it is about</source>
        <translation>Pfeil auf das, worum es geht</translation>
    </message>
    <message>
        <source>Back to the band above</source>
        <translation>Zurück in den Streifen oben</translation>
    </message>
    <message>
        <source>Delete note</source>
        <translation>Notiz löschen</translation>
    </message>
    <message>
        <source>Note on this span</source>
        <translation>Notiz zu diesem Span</translation>
    </message>
    <message>
        <source>Note at %1</source>
        <translation>Notiz bei %1</translation>
    </message>
    <message>
        <source>Note on the selected range</source>
        <translation>Notiz zum gewählten Bereich</translation>
    </message>
    <message>
        <source>Note on %1 in the selected range</source>
        <translation>Notiz zu %1 im gewählten Bereich</translation>
    </message>
    <message>
        <source>Keep what was measured as a note</source>
        <translation>Gemessenes als Notiz behalten</translation>
    </message>
</context>
<context>
    <name>bubblescope::NoteModel</name>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>The span, time, range or ranks it is tied to</source>
        <translation>Span, Zeit, Bereich oder Ranks, an denen sie hängt</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>time (ms)</source>
        <translation>Zeit (ms)</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>length (ms)</source>
        <translation>Länge (ms)</translation>
    </message>
    <message>
        <source>Of the span or range</source>
        <translation>Des Spans oder Bereichs</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>The run, or the knobs of the simulated one, that it belongs to</source>
        <translation>Der Lauf oder die Regler des simulierten, zu dem sie gehört</translation>
    </message>
    <message>
        <source>%1 (no longer in the run)</source>
        <translation>%1 (nicht mehr im Lauf)</translation>
    </message>
    <message>
        <source>modelled</source>
        <translation>modelliert</translation>
    </message>
    <message>
        <source>simulated: %1</source>
        <translation>simuliert: %1</translation>
    </message>
    <message>
        <source>What this note was about is no longer in the run; it stands where it was.</source>
        <translation>Worum es in dieser Notiz ging, ist nicht mehr im Lauf; sie steht, wo es war.</translation>
    </message>
    <message>
        <source>%1 (its run is no longer in the folder)</source>
        <translation>%1 (der Lauf ist nicht mehr im Ordner)</translation>
    </message>
    <message>
        <source>Nothing that is open is called %1. The note is kept, and shown again with its run.</source>
        <translation>Nichts Geöffnetes heißt %1. Die Notiz bleibt erhalten und erscheint wieder mit ihrem Lauf.</translation>
    </message>
    <message>
        <source>Counts as the ruler does: from the begin of the chosen step</source>
        <translation>Zählt wie das Lineal: vom Beginn des gewählten Schritts</translation>
    </message>
</context>
<context>
    <name>bubblescope::NotesControl</name>
    <message>
        <source>write note</source>
        <translation>Notiz schreiben</translation>
    </message>
    <message>
        <source>delete note</source>
        <translation>Notiz löschen</translation>
    </message>
    <message>
        <source>change note</source>
        <translation>Notiz ändern</translation>
    </message>
    <message>
        <source>knobs of a note</source>
        <translation>Regler einer Notiz</translation>
    </message>
    <message>
        <source>What 1 note is about is no longer in the run. It is kept and stands where it was.</source>
        <translation>Worum es in 1 Notiz geht, ist nicht mehr im Lauf. Sie bleibt und steht, wo sie war.</translation>
    </message>
    <message>
        <source>What %1 notes are about is no longer in the run. They are kept and stand where they were.</source>
        <translation>Worum es in %1 Notizen geht, ist nicht mehr im Lauf. Sie bleiben und stehen, wo sie waren.</translation>
    </message>
    <message>
        <source>The run of this note, %1, is no longer in the folder.</source>
        <translation>Der Lauf dieser Notiz, %1, ist nicht mehr im Ordner.</translation>
    </message>
    <message>
        <source>The run of 1 note is no longer in the folder. The note is kept.</source>
        <translation>Der Lauf von 1 Notiz ist nicht mehr im Ordner. Die Notiz bleibt erhalten.</translation>
    </message>
    <message>
        <source>The runs of %1 notes are no longer in the folder. They are kept.</source>
        <translation>Die Läufe von %1 Notizen sind nicht mehr im Ordner. Die Notizen bleiben erhalten.</translation>
    </message>
</context>
<context>
    <name>bubblescope::NotesView</name>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Arrow</source>
        <translation>Pfeil</translation>
    </message>
    <message>
        <source>Show where</source>
        <translation>Zeigen, wo</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Text of the note</source>
        <translation>Text der Notiz</translation>
    </message>
    <message>
        <source>Colour of the note</source>
        <translation>Farbe der Notiz</translation>
    </message>
    <message>
        <source>A line from the text to what it is about</source>
        <translation>Eine Linie vom Text zu dem, worum es geht</translation>
    </message>
    <message>
        <source>Notes %1</source>
        <translation>Notizen %1</translation>
    </message>
    <message>
        <source>No notes</source>
        <translation>Keine Notizen</translation>
    </message>
    <message>
        <source>N writes one about the selected span or range, or where the pointer is. Shift + drag measures; N keeps that, too. A right click offers all of it.</source>
        <translation>N schreibt eine zum gewählten Span oder Bereich oder dort, wo der Mauszeiger ist. Umschalt + Ziehen misst; N behält auch das. Ein Rechtsklick bietet alles an.</translation>
    </message>
    <message>
        <source>Open a run with a timeline to write notes in it.</source>
        <translation>Öffnen Sie einen Lauf mit Zeitachse, um Notizen hineinzuschreiben.</translation>
    </message>
    <message>
        <source>Choose a note to change it.</source>
        <translation>Wählen Sie eine Notiz, um sie zu ändern.</translation>
    </message>
</context>
<context>
    <name>bubblescope::OperatorModel</name>
    <message>
        <source>(launch not recorded)</source>
        <translation>(Start nicht aufgezeichnet)</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
</context>
<context>
    <name>bubblescope::OperatorsView</name>
    <message>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>Kernels</translation>
    </message>
    <message>
        <source>kernels by operator</source>
        <translation>Kernels je Operator</translation>
    </message>
    <message>
        <source>operators of the host</source>
        <translation>Operatoren des Hosts</translation>
    </message>
    <message>
        <source>What is listed</source>
        <translation>Was aufgelistet wird</translation>
    </message>
    <message>
        <source>No operators</source>
        <translation>Keine Operatoren</translation>
    </message>
    <message>
        <source>Operators and kernels are recorded by a profiler. Open the traces of the PyTorch profiler.</source>
        <translation>Operatoren und Kernels zeichnet ein Profiler auf. Öffnen Sie Traces des PyTorch-Profilers.</translation>
    </message>
    <message>
        <source>counting, %1</source>
        <translation>zählt, %1</translation>
    </message>
    <message>
        <source>%1 names</source>
        <translation>%1 Namen</translation>
    </message>
    <message>
        <source>1 name</source>
        <translation>1 Name</translation>
    </message>
    <message>
        <source>%1 in the selected range</source>
        <translation>%1 im gewählten Bereich</translation>
    </message>
    <message>
        <source>%1 in step %2</source>
        <translation>%1 in Schritt %2</translation>
    </message>
    <message>
        <source>%1 in the run</source>
        <translation>%1 im Lauf</translation>
    </message>
    <message>
        <source>%1, only %2</source>
        <translation>%1, nur %2</translation>
    </message>
</context>
<context>
    <name>bubblescope::OverviewStrip</name>
    <message>
        <source>Overview of the whole run</source>
        <translation>Übersicht des ganzen Laufs</translation>
    </message>
</context>
<context>
    <name>bubblescope::PathOverlay</name>
    <message>
        <source>critical path of %1</source>
        <translation>kritischer Pfad von %1</translation>
    </message>
    <message>
        <source>critical path</source>
        <translation>kritischer Pfad</translation>
    </message>
</context>
<context>
    <name>bubblescope::QueryEditor</name>
    <message>
        <source>Query</source>
        <translation>Abfrage</translation>
    </message>
    <message>
        <source>SELECT … FROM spans — Ctrl+Enter runs, Ctrl+Space completes</source>
        <translation>SELECT … FROM spans — Strg+Eingabe führt aus, Strg+Leertaste ergänzt</translation>
    </message>
</context>
<context>
    <name>bubblescope::QueryPlot</name>
    <message>
        <source>Plotted column</source>
        <translation>Gezeichnete Spalte</translation>
    </message>
    <message>
        <source>Column along the bottom</source>
        <translation>Spalte entlang der Waagerechten</translation>
    </message>
    <message>
        <source>Plot of the answer</source>
        <translation>Diagramm der Antwort</translation>
    </message>
    <message>
        <source>over</source>
        <translation>über</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
</context>
<context>
    <name>bubblescope::QueryView</name>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Abfrage</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Queries that are ready to be run</source>
        <translation>Fertige Abfragen</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>Markieren</translation>
    </message>
    <message>
        <source>Marks in the timeline where the rows are: spans, and times of ranks</source>
        <translation>Markiert in der Zeitachse, wo die Zeilen sind: Spans und Zeiten von Ranks</translation>
    </message>
    <message>
        <source>One column of numbers over another; click a heading to choose the column</source>
        <translation>Eine Spalte von Zahlen über einer anderen; ein Klick auf die Überschrift wählt die Spalte</translation>
    </message>
    <message>
        <source>Nothing is open</source>
        <translation>Nichts ist geöffnet</translation>
    </message>
    <message>
        <source>Queries are about runs, logs, workloads and layer tables.</source>
        <translation>Abfragen handeln von Läufen, Logs, Workloads und Layertabellen.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Strg+Eingabe</translation>
    </message>
    <message>
        <source>running …</source>
        <translation>läuft …</translation>
    </message>
    <message>
        <source>The first %1 rows</source>
        <translation>Die ersten %1 Zeilen</translation>
    </message>
    <message>
        <source>Ctrl+Enter runs it.</source>
        <translation>Strg+Eingabe führt sie aus.</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>1 row</source>
        <translation>1 Zeile</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>The answer is shown here, as a table and as a plot. Run the query, or choose one of the questions.</source>
        <translation>Hier erscheint die Antwort, als Tabelle und als Diagramm. Führen Sie die Abfrage aus, oder wählen Sie eine der Fragen.</translation>
    </message>
</context>
<context>
    <name>bubblescope::RangeBar</name>
    <message>
        <source>Range of the answer</source>
        <translation>Spanne der Antwort</translation>
    </message>
</context>
<context>
    <name>bubblescope::RangeTrail</name>
    <message>
        <source>Ranges visited</source>
        <translation>Besuchte Bereiche</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>selected %1 ×</source>
        <translation>ausgewählt %1 ×</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>bubblescope::RankHeatMap</name>
    <message>
        <source>Rank heat map</source>
        <translation>Heatmap der Ranks</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Ausgelastet</translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation>Blase der Pipeline</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>Unverdeckte Kommunikation</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Untätig</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Figure that colours the ranks</source>
        <translation>Kennzahl, nach der die Ranks gefärbt sind</translation>
    </message>
    <message>
        <source>Ranks as a grid</source>
        <translation>Ranks als Gitter</translation>
    </message>
    <message>
        <source>No ranks</source>
        <translation>Keine Ranks</translation>
    </message>
    <message>
        <source>There is no rank trace in this folder, so nothing is known of single ranks.</source>
        <translation>In diesem Ordner liegt kein Rank-Trace, darum ist nichts über einzelne Ranks bekannt.</translation>
    </message>
    <message>
        <source>Open the folder of a run to compare its ranks.</source>
        <translation>Öffnen Sie den Ordner eines Laufs, um seine Ranks zu vergleichen.</translation>
    </message>
    <message>
        <source>No times</source>
        <translation>Keine Zeiten</translation>
    </message>
    <message>
        <source>A plan gives the order of operations of each stage, but no times to compare.</source>
        <translation>Ein Plan gibt die Reihenfolge der Operationen jeder Stage an, aber keine Zeiten zum Vergleichen.</translation>
    </message>
    <message>
        <source>dp %1</source>
        <translation>DP %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>median over the steps</source>
        <translation>Median über die Schritte</translation>
    </message>
    <message>
        <source>still being computed</source>
        <translation>wird noch berechnet</translation>
    </message>
    <message>
        <source>of its own time</source>
        <translation>seiner eigenen Zeit</translation>
    </message>
    <message>
        <source>Share of each rank&apos;s own time: they were recorded one after another</source>
        <translation>Anteil an der eigenen Zeit jedes Ranks: sie wurden nacheinander aufgezeichnet</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stage</translation>
    </message>
    <message>
        <source>data parallel %1 · tensor parallel %2</source>
        <translation>datenparallel %1 · tensorparallel %2</translation>
    </message>
    <message>
        <source>its file is missing</source>
        <translation>seine Datei fehlt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>host %1</source>
        <translation>Host %1</translation>
    </message>
    <message>
        <source>clock not comparable: drawn from its own start</source>
        <translation>Uhr nicht vergleichbar: ab eigenem Beginn gezeichnet</translation>
    </message>
    <message>
        <source>data parallel, in groups of %1 tensor-parallel ranks</source>
        <translation>datenparallel, in Gruppen zu %1 tensorparallelen Ranks</translation>
    </message>
    <message>
        <source>data parallel</source>
        <translation>datenparallel</translation>
    </message>
    <message>
        <source>dp %1 ep %2</source>
        <translation>DP %1 EP %2</translation>
    </message>
    <message>
        <source>experts over %1 replicas</source>
        <translation>Experten über %1 Replikate</translation>
    </message>
    <message>
        <source>lines between hosts</source>
        <translation>Linien zwischen Hosts</translation>
    </message>
    <message>
        <source>expert parallel %1</source>
        <translation>expert-parallel %1</translation>
    </message>
    <message>
        <source>by stage</source>
        <translation>nach Stage</translation>
    </message>
    <message>
        <source>by host</source>
        <translation>nach Host</translation>
    </message>
    <message>
        <source>Order of the ranks</source>
        <translation>Reihenfolge der Ranks</translation>
    </message>
    <message>
        <source>Computing, without the communication inside it: a share of the step</source>
        <translation>Rechnen, ohne die Kommunikation darin: ein Anteil des Schritts</translation>
    </message>
    <message>
        <source>Compute, against the peers</source>
        <translation>Rechnen, gegen die anderen</translation>
    </message>
    <message>
        <source>Against the median rank of the same stage</source>
        <translation>Gegen den mittleren Rank derselben Stage</translation>
    </message>
    <message>
        <source>One rank</source>
        <translation>Ein Rank</translation>
    </message>
    <message>
        <source>There is only %1: no other to compare it with.</source>
        <translation>Es gibt nur %1: keinen anderen zum Vergleich.</translation>
    </message>
    <message>
        <source>There is only %1, which computes for %2 of its time: no other to compare it with.</source>
        <translation>Es gibt nur %1, der %2 seiner Zeit rechnet: keinen anderen zum Vergleich.</translation>
    </message>
</context>
<context>
    <name>bubblescope::RankTableModel</name>
    <message>
        <source>%1 (ms)</source>
        <translation>%1 (ms)</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stage</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>exposed comm</source>
        <translation>unverd. Komm.</translation>
    </message>
    <message>
        <source>Transfers that no compute hides</source>
        <translation>Übertragungen, die kein Rechnen verdeckt</translation>
    </message>
    <message>
        <source>overlapped</source>
        <translation>überlappt</translation>
    </message>
    <message>
        <source>Communication beside compute; no part of the total</source>
        <translation>Kommunikation neben dem Rechnen; kein Teil der Summe</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>In collectives</source>
        <translation>In Kollektiven</translation>
    </message>
    <message>
        <source>warmup bubble</source>
        <translation>Blase, Anlauf</translation>
    </message>
    <message>
        <source>steady bubble</source>
        <translation>Blase, eingeschwungen</translation>
    </message>
    <message>
        <source>cooldown bubble</source>
        <translation>Blase, Auslauf</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>Neither work nor communication nor a bubble</source>
        <translation>Weder Arbeit noch Kommunikation noch Blase</translation>
    </message>
    <message>
        <source>host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>total</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Of the step; a rank was not observed before its own step, or after</source>
        <translation>Vom Schritt; ein Rank wurde vor seinem eigenen Schritt oder danach nicht beobachtet</translation>
    </message>
</context>
<context>
    <name>bubblescope::RecentMenu</name>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source> and %1 more</source>
        <translation> und %1 weitere</translation>
    </message>
    <message>
        <source>&amp;Forget all</source>
        <translation>Alle &amp;vergessen</translation>
    </message>
</context>
<context>
    <name>bubblescope::RankMoves</name>
    <message>
        <source>sort ranks</source>
        <translation>Ranks sortieren</translation>
    </message>
    <message>
        <source>move ranks</source>
        <translation>Ranks verschieben</translation>
    </message>
</context>
<context>
    <name>bubblescope::RecordControl</name>
    <message>
        <source>record</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>the file changed since it was opened</source>
        <translation>die Datei hat sich seit dem Öffnen geändert</translation>
    </message>
    <message>
        <source>The record at this place may be another one now; reload the run</source>
        <translation>Was jetzt an dieser Stelle steht, kann ein anderer Eintrag sein; laden Sie den Lauf neu</translation>
    </message>
    <message>
        <source>line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Counted from 1</source>
        <translation>Ab 1 gezählt</translation>
    </message>
    <message>
        <source>%1 … (goes on)</source>
        <translation>%1 … (geht weiter)</translation>
    </message>
    <message>
        <source>the file is no longer where it was read</source>
        <translation>die Datei liegt nicht mehr dort, wo sie gelesen wurde</translation>
    </message>
</context>
<context>
    <name>bubblescope::RooflineModel</name>
    <message>
        <source>GEMMs</source>
        <translation>GEMMs</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>convolutions</source>
        <translation>Faltungen</translation>
    </message>
    <message>
        <source>norms</source>
        <translation>Normen</translation>
    </message>
    <message>
        <source>elementwise</source>
        <translation>elementweise</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>Of its inputs, as the profiler recorded them</source>
        <translation>Seiner Eingaben, wie der Profiler sie aufgezeichnet hat</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>Typen</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>Of a rank in the part that is shown</source>
        <translation>Eines Ranks im gezeigten Teil</translation>
    </message>
    <message>
        <source>GPU time</source>
        <translation>GPU-Zeit</translation>
    </message>
    <message>
        <source>GPU time (ms)</source>
        <translation>GPU-Zeit (ms)</translation>
    </message>
    <message>
        <source>Of the kernels and copies that it launched itself</source>
        <translation>Der Kernels und Kopien, die er selbst gestartet hat</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>share (%)</source>
        <translation>Anteil (%)</translation>
    </message>
    <message>
        <source>Of the GPU time of all operators</source>
        <translation>An der GPU-Zeit aller Operatoren</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>FLOPs of its inputs over its GPU time</source>
        <translation>FLOPs seiner Eingaben durch seine GPU-Zeit</translation>
    </message>
    <message>
        <source>TB/s</source>
        <translation>TB/s</translation>
    </message>
    <message>
        <source>Bytes of its inputs and results, each once, over its GPU time</source>
        <translation>Bytes seiner Eingaben und Ergebnisse, jedes einmal, durch seine GPU-Zeit</translation>
    </message>
    <message>
        <source>FLOP/byte</source>
        <translation>FLOP/Byte</translation>
    </message>
    <message>
        <source>What there is to compute for each byte</source>
        <translation>Was für jedes Byte zu rechnen ist</translation>
    </message>
    <message>
        <source>Of best</source>
        <translation>Vom Besten</translation>
    </message>
    <message>
        <source>of best (%)</source>
        <translation>vom Besten (%)</translation>
    </message>
    <message>
        <source>The larger of its FLOP/s beside the most here with the same types, and of its bytes/s beside the most</source>
        <translation>Das Größere aus seinen FLOP/s neben den meisten hier mit denselben Typen und seinen Bytes/s neben den meisten</translation>
    </message>
    <message>
        <source>Of peak</source>
        <translation>Vom Höchsten</translation>
    </message>
    <message>
        <source>of peak (%)</source>
        <translation>vom Höchsten (%)</translation>
    </message>
    <message>
        <source>The same beside what the data sheet of the GPU states</source>
        <translation>Dasselbe neben dem, was das Datenblatt der GPU nennt</translation>
    </message>
    <message>
        <source>(launch not recorded)</source>
        <translation>(Start nicht aufgezeichnet)</translation>
    </message>
    <message>
        <source>%1 in %2 calls</source>
        <translation>%1 in %2 Aufrufen</translation>
    </message>
    <message>
        <source>%1 FLOP/byte</source>
        <translation>%1 FLOP/Byte</translation>
    </message>
    <message>
        <source>Not all of its work is known</source>
        <translation>Nicht all seine Arbeit ist bekannt</translation>
    </message>
</context>
<context>
    <name>bubblescope::RooflinePlot</name>
    <message>
        <source>Computing speed of operators over their work for each byte</source>
        <translation>Rechengeschwindigkeit der Operatoren über ihrer Arbeit je Byte</translation>
    </message>
    <message>
        <source>FLOP/byte</source>
        <translation>FLOP/Byte</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>%1 operators and shapes</source>
        <translation>%1 Operatoren und Formen</translation>
    </message>
    <message>
        <source>%1. Chosen: %2</source>
        <translation>%1. Gewählt: %2</translation>
    </message>
    <message>
        <source>half precision: %1 TFLOP/s</source>
        <translation>halbe Genauigkeit: %1 TFLOP/s</translation>
    </message>
    <message>
        <source>unknown types</source>
        <translation>unbekannte Typen</translation>
    </message>
    <message>
        <source>%1, reached: %2 TFLOP/s</source>
        <translation>%1, erreicht: %2 TFLOP/s</translation>
    </message>
</context>
<context>
    <name>bubblescope::RooflineView</name>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>No operators in a simulated step</source>
        <translation>Keine Operatoren in einem simulierten Schritt</translation>
    </message>
    <message>
        <source>Its kernels are those that were measured, at other times. Choose Measured or Both in the toolbar to see how fast they are.</source>
        <translation>Seine Kernel sind die gemessenen, zu anderen Zeiten. Wählen Sie oben „Gemessen“ oder „Beide“, um zu sehen, wie schnell sie sind.</translation>
    </message>
    <message>
        <source>No operators</source>
        <translation>Keine Operatoren</translation>
    </message>
    <message>
        <source>Operators and kernels are recorded by a profiler. Open the traces of the PyTorch profiler.</source>
        <translation>Operatoren und Kernels zeichnet ein Profiler auf. Öffnen Sie Traces des PyTorch-Profilers.</translation>
    </message>
    <message>
        <source>Counting operators</source>
        <translation>Operatoren werden gezählt</translation>
    </message>
    <message>
        <source>Nothing is known of operators</source>
        <translation>Von Operatoren ist nichts bekannt</translation>
    </message>
    <message>
        <source>No shapes</source>
        <translation>Keine Formen</translation>
    </message>
    <message>
        <source>What there is to compute follows from the shapes of inputs: record them with record_shapes=True of torch.profiler.profile.</source>
        <translation>Was zu rechnen ist, folgt aus den Formen der Eingaben: Zeichnen Sie sie mit record_shapes=True von torch.profiler.profile auf.</translation>
    </message>
    <message>
        <source>Step %1, the mean of its ranks.</source>
        <translation>Schritt %1, das Mittel seiner Ranks.</translation>
    </message>
    <message>
        <source>The whole recording, the mean of its ranks.</source>
        <translation>Die ganze Aufzeichnung, das Mittel ihrer Ranks.</translation>
    </message>
    <message>
        <source>The selected range, the mean of its ranks.</source>
        <translation>Der gewählte Bereich, das Mittel seiner Ranks.</translation>
    </message>
    <message>
        <source>Dots stand for %1 of the GPU time; %2 of it copies without computing, the work of %3 is not known.</source>
        <translation>Punkte stehen für %1 der GPU-Zeit; %2 davon kopiert, ohne zu rechnen, die Arbeit von %3 ist nicht bekannt.</translation>
    </message>
    <message>
        <source>Solid: what the data sheet of %1 states. Dashed: what was reached here.</source>
        <translation>Durchgezogen: was das Datenblatt der %1 nennt. Gestrichelt: was hier erreicht wurde.</translation>
    </message>
    <message>
        <source>Dashed: what this GPU reached here; its data sheet is not known.</source>
        <translation>Gestrichelt: was diese GPU hier erreicht hat; ihr Datenblatt ist nicht bekannt.</translation>
    </message>
    <message>
        <source>Rings: %1, its usual step.</source>
        <translation>Ringe: %1, sein üblicher Schritt.</translation>
    </message>
</context>
<context>
    <name>bubblescope::RunNotices</name>
    <message>
        <source>Show issues</source>
        <translation>Probleme zeigen</translation>
    </message>
</context>
<context>
    <name>bubblescope::SearchModel</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>begin (ms)</source>
        <translation>Beginn (ms)</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stage</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>duration (ms)</source>
        <translation>Dauer (ms)</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>Einzelheit</translation>
    </message>
    <message>
        <source>Counts as the ruler does: from the begin of the chosen step</source>
        <translation>Zählt wie das Lineal: vom Beginn des gewählten Schritts</translation>
    </message>
</context>
<context>
    <name>bubblescope::SearchResultsView</name>
    <message>
        <source>Search results</source>
        <translation>Suchergebnisse</translation>
    </message>
    <message>
        <source>How long the matches take</source>
        <translation>Wie lange die Treffer dauern</translation>
    </message>
    <message>
        <source>Nothing to search</source>
        <translation>Nichts zu durchsuchen</translation>
    </message>
    <message>
        <source>There is no trace here whose spans could be searched.</source>
        <translation>Hier ist kein Trace, dessen Spans sich durchsuchen ließen.</translation>
    </message>
    <message>
        <source>No search</source>
        <translation>Keine Suche</translation>
    </message>
    <message>
        <source>Type into the search field: names and details of spans are searched.</source>
        <translation>Tippen Sie ins Suchfeld: Namen und Einzelheiten der Spans werden durchsucht.</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Es wird gesucht …</translation>
    </message>
    <message>
        <source>Matches come as soon as all spans were looked at.</source>
        <translation>Die Treffer kommen, sobald alle Spans durchgesehen sind.</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Keine Treffer</translation>
    </message>
    <message>
        <source>No span is called “%1”.</source>
        <translation>Kein Span heißt „%1“.</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> von %1</translation>
    </message>
    <message>
        <source>1 match%1</source>
        <translation>1 Treffer%1</translation>
    </message>
    <message>
        <source>%1 matches%2</source>
        <translation>%1 Treffer%2</translation>
    </message>
    <message>
        <source>, the first %1 listed</source>
        <translation>, die ersten %1 aufgeführt</translation>
    </message>
    <message>
        <source>1 span</source>
        <translation>1 Span</translation>
    </message>
    <message>
        <source>%1 spans</source>
        <translation>%1 Spans</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Read no more ranks: what was found stays</source>
        <translation>Keine weiteren Ranks lesen: was gefunden wurde, bleibt</translation>
    </message>
    <message>
        <source>The ranks that are not in memory are read, %1 so far.</source>
        <translation>Die Ranks, die nicht im Speicher sind, werden gelesen, bisher %1.</translation>
    </message>
    <message>
        <source>The search was ended; %1 of the ranks were searched.</source>
        <translation>Die Suche wurde beendet; %1 der Ranks wurden durchsucht.</translation>
    </message>
    <message>
        <source> in %1 of %2 ranks</source>
        <translation> in %1 von %2 Ranks</translation>
    </message>
    <message>
        <source>; %1 of the ranks searched</source>
        <translation>; %1 der Ranks durchsucht</translation>
    </message>
    <message>
        <source>; ended when %1 of the ranks were searched</source>
        <translation>; beendet, als %1 der Ranks durchsucht waren</translation>
    </message>
    <message>
        <source>; 1 rank cannot be read</source>
        <translation>; 1 Rank ist nicht lesbar</translation>
    </message>
    <message>
        <source>; %1 ranks cannot be read</source>
        <translation>; %1 Ranks sind nicht lesbar</translation>
    </message>
    <message>
        <source>Ranks with matches: %1</source>
        <translation>Ranks mit Treffern: %1</translation>
    </message>
    <message>
        <source>, %1 listed from %2 on</source>
        <translation>, %1 ab %2 aufgelistet</translation>
    </message>
</context>
<context>
    <name>bubblescope::SelectionModel</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>more than %1: %2</source>
        <translation>mehr als %1: %2</translation>
    </message>
    <message>
        <source>up to %1: %2</source>
        <translation>bis %1: %2</translation>
    </message>
    <message>
        <source>Not known: not all ranks are in memory</source>
        <translation>Nicht bekannt: nicht alle Ranks sind im Speicher</translation>
    </message>
</context>
<context>
    <name>bubblescope::SelectionView</name>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>by name</source>
        <translation>nach Name</translation>
    </message>
    <message>
        <source>by category</source>
        <translation>nach Kategorie</translation>
    </message>
    <message>
        <source>by track</source>
        <translation>nach Spur</translation>
    </message>
    <message>
        <source>Group the spans</source>
        <translation>Die Spans gruppieren</translation>
    </message>
    <message>
        <source>No spans</source>
        <translation>Keine Spans</translation>
    </message>
    <message>
        <source>There is no trace in this folder, so there are no spans to count. Rank traces give a timeline.</source>
        <translation>In diesem Ordner liegt kein Trace, darum gibt es keine Spans zu zählen. Rank-Traces geben eine Zeitachse.</translation>
    </message>
    <message>
        <source>Open the folder of a run, then drag over the timeline to count the spans in a range.</source>
        <translation>Öffnen Sie den Ordner eines Laufs und ziehen Sie dann über die Zeitachse, um die Spans eines Bereichs zu zählen.</translation>
    </message>
    <message>
        <source>counting, %1</source>
        <translation>zähle, %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>no spans in the selected range, %1</source>
        <translation>keine Spans im gewählten Bereich, %1</translation>
    </message>
    <message>
        <source>no spans in sight, %1</source>
        <translation>keine Spans in Sicht, %1</translation>
    </message>
    <message>
        <source>%1 in the selected range, %2</source>
        <translation>%1 im gewählten Bereich, %2</translation>
    </message>
    <message>
        <source>%1 in sight, %2</source>
        <translation>%1 in Sicht, %2</translation>
    </message>
    <message>
        <source>1 span</source>
        <translation>1 Span</translation>
    </message>
    <message>
        <source>%1 spans</source>
        <translation>%1 Spans</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Read no more ranks</source>
        <translation>Keine weiteren Ranks lesen</translation>
    </message>
    <message>
        <source>%1, of the ranks in memory</source>
        <translation>%1, von den Ranks im Speicher</translation>
    </message>
    <message>
        <source>counting was stopped</source>
        <translation>das Zählen wurde angehalten</translation>
    </message>
    <message>
        <source>%1, of all %2 ranks</source>
        <translation>%1, von allen %2 Ranks</translation>
    </message>
    <message>
        <source>%1 but %2 that cannot be read</source>
        <translation>%1 außer %2, die nicht lesbar sind</translation>
    </message>
    <message>
        <source>%1, only %2</source>
        <translation>%1, nur %2</translation>
    </message>
</context>
<context>
    <name>bubblescope::SessionControl</name>
    <message>
        <source>Save session</source>
        <translation>Sitzung speichern</translation>
    </message>
    <message>
        <source>%1 already exists, with contents that this window did not write.</source>
        <translation>%1 gibt es schon, mit einem Inhalt, den dieses Fenster nicht geschrieben hat.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>Sessions (*%1)</source>
        <translation>Sitzungen (*%1)</translation>
    </message>
    <message>
        <source>Open session</source>
        <translation>Sitzung öffnen</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <translation>%1: %2 %3</translation>
    </message>
    <message>
        <source>%1 no longer exists; open the run where it is now, then the session again.</source>
        <translation>%1 gibt es nicht mehr; öffnen Sie den Lauf dort, wo er jetzt liegt, dann die Sitzung noch einmal.</translation>
    </message>
    <message>
        <source>%1 Notes and view are kept in this window, and saved as soon as that is possible.</source>
        <translation>%1 Notizen und Ansicht bleiben in diesem Fenster und werden gespeichert, sobald es geht.</translation>
    </message>
    <message>
        <source>%1 What is not saved would be lost with this window; it tries again.</source>
        <translation>%1 Was nicht gespeichert ist, ginge mit diesem Fenster verloren; es versucht es wieder.</translation>
    </message>
    <message>
        <source>Notes and what-ifs of what was open before could not be kept yet: this window tries again.</source>
        <translation>Notizen und Was-wäre-wenn zu dem, was vorher offen war, konnten noch nicht gesichert werden: Dieses Fenster versucht es wieder.</translation>
    </message>
    <message>
        <source>Not everything is saved</source>
        <translation>Nicht alles ist gespeichert</translation>
    </message>
    <message>
        <source>If the window closes now, notes and what-ifs are lost.</source>
        <translation>Wird das Fenster jetzt geschlossen, sind Notizen und Was-wäre-wenn verloren.</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>Schließen, ohne zu speichern</translation>
    </message>
    <message>
        <source>It is the session of another run. Replacing it loses its notes; merging puts them, and its kept what-ifs, on the times of this run.</source>
        <translation>Es ist die Sitzung eines anderen Laufs. Ersetzen verwirft seine Notizen; Vereinen legt sie und seine behaltenen Was-wäre-wenn auf die Zeiten dieses Laufs.</translation>
    </message>
    <message>
        <source>Replacing it loses what somebody else, or another window, saved in it. Merging unites the notes and the kept what-ifs of both, with the view of this window.</source>
        <translation>Ersetzen verwirft, was jemand anderes oder ein anderes Fenster darin gespeichert hat. Vereinen führt die Notizen und die behaltenen Was-wäre-wenn beider zusammen, mit der Ansicht dieses Fensters.</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Vereinen</translation>
    </message>
    <message>
        <source>Only the first %1 of the what-ifs of both are kept.</source>
        <translation>Nur die ersten %1 der Was-wäre-wenn beider werden behalten.</translation>
    </message>
</context>
<context>
    <name>bubblescope::SessionNotices</name>
    <message>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
</context>
<context>
    <name>bubblescope::SessionRecovery</name>
    <message>
        <source>the demo run</source>
        <translation>der Beispiellauf</translation>
    </message>
    <message>
        <source>1 note on %1 was not saved (%2).</source>
        <translation>1 Notiz wurde nicht gespeichert: %1 (%2).</translation>
    </message>
    <message>
        <source>%1 notes on %2 were not saved (%3).</source>
        <translation>%1 Notizen wurden nicht gespeichert: %2 (%3).</translation>
    </message>
    <message>
        <source>Deleted notes on %1 were not saved (%2).</source>
        <translation>Gelöschte Notizen wurden nicht gespeichert: %1 (%2).</translation>
    </message>
    <message>
        <source>Forgotten what-ifs of %1 were not saved (%2).</source>
        <translation>Vergessene Was-wäre-wenn wurden nicht gespeichert: %1 (%2).</translation>
    </message>
    <message>
        <source>1 what-if of %1 was not saved (%2).</source>
        <translation>1 Was-wäre-wenn wurde nicht gespeichert: %1 (%2).</translation>
    </message>
    <message>
        <source>%1 what-ifs of %2 were not saved (%3).</source>
        <translation>%1 Was-wäre-wenn wurden nicht gespeichert: %2 (%3).</translation>
    </message>
</context>
<context>
    <name>bubblescope::SimulatePane</name>
    <message>
        <source>Simulate</source>
        <translation>Simulation</translation>
    </message>
    <message>
        <source>What is simulated</source>
        <translation>Was simuliert wird</translation>
    </message>
    <message>
        <source>Step time, opened and simulated</source>
        <translation>Schrittzeit, geöffnet und simuliert</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset all knobs to what was opened</source>
        <translation>Alle Regler auf das Geöffnete zurücksetzen</translation>
    </message>
    <message>
        <source>Balance layers</source>
        <translation>Layer ausgleichen</translation>
    </message>
    <message>
        <source>The best contiguous split of the layers over the stages</source>
        <translation>Die beste zusammenhängende Aufteilung der Layer auf die Stages</translation>
    </message>
    <message>
        <source>Sets</source>
        <translation>Sätze</translation>
    </message>
    <message>
        <source>Keep the current knobs, or apply a kept set</source>
        <translation>Die jetzigen Regler behalten oder einen behaltenen Satz anwenden</translation>
    </message>
    <message>
        <source>Open a run, a table, a workload or a log to ask what would help.</source>
        <translation>Öffnen Sie einen Lauf, eine Tabelle, einen Workload oder ein Protokoll, um zu fragen, was helfen würde.</translation>
    </message>
    <message>
        <source>Keep these knobs …</source>
        <translation>Diese Regler behalten …</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Step of %1, %2, and as the model has it with these knobs</source>
        <translation>Schritt von %1, %2, und wie ihn das Modell mit diesen Reglern sieht</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre, wenn</translation>
    </message>
    <message>
        <source>2 × microbatches</source>
        <translation>2 × Microbatches</translation>
    </message>
    <message>
        <source>2 × network</source>
        <translation>2 × Netz</translation>
    </message>
    <message>
        <source>What would the step be with twice the microbatches?</source>
        <translation>Wie wäre der Schritt mit doppelt so vielen Microbatches?</translation>
    </message>
    <message>
        <source>What would the step be with twice the NIC bandwidth?</source>
        <translation>Wie wäre der Schritt mit doppelter NIC-Bandbreite?</translation>
    </message>
    <message>
        <source>Move a knob to see what it changes</source>
        <translation>Bewegen Sie einen Regler, um zu sehen, was er ändert</translation>
    </message>
    <message>
        <source>%1 → ?</source>
        <translation>%1 → ?</translation>
    </message>
    <message>
        <source>%1 → …</source>
        <translation>%1 → …</translation>
    </message>
    <message>
        <source>Re-timing the step …</source>
        <translation>Der Schritt wird neu berechnet …</translation>
    </message>
    <message>
        <source>%1 → modelled</source>
        <translation>%1 → modelliert</translation>
    </message>
    <message>
        <source> · %1 not explained</source>
        <translation> · %1 nicht erklärt</translation>
    </message>
    <message>
        <source> · the model replays the opened step within %1</source>
        <translation> · das Modell trifft den geöffneten Schritt auf %1</translation>
    </message>
    <message>
        <source>Not with these knobs</source>
        <translation>Nicht mit diesen Reglern</translation>
    </message>
    <message>
        <source>Helps most, in samples per second</source>
        <translation>Hilft am meisten, in Samples je Sekunde</translation>
    </message>
    <message>
        <source>“%1” costs %2.</source>
        <translation>„%1“ kostet %2.</translation>
    </message>
    <message>
        <source>“%1”.</source>
        <translation>„%1“.</translation>
    </message>
    <message>
        <source>The batch changes: what counts is the time per sample.</source>
        <translation>Der Batch ändert sich: Es zählt die Zeit je Sample.</translation>
    </message>
    <message>
        <source>These knobs save more: they act on the whole step, the finding counts only what it names.</source>
        <translation>Diese Regler sparen mehr: Sie wirken auf den ganzen Schritt, der Befund zählt nur, was er nennt.</translation>
    </message>
    <message>
        <source>These knobs save less: without it, the step waits for something else.</source>
        <translation>Diese Regler sparen weniger: Ohne das wartet der Schritt auf etwas anderes.</translation>
    </message>
    <message>
        <source>Replaces %1; Undo brings that back.</source>
        <translation>Ersetzt %1; Rückgängig holt das zurück.</translation>
    </message>
    <message>
        <source> · step %1</source>
        <translation> · Schritt %1</translation>
    </message>
    <message>
        <source>Helps most: %1</source>
        <translation>Hilft am meisten: %1</translation>
    </message>
    <message>
        <source>Helps most now: %1</source>
        <translation>Hilft nun am meisten: %1</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Keep this what-if beside others</source>
        <translation>Dieses Was-wäre-wenn neben anderen behalten</translation>
    </message>
</context>
<context>
    <name>bubblescope::SpokenTimeline</name>
    <message>
        <source>No run is open.</source>
        <translation>Kein Lauf ist geöffnet.</translation>
    </message>
    <message>
        <source>Selected: %1.</source>
        <translation>Ausgewählt: %1.</translation>
    </message>
    <message>
        <source>Visible: %1.</source>
        <translation>Sichtbar: %1.</translation>
    </message>
    <message>
        <source>fewer lanes</source>
        <translation>weniger Spuren</translation>
    </message>
    <message>
        <source>%1 more lanes</source>
        <translation>%1 weitere Spuren</translation>
    </message>
    <message>
        <source>%1, %2, showing %3.</source>
        <translation>%1, %2, gezeigt wird %3.</translation>
    </message>
    <message>
        <source>1 rank</source>
        <translation>1 Rank</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 Ranks</translation>
    </message>
    <message>
        <source>1 span</source>
        <translation>1 Span</translation>
    </message>
    <message>
        <source>%1 spans</source>
        <translation>%1 Spans</translation>
    </message>
</context>
<context>
    <name>bubblescope::StageFiguresModel</name>
    <message>
        <source>Stage</source>
        <translation>Stage</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Ausgelastet</translation>
    </message>
    <message>
        <source>All passes of one step</source>
        <translation>Alle Durchgänge eines Schritts</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Busy / makespan of the pipeline</source>
        <translation>Ausgelastet / Gesamtdauer der Pipeline</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>In Arbeit</translation>
    </message>
    <message>
        <source>Most microbatches between forward and backward</source>
        <translation>Die meisten Microbatches zwischen vorwärts und rückwärts</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Weights, gradients, optimizer state and activations of one GPU, modelled</source>
        <translation>Gewichte, Gradienten, Optimizer-Zustand und Aktivierungen einer GPU, modelliert</translation>
    </message>
    <message>
        <source>%1 – too much</source>
        <translation>%1 – zu viel</translation>
    </message>
    <message>
        <source>parameters %1, activations at the peak %2</source>
        <translation>Parameter %1, Aktivierungen in der Spitze %2</translation>
    </message>
    <message>
        <source>%1; the GPU has %2</source>
        <translation>%1; die GPU hat %2</translation>
    </message>
    <message>
        <source>busy (ms)</source>
        <translation>rechnend (ms)</translation>
    </message>
    <message>
        <source>share (%)</source>
        <translation>Anteil (%)</translation>
    </message>
    <message>
        <source>memory (bytes)</source>
        <translation>Speicher (Byte)</translation>
    </message>
    <message>
        <source>%1; the GPU has %2, of which %3 can be used</source>
        <translation>%1; die GPU hat %2, davon sind %3 nutzbar</translation>
    </message>
</context>
<context>
    <name>bubblescope::StageModel</name>
    <message>
        <source>Of one microbatch</source>
        <translation>Eines Microbatches</translation>
    </message>
    <message>
        <source>Summed over the microbatches of a step</source>
        <translation>Über die Microbatches eines Schritts summiert</translation>
    </message>
    <message>
        <source>the run</source>
        <translation>des Laufs</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stage</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>forward (ms)</source>
        <translation>vorwärts (ms)</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>backward (ms)</source>
        <translation>rückwärts (ms)</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>total (ms)</source>
        <translation>Summe (ms)</translation>
    </message>
    <message>
        <source>From mean</source>
        <translation>Vom Mittel</translation>
    </message>
    <message>
        <source>to mean (%)</source>
        <translation>zum Mittel (%)</translation>
    </message>
    <message>
        <source>How much longer or shorter than the mean of all stages</source>
        <translation>Wie viel länger oder kürzer als das Mittel aller Stages</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Ausgelastet</translation>
    </message>
    <message>
        <source>busy (%)</source>
        <translation>ausgelastet (%)</translation>
    </message>
    <message>
        <source>Share of %1 that its ranks compute, without the communication inside it</source>
        <translation>Anteil %1, in dem ihre Ranks rechnen, ohne die Kommunikation darin</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>Blase</translation>
    </message>
    <message>
        <source>bubble (%)</source>
        <translation>Blase (%)</translation>
    </message>
    <message>
        <source>Share of %1 that its ranks wait for the pipeline</source>
        <translation>Anteil %1, in dem ihre Ranks auf die Pipeline warten</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>waiting (%)</source>
        <translation>Warten (%)</translation>
    </message>
    <message>
        <source>Share of %1 that its ranks wait for others in collectives</source>
        <translation>Anteil %1, in dem ihre Ranks in Kollektiven auf andere warten</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Untätig</translation>
    </message>
    <message>
        <source>idle (%)</source>
        <translation>untätig (%)</translation>
    </message>
    <message>
        <source>Share of %1 in which its ranks are idle</source>
        <translation>Anteil %1, in dem ihre Ranks untätig sind</translation>
    </message>
</context>
<context>
    <name>bubblescope::StageView</name>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stage</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Stages</translation>
    </message>
    <message>
        <source>Source of the stage times</source>
        <translation>Quelle der Stagezeiten</translation>
    </message>
    <message>
        <source>Time of each stage, as bars</source>
        <translation>Zeit jeder Stage, als Balken</translation>
    </message>
    <message>
        <source>Log: %1</source>
        <translation>Protokoll: %1</translation>
    </message>
    <message>
        <source>Trace: %1</source>
        <translation>Trace: %1</translation>
    </message>
    <message>
        <source>Nothing in this folder distinguishes pipeline stages: neither a rank trace nor a log with forward times by stage.</source>
        <translation>Nichts in diesem Ordner unterscheidet Pipeline-Stages: weder ein Rank-Trace noch ein Protokoll mit Vorwärtszeiten je Stage.</translation>
    </message>
    <message>
        <source>Open the folder of a run to compare its stages.</source>
        <translation>Öffnen Sie den Ordner eines Laufs, um seine Stages zu vergleichen.</translation>
    </message>
    <message>
        <source>The stage times of this large run are still being computed.</source>
        <translation>Die Stagezeiten dieses großen Laufs werden noch berechnet.</translation>
    </message>
    <message>
        <source>No stage times</source>
        <translation>Keine Stagezeiten</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>vorwärts</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>rückwärts</translation>
    </message>
    <message>
        <source>forward: %1</source>
        <translation>vorwärts: %1</translation>
    </message>
    <message>
        <source>backward: %1</source>
        <translation>rückwärts: %1</translation>
    </message>
    <message>
        <source>layer %1: %2</source>
        <translation>Layer %1: %2</translation>
    </message>
    <message>
        <source>Modelled: %1</source>
        <translation>Modelliert: %1</translation>
    </message>
</context>
<context>
    <name>bubblescope::StartPage</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>Opened before</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>See where the step time of a distributed training run goes, rank by rank and stage by stage.</source>
        <translation>Sehen Sie, wo die Schrittzeit eines verteilten Trainingslaufs bleibt, je Rank und je Stage.</translation>
    </message>
    <message>
        <source>Open folder …</source>
        <translation>Ordner öffnen …</translation>
    </message>
    <message>
        <source>Open files …</source>
        <translation>Dateien öffnen …</translation>
    </message>
    <message>
        <source>Show the demo run</source>
        <translation>Beispiellauf zeigen</translation>
    </message>
    <message>
        <source>A made-up step of eight ranks on two hosts, with a few faults planted</source>
        <translation>Ein erfundener Schritt von acht Ranks auf zwei Hosts, mit einigen eingebauten Fehlern</translation>
    </message>
    <message>
        <source>Drop a folder or files here: rank traces, layer tables,
workloads, run logs, plain or .gz</source>
        <translation>Ordner oder Dateien hierher ziehen: Rank-Traces, Layertabellen,
Workloads, Laufprotokolle, auch als .gz</translation>
    </message>
    <message>
        <source>Runs opened before</source>
        <translation>Zuletzt geöffnete Läufe</translation>
    </message>
</context>
<context>
    <name>bubblescope::StatusLine</name>
    <message>
        <source>1 not recognised</source>
        <translation>1 nicht erkannt</translation>
    </message>
    <message>
        <source>%1 not recognised</source>
        <translation>%1 nicht erkannt</translation>
    </message>
    <message>
        <source>1 rank</source>
        <translation>1 Rank</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 Ranks</translation>
    </message>
    <message>
        <source>1 stage</source>
        <translation>1 Stage</translation>
    </message>
    <message>
        <source>%1 stages</source>
        <translation>%1 Stages</translation>
    </message>
    <message>
        <source>1 microbatch</source>
        <translation>1 Microbatch</translation>
    </message>
    <message>
        <source>%1 microbatches</source>
        <translation>%1 Microbatches</translation>
    </message>
    <message>
        <source>1 span</source>
        <translation>1 Span</translation>
    </message>
    <message>
        <source>%1 spans</source>
        <translation>%1 Spans</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 Datei</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 Dateien</translation>
    </message>
    <message>
        <source>? keys · Ctrl+P commands</source>
        <translation>? Tasten · Strg+P Befehle</translation>
    </message>
    <message>
        <source>t = %1</source>
        <translation>t = %1</translation>
    </message>
    <message>
        <source>%1 of %2 spans in memory</source>
        <translation>%1 von %2 Spans im Speicher</translation>
    </message>
    <message>
        <source>%1 spans in memory</source>
        <translation>%1 Spans im Speicher</translation>
    </message>
</context>
<context>
    <name>bubblescope::StepCellModel</name>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stage</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
</context>
<context>
    <name>bubblescope::StepModel</name>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
</context>
<context>
    <name>bubblescope::StepPanes</name>
    <message>
        <source>%1   ▲ %2 out of view, up to %3</source>
        <translation>%1   ▲ %2 außer Sicht, bis zu %3</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 Schritt</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritte</translation>
    </message>
</context>
<context>
    <name>bubblescope::StepPartsModel</name>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Parts of the step of the mean rank; they add up</source>
        <translation>Teile des Schritts des mittleren Ranks; sie ergeben die Summe</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>Geöffnet</translation>
    </message>
    <message>
        <source>opened</source>
        <translation>geöffnet</translation>
    </message>
    <message>
        <source>As measured or stated by the input</source>
        <translation>Wie gemessen oder von der Eingabe angegeben</translation>
    </message>
    <message>
        <source>Modelled, with the current knobs</source>
        <translation>Modelliert, mit den jetzigen Reglern</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Simulated minus opened</source>
        <translation>Simuliert minus geöffnet</translation>
    </message>
    <message>
        <source>As the input has it</source>
        <translation>Wie in der Eingabe</translation>
    </message>
    <message>
        <source>With synchronization, optimizer and host</source>
        <translation>Mit Synchronisierung, Optimizer und Host</translation>
    </message>
    <message>
        <source>Step / samples of a step over all replicas</source>
        <translation>Schritt / Samples eines Schritts über alle Replikate</translation>
    </message>
    <message>
        <source>Throughput: what rankings go by</source>
        <translation>Durchsatz: wonach sich Ranglisten richten</translation>
    </message>
    <message>
        <source>Bubbles of all ranks / (ranks × step)</source>
        <translation>Blasen aller Ranks / (Ranks × Schritt)</translation>
    </message>
    <message>
        <source>%1 (ms)</source>
        <translation>%1 (ms)</translation>
    </message>
    <message>
        <source>Modelled</source>
        <translation>Modelliert</translation>
    </message>
    <message>
        <source>modelled</source>
        <translation>modelliert</translation>
    </message>
    <message>
        <source>What the knobs change: minus %1</source>
        <translation>Was die Regler ändern: minus %1</translation>
    </message>
</context>
<context>
    <name>bubblescope::StepsChart</name>
    <message>
        <source>Steps of every rank</source>
        <translation>Schritte aller Ranks</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>all ranks</source>
        <translation>alle Ranks</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>slowest</source>
        <translation>am langsamsten</translation>
    </message>
    <message>
        <source>deviation</source>
        <translation>Abweichung</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>%1, against the peers</source>
        <translation>%1, gegen die anderen</translation>
    </message>
    <message>
        <source>grad norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>host %1</source>
        <translation>Host %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>a stage or host, and a rank of it</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
</context>
<context>
    <name>bubblescope::StepsView</name>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>Sichtbare Kommunikation</translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation>Pipeline-Blase</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Leerlauf</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Tensor-parallel communication</source>
        <translation>Tensorparallele Kommunikation</translation>
    </message>
    <message>
        <source>Pipeline communication</source>
        <translation>Pipeline-Kommunikation</translation>
    </message>
    <message>
        <source>Data-parallel communication</source>
        <translation>Datenparallele Kommunikation</translation>
    </message>
    <message>
        <source>Expert-parallel communication</source>
        <translation>Expertenparallele Kommunikation</translation>
    </message>
    <message>
        <source>Generate</source>
        <translation>Erzeugen</translation>
    </message>
    <message>
        <source>Reward</source>
        <translation>Belohnung</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Weight sync</source>
        <translation>Gewichte abgleichen</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>What is shown of a step</source>
        <translation>Was von einem Schritt gezeigt wird</translation>
    </message>
    <message>
        <source>Order of the ranks</source>
        <translation>Reihenfolge der Ranks</translation>
    </message>
    <message>
        <source>by stage</source>
        <translation>nach Stage</translation>
    </message>
    <message>
        <source>by host</source>
        <translation>nach Host</translation>
    </message>
    <message>
        <source>largest first</source>
        <translation>größte zuerst</translation>
    </message>
    <message>
        <source>Scale of the colours</source>
        <translation>Maßstab der Farben</translation>
    </message>
    <message>
        <source>values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>against the peers</source>
        <translation>gegen die anderen</translation>
    </message>
    <message>
        <source>Against the median rank of the same stage in the same step</source>
        <translation>Gegen den mittleren Rank derselben Stage im selben Schritt</translation>
    </message>
    <message>
        <source>Steps could not be compared</source>
        <translation>Die Schritte konnten nicht verglichen werden</translation>
    </message>
    <message>
        <source>An error, which is shown above the timeline, ended it.</source>
        <translation>Ein Fehler, der über der Zeitachse steht, hat es beendet.</translation>
    </message>
    <message>
        <source>Steps are being compared</source>
        <translation>Schritte werden verglichen</translation>
    </message>
    <message>
        <source>They are shown as soon as all of them are split.</source>
        <translation>Sie erscheinen, sobald alle zerlegt sind.</translation>
    </message>
    <message>
        <source>No steps</source>
        <translation>Keine Schritte</translation>
    </message>
    <message>
        <source>Neither a measured run with steps nor a log with step times is in this folder.</source>
        <translation>In diesem Ordner ist weder ein gemessener Lauf mit Schritten noch ein Protokoll mit Schrittzeiten.</translation>
    </message>
    <message>
        <source>Open the folder of a run to compare its steps.</source>
        <translation>Den Ordner eines Laufs öffnen, um seine Schritte zu vergleichen.</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 Ranks</translation>
    </message>
    <message>
        <source>the job</source>
        <translation>des Jobs</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>median %1, worst %2 (%3)</source>
        <translation>Median %1, schlechtester %2 (%3)</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 Schritt</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritte</translation>
    </message>
    <message>
        <source>mean %1; %2</source>
        <translation>Mittel %1; %2</translation>
    </message>
    <message>
        <source>slowest in 1 step</source>
        <translation>in 1 Schritt der langsamste</translation>
    </message>
    <message>
        <source>slowest in %1 steps</source>
        <translation>in %1 Schritten der langsamste</translation>
    </message>
    <message>
        <source>beside: how often a rank is the slowest, and its mean</source>
        <translation>daneben: wie oft ein Rank der langsamste ist, und sein Mittelwert</translation>
    </message>
    <message>
        <source>thick line: median rank, band: nine tenths of them, thin line: the worst</source>
        <translation>dicke Linie: mittlerer Rank, Band: neun Zehntel von ihnen, dünne Linie: der schlechteste</translation>
    </message>
</context>
<context>
    <name>bubblescope::StragglersView</name>
    <message>
        <source>Stragglers</source>
        <translation>Nachzügler</translation>
    </message>
    <message>
        <source>Cannot be determined</source>
        <translation>Nicht feststellbar</translation>
    </message>
    <message>
        <source>No comparison</source>
        <translation>Kein Vergleich</translation>
    </message>
    <message>
        <source>The steps are being played with equal durations.</source>
        <translation>Die Schritte werden mit gleichen Dauern nachgespielt.</translation>
    </message>
    <message>
        <source>Open a measured run to see what its steps lose to inequality.</source>
        <translation>Einen gemessenen Lauf öffnen, um zu sehen, was seine Schritte durch Ungleichheit verlieren.</translation>
    </message>
    <message>
        <source>Show without stragglers</source>
        <translation>Ohne Nachzügler zeigen</translation>
    </message>
    <message>
        <source>The steps as they would be if all operations of a type took equally long, below the run</source>
        <translation>Unter dem Lauf: die Schritte, wie sie wären, wenn alle Operationen einer Art gleich lange dauerten</translation>
    </message>
</context>
<context>
    <name>bubblescope::TablePanel</name>
    <message>
        <source>Export CSV…</source>
        <translation>CSV exportieren …</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter of %1</source>
        <translation>Filter für %1</translation>
    </message>
    <message>
        <source>Write these rows to a CSV file</source>
        <translation>Diese Zeilen in eine CSV-Datei schreiben</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>CSV</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>Export %1 as CSV</source>
        <translation>%1 als CSV exportieren</translation>
    </message>
</context>
<context>
    <name>bubblescope::TeachLogDialog</name>
    <message>
        <source>The file has no line.</source>
        <translation>Die Datei hat keine Zeile.</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 Schritt</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritte</translation>
    </message>
    <message>
        <source>the usual one takes %1</source>
        <translation>der übliche dauert %1</translation>
    </message>
    <message>
        <source>loss %1 to %2</source>
        <translation>Loss %1 bis %2</translation>
    </message>
    <message>
        <source>%1 already keeps other patterns. Replace them?</source>
        <translation>%1 enthält schon andere Muster. Ersetzen?</translation>
    </message>
    <message>
        <source>Teach the lines of %1</source>
        <translation>Zeilen von %1 beibringen</translation>
    </message>
    <message>
        <source>Select a number in one of the lines and say what it is, or write a pattern for each kind of line, with groups such as (?&lt;step&gt;\d+). Patterns are tried on the whole file.</source>
        <translation>Wählen Sie eine Zahl in einer der Zeilen aus und sagen Sie, was sie ist, oder schreiben Sie für jede Art von Zeile ein Muster mit Gruppen wie (?&lt;step&gt;\d+). Muster werden an der ganzen Datei probiert.</translation>
    </message>
    <message>
        <source>The first lines of the log</source>
        <translation>Die ersten Zeilen des Logs</translation>
    </message>
    <message>
        <source>Patterns, one a line</source>
        <translation>Muster, eines je Zeile</translation>
    </message>
    <message>
        <source>this log</source>
        <translation>dieses Log</translation>
    </message>
    <message>
        <source>the logs of its folder</source>
        <translation>die Logs seines Ordners</translation>
    </message>
    <message>
        <source>all logs</source>
        <translation>alle Logs</translation>
    </message>
    <message>
        <source>Keep the pattern</source>
        <translation>Muster behalten</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Time in s</source>
        <translation>Zeit in s</translation>
    </message>
    <message>
        <source>Time in ms</source>
        <translation>Zeit in ms</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>Tokens pro Sekunde</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Trying …</source>
        <translation>Wird probiert …</translation>
    </message>
</context>
<context>
    <name>bubblescope::TimelineController</name>
    <message>
        <source>%1: spans cover %2 %3.</source>
        <translation>%1: Spans bedecken %2 %3.</translation>
    </message>
    <message>
        <source>Busy: %1 %2 goes into computing, not counting the communication inside it.</source>
        <translation>Ausgelastet: %1 %2 wird gerechnet, die Kommunikation darin nicht mitgezählt.</translation>
    </message>
</context>
<context>
    <name>bubblescope::TimelineFigure</name>
    <message>
        <source>busy ranks</source>
        <translation>beschäftigte Ranks</translation>
    </message>
    <message>
        <source>busy share</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>One rank is missing: %1.</source>
        <translation>Ein Rank fehlt: %1.</translation>
    </message>
    <message>
        <source>%1 ranks are missing: %2.</source>
        <translation>%1 Ranks fehlen: %2.</translation>
    </message>
</context>
<context>
    <name>bubblescope::TimelineMenu</name>
    <message>
        <source>Zoom to this span</source>
        <translation>Auf diese Span zoomen</translation>
    </message>
    <message>
        <source>double click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>Go to the other end on %1</source>
        <translation>Zum anderen Ende auf %1</translation>
    </message>
    <message>
        <source>Find all “%1”</source>
        <translation>Alle „%1“ suchen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>Notiz schreiben</translation>
    </message>
    <message>
        <source>Unpin “%1”</source>
        <translation>„%1“ lösen</translation>
    </message>
    <message>
        <source>Pin “%1” to the top</source>
        <translation>„%1“ oben anheften</translation>
    </message>
    <message>
        <source>Only “%1” of every rank</source>
        <translation>Nur „%1“ aller Ranks</translation>
    </message>
    <message>
        <source>Only %1</source>
        <translation>Nur %1</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Unfold threads of rank %1</source>
        <translation>Threads von Rank %1 aufklappen</translation>
    </message>
    <message>
        <source>Fold threads of rank %1</source>
        <translation>Threads von Rank %1 zuklappen</translation>
    </message>
    <message>
        <source>Expand %1</source>
        <translation>%1 aufklappen</translation>
    </message>
    <message>
        <source>All lanes of rank %1</source>
        <translation>Alle Spuren von Rank %1</translation>
    </message>
    <message>
        <source>Fewer lanes of rank %1</source>
        <translation>Weniger Spuren von Rank %1</translation>
    </message>
    <message>
        <source>Move %1 up</source>
        <translation>%1 nach oben</translation>
    </message>
    <message>
        <source>Move %1 down</source>
        <translation>%1 nach unten</translation>
    </message>
    <message>
        <source>Collapse %1</source>
        <translation>%1 zuklappen</translation>
    </message>
</context>
<context>
    <name>bubblescope::TimelinePainter</name>
    <message>
        <source>here</source>
        <translation>hier</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>noch nicht gelesen</translation>
    </message>
    <message>
        <source>in the what-if</source>
        <translation>im Was-wäre-wenn</translation>
    </message>
    <message>
        <source>damaged in the index</source>
        <translation>im Index beschädigt</translation>
    </message>
</context>
<context>
    <name>bubblescope::TimelinePlot</name>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
</context>
<context>
    <name>bubblescope::ViewMenu</name>
    <message>
        <source>&amp;Colour by</source>
        <translation>Fä&amp;rben nach</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>&amp;Bereiche</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>Anordnung &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>&amp;Rows</source>
        <translation>&amp;Zeilen</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Farbschema</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>As the &amp;desktop</source>
        <translation>Wie der &amp;Desktop</translation>
    </message>
    <message>
        <source>The window speaks this language from its next start on.</source>
        <translation>Das Fenster spricht diese Sprache ab dem nächsten Start.</translation>
    </message>
</context>
<context>
    <name>bubblescope::WhatIfControl</name>
    <message>
        <source>reset all knobs</source>
        <translation>alle Regler zurücksetzen</translation>
    </message>
    <message>
        <source>partition</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>Open a run, a table, a workload or a log to ask what would help.</source>
        <translation>Öffnen Sie einen Lauf, eine Tabelle, einen Workload oder ein Protokoll, um zu fragen, was helfen würde.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>balance the layers</source>
        <translation>Layer ausgleichen</translation>
    </message>
    <message>
        <source>This step has %1 million events. Re-timing it takes about %2 GB of memory, so it waits until you ask.</source>
        <translation>Dieser Schritt hat %1 Millionen Ereignisse. Ihn nachzurechnen braucht etwa %2 GB Speicher und wartet deshalb, bis Sie es wünschen.</translation>
    </message>
    <message>
        <source>Prepare the simulation</source>
        <translation>Simulation vorbereiten</translation>
    </message>
    <message>
        <source>Preparing the step …</source>
        <translation>Der Schritt wird vorbereitet …</translation>
    </message>
    <message>
        <source>Nothing is simulated until you ask.</source>
        <translation>Simuliert wird erst, wenn Sie es wünschen.</translation>
    </message>
    <message>
        <source>Preparing the step … %1 %</source>
        <translation>Der Schritt wird vorbereitet … %1 %</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>The job hangs: no step of it ended, so none can be simulated.</source>
        <translation>Der Job hängt: Kein Schritt endete, also lässt sich keiner simulieren.</translation>
    </message>
    <message>
        <source>Reading the step of all ranks … %1 %</source>
        <translation>Der Schritt wird von allen Ranks gelesen … %1 %</translation>
    </message>
    <message>
        <source>Not all ranks are in memory. To get this step of all of them, %1 million events are read; re-timing it takes about %2 GB of memory, so it waits until you ask.</source>
        <translation>Nicht alle Ranks sind im Speicher. Für diesen Schritt von allen werden %1 Millionen Ereignisse gelesen; ihn nachzurechnen braucht etwa %2 GB Speicher und wartet deshalb, bis Sie es wünschen.</translation>
    </message>
    <message>
        <source>No more than %1 what-ifs are kept: forget one first.</source>
        <translation>Mehr als %1 Was-wäre-wenn werden nicht behalten: zuerst eines vergessen.</translation>
    </message>
    <message>
        <source>There is no run “%1” here.</source>
        <translation>Hier gibt es keinen Lauf „%1“.</translation>
    </message>
</context>
<context>
    <name>bubblescope::WhatIfSources</name>
    <message>
        <source>Table: %1</source>
        <translation>Tabelle: %1</translation>
    </message>
    <message>
        <source>Workload: %1</source>
        <translation>Workload: %1</translation>
    </message>
    <message>
        <source>Log: %1</source>
        <translation>Protokoll: %1</translation>
    </message>
    <message>
        <source>Job: %1</source>
        <translation>Job: %1</translation>
    </message>
</context>
<context>
    <name>bubblescope::WhatIfView</name>
    <message>
        <source>Cannot tell</source>
        <translation>Nicht zu sagen</translation>
    </message>
    <message>
        <source>No gain</source>
        <translation>Kein Gewinn</translation>
    </message>
    <message>
        <source>Parts of the step</source>
        <translation>Teile des Schritts</translation>
    </message>
    <message>
        <source>Stages of the simulated step</source>
        <translation>Stages des simulierten Schritts</translation>
    </message>
    <message>
        <source>From the opened to the simulated step</source>
        <translation>Vom geöffneten zum simulierten Schritt</translation>
    </message>
    <message>
        <source>What helps most</source>
        <translation>Was am meisten hilft</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre, wenn</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Berechnen</translation>
    </message>
    <message>
        <source>Moves every knob once, by a stated amount, and ranks them by samples per second</source>
        <translation>Bewegt jeden Regler einmal um einen genannten Betrag und ordnet sie nach Samples je Sekunde</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>How it comes about</source>
        <translation>Wie sie zustande kommt</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Anmerkung</translation>
    </message>
    <message>
        <source>Formulas</source>
        <translation>Formeln</translation>
    </message>
    <message>
        <source>Assumed</source>
        <translation>Angenommen</translation>
    </message>
    <message>
        <source>Helps most</source>
        <translation>Hilft am meisten</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Stages</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>Annahmen</translation>
    </message>
    <message>
        <source>Nothing simulated</source>
        <translation>Nichts simuliert</translation>
    </message>
    <message>
        <source>Move a knob in the Simulate pane: the parts of the step, what changed and what helps most stand here.</source>
        <translation>Bewegen Sie einen Regler im Bereich Simulation: Hier stehen dann die Teile des Schritts, was sich änderte und was am meisten hilft.</translation>
    </message>
    <message>
        <source>step %1 → %2</source>
        <translation>Schritt %1 → %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2
%3</source>
        <translation>%1: %2
%3</translation>
    </message>
    <message>
        <source>Nothing was assumed.</source>
        <translation>Nichts wurde angenommen.</translation>
    </message>
    <message>
        <source>Assumed %1</source>
        <translation>Angenommen %1</translation>
    </message>
    <message>
        <source>
Activations and parameters would not fit into the GPU&apos;s memory.</source>
        <translation>
Aktivierungen und Parameter passten nicht in den Speicher der GPU.</translation>
    </message>
    <message>
        <source>With another batch, which may train otherwise</source>
        <translation>Mit anderem Batch, der anders trainieren kann</translation>
    </message>
    <message>
        <source>With other hardware or faster code</source>
        <translation>Mit anderer Hardware oder schnellerem Code</translation>
    </message>
    <message>
        <source>With the same batch on the same GPUs</source>
        <translation>Mit demselben Batch auf denselben GPUs</translation>
    </message>
    <message>
        <source>%1, does not fit</source>
        <translation>%1, passt nicht</translation>
    </message>
    <message>
        <source>computing …</source>
        <translation>rechne …</translation>
    </message>
    <message>
        <source>Each knob moved once, ranked by samples per second</source>
        <translation>Jeder Regler einmal bewegt, geordnet nach Samples je Sekunde</translation>
    </message>
    <message>
        <source>samples per second; a click takes the change</source>
        <translation>Samples je Sekunde; ein Klick übernimmt die Änderung</translation>
    </message>
    <message>
        <source>What changes</source>
        <translation>Was sich ändert</translation>
    </message>
    <message>
        <source>per sample %1 → %2</source>
        <translation>je Sample %1 → %2</translation>
    </message>
    <message>
        <source>Prepare the simulation in the Simulate pane: the parts of the step, what changed and what helps most stand here.</source>
        <translation>Bereiten Sie die Simulation im Bereich Simulation vor: Hier stehen dann die Teile des Schritts, was sich änderte und was am meisten hilft.</translation>
    </message>
</context>
<context>
    <name>bubblescope::WindowTitle</name>
    <message>
        <source>A: %1, B: %2</source>
        <translation>A: %1, B: %2</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
</context>
<context>
    <name>bubblescope::WindowToolBar</name>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Training step</source>
        <translation>Trainingsschritt</translation>
    </message>
    <message>
        <source>Training step that all views show</source>
        <translation>Trainingsschritt, den alle Ansichten zeigen</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>Show the opened run, the simulated one, or both at the same scale, one above the other or lane by lane</source>
        <translation>Den geöffneten Lauf, den simulierten oder beide im selben Maßstab zeigen, übereinander oder Spur für Spur</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>Simuliert</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Beide</translation>
    </message>
    <message>
        <source>Interleaved</source>
        <translation>Ineinander</translation>
    </message>
    <message>
        <source>Search spans  /</source>
        <translation>Spans suchen  /</translation>
    </message>
    <message>
        <source>Search spans</source>
        <translation>Spans suchen</translation>
    </message>
    <message>
        <source>Words in names and details, or terms such as rank:2 stage:0-3 cat:comm group:dp dur&gt;5ms name~allreduce;
Enter and Shift+Enter walk through the matches. ? lists all terms.</source>
        <translation>Wörter in Namen und Einzelheiten oder Ausdrücke wie rank:2 stage:0-3 cat:comm group:dp dur&gt;5ms name~allreduce;
Enter und Umschalt+Enter gehen durch die Treffer. ? nennt alle Ausdrücke.</translation>
    </message>
    <message>
        <source>whole recording</source>
        <translation>ganze Aufzeichnung</translation>
    </message>
    <message>
        <source>all steps</source>
        <translation>alle Schritte</translation>
    </message>
    <message>
        <source>selected %1</source>
        <translation>gewählt %1</translation>
    </message>
    <message>
        <source>range %1</source>
        <translation>Bereich %1</translation>
    </message>
    <message>
        <source>not understood</source>
        <translation>nicht verstanden</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>sucht …</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>nichts gefunden</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>%1 gefunden</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Show another input of this kind below: A is what is open, B the other one</source>
        <translation>Zeigt darunter eine andere Eingabe dieser Art: A ist die geöffnete, B die andere</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>bisher %1</translation>
    </message>
</context>
<context>
    <name>bubblescope::details</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>What it means for the step</source>
        <translation>Was es für den Schritt bedeutet</translation>
    </message>
    <message>
        <source>critical path</source>
        <translation>kritischer Pfad</translation>
    </message>
    <message>
        <source>on it</source>
        <translation>darauf</translation>
    </message>
    <message>
        <source>Any delay here delays the step by as much</source>
        <translation>Jede Verzögerung hier verzögert den Schritt um ebenso viel</translation>
    </message>
    <message>
        <source>slack</source>
        <translation>Spielraum</translation>
    </message>
    <message>
        <source>It could take this much longer, all else unchanged, without a longer step</source>
        <translation>So viel länger dürfte es dauern, ohne dass der Schritt länger wird, wenn alles andere gleich bleibt</translation>
    </message>
    <message>
        <source>1 ms shorter</source>
        <translation>1 ms kürzer</translation>
    </message>
    <message>
        <source>step %1 shorter</source>
        <translation>Schritt %1 kürzer</translation>
    </message>
    <message>
        <source>step no shorter</source>
        <translation>Schritt nicht kürzer</translation>
    </message>
    <message>
        <source>The step was re-timed from its records with 1 ms less of this span (or without it, if it is shorter)</source>
        <translation>Der Schritt wurde aus seinen Einträgen neu gerechnet, mit 1 ms weniger von diesem Span (oder ohne ihn, wenn er kürzer ist)</translation>
    </message>
    <message>
        <source>waits because</source>
        <translation>wartet, weil</translation>
    </message>
    <message>
        <source>in words</source>
        <translation>in Worten</translation>
    </message>
    <message>
        <source>came last</source>
        <translation>kam zuletzt</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>Dorthin gehen</translation>
    </message>
    <message>
        <source>Launched by</source>
        <translation>Gestartet von</translation>
    </message>
    <message>
        <source>call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>Go to this span</source>
        <translation>Zu diesem Span gehen</translation>
    </message>
    <message>
        <source>until it began</source>
        <translation>bis zum Beginn</translation>
    </message>
    <message>
        <source>graph replay</source>
        <translation>Graph-Wiederholung</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Calls that launch a graph on this thread, in the order of their begins</source>
        <translation>Aufrufe dieses Threads, die einen Graphen starten, in der Reihenfolge ihres Beginns</translation>
    </message>
    <message>
        <source>From the begin of the call to the begin of the kernel: launching, and waiting in the queue</source>
        <translation>Vom Beginn des Aufrufs bis zum Beginn des Kernels: der Start und das Warten in der Schlange</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>inside of</source>
        <translation>innerhalb von</translation>
    </message>
    <message>
        <source>1 kernel launched</source>
        <translation>1 Kernel gestartet</translation>
    </message>
    <message>
        <source>%1 kernels launched</source>
        <translation>%1 Kernels gestartet</translation>
    </message>
    <message>
        <source>GPU time</source>
        <translation>GPU-Zeit</translation>
    </message>
    <message>
        <source>Sum over what was launched</source>
        <translation>Summe über alles Gestartete</translation>
    </message>
    <message>
        <source>and more</source>
        <translation>und weitere</translation>
    </message>
    <message>
        <source>Causes and slack are found for one step at a time, so far for %1. Choose %2 to see those of this span.</source>
        <translation>Ursachen und Spielraum werden für je einen Schritt gesucht, bisher für %1. Wählen Sie %2, um die dieser Spanne zu sehen.</translation>
    </message>
</context>
<context>
    <name>bubblescope::PartsBar</name>
    <message>
        <source>Parts of the step</source>
        <translation>Teile des Schritts</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>overlapped</source>
        <translation>überlappt</translation>
    </message>
    <message>
        <source>communication beside compute, in none of the parts</source>
        <translation>Kommunikation neben dem Rechnen, in keinem der Teile</translation>
    </message>
    <message>
        <source>What the time of all ranks is made of, %1; times are those of the mean rank.
A click shows the spans of a part, another click all of them.</source>
        <translation>Woraus die Zeit aller Ranks besteht, %1; Zeiten sind die des mittleren Ranks.
Ein Klick zeigt die Spans eines Teils, ein weiterer alle.</translation>
    </message>
</context>
<context>
    <name>bubblescope::IdleCauseModel</name>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>What the host did while its GPU had no work</source>
        <translation>Was der Host tat, während seine GPU keine Arbeit hatte</translation>
    </message>
    <message>
        <source>Meanwhile</source>
        <translation>Währenddessen</translation>
    </message>
    <message>
        <source>The innermost record that covers a tenth of the pause or more</source>
        <translation>Die innerste Aufzeichnung, die ein Zehntel der Pause oder mehr abdeckt</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Untätig</translation>
    </message>
    <message>
        <source>idle (ms)</source>
        <translation>untätig (ms)</translation>
    </message>
    <message>
        <source>How long a GPU had no work because of it, mean of all ranks</source>
        <translation>Wie lange eine GPU deshalb keine Arbeit hatte, Mittel aller Ranks</translation>
    </message>
    <message>
        <source>How long the GPU had no work because of it</source>
        <translation>Wie lange die GPU deshalb keine Arbeit hatte</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>share (%)</source>
        <translation>Anteil (%)</translation>
    </message>
    <message>
        <source>Of ranks × step; together they are the host wait of the bar</source>
        <translation>An Ranks × Schritt; zusammen sind sie das Warten auf den Host im Balken</translation>
    </message>
    <message>
        <source>Of the step</source>
        <translation>Am Schritt</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>How many such records, or pauses in which nothing was recorded</source>
        <translation>Wie viele solcher Aufzeichnungen, oder Pausen, in denen nichts aufgezeichnet wurde</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>Längste</translation>
    </message>
    <message>
        <source>longest (ms)</source>
        <translation>längste (ms)</translation>
    </message>
    <message>
        <source>The longest pause; a click goes there</source>
        <translation>Die längste Pause; ein Klick führt dorthin</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>Aufgezeichnet</translation>
    </message>
    <message>
        <source>recorded (ms)</source>
        <translation>aufgezeichnet (ms)</translation>
    </message>
    <message>
        <source>How long these records took altogether, also while the GPU worked, mean of all ranks</source>
        <translation>Wie lange diese Aufzeichnungen insgesamt dauerten, auch während die GPU arbeitete, Mittel aller Ranks</translation>
    </message>
    <message>
        <source>How long these records took altogether, also while the GPU worked</source>
        <translation>Wie lange diese Aufzeichnungen insgesamt dauerten, auch während die GPU arbeitete</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>then (ms)</source>
        <translation>danach (ms)</translation>
    </message>
    <message>
        <source>After a synchronization: from the launch of the next kernel to its begin. Kernel wait, no host wait</source>
        <translation>Nach einer Synchronisierung: vom Start des nächsten Kernels bis zu seinem Beginn. Warten auf den Kernel, nicht auf den Host</translation>
    </message>
    <message>
        <source>On rank %1, until %2</source>
        <translation>Auf Rank %1, bis %2</translation>
    </message>
    <message>
        <source>On rank %1</source>
        <translation>Auf Rank %1</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
</context>
<context>
    <name>bubblescope::IdleCausesView</name>
    <message>
        <source>Idle by cause</source>
        <translation>Untätig nach Ursache</translation>
    </message>
    <message>
        <source>all ranks together</source>
        <translation>alle Ranks zusammen</translation>
    </message>
    <message>
        <source>rank by rank</source>
        <translation>Rank für Rank</translation>
    </message>
    <message>
        <source>What a row stands for</source>
        <translation>Wofür eine Zeile steht</translation>
    </message>
    <message>
        <source>No hosts beside GPUs</source>
        <translation>Keine Hosts neben GPUs</translation>
    </message>
    <message>
        <source>A modelled step has no records of hosts. Show the measured one.</source>
        <translation>Ein modellierter Schritt hat keine Aufzeichnungen von Hosts. Zeigen Sie den gemessenen.</translation>
    </message>
    <message>
        <source>What hosts did while their GPUs had no work is recorded by a profiler. Open the traces of the PyTorch profiler or of Nsight Systems.</source>
        <translation>Was Hosts taten, während ihre GPUs keine Arbeit hatten, zeichnet ein Profiler auf. Öffnen Sie Traces des PyTorch-Profilers oder von Nsight Systems.</translation>
    </message>
    <message>
        <source>Not known yet</source>
        <translation>Noch nicht bekannt</translation>
    </message>
    <message>
        <source>The parts of the step are still being computed.</source>
        <translation>Die Teile des Schritts werden noch berechnet.</translation>
    </message>
    <message>
        <source>What hosts did while their GPUs had no work is being looked up.</source>
        <translation>Was Hosts taten, während ihre GPUs keine Arbeit hatten, wird noch nachgesehen.</translation>
    </message>
    <message>
        <source>host wait %1, %2 %3</source>
        <translation>Warten auf den Host %1, %2 %3</translation>
    </message>
    <message>
        <source>host wait %1 per rank, %2 %3</source>
        <translation>Warten auf den Host %1 je Rank, %2 %3</translation>
    </message>
    <message>
        <source>%1; causes are of the ranks in memory</source>
        <translation>%1; Ursachen sind die der Ranks im Speicher</translation>
    </message>
    <message>
        <source>No GPU waits for its host</source>
        <translation>Keine GPU wartet auf ihren Host</translation>
    </message>
    <message>
        <source>For %1 %2 GPUs have no work, and no launch was recorded that says why.</source>
        <translation>GPUs haben für %1 %2 keine Arbeit, und kein Start ist aufgezeichnet, der sagt, warum.</translation>
    </message>
    <message>
        <source>Each kernel %1 was launched before its GPU had no work.</source>
        <translation>Jeder Kernel %1 wurde gestartet, bevor seine GPU keine Arbeit mehr hatte.</translation>
    </message>
</context>
<context>
    <name>bubblescope::DescribeDialog</name>
    <message>
        <source>Describe a run</source>
        <translation>Einen Lauf beschreiben</translation>
    </message>
    <message>
        <source>Save the description</source>
        <translation>Beschreibung speichern</translation>
    </message>
    <message>
        <source>Described jobs (*.bubblejob)</source>
        <translation>Beschriebene Jobs (*.bubblejob)</translation>
    </message>
    <message>
        <source>Begin with a model&apos;s config.json or a configuration</source>
        <translation>Mit der config.json eines Modells oder einer Konfiguration beginnen</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>Hardware</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>Hidden Size</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Heads</translation>
    </message>
    <message>
        <source>Of attention</source>
        <translation>Der Attention</translation>
    </message>
    <message>
        <source>Key/value heads</source>
        <translation>Key/Value-Heads</translation>
    </message>
    <message>
        <source>With grouped queries; empty: as many as heads</source>
        <translation>Mit gruppierten Queries; leer: so viele wie Heads</translation>
    </message>
    <message>
        <source>MLP width</source>
        <translation>MLP-Breite</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Of a layer; empty for a dense model</source>
        <translation>Eines Layers; leer für ein dichtes Modell</translation>
    </message>
    <message>
        <source>Active experts</source>
        <translation>Aktive Experten</translation>
    </message>
    <message>
        <source>Of a token</source>
        <translation>Eines Tokens</translation>
    </message>
    <message>
        <source>Expert width</source>
        <translation>Breite eines Experten</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>All of them</source>
        <translation>Insgesamt</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>Tensorparallel</translation>
    </message>
    <message>
        <source>GPUs that share each matrix</source>
        <translation>GPUs, die sich jede Matrix teilen</translation>
    </message>
    <message>
        <source>Pipeline stages</source>
        <translation>Pipeline-Stages</translation>
    </message>
    <message>
        <source>Context parallel</source>
        <translation>Kontextparallel</translation>
    </message>
    <message>
        <source>GPUs that share each sequence</source>
        <translation>GPUs, die sich jede Sequenz teilen</translation>
    </message>
    <message>
        <source>Expert parallel</source>
        <translation>Expertenparallel</translation>
    </message>
    <message>
        <source>GPUs that share the experts</source>
        <translation>GPUs, die sich die Experten teilen</translation>
    </message>
    <message>
        <source>Microbatch</source>
        <translation>Microbatch</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Samples</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Samples of a step, over all replicas</source>
        <translation>Samples eines Schritts, über alle Replikas</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>Sequenz</translation>
    </message>
    <message>
        <source>Tokens of a sample</source>
        <translation>Tokens eines Samples</translation>
    </message>
    <message>
        <source>Sharding</source>
        <translation>Sharding</translation>
    </message>
    <message>
        <source>none, optimizer, gradients or parameters</source>
        <translation>none, optimizer, gradients oder parameters</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>Neuberechnung</translation>
    </message>
    <message>
        <source>none, selective or full</source>
        <translation>none, selective oder full</translation>
    </message>
    <message>
        <source>The description as text</source>
        <translation>Die Beschreibung als Text</translation>
    </message>
    <message>
        <source>Check of the description</source>
        <translation>Prüfung der Beschreibung</translation>
    </message>
    <message>
        <source>Save and open …</source>
        <translation>Speichern und öffnen …</translation>
    </message>
    <message>
        <source>Begin with a file …</source>
        <translation>Mit einer Datei beginnen …</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 Parameter</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>fullest stage %1 of %2</source>
        <translation>vollste Stage %1 von %2</translation>
    </message>
    <message>
        <source>fullest stage %1</source>
        <translation>vollste Stage %1</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>No step yet: %1</source>
        <translation>Noch kein Schritt: %1</translation>
    </message>
</context>
<context>
    <name>bubblescope::KeptPlanModel</name>
    <message>
        <source>Plan %1</source>
        <translation>Plan %1</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>F2 changes it</source>
        <translation>F2 ändert ihn</translation>
    </message>
    <message>
        <source>Combination</source>
        <translation>Kombination</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>Gewinn</translation>
    </message>
    <message>
        <source>gain (%)</source>
        <translation>Gewinn (%)</translation>
    </message>
    <message>
        <source>Throughput beside the job as it is</source>
        <translation>Durchsatz neben dem Job, wie er ist</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>step (ms)</source>
        <translation>Schritt (ms)</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>memory (bytes)</source>
        <translation>Speicher (Bytes)</translation>
    </message>
    <message>
        <source>Of one GPU of the fullest stage, at its fullest moment</source>
        <translation>Einer GPU der vollsten Stage, im vollsten Moment</translation>
    </message>
</context>
<context>
    <name>bubblescope::PlanCandidateModel</name>
    <message>
        <source>%1 GPUs: %2</source>
        <translation>%1 GPUs: %2</translation>
    </message>
    <message>
        <source>%1 – too much</source>
        <translation>%1 – zu viel</translation>
    </message>
    <message>
        <source>Combination</source>
        <translation>Kombination</translation>
    </message>
    <message>
        <source>TP, PP, DP, CP, EP: GPUs of a tensor-parallel, pipeline, data-parallel, context-parallel and expert-parallel group</source>
        <translation>TP, PP, DP, CP, EP: GPUs einer tensorparallelen, Pipeline-, datenparallelen, kontextparallelen und expertenparallelen Gruppe</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Spanne</translation>
    </message>
    <message>
        <source>least and most %1</source>
        <translation>wenigste und meiste %1</translation>
    </message>
    <message>
        <source>Where the throughput is expected</source>
        <translation>Wo der Durchsatz erwartet wird</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>step (ms)</source>
        <translation>Schritt (ms)</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>memory (bytes)</source>
        <translation>Speicher (Bytes)</translation>
    </message>
    <message>
        <source>Of one GPU of the fullest stage, at its fullest moment</source>
        <translation>Einer GPU der vollsten Stage, im vollsten Moment</translation>
    </message>
    <message>
        <source>Bound by</source>
        <translation>Begrenzt durch</translation>
    </message>
    <message>
        <source>The largest part of the step that is not the least compute it can do with</source>
        <translation>Der größte Teil des Schritts neben der geringsten Rechenzeit, mit der er auskommt</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>USD per million tokens</source>
        <translation>USD pro Million Tokens</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Of the job as it is</source>
        <translation>Am Job, wie er ist</translation>
    </message>
</context>
<context>
    <name>bubblescope::PlanControl</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>first found</source>
        <translation>zuerst gefunden</translation>
    </message>
    <message>
        <source>plan %1</source>
        <translation>Plan %1</translation>
    </message>
    <message>
        <source>Copied: what makes %1 run %2</source>
        <translation>Kopiert: womit %1 %2 ausführt</translation>
    </message>
    <message>
        <source>SVG drawings (*.svg)</source>
        <translation>SVG-Zeichnungen (*.svg)</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Not all ranks of this run are in memory: a search needs the whole step of all of them.</source>
        <translation>Nicht alle Ranks dieses Laufs sind im Speicher: Eine Suche braucht den ganzen Schritt von allen.</translation>
    </message>
</context>
<context>
    <name>bubblescope::PlanLock</name>
    <message>
        <source>%1: any</source>
        <translation>%1: beliebig</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>GPUs that share each matrix (tensor parallelism)</source>
        <translation>GPUs, die sich jede Matrix teilen (Tensorparallelität)</translation>
    </message>
    <message>
        <source>Stages of the pipeline</source>
        <translation>Stages der Pipeline</translation>
    </message>
    <message>
        <source>GPUs that share a sequence (context parallelism)</source>
        <translation>GPUs, die sich eine Sequenz teilen (Kontextparallelität)</translation>
    </message>
    <message>
        <source>GPUs that share the experts (expert parallelism)</source>
        <translation>GPUs, die sich die Experten teilen (Expertenparallelität)</translation>
    </message>
    <message>
        <source>Order of passes in the pipeline</source>
        <translation>Reihenfolge der Durchgänge in der Pipeline</translation>
    </message>
    <message>
        <source>no zero bubble</source>
        <translation>ohne Zero-Bubble</translation>
    </message>
    <message>
        <source>Samples of a microbatch</source>
        <translation>Samples eines Microbatches</translation>
    </message>
    <message>
        <source>What a backward pass computes again</source>
        <translation>Was ein Rückwärtsdurchgang neu berechnet</translation>
    </message>
    <message>
        <source>What data-parallel ranks keep a part of (ZeRO 0 to 3, FSDP)</source>
        <translation>Wovon datenparallele Ranks nur einen Teil halten (ZeRO 0 bis 3, FSDP)</translation>
    </message>
</context>
<context>
    <name>bubblescope::PlanMemoryBars</name>
    <message>
        <source>Memory of each stage</source>
        <translation>Speicher jeder Stage</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>as it is: %1</source>
        <translation>wie es ist: %1</translation>
    </message>
    <message>
        <source>full: %1 modelled</source>
        <translation>voll: %1 modelliert</translation>
    </message>
    <message>
        <source>GPU: %1</source>
        <translation>GPU: %1</translation>
    </message>
</context>
<context>
    <name>bubblescope::PlanMemoryModel</name>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <source>slack</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stage</translation>
    </message>
    <message>
        <source>%1 (bytes)</source>
        <translation>%1 (Bytes)</translation>
    </message>
    <message>
        <source>total</source>
        <translation>gesamt</translation>
    </message>
    <message>
        <source>Of one GPU, at its fullest moment</source>
        <translation>Einer GPU, im vollsten Moment</translation>
    </message>
    <message>
        <source>before</source>
        <translation>vorher</translation>
    </message>
    <message>
        <source>The total of the job as it is described</source>
        <translation>Die Summe des Jobs, wie er beschrieben ist</translation>
    </message>
    <message>
        <source>%1 – too much</source>
        <translation>%1 – zu viel</translation>
    </message>
    <message>
        <source>%1: %2 parameters of a GPU, %3 layers, %4 passes of a layer held between forward and backward</source>
        <translation>%1: %2 Parameter einer GPU, %3 Layer, %4 Layer-Durchgänge zwischen vorwärts und rückwärts gehalten</translation>
    </message>
    <message>
        <source>%1 of the %2 modelled that fill a GPU, as the run tells</source>
        <translation>%1 der modellierten %2, die nach dem Lauf eine GPU füllen</translation>
    </message>
    <message>
        <source>%1 of the %2 of a GPU</source>
        <translation>%1 der %2 einer GPU</translation>
    </message>
</context>
<context>
    <name>bubblescope::PlanPlot</name>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>USD per million tokens</source>
        <translation>USD pro Million Tokens</translation>
    </message>
    <message>
        <source>memory of the fullest stage</source>
        <translation>Speicher der vollsten Stage</translation>
    </message>
    <message>
        <source>Throughput over memory of every combination</source>
        <translation>Durchsatz jeder Kombination über ihrem Speicher</translation>
    </message>
    <message>
        <source>%1 combinations. Chosen: %2</source>
        <translation>%1 Kombinationen. Gewählt: %2</translation>
    </message>
    <message>
        <source>%1 combinations</source>
        <translation>%1 Kombinationen</translation>
    </message>
    <message>
        <source>full: %1 modelled</source>
        <translation>voll: %1 modelliert</translation>
    </message>
    <message>
        <source>GPU: %1</source>
        <translation>GPU: %1</translation>
    </message>
</context>
<context>
    <name>bubblescope::PlanText</name>
    <message>
        <source>%1 %2</source>
        <translation>%2 %1</translation>
    </message>
    <message>
        <source>Bound by %1. Its step: %2.</source>
        <translation>Begrenzt durch %1. Der Schritt: %2.</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>expert TP</source>
        <translation>Experten-TP</translation>
    </message>
    <message>
        <source>overlap</source>
        <translation>Überlappung</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>Schedule</translation>
    </message>
    <message>
        <source>chunks</source>
        <translation>Chunks</translation>
    </message>
    <message>
        <source>microbatch</source>
        <translation>Microbatch</translation>
    </message>
    <message>
        <source>microbatches</source>
        <translation>Microbatches</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>Neuberechnung</translation>
    </message>
    <message>
        <source>shard</source>
        <translation>Sharding</translation>
    </message>
    <message>
        <source>partition</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>none</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>selective</source>
        <translation>selektiv</translation>
    </message>
    <message>
        <source>full</source>
        <translation>alles</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>no overlap</source>
        <translation>ohne Überlappung</translation>
    </message>
    <message>
        <source>%1 %2 → %3</source>
        <translation>%1 %2 → %3</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>Blase</translation>
    </message>
    <message>
        <source>network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>pipeline bubbles</source>
        <translation>Pipeline-Blasen</translation>
    </message>
    <message>
        <source>communication inside layers</source>
        <translation>Kommunikation in Layern</translation>
    </message>
    <message>
        <source>messages between stages</source>
        <translation>Nachrichten zwischen Stages</translation>
    </message>
    <message>
        <source>synchronization of gradients</source>
        <translation>Abgleich der Gradienten</translation>
    </message>
    <message>
        <source>the optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 more on %2</source>
        <translation>%1 mehr für %2</translation>
    </message>
    <message>
        <source>saves %1</source>
        <translation>spart %1</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>spends %1</source>
        <translation>braucht %1</translation>
    </message>
    <message>
        <source>needs %1 less memory</source>
        <translation>braucht %1 weniger Speicher</translation>
    </message>
    <message>
        <source>needs %1 more memory</source>
        <translation>braucht %1 mehr Speicher</translation>
    </message>
    <message>
        <source>%1 tokens per second and GPU beside the description; no part of the step differs.</source>
        <translation>%1 Tokens pro Sekunde und GPU neben der Beschreibung; kein Teil des Schritts ist anders.</translation>
    </message>
    <message>
        <source>%1 tokens per second and GPU beside the description: %2.</source>
        <translation>%1 Tokens pro Sekunde und GPU neben der Beschreibung: %2.</translation>
    </message>
    <message>
        <source>fullest stage %1; %2 modelled fill a GPU</source>
        <translation>vollste Stage %1; %2 modelliert füllen eine GPU</translation>
    </message>
    <message>
        <source>fullest stage %1</source>
        <translation>vollste Stage %1</translation>
    </message>
    <message>
        <source>bound by %1</source>
        <translation>begrenzt durch %1</translation>
    </message>
    <message>
        <source>%1 USD per million tokens</source>
        <translation>%1 USD pro Million Tokens</translation>
    </message>
    <message>
        <source>by closed formulas, not simulated</source>
        <translation>aus geschlossenen Formeln, nicht simuliert</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1, %2 of peak FLOP/s</source>
        <translation>%1, %2 der Spitzen-FLOP/s</translation>
    </message>
    <message>
        <source>tokens/s per GPU</source>
        <translation>Tokens/s pro GPU</translation>
    </message>
    <message>
        <source>samples/s</source>
        <translation>Samples/s</translation>
    </message>
    <message>
        <source>steps/s</source>
        <translation>Schritte/s</translation>
    </message>
    <message>
        <source>step %1, bound by %2.</source>
        <translation>Schritt %1, begrenzt durch %2.</translation>
    </message>
    <message>
        <source>its step takes %1 instead of %2</source>
        <translation>der Schritt dauert %1 statt %2</translation>
    </message>
    <message>
        <source>%1 %2 beside the run as it is: %3.</source>
        <translation>%1 %2 neben dem Lauf, wie er ist: %3.</translation>
    </message>
    <message>
        <source>Bound by %1. The step on its slowest stage: %2.</source>
        <translation>Begrenzt durch %1. Der Schritt auf der langsamsten Stufe: %2.</translation>
    </message>
    <message>
        <source>its slowest stage saves %1</source>
        <translation>die langsamste Stufe spart %1</translation>
    </message>
    <message>
        <source>its slowest stage spends %1</source>
        <translation>die langsamste Stufe braucht %1</translation>
    </message>
</context>
<context>
    <name>bubblescope::PlanView</name>
    <message>
        <source>Combinations</source>
        <translation>Kombinationen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Which combinations plot and table show</source>
        <translation>Welche Kombinationen Diagramm und Tabelle zeigen</translation>
    </message>
    <message>
        <source>Copy flags</source>
        <translation>Flags kopieren</translation>
    </message>
    <message>
        <source>Copies what makes a framework run the chosen combination</source>
        <translation>Kopiert, womit ein Framework die gewählte Kombination ausführt</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Writes what was found to a file</source>
        <translation>Schreibt in eine Datei, was gefunden wurde</translation>
    </message>
    <message>
        <source>Memory of each stage</source>
        <translation>Speicher jeder Stage</translation>
    </message>
    <message>
        <source>Kept plans</source>
        <translation>Behaltene Pläne</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>What throughput is drawn over</source>
        <translation>Worüber der Durchsatz gezeichnet ist</translation>
    </message>
    <message>
        <source>bound by %1</source>
        <translation>begrenzt durch %1</translation>
    </message>
    <message>
        <source>only the Pareto front</source>
        <translation>nur die Pareto-Front</translation>
    </message>
    <message>
        <source>Combinations of which no other is faster with as little memory on as few GPUs</source>
        <translation>Kombinationen, die keine andere mit so wenig Speicher auf so wenigen GPUs übertrifft</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Keeps the chosen combination, to compare it with others</source>
        <translation>Behält die gewählte Kombination, um sie mit anderen zu vergleichen</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>für %1</translation>
    </message>
    <message>
        <source>Plot as SVG …</source>
        <translation>Diagramm als SVG …</translation>
    </message>
    <message>
        <source>Combinations as CSV …</source>
        <translation>Kombinationen als CSV …</translation>
    </message>
    <message>
        <source>Combinations as JSON …</source>
        <translation>Kombinationen als JSON …</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Kept %1</source>
        <translation>Behalten %1</translation>
    </message>
    <message>
        <source>Nothing to plan</source>
        <translation>Nichts zu planen</translation>
    </message>
    <message>
        <source>Open a model&apos;s config.json, a configuration of Megatron, torchtitan or nanotron, or a *.bubblejob; or describe the run that you have in mind: every combination of it is timed here.</source>
        <translation>Öffnen Sie die config.json eines Modells, eine Konfiguration von Megatron, torchtitan oder nanotron oder eine *.bubblejob; oder beschreiben Sie den Lauf, den Sie vorhaben: Hier wird jede Kombination davon berechnet.</translation>
    </message>
    <message>
        <source>Describe a run …</source>
        <translation>Einen Lauf beschreiben …</translation>
    </message>
    <message>
        <source>over memory</source>
        <translation>über Speicher</translation>
    </message>
    <message>
        <source>over GPUs</source>
        <translation>über GPUs</translation>
    </message>
    <message>
        <source>over cost</source>
        <translation>über Kosten</translation>
    </message>
    <message>
        <source>searching, %1</source>
        <translation>Suche, %1</translation>
    </message>
    <message>
        <source>1 combination</source>
        <translation>1 Kombination</translation>
    </message>
    <message>
        <source>%1 combinations</source>
        <translation>%1 Kombinationen</translation>
    </message>
    <message>
        <source>too many for all: values of %1 were left out, lock them to ask for others</source>
        <translation>zu viele für alle: Werte von %1 blieben aus, legen Sie sie fest, um andere zu fragen</translation>
    </message>
    <message>
        <source>nothing fits: the nearest, %1, lacks %2 a GPU</source>
        <translation>nichts passt: der nächsten, %1, fehlen %2 je GPU</translation>
    </message>
    <message>
        <source>the first %1 cannot be told apart</source>
        <translation>die ersten %1 sind nicht zu unterscheiden</translation>
    </message>
    <message>
        <source>%1 on %2: Search times every combination of these.</source>
        <translation>%1 auf %2: „Suchen“ berechnet jede Kombination davon.</translation>
    </message>
    <message>
        <source>calibrated by its measured step</source>
        <translation>kalibriert am gemessenen Schritt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>best so far: %1, %2</source>
        <translation>bisher am besten: %1, %2</translation>
    </message>
    <message>
        <source>%1: %2, %3 left out by bounds and memory, in %4</source>
        <translation>%1: %2, %3 durch Schranken und Speicher ausgelassen, in %4</translation>
    </message>
    <message>
        <source>As it is, %1: %2</source>
        <translation>Wie es ist, %1: %2</translation>
    </message>
    <message>
        <source>Only of a described job: flags need the sizes of its model</source>
        <translation>Nur für einen beschriebenen Job: Flags brauchen die Größen seines Modells</translation>
    </message>
    <message>
        <source>%1: Search times every layout and order of it on as many GPUs, with the same batch.</source>
        <translation>%1: „Suchen“ berechnet jede Aufteilung und Reihenfolge davon auf so vielen GPUs, mit demselben Batch.</translation>
    </message>
</context>
<context>
    <name>bubblescope::PlanWishBar</name>
    <message>
        <source>Hardware</source>
        <translation>Hardware</translation>
    </message>
    <message>
        <source>GPU and network that the job is planned for</source>
        <translation>GPU und Netz, für die der Job geplant wird</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Numbers of GPUs to try, such as 64 or 32, 64, 128</source>
        <translation>GPU-Zahlen, die versucht werden, etwa 64 oder 32, 64, 128</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Samples of a step, over all replicas</source>
        <translation>Samples eines Schritts, über alle Replikas</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>Sequenz</translation>
    </message>
    <message>
        <source>Tokens of a sample</source>
        <translation>Tokens eines Samples</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU-Speicher</translation>
    </message>
    <message>
        <source>What may be used of a GPU&apos;s memory, such as 80 GB; empty for all of it</source>
        <translation>Was vom Speicher einer GPU benutzt werden darf, etwa 80 GB; leer für alles</translation>
    </message>
    <message>
        <source>USD/h</source>
        <translation>USD/h</translation>
    </message>
    <message>
        <source>Price of a GPU hour, for the cost of tokens</source>
        <translation>Preis einer GPU-Stunde, für die Kosten von Tokens</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>Fortschritt der Suche</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Times every combination that these fields allow</source>
        <translation>Berechnet jede Kombination, die diese Felder zulassen</translation>
    </message>
</context>
</TS>
