import type { WikiEdit } from "./wiki-edit.ts";

const page = (title: string, ...lines: string[]): string => `# ${title}\n\n${lines.join("\n\n")}\n`;

/** The wiki of Harbor: short, for those who run it. */
export const harborWiki: readonly WikiEdit[] = [
  [
    0,
    "asa created page: home",
    {
      "home.md": page(
        "Harbor",
        "One binary, one file, no cloud. This wiki is for those who run it.",
        "- [Backup](operations/backup) and [restore](operations/restore)\n- [Endpoints](api/endpoints)\n- [Decisions](decisions)",
      ),
    },
  ],
  [
    3,
    "jonas created page: endpoints",
    {
      "api/endpoints.md": page(
        "Endpoints",
        "| Endpoint | Since | Limit |\n|---|---|--:|\n| `GET /healthz` | 0.1 | none |\n| `GET /v1/boards/{id}` | 0.1 | 50/s |\n| `GET /v1/events` | 0.4 | 1 a client |",
        "Errors: [Problems](./problems).",
      ),
      "api/problems.md": page(
        "Problems",
        "`409` the board has moved on; ask again. `423` somebody packs it.",
      ),
    },
  ],
  [
    1,
    "mateo created page: backup",
    {
      "operations/backup.md": page(
        "Backup",
        "```sh\nsqlite3 data/harbor.db \".backup '/var/backups/harbor.db'\"\n```",
        "Every hour, kept for a week. A copy of the file while it is written to is *not* a backup.",
      ),
      "operations/restore.md": page(
        "Restore",
        "1. Stop Harbor.\n2. Copy the file back.\n3. `harbor check`\n4. Start it.",
        "```mermaid\nflowchart LR\n  A[stop] --> B[copy] --> C{check}\n  C -- fine --> D[start]\n  C -- broken --> E[older backup] --> B\n```",
      ),
      "operations/monitoring.md": page(
        "Monitoring",
        "Alert on `harbor_write_seconds` above 0.5 for five minutes.",
      ),
    },
  ],
  [
    7,
    "tomasz created page: decisions",
    {
      "decisions.md": page(
        "Decisions",
        "- [One file](decisions/001-one-file)\n- [No accounts](decisions/002-no-accounts)\n- [Server-sent events](decisions/003-events)",
      ),
      "decisions/001-one-file.md": page(
        "One file",
        "**Accepted.** SQLite in WAL mode is enough for $10^3$ writes a second; we have three.",
      ),
      "decisions/002-no-accounts.md": page(
        "No accounts",
        "**Accepted.** A link is the key. Whoever has it may write.",
      ),
      "decisions/003-events.md": page(
        "Server-sent events",
        "**Accepted.** Proxies understand them; web sockets are for those who talk back.",
      ),
    },
  ],
];
