import { createCalendar, type SampleDates } from "./seed/dates.ts";
import { makePng } from "./seed/images.ts";
import { History, people, type SeedContent } from "./seed/sample-history.ts";
import { createRandom } from "./seed/seeded-random.ts";

/** Bytes of the long text, at least. */
const longText = 20 * 1024 * 1024;
/** Entries of the large folder. */
const manyEntries = 5000;

function longLog(): Buffer {
  const lines: string[] = [];
  const levels = ["INFO", "DEBUG", "WARN", "INFO", "INFO"];
  for (let size = 0, count = 1; size < longText; count++) {
    const line = `${String(count).padStart(7, "0")} ${levels[count % levels.length]} berth ${count % 64} level ${(count * 37) % 1000} mm, pump ${count % 3 ? "idle" : "running"}\n`;
    lines.push(line);
    size += line.length;
  }
  return Buffer.from(lines.join(""));
}

const oddNames: Readonly<Record<string, SeedContent>> = {
  "odd names/with space.txt": "A space in the name.\n",
  "odd names/100%.md": "# 100%\n\nA percent sign.\n",
  "odd names/issue #7.txt": "A hash sign.\n",
  "odd names/a+b=c.txt": "Plus and equals.\n",
  "odd names/question?.txt": "A question mark.\n",
  'odd names/quote\'s "here".txt': "Quotes of both kinds.\n",
  "odd names/.hidden": "A leading dot.\n",
  "odd names/v1.2.3.tar": "Many dots.\n",
  "odd names/-dash.txt": "A leading dash.\n",
  "odd names/日本語.txt": "日本語の名前。\n",
  "odd names/🚢 boat.md": "# 🚢\n\nAn emoji in the name.\n",
  "odd names/שלום.txt": "Right to left.\n",
};

const texts: Readonly<Record<string, SeedContent>> = {
  "texts/windows.txt": "First line\r\nSecond line\r\nThird line\r\n",
  "texts/no-final-newline.txt": "The last line has no end",
  "texts/latin-1.txt": Buffer.from("Für Elise, à la carte, señor\n", "latin1"),
  "texts/utf-16.txt": Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from("UTF-16 with a mark\n", "utf16le"),
  ]),
  "texts/mixed-endings.txt": "unix\nwindows\r\nunix\n",
  "texts/empty.txt": "",
  "texts/long-line.txt": `${"0123456789".repeat(2000)}\n`,
};

/** A project with every special case that a client of repositories must handle. */
export function toolboxHistory(submodule: string, dates: SampleDates): History {
  const random = createRandom(5505);
  const nextDate = createCalendar(random, dates("2026-05-04T07:00:00Z"));
  const history = new History();
  const commit = (message: string, files: Readonly<Record<string, SeedContent>>, branch = "main") =>
    history.commit({
      branch,
      from: "main",
      author: random.pick(people),
      date: nextDate(),
      message: `${message}\n`,
      files,
    });
  commit("Begin the toolbox", {
    "README.md": "# Toolbox\n\nSmall tools, and files that break big ones.\n",
    "bin/rotate": { mode: "100755", data: '#!/bin/sh\nset -eu\nfind "$1" -mtime +30 -delete\n' },
    "bin/latest": { mode: "120000", data: "rotate" },
  });
  commit("Collect odd names", oddNames);
  commit("Collect texts of every kind", texts);
  commit("Keep a month of pump logs", { "logs/pumps.log": longLog() });
  commit(
    "Add the readings of every buoy",
    Object.fromEntries(
      Array.from({ length: manyEntries }, (_, index) => [
        `buoys/buoy-${String(index + 1).padStart(4, "0")}.json`,
        `{"id":${index + 1},"drift":${(index * 7919) % 360}}\n`,
      ]),
    ),
  );
  commit("Use the handbook as a submodule", {
    ".gitmodules": '[submodule "handbook"]\n\tpath = vendor/handbook\n\turl = ../../handbook.git\n',
    "vendor/handbook": { mode: "160000", data: submodule },
  });
  commit("Add binaries", {
    "assets/pattern.png": makePng(256, 256, (x, y) => [(x ^ y) & 255, (x * 3) & 255, (y * 5) & 255]),
    "assets/firmware.bin": Buffer.from(
      Array.from({ length: 65536 }, (_, index) => (index * 131 + (index >> 8)) & 255),
    ),
  });
  for (let count = 1; count <= 40; count++) {
    commit(`Tune the rotation, try ${count}`, {
      "bin/rotate": {
        mode: "100755",
        data: `#!/bin/sh\nset -eu\n# try ${count}\nfind "$1" -mtime +${20 + count} -delete\n`,
      },
    });
  }
  history.tag("v1.0", "main", people[7], nextDate(), "First toolbox that the night crew trusts\n");
  commit("Move the texts", { "texts/empty.txt": null, "texts/moved/empty.txt": "" }, "fix/move#1");
  commit("Try a picture", { "assets/pattern.png": makePng(64, 64, (x) => [x * 4, 90, 120]) }, "übung/bild");
  return history;
}
