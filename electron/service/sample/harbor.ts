import { type Grown, golang, grow } from "./code-base.ts";
import type { SampleDates } from "./seed/dates.ts";
import { createRandom } from "./seed/seeded-random.ts";

const readme = `# Harbor

The server behind [Lantern](../../lantern): one binary, one SQLite file, no cloud.

\`\`\`sh
go run ./cmd/harbor -data ./data -listen 127.0.0.1:7070
\`\`\`

| Endpoint | What it answers |
|---|---|
| \`GET /healthz\` | 200 when the store can be written |
| \`GET /v1/boards/{id}\` | a board with its berths |
| \`GET /v1/events\` | changes, as server-sent events |

See [ops/runbook.md](ops/runbook.md) before you are on call.
`;

/** A Go service. */
export function harborHistory(dates: SampleDates): Grown {
  return grow({
    random: createRandom(2202),
    language: golang,
    start: dates("2026-02-10T08:00:00Z"),
    commits: 150,
    nouns: ["Mooring", "Pilot", "Signal", "Ledger", "Manifest", "Tugboat", "Radio"],
    pathOf: (noun) => `internal/${noun.toLowerCase()}/${noun.toLowerCase()}.go`,
    changelog: "CHANGES.md",
    first: {
      "README.md": readme,
      "go.mod": "module fjord.example/harbor\n\ngo 1.26\n",
      "cmd/harbor/main.go":
        'package main\n\nimport (\n\t"flag"\n\t"log"\n)\n\nfunc main() {\n\tlisten := flag.String("listen", "127.0.0.1:7070", "address")\n\tflag.Parse()\n\tlog.Printf("listening on %s", *listen)\n}\n',
      "ops/runbook.md": "# Runbook\n\n1. Look at `/healthz`.\n2. Look at the disk.\n3. Only then restart.\n",
      Makefile: ".PHONY: test\ntest:\n\tgo test ./...\n",
      Dockerfile: 'FROM scratch\nCOPY harbor /harbor\nENTRYPOINT ["/harbor"]\n',
    },
  });
}
