import type { Visibility } from "../../../shared/api/resources/projects.ts";
import type { ServiceStore } from "../service-store.ts";
import type { Project } from "../store/projects/projects.ts";
import { insertNote } from "../store/review/notes.ts";
import { insertSnippet, type SnippetFile } from "../store/review/snippets.ts";
import type { User } from "../store/users/users.ts";
import type { SampleDates } from "./seed/dates.ts";

const sixHours = 6 * 3_600_000 + 12.5 * 60_000;

/** Two high and two low waters a day for a year, in metres above chart datum. */
function tideTable(): string {
  const began = Date.UTC(2026, 0, 1, 2, 14);
  const rows = Array.from({ length: 1410 }, (_, index) => {
    const at = new Date(began + index * sixHours).toISOString().slice(0, 16);
    const spring = Math.cos((index / 57) * 2 * Math.PI) * 0.25;
    const level = index % 2 === 0 ? 1.5 + spring : 0.4 - spring;
    return `${at}Z,${index % 2 === 0 ? "high" : "low"},${level.toFixed(2)}`;
  });
  return `time,water,metres\n${rows.join("\n")}\n`;
}

/** Contents of the sample's snippets, by file name. */
const snippetTexts = {
  "boats.sql": "SELECT name FROM boats WHERE berth IS NULL;\n",
  "watch-wall.ts": `import { setTimeout as sleep } from "node:timers/promises";

const url = process.argv[2] ?? "http://localhost:8080/wall";

/** Returns what the wall shows, one line a boat. */
export async function readWall(address: string): Promise<string[]> {
  const response = await fetch(address, { headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(\`The wall returned \${response.status}\`);
  const { boats } = (await response.json()) as { boats: { name: string; berth: string | null }[] };
  return boats.map(({ name, berth }) => \`\${name.padEnd(24)} \${berth ?? "at sea"}\`);
}

while (true) {
  console.clear();
  console.log((await readWall(url)).join("\\n"));
  await sleep(1000);
}
`,
  "watch-wall.test.ts": `import assert from "node:assert";
import { test } from "node:test";
import { readWall } from "./watch-wall.ts";

test("a boat without a berth is at sea", async () => {
  globalThis.fetch = async () => Response.json({ boats: [{ name: "Aurora", berth: null }] });
  assert.deepEqual(await readWall("http://wall"), ["Aurora                   at sea"]);
});
`,
  "README.md": `# Watch the wall

| Flag | Meaning |
| --- | --- |
| first argument | address of the wall |

Needs Node 24. Stop it with \`Ctrl+C\`.
`,
  "harbour-map.css": `:root {
  --water: oklch(72% 0.06 235);
  --pier: oklch(38% 0.04 60);
  --berth-free: oklch(80% 0.12 150);
  --berth-taken: oklch(66% 0.16 30);
}

@media (prefers-color-scheme: dark) {
  :root {
    --water: oklch(34% 0.05 235);
    --pier: oklch(70% 0.03 60);
  }
}
`,
  "meeting.md": "- Who rows on Thursday?\n- The lamp at the end of the pier\n- Soup\n",
  "profile.go": `package main

import (
	"log"
	"net/http"
	_ "net/http/pprof"
)

// Open http://localhost:6060/debug/pprof while the slow request runs.
func main() {
	log.Fatal(http.ListenAndServe("localhost:6060", nil))
}
`,
  "restore.sh": `#!/usr/bin/env bash
set -euo pipefail

backup=\${1:?"usage: restore.sh FILE"}
sqlite3 "$backup" 'PRAGMA integrity_check' | grep -qx ok

systemctl stop harbor
cp --backup=numbered "$backup" /var/lib/harbor/harbor.sqlite
systemctl start harbor
`,
  "bergen-tides.csv": tideTable(),
  "rename-branches.py": `import fnmatch
import subprocess
import sys


def branches():
    out = subprocess.run(
        ["git", "for-each-ref", "--format=%(refname:short)", "refs/heads"],
        capture_output=True, text=True, check=True,
    )
    return out.stdout.split()


def main(pattern, target):
    prefix, new_prefix = pattern.rstrip("*"), target.rstrip("*")
    for name in fnmatch.filter(branches(), pattern):
        subprocess.run(["git", "branch", "-m", name, new_prefix + name[len(prefix):]], check=True)


main(*sys.argv[1:3])
`,
  "wifi.txt": "Network: Workshop\nAsk at the desk for the password of the day.\n",
  "settings.json": `{
  "editor.fontSize": 13,
  "editor.rulers": [110],
  "files.insertFinalNewline": true
}
`,
  "keybindings.json": `[
  { "key": "ctrl+shift+j", "command": "editor.action.joinLines" }
]
`,
  "retry.rs": `use std::{thread::sleep, time::Duration};

/// Calls \`work\` until it succeeds, at most \`times\`, and waits twice as long before each next try.
pub fn retry<T, E>(times: u32, mut work: impl FnMut() -> Result<T, E>) -> Result<T, E> {
    let mut pause = Duration::from_millis(100);
    for _ in 1..times {
        match work() {
            Ok(value) => return Ok(value),
            Err(_) => sleep(pause),
        }
        pause *= 2;
    }
    work()
}
`,
  "wait_for_tide.rb": `require "csv"

# 次の満潮までの秒数
def seconds_until_high_water(table, now: Time.now)
  CSV.foreach(table, headers: true) do |row|
    at = Time.new(row["time"])
    return (at - now).to_i if row["water"] == "high" && at > now
  end
end

sleep seconds_until_high_water("bergen-tides.csv")
puts "満潮です"
`,
} as const;

/** Index among the sample's people; "me" is the administrator, who signs in with the sample. */
type Author = number | "me";

interface SampleSnippet {
  readonly in: "lantern" | "harbor" | null;
  readonly author: Author;
  readonly title: string;
  readonly visibility: Visibility;
  readonly files: readonly SnippetFile[];
  readonly description?: string;
  /** Day of June 2026 on which it was written. */
  readonly day: number;
  readonly expiresInDays?: number;
  readonly notes?: readonly (readonly [Author, string])[];
}

const file = (path: keyof typeof snippetTexts): SnippetFile => ({ path, content: snippetTexts[path] });

/** Links point to the first one. */
const snippets: readonly SampleSnippet[] = [
  {
    in: "lantern",
    author: 0,
    title: "Find boats without a berth",
    visibility: "internal",
    files: [file("boats.sql")],
    description: "Run it on the **copy**, not on the live database.",
    day: 1,
    notes: [
      [2, "Works on the copy as well."],
      ["me", "I added an index on `berth`, it takes 3 ms now."],
    ],
  },
  {
    in: "lantern",
    author: "me",
    title: "Watch the wall without a browser",
    visibility: "public",
    files: [file("watch-wall.ts"), file("watch-wall.test.ts"), file("README.md")],
    description: "Prints what the wall shows, once a second. See the README for the flags.",
    day: 4,
    notes: [[4, "Could it print the tide too?"]],
  },
  {
    in: "lantern",
    author: 3,
    title: "Colours of the harbour map",
    visibility: "public",
    files: [file("harbour-map.css")],
    day: 6,
  },
  {
    in: "lantern",
    author: 6,
    title: "Notes for the crew meeting",
    visibility: "private",
    files: [file("meeting.md")],
    day: 7,
  },
  {
    in: "harbor",
    author: 1,
    title: "Profile a slow request",
    visibility: "internal",
    files: [file("profile.go")],
    day: 8,
  },
  {
    in: "harbor",
    author: "me",
    title: "Restore last night's backup",
    visibility: "internal",
    files: [file("restore.sh")],
    description: "Stops the server, swaps the file and starts it again.",
    day: 9,
  },
  {
    in: null,
    author: "me",
    title: "Tide table of Bergen, one year",
    visibility: "private",
    files: [file("bergen-tides.csv")],
    description: "Every high and low water, for trying out the chart.",
    day: 10,
  },
  {
    in: null,
    author: "me",
    title: "Rename branches by pattern",
    visibility: "public",
    files: [file("rename-branches.py")],
    description: "`python rename-branches.py 'topic/*' 'feature/*'`",
    day: 11,
  },
  {
    in: null,
    author: "me",
    title: "Guest Wi-Fi for the workshop",
    visibility: "internal",
    files: [file("wifi.txt")],
    day: 12,
    expiresInDays: 30,
  },
  {
    in: null,
    author: "me",
    title: "Editor settings",
    visibility: "private",
    files: [file("settings.json"), file("keybindings.json")],
    day: 13,
  },
  {
    in: null,
    author: 7,
    title: "Retry with a growing pause",
    visibility: "public",
    files: [file("retry.rs")],
    description: "For calls that may be made twice.",
    day: 14,
  },
  {
    in: null,
    author: 5,
    title: "潮汐を待つ",
    visibility: "public",
    files: [file("wait_for_tide.rb")],
    day: 15,
  },
];

/** A dozen snippets, of two projects and of people, some with comments. */
export function addSnippets(
  store: ServiceStore,
  users: readonly User[],
  administrator: User,
  { board, server }: { readonly board: Project; readonly server: Project },
  dates: SampleDates,
): void {
  const idOf = (author: Author): number =>
    (author === "me" ? administrator : (users[author] ?? administrator)).id;
  const projects = { lantern: board.id, harbor: server.id };
  for (const { day, expiresInDays, notes = [], ...snippet } of snippets) {
    const createdAt = dates(new Date(Date.UTC(2026, 5, day, 9)).toISOString()).toISOString();
    const id = insertSnippet(store, {
      projectId: snippet.in && projects[snippet.in],
      title: snippet.title,
      description: snippet.description,
      visibility: snippet.visibility,
      authorId: idOf(snippet.author),
      files: snippet.files,
      expiresAt: expiresInDays ? daysFromNow(store, expiresInDays) : undefined,
      userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0",
      ipAddress: "127.0.0.1",
      createdAt,
    });
    for (const [author, body] of notes) {
      insertNote(store, { parentType: "Snippet", parentId: id, authorId: idOf(author), body, createdAt });
    }
  }
}

const daysFromNow = ({ clock }: ServiceStore, days: number): string =>
  new Date(clock.now() + days * 86_400_000).toISOString();
