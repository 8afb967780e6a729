import { Cache } from "../cache.ts";
import { ifMissing } from "../objects/missing-object.ts";
import { historyScope } from "../originals/history-scope.ts";
import type { Repository } from "../repository.ts";
import { gitText } from "../run.ts";

/** Lines that a commit added and took away. */
export interface Stats {
  readonly additions: number;
  readonly deletions: number;
}

const knownStats = new Cache<Stats>(10_000);

/** Returns the changed lines of commits against their first parents; nothing in a clone that lacks some of their files. */
export async function readStats(
  { folder }: Repository,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Stats>> {
  const scope = historyScope(folder);
  const missing = ids.filter((id) => !knownStats.get(scope + id));
  if (missing.length > 0) {
    const args = [
      "log",
      "--no-walk=unsorted",
      "--diff-merges=first-parent",
      "--shortstat",
      "--format=tformat:%x02%H",
      "--stdin",
    ];
    const input = `${missing.join("\n")}\n`;
    const text = await gitText(folder, args, { input, signal }).catch(ifMissing(null));
    if (text === null) return new Map();
    for (const record of text.split("\x02").slice(1)) {
      knownStats.set(scope + record.slice(0, record.indexOf("\n")), {
        additions: Number(/(\d+) insertion/.exec(record)?.[1] ?? 0),
        deletions: Number(/(\d+) deletion/.exec(record)?.[1] ?? 0),
      });
    }
  }
  return new Map(ids.map((id) => [id, knownStats.get(scope + id) ?? { additions: 0, deletions: 0 }]));
}
