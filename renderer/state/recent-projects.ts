import { create } from "zustand";
import type { SingleDocument } from "../../shared/documents/shapes.ts";
import { readDocument } from "../api/documents.ts";
import { createDocumentWriter } from "./document-writer.ts";
import { batchForeignReads, onForeignDocument } from "./windows/foreign-documents.ts";

/** A project that was visited or pinned, with the fields that a list shows, so that no request is needed. */
export type RecentProject = SingleDocument<"recent", "projects">[number];

interface RecentProjectsState {
  /** Newest first, at most {@link recentLimit}. */
  readonly recent: readonly RecentProject[];
  /** In the user's order. */
  readonly pinned: readonly RecentProject[];
}

const recentLimit = 30;
/** Key of the documents of both lists. */
export const projectsKey = "projects";

/** Recent and pinned projects of all accounts. */
export const useRecentProjects = create<RecentProjectsState>(() => ({ recent: [], pinned: [] }));

const recentWriter = createDocumentWriter("recent", () => undefined);
const pinnedWriter = createDocumentWriter("pinned", () => undefined);

/** Whether the stored lists were read: until then nothing is written, since that would replace them. */
let isLoaded = false;

function store(lists: Partial<RecentProjectsState>): void {
  useRecentProjects.setState(lists);
  if (!isLoaded) return;
  if (lists.recent) recentWriter.save(projectsKey, lists.recent);
  if (lists.pinned) pinnedWriter.save(projectsKey, lists.pinned);
}

/** Reads the stored lists, and adds what was visited and pinned meanwhile. */
export async function loadRecentProjects(): Promise<void> {
  const [recent, pinned] = await Promise.all([
    readDocument("recent", projectsKey),
    readDocument("pinned", projectsKey),
  ]);
  const own = useRecentProjects.getState();
  isLoaded = true;
  useRecentProjects.setState({ recent: recent ?? [], pinned: pinned ?? [] });
  if (own.recent.length > 0) store({ recent: mergeRecent(own.recent, recent ?? []) });
  if (own.pinned.length > 0) store({ pinned: mergePinned(pinned ?? [], own.pinned) });
}

/** Merges what another window has visited or pinned with what this one has not stored yet. */
const reload = batchForeignReads(async () => {
  if (!isLoaded) return;
  const unstored = () => [recentWriter.isWaiting(projectsKey), pinnedWriter.isWaiting(projectsKey)] as const;
  const before = unstored();
  const [recent, pinned] = await Promise.all([
    readDocument("recent", projectsKey),
    readDocument("pinned", projectsKey),
  ]);
  const own = useRecentProjects.getState();
  // A value that was being stored during the read may be missing in it.
  const [hasVisited, hasPinned] = unstored().map((now, index) => now || before[index]);
  useRecentProjects.setState({
    recent: hasVisited ? mergeRecent(own.recent, recent ?? []) : (recent ?? []),
    pinned: hasPinned ? own.pinned : (pinned ?? []),
  });
  if (hasVisited) recentWriter.save(projectsKey, useRecentProjects.getState().recent);
});
onForeignDocument("recent", (changed) => changed === projectsKey && reload());
onForeignDocument("pinned", reload);

/** Records a visit: the project becomes the most recent one. */
export function addRecentProject(visited: RecentProject): void {
  store({ recent: mergeRecent([visited], useRecentProjects.getState().recent) });
}

/** Pins or unpins a project. */
export function togglePin(target: RecentProject): void {
  const { pinned } = useRecentProjects.getState();
  const others = pinned.filter((entry) => !isSame(entry, target));
  store({ pinned: others.length < pinned.length ? others : [...pinned, target] });
}

export const isPinned = (
  pinned: readonly RecentProject[],
  target: Pick<RecentProject, "account" | "path">,
): boolean => pinned.some((entry) => isSame(entry, target));

/** Removes the projects of an account that was removed. */
export function removeProjectsOf(account: string): void {
  const keep = (entry: RecentProject) => entry.account !== account;
  const { recent, pinned } = useRecentProjects.getState();
  store({ recent: recent.filter(keep), pinned: pinned.filter(keep) });
}

const isSame = (a: Pick<RecentProject, "account" | "path">, b: Pick<RecentProject, "account" | "path">) =>
  a.account === b.account && a.path === b.path;

const mergeRecent = (newer: readonly RecentProject[], older: readonly RecentProject[]): RecentProject[] =>
  [...newer, ...older.filter((entry) => !newer.some((other) => isSame(other, entry)))].slice(0, recentLimit);

const mergePinned = (stored: readonly RecentProject[], added: readonly RecentProject[]): RecentProject[] => [
  ...stored,
  ...added.filter((entry) => !isPinned(stored, entry)),
];

/**
 * Returns the names that tell projects of a list apart, by path: the name alone, with its group where another project has
 * the same name, and the whole path where that is the same too.
 */
export function distinctNames(projects: readonly RecentProject[]): ReadonlyMap<string, string> {
  const choices = ({ path, name }: RecentProject) => [name, `${path.split("/").at(-2) ?? ""}/${name}`, path];
  const distinct = projects.map((project) => {
    const found = choices(project).findIndex((choice, at) =>
      projects.every((other) => other === project || choices(other)[at] !== choice),
    );
    return [project.path, choices(project).at(found) ?? project.path] as const;
  });
  return new Map(distinct);
}
