import { z } from "zod";
import { isAncestor } from "../../git/ancestry.ts";
import { recordRefUpdate } from "../../git/maintenance.ts";
import { branchesOf, isNoObject, listRefs } from "../../git/refs.ts";
import type { Repository } from "../../git/repository.ts";
import { setHead } from "../../git/symbolic-refs.ts";
import type { RefUpdate } from "../../git/update-refs.ts";
import { perService, type ServiceStore } from "../../service-store.ts";
import { findProject, type Project, touchProject } from "../../store/projects/projects.ts";
import { markPendingFollowUps } from "../../store/review/merge-requests.ts";
import {
  deleteOutboxEntry,
  insertOutboxEntry,
  listOutboxEntries,
  type WorkEntry,
} from "../../store/work-outbox.ts";
import { refsMoved } from "../events/events.ts";
import { type MoveRefsOptions, moveRefs } from "../originals/move-refs.ts";
import { isAvailable } from "../originals/original-state.ts";

/** Usual names of default branches, the most common first. */
const commonNames = ["main", "master", "trunk", "develop"];

/** Kind of the outbox's entries for updates that were announced and not recorded yet. */
const kind = "ref_update";
const announced = z.object({
  projectId: z.int(),
  userId: z.int().nullable(),
  skipsCi: z.boolean().default(false),
  updates: z.array(z.object({ ref: z.string(), before: z.string(), after: z.string() })),
});
type Announced = z.output<typeof announced>;

/** Entries that this process is carrying out; the others were left by one that was killed. */
const runningOf = perService(() => new Set<number>());

/** Update of refs that is stored before git is asked for it, so that its record is made also after a kill. */
interface AnnouncedUpdate {
  /** Records those of the updates that git has made. */
  readonly record: () => Promise<void>;
  /** Records all updates, and further rows in the same transaction. */
  readonly recordAll: (further?: () => void) => Promise<void>;
  /** Ends an update that git has not made. */
  readonly withdraw: () => void;
}

/** Who updates refs, and whether no pipeline is to start by it. */
interface UpdateOrigin {
  readonly userId: number | null;
  readonly skipsCi?: boolean;
}

/** Announces an update: marks the open merge requests of its branches, and stores what git will be asked for. */
export function announceRefUpdates(
  store: ServiceStore,
  project: Project,
  updates: readonly RefUpdate[],
  { userId, skipsCi = false }: UpdateOrigin,
): AnnouncedUpdate {
  const task: Announced = {
    projectId: project.id,
    userId,
    skipsCi,
    updates: updates.map(({ ref, before, after }) => ({ ref, before, after })),
  };
  const id = store.transaction(() => {
    markPendingFollowUps(store, project.id, branchesOf(updates));
    return insertOutboxEntry(store, kind, task);
  });
  const own = runningOf(store).add(id);
  const end = () => own.delete(id);
  return {
    record: () => recordAnnounced(store, id, task).finally(end),
    recordAll: (further) => record(store, id, task, updates, further).finally(end),
    withdraw: () => {
      end();
      deleteOutboxEntry(store, id);
    },
  };
}

interface RecordedMove extends MoveRefsOptions, UpdateOrigin {
  /** Saves further rows of the update, in the transaction that records it. */
  readonly record?: () => void;
}

/**
 * Updates refs of a project with {@link moveRefs} and records them. Returns false where one of them was elsewhere. Where
 * the update cannot be recorded, because the disk is full, the refs are moved back and the error is thrown: then nothing
 * has changed.
 */
export async function moveAndRecord(
  store: ServiceStore,
  project: Project,
  updates: readonly RefUpdate[],
  { userId, skipsCi = false, record, ...options }: RecordedMove,
): Promise<boolean> {
  const update = announceRefUpdates(store, project, updates, { userId, skipsCi });
  let isMoved = false;
  try {
    isMoved = await moveRefs(store, project, updates, options);
    if (isMoved) await update.recordAll(record);
    else update.withdraw();
    return isMoved;
  } catch (error) {
    const back = updates.map(({ ref, before, after }) => ({ ref, before: after, after: before }));
    // What cannot be moved back is recorded later: its entry stays.
    if (isMoved && !(await moveRefs(store, project, back, options).catch(() => false))) throw error;
    attempt(update.withdraw);
    throw error;
  }
}

/** On a full disk the entry stays, and is removed when there is space again: its refs did not move. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // The caller throws what happened first.
  }
}

/** Records the updates that a killed service, or one whose disk was full, had announced and not recorded. */
export async function recordInterruptedUpdates(store: ServiceStore): Promise<void> {
  for (const entry of interrupted(store)) {
    const task = announced.parse(JSON.parse(entry.payload));
    const project = findProject(store, task.projectId);
    if (!project) deleteOutboxEntry(store, entry.id);
    // An opened repository that is away now is looked at when it is back.
    else if (await isAvailable(store, project.id)) await recordAnnounced(store, entry.id, task);
  }
}

function interrupted(store: ServiceStore): WorkEntry[] {
  const own = runningOf(store);
  return listOutboxEntries(store, kind, 0, 1_000).filter(({ id }) => !own.has(id));
}

async function recordAnnounced(store: ServiceStore, id: number, task: Announced): Promise<void> {
  const project = findProject(store, task.projectId);
  const moved: RefUpdate[] = [];
  for (const update of project ? task.updates : []) {
    if (project && (await isMade(store.git.open(project.repositoryPath), update))) moved.push(update);
  }
  await record(store, id, task, moved);
}

/**
 * Records refs of a project that have just been updated through the service, in one transaction: the project's activity,
 * the default branch of one that had none, and what pipelines and system hooks start from. Also counts the update for the
 * maintenance of the service's own repositories.
 */
async function record(
  store: ServiceStore,
  id: number,
  { projectId, userId, skipsCi }: Announced,
  moved: readonly RefUpdate[],
  further: () => void = () => undefined,
): Promise<void> {
  const project = findProject(store, projectId);
  if (!project || moved.length === 0) {
    deleteOutboxEntry(store, id);
    return;
  }
  const repository = store.git.open(project.repositoryPath);
  if (project.origin === null) recordRefUpdate(repository);
  const first = project.defaultBranch === null ? await findFirstBranch(repository, branchesOf(moved)) : null;
  if (first !== null && project.origin === null) await setHead(repository, first);
  store.transaction(() => {
    touchProject(store, project, first ?? undefined);
    further();
    refsMoved.emit(store, { project, updates: moved, userId, skipsCi });
    deleteOutboxEntry(store, id);
  });
}

/** Returns whether git has made an update, however often the ref was moved on since. */
async function isMade(repository: Repository, { ref, after }: RefUpdate): Promise<boolean> {
  const current = (await repository.objects.check(ref))?.id ?? null;
  if (isNoObject(after) || current === null) return isNoObject(after) && current === null;
  return current === after || (await isAncestor(repository, after, current).catch(() => false));
}

/**
 * Returns the default branch of a project that had no branch so far, or null where it still has none. A push names no
 * `HEAD` (the protocol carries only refs), so of several branches one with a common name is taken, else the first.
 */
async function findFirstBranch(repository: Repository, updated: readonly string[]): Promise<string | null> {
  if (updated.length === 0) return null;
  const names = (await listRefs(repository, "heads")).map(({ name }) => name);
  return [...commonNames, ...updated].find((name) => names.includes(name)) ?? names[0] ?? null;
}
