import fc from "fast-check";
import type { FileChange } from "../commit-files.ts";
import { forbiddenPaths, friendly, isForbidden, odd, oddSegment } from "./hostile-file-names.ts";

export interface ModelFile {
  /** One character a byte. */
  readonly bytes: string;
  readonly executable: boolean;
}

/** Files of a commit by their paths. */
export type Model = ReadonlyMap<string, ModelFile>;

const name = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...friendly) },
  { weight: 10, arbitrary: fc.constantFrom(...odd) },
  {
    weight: 5,
    arbitrary: fc.array(oddSegment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")),
  },
  { weight: 1, arbitrary: fc.constantFrom(...forbiddenPaths) },
);
const content = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
);

/** One action of a batch, before it is known which files there are. */
export const step = fc.record({
  action: fc.constantFrom(...(["create", "create", "create", "update", "delete", "move", "chmod"] as const)),
  file_path: name,
  previous_path: name,
  /** Text, or bytes that go out as base64. */
  content,
  keep: fc.boolean(),
  /** Whether the file to act upon is one that is there, and which. */
  aimed: fc.oneof({ weight: 9, arbitrary: fc.nat() }, { weight: 1, arbitrary: fc.constant(null) }),
  execute_filemode: fc.boolean(),
});
export type ModelStep = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A step as git takes it. */
export const toChange = (step: ModelStep): FileChange => ({
  kind: step.action,
  path: step.file_path,
  ...(step.action === "move" ? { previousPath: step.previous_path } : {}),
  ...(step.action === "move" && step.keep ? {} : { content: Buffer.from(step.content) }),
  ...(step.action === "chmod" ? { executable: step.execute_filemode } : {}),
});

/** Returns what a batch makes of a set of files; null where the interface refuses it. */
export function applyBatch(before: Model, batch: readonly ModelStep[]): Model | null {
  const refused = (step: ModelStep) =>
    isForbidden(step.file_path) || (step.action === "move" && isForbidden(step.previous_path));
  if (batch.some(refused)) return null;
  const files = new Map(before);
  const blocked = (path: string) =>
    [...files.keys()].some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
  for (const step of batch) {
    const path = step.file_path;
    const known = files.get(path);
    const bytes = Buffer.from(step.content).toString("latin1");
    if (step.action === "create") {
      if (known || blocked(path)) return null;
      files.set(path, { bytes, executable: false });
    } else if (step.action === "move") {
      const source = files.get(step.previous_path);
      if (!source || (step.previous_path !== path && known)) return null;
      files.delete(step.previous_path);
      if (blocked(path)) return null;
      files.set(path, step.keep ? source : { ...source, bytes });
    } else {
      if (!known) return null;
      if (step.action === "delete") files.delete(path);
      if (step.action === "update") files.set(path, { ...known, bytes });
      if (step.action === "chmod") files.set(path, { ...known, executable: step.execute_filemode });
    }
  }
  return files;
}

/** Points the majority of steps at files that exist when they run. */
export function aim(before: Model, batch: readonly ModelStep[]): ModelStep[] {
  const steps: ModelStep[] = [];
  for (const step of batch) {
    const there = [...(applyBatch(before, steps) ?? before).keys()];
    const target = step.aimed === null ? undefined : there[step.aimed % Math.max(1, there.length)];
    if (target === undefined || step.action === "create") steps.push(step);
    else if (step.action === "move") steps.push({ ...step, previous_path: target });
    else steps.push({ ...step, file_path: target });
  }
  return steps;
}

/** A model's files by path, to compare. */
export const sorted = (files: Model): [string, ModelFile][] =>
  [...files].sort(([a], [b]) => (a < b ? -1 : 1));
