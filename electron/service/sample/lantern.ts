import { type Grown, grow, typescript } from "./code-base.ts";
import type { SampleDates } from "./seed/dates.ts";
import { lanternSvg } from "./seed/images.ts";
import { people } from "./seed/sample-history.ts";
import { createRandom } from "./seed/seeded-random.ts";

const readme = `# Lantern

<img src="docs/lantern.svg" alt="Lantern's mark" width="72">

A small board for crews who share one harbour: who is out, who is due, what has to be mended. It works on a phone
with one bar of signal and on a wall with none.

| What | Where |
|---|---|
| How it is built | [docs/architecture.md](docs/architecture.md) |
| How to help | [CONTRIBUTING.md](CONTRIBUTING.md) |
| What changed | [CHANGELOG.md](CHANGELOG.md) |

## Start

\`\`\`sh
npm ci
npm run dev   # http://localhost:5173
\`\`\`

## What works

- [x] Boards with live updates
- [x] Offline edits, merged when the signal is back
- [ ] Printing a week on one page

> Keep the list short. A board that needs scrolling is a report.

Questions go to the [handbook](../handbook).
`;

const architecture = `# Architecture

One page, one store, one socket.

1. \`src/features\` holds one file for each thing that a crew talks about.
2. \`src/lib\` holds what more than one feature needs, and nothing else.
3. The server is [Harbor](../../platform/harbor).

\`\`\`ts
export function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
\`\`\`
`;

const nouns = [
  "Berth",
  "Crew",
  "Voyage",
  "Repair",
  "Weather",
  "Notice",
  "Shift",
  "Catch",
  "FuelLog",
  "Visitor",
];

/** A TypeScript app with the longest history of the sample. */
export function lanternHistory(dates: SampleDates): Grown {
  const grown = grow({
    random: createRandom(1101),
    language: typescript,
    start: dates("2026-02-02T07:30:00Z"),
    commits: 210,
    nouns,
    pathOf: (noun) =>
      `src/features/${noun.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}.ts`,
    changelog: "CHANGELOG.md",
    first: {
      "README.md": readme,
      "CONTRIBUTING.md": "# Contributing\n\nOpen a topic branch, keep commits small, write what you tried.\n",
      "docs/architecture.md": architecture,
      "docs/lantern.svg": lanternSvg,
      "package.json": `${JSON.stringify({ name: "lantern", version: "0.1.0", type: "module", scripts: { dev: "vite", build: "vite build", test: "vitest run" } }, null, 2)}\n`,
      "tsconfig.json": `${JSON.stringify({ compilerOptions: { strict: true, module: "ESNext", moduleResolution: "Bundler", target: "ES2023" } }, null, 2)}\n`,
      "src/lib/compare.ts":
        "/** Orders two values of one kind. */\nexport function compare<T>(a: T, b: T): number {\n  return a < b ? -1 : a > b ? 1 : 0;\n}\n",
      "src/lib/log.ts":
        "export const log = {\n  debug: (message: string, data: unknown) => console.debug(message, data),\n};\n",
      "src/main.tsx":
        'import { createRoot } from "react-dom/client";\nimport { Board } from "./board";\n\ncreateRoot(document.body).render(<Board />);\n',
      "src/board.tsx":
        "export function Board() {\n  return (\n    <main>\n      <h1>Lantern</h1>\n    </main>\n  );\n}\n",
      ".gitignore": "node_modules\ndist\n",
      LICENSE: "MIT License\n\nCopyright (c) 2026 Fjord\n",
    },
  });
  const { history, nextDate } = grown;
  history.commit({
    branch: "feature/größere-schrift",
    from: "main",
    author: people[3],
    date: nextDate(),
    message: "Größere Schrift für die Wand\n",
    files: { "src/wall.css": ":root {\n  font-size: 22px;\n}\n" },
  });
  history.commit({
    branch: "experiment/海図",
    from: "main",
    author: people[5],
    date: nextDate(),
    message: "海図を背景に表示する\n",
    files: { "src/chart.ts": 'export const chart = "海図";\n' },
  });
  return grown;
}
