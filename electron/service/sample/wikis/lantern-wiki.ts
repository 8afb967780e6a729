import { lanternSvg, tidePicture } from "../seed/images.ts";
import {
  attached,
  commands,
  configure,
  conflicts,
  dataModel,
  homePage,
  install,
  releasesPage,
  runbook,
  sync,
} from "./lantern-pages.ts";
import type { WikiEdit } from "./wiki-edit.ts";

const short = (title: string, ...lines: string[]): string => `# ${title}\n\n${lines.join("\n\n")}\n`;

/** The wiki of Lantern, as it was written: page by page, by whoever knew. */
export const lanternWiki: readonly WikiEdit[] = [
  [0, "Start the wiki", { "home.md": short("Lantern wiki", "What the crew knows, beyond the README.") }],
  [0, "Upload attachment tide-at-bryggen.png", { [`${attached}/tide-at-bryggen.png`]: tidePicture(1.1) }],
  [1, "mateo created page: install", { "setup/install.md": install }],
  [1, "mateo created page: configure", { "setup/configure.md": configure }],
  [
    2,
    "priya created page: upgrade",
    {
      "setup/upgrade.md": short(
        "Upgrade",
        "Stop the server, back up the folder `data`, start the new version. It migrates by itself.",
        "Going back: restore the backup. There is no way down.",
      ),
    },
  ],
  [3, "jonas created page: sync", { "design/sync.md": sync, "design/data-model.md": dataModel }],
  [3, "jonas created page: conflicts", { "design/conflicts.md": conflicts }],
  [
    4,
    "amara created page: colours",
    {
      "design/colours.md": short(
        "Colours",
        "| Name | Light | Dark |\n|---|---|---|\n| lamp | `#e9b44c` | `#f2c86b` |\n| water | `#1c4a6e` | `#6fa8d6` |\n| rust | `#a4452c` | `#e08a6d` |",
        "Rust is for what is overdue, and for nothing else.",
      ),
      "design/images/mark.svg": lanternSvg,
    },
  ],
  [0, "asa created page: runbook", { "operations/runbook.md": runbook }],
  [0, "asa created page: releases", { "operations/releases.asciidoc": releasesPage }],
  [5, "yuki created page: commands", { "reference/commands.rdoc": commands }],
  [
    5,
    "yuki created page: troubleshooting",
    {
      "operations/troubleshooting.md": short(
        "Troubleshooting",
        "## The board stays empty\n\nThe time zone is wrong more often than anything else: see [Configure](../setup/configure).",
        "## 文字化け\n\nフォントがない場合は `fonts-noto-cjk` を入れてください。",
      ),
      "operations/incidents.md": short(
        "Incidents",
        "| Date | What | How long |\n|---|---|--:|\n| 2026-04-03 | disk full | 41 min |\n| 2026-05-19 | certificate ran out | 2 h |\n| 2026-06-30 | clock of the wall an hour off | nobody noticed |",
        "- [2026-04-03](./incidents/2026-04-03-disk-full)\n- [2026-05-19](./incidents/2026-05-19-certificate)",
      ),
      "operations/incidents/2026-04-03-disk-full.md": short(
        "2026-04-03: disk full",
        "**06:12** The wall shows yesterday. **06:20** Tomasz finds 0 bytes free. **06:53** Changes before 2025 packed.",
        "What we changed: the server warns at 90 %.",
      ),
      "operations/incidents/2026-05-19-certificate.md": short(
        "2026-05-19: certificate",
        "Renewal had failed for a month. Nobody reads mail from `cron`.",
        "What we changed: the board itself shows a card seven days before.",
      ),
    },
  ],
  [
    6,
    "leila created page: berths",
    {
      "features/berths.md": short(
        "Berths",
        "A berth is a column with a capacity. When it is full, the next card waits *in the roads*.",
        "Capacity of a pier of length $l$ for boats of length $b$ with a gap of 2 m: $n = \\lfloor l / (b + 2) \\rfloor$.",
      ),
      "features/offline.md": short(
        "Offline",
        "Everything works without a signal, but for photos above 2 MB. They wait.",
        "See [How a change travels](../design/sync).",
      ),
      "features/wall.md": short(
        "The wall",
        "Open `/wall?board=pier` on anything with a browser. It turns pages by itself every 20 seconds.",
        "- no mouse needed\n- dims at night\n- shows its own age when the signal is gone",
      ),
    },
  ],
  [
    7,
    "tomasz created page: first week",
    {
      "team/first-week.md": short(
        "First week",
        "1. [Install](/setup/install) it.\n2. Break it. Write down how.\n3. Fix a word in this wiki.\n4. Sit beside whoever is [on call](./on-call) for a morning.",
      ),
      "team/on-call.md": short(
        "On call",
        "One week each, from Monday 08:00. The [runbook](../operations/runbook) comes first, the phone second.",
      ),
      "team/meetings.md": short(
        "Meetings",
        "Tuesday 09:30, fifteen minutes, standing, beside the wall. Notes go to [[team/notes/2026-06]].",
      ),
      "team/notes/2026-06.md": short(
        "Notes of June 2026",
        "- Printing is asked for again. Who writes [Printing](/features/printing)?\n- The wall in Gdańsk has a new screen.",
      ),
      "team/notes/2026-05.md": short(
        "Notes of May 2026",
        "- After the [certificate](/operations/incidents/2026-05-19-certificate): who reads mail?\n- Summer dates are fixed.",
      ),
    },
  ],
  [
    2,
    "priya created page: keyboard",
    {
      "reference/keyboard.md": short(
        "Keyboard",
        "| Keys | What |\n|---|---|\n| `n` | new card |\n| `←` `→` | move it |\n| `/` | search |",
      ),
      "reference/events.md": short(
        "Events",
        '```json\n{ "event": "change", "revision": 42, "board": "pier" }\n```',
        "Older servers send `rev`. Accept both.",
      ),
      "reference/glossary.md": short(
        "Glossary",
        "- **berth**: where a boat lies\n- **in the roads**: waiting for a berth\n- **wall**: the screen that nobody touches",
      ),
    },
  ],
  [
    4,
    "amara updated page: first week",
    {
      "_sidebar.md":
        "- [Home](home)\n- [Install](setup/install)\n- [Runbook](operations/runbook)\n- [First week](team/first-week)\n",
    },
  ],
  [0, "asa updated page: home", { "home.md": homePage }],
];
