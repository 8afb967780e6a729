import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  type TrapKind,
  trapKinds,
  trapNames,
} from "../../electron/service/domain/originals/testing/foreign-traps.ts";
import { openedService } from "../../electron/service/domain/originals/testing/opened-service.ts";
import {
  makeTrapTemplate,
  runTrap,
  type TrapResult,
} from "../../electron/service/domain/originals/testing/run-traps.ts";

const { values } = parseArgs({
  options: {
    /** Only names that contain this text. */
    name: { type: "string", default: "" },
    /** Only this kind of trap. */
    kind: { type: "string", default: "" },
    /** Begin at this trap, of all that are left. */
    from: { type: "string", default: "0" },
    /** Traps at once, each in a repository of its own. */
    parallel: { type: "string", default: "4" },
  },
});
const traps = trapNames
  .filter((name) => name.includes(values.name))
  .flatMap((name) => trapKinds.filter((kind) => kind.includes(values.kind)).map((kind) => ({ name, kind })))
  .slice(Number(values.from));
const began = performance.now();
const service = await openedService();
const totals = new Map(
  trapKinds.map((kind) => [kind, { traps: 0, operations: 0, done: 0, refused: 0, slowest: 0, broken: 0 }]),
);

function count(kind: TrapKind, results: readonly TrapResult[]): void {
  const total = totals.get(kind);
  if (!total) return;
  total.traps++;
  for (const { name, operation, status, ms, broken } of results) {
    total.operations++;
    if (status < 400) total.done++;
    else total.refused++;
    total.slowest = Math.max(total.slowest, ms);
    if (broken === null) continue;
    total.broken++;
    process.exitCode = 1;
    console.error(`${broken}: ${kind} at ${name}, ${operation} (${status}, ${ms} ms)`);
  }
}

try {
  const template = await makeTrapTemplate(service);
  const queue = traps.entries();
  const work = async () => {
    for (const [index, { name, kind }] of queue) {
      const results = await runTrap(service, template, name, kind, String(index));
      count(kind, results);
      if ((index + 1) % 100 === 0) console.error(`${index + 1} of ${traps.length}`);
      for (const folder of [`trap-${index}`, `side-${index}`, `outside-${index}`])
        rmSync(service.folder(folder), { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: Number(values.parallel) }, work));
} finally {
  await service.close();
}
console.table(Object.fromEntries(totals));
console.log(`${traps.length} traps in ${Math.round((performance.now() - began) / 1000)} s`);
