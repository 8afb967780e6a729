import type { RefMove } from "../../../shared/api/resources/local-repositories.ts";
import { isAncestor } from "./ancestry.ts";
import type { GitFolder } from "./git-folder.ts";
import type { Repository } from "./repository.ts";
import { gitText } from "./run.ts";

/** Refs by their full names, with the objects they point at. */
export type RefSnapshot = ReadonlyMap<string, string>;

/** Reads all branches and tags. */
export const snapshotRefs = (repository: Repository): Promise<RefSnapshot> =>
  readRefs(repository, ["refs/heads/", "refs/tags/"]);

/** Reads all refs, those of Helve's own included. */
export const snapshotAllRefs = (repository: GitFolder): Promise<RefSnapshot> => readRefs(repository, []);

async function readRefs(repository: GitFolder, prefixes: readonly string[]): Promise<RefSnapshot> {
  const text = await gitText(repository, ["for-each-ref", "--format=%(objectname) %(refname)", ...prefixes]);
  const lines = text.split("\n").filter(Boolean);
  return new Map(
    lines.map((line) => {
      const space = line.indexOf(" ");
      return [line.slice(space + 1), line.slice(0, space)];
    }),
  );
}

/** Updates whose histories are compared; further uncertain ones count as rewritten. */
const maxCompared = 50;

/** Returns what differs between two snapshots, by name. */
export async function compareSnapshots(
  repository: Repository,
  before: RefSnapshot,
  after: RefSnapshot,
): Promise<RefMove[]> {
  const names = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  const moves: RefMove[] = [];
  for (const ref of names) {
    const old = before.get(ref) ?? null;
    const now = after.get(ref) ?? null;
    if (old === now) continue;
    moves.push({ ref, before: old, after: now, kind: await kindOf(repository, old, now, moves.length) });
  }
  return moves;
}

async function kindOf(
  repository: Repository,
  before: string | null,
  after: string | null,
  compared: number,
): Promise<RefMove["kind"]> {
  if (before === null) return "created";
  if (after === null) return "deleted";
  if (compared >= maxCompared) return "rewritten";
  return (await isAncestor(repository, before, after)) ? "advanced" : "rewritten";
}
