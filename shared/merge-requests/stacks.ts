/** The fields of a merge request by which stacks are found. */
export interface Stackable {
  readonly iid: number;
  readonly state: string;
  readonly source_branch: string;
  readonly target_branch: string;
  readonly source_project_id?: number | null | undefined;
  readonly target_project_id?: number | undefined;
}

/** A merge request of a stack. */
interface Layer<M> {
  readonly mergeRequest: M;
  /** Number of the merge request whose source branch is its target; null for the lowest. */
  readonly below: number | null;
}

/** Merge requests of one project, each into the source branch of the one below it. */
export interface Stack<M> {
  /** Branch that the lowest layer is merged into. */
  readonly base: string;
  /** The lowest first; a layer comes after the one below it. */
  readonly layers: readonly Layer<M>[];
}

/** Whether both branches of a merge request are in one project. A service that does not say so has it in one. */
const isOfOneProject = ({ source_project_id: source, target_project_id: target }: Stackable): boolean =>
  source == null || target === undefined || source === target;

/** States in the order in which one of several merge requests of a branch is its layer. A closed one is no layer. */
const ranks: Readonly<Record<string, number>> = { opened: 0, locked: 1, merged: 2 };

/**
 * Returns the stack of a merge request: those below it down to the lowest, and every open one above these. A merged one is a
 * layer only below an open one that still has its branch as its target. Null where it stands alone.
 */
export function findStack<M extends Stackable>(iid: number, mergeRequests: readonly M[]): Stack<M> | null {
  const able = mergeRequests.filter((each) => isOfOneProject(each) && each.state in ranks);
  const own = able.find((each) => each.iid === iid);
  if (!own) return null;
  const isOpen = ({ state }: M) => state !== "merged";
  const belowOf = (mergeRequest: M): M | undefined =>
    able
      .filter((each) => each.source_branch === mergeRequest.target_branch && each !== mergeRequest)
      .toSorted((a, b) => (ranks[a.state] ?? 0) - (ranks[b.state] ?? 0) || b.iid - a.iid)[0];
  let lowest = own;
  const path = new Set([own]);
  for (let below = isOpen(own) ? belowOf(own) : undefined; below && !path.has(below); ) {
    path.add(below);
    lowest = below;
    // What is below a merged layer is of no interest any more.
    below = isOpen(below) ? belowOf(below) : undefined;
  }
  const layers: Layer<M>[] = [];
  const seen = new Set<M>();
  const put = (mergeRequest: M, below: number | null) => {
    if (seen.has(mergeRequest)) return;
    seen.add(mergeRequest);
    layers.push({ mergeRequest, below });
    const above = able.filter(
      (each) =>
        isOpen(each) && each.target_branch === mergeRequest.source_branch && belowOf(each) === mergeRequest,
    );
    for (const each of above.toSorted((a, b) => a.iid - b.iid)) put(each, mergeRequest.iid);
  };
  put(lowest, null);
  return layers.length > 1 ? { base: lowest.target_branch, layers } : null;
}

/** Returns the layer after this one, or before it: up or down the stack. Null at its end. */
export function neighbourInStack<M extends Stackable>(
  { layers }: Stack<M>,
  iid: number,
  step: 1 | -1,
): M | null {
  const index = layers.findIndex(({ mergeRequest }) => mergeRequest.iid === iid);
  return index < 0 ? null : (layers[index + step]?.mergeRequest ?? null);
}

/** Returns the numbers of the layers below this one, the next below first. */
export function layersBelow<M extends Stackable>({ layers }: Stack<M>, iid: number): number[] {
  const found: number[] = [];
  const belowOf = (of: number) => layers.find(({ mergeRequest }) => mergeRequest.iid === of)?.below ?? null;
  for (let below = belowOf(iid); below !== null && !found.includes(below); below = belowOf(below))
    found.push(below);
  return found;
}

/** Action on all layers of a stack. */
export type StackAction = "merge" | "retarget" | "rebase";

/** One write of an action on a stack. */
export type StackStep =
  | { readonly kind: "merge"; readonly iid: number; readonly into: string }
  | { readonly kind: "retarget"; readonly iid: number; readonly from: string; readonly to: string }
  | { readonly kind: "rebase"; readonly iid: number; readonly onto: string };

/**
 * Returns the steps of an action in order. `merge` merges the open layers from the lowest up, each into the base: the next one
 * is retargeted and rebased first. `retarget` leads those above a merged layer to where that was merged. `rebase` rebases every
 * open layer onto the one below it.
 */
export function planStack<M extends Stackable>(action: StackAction, { base, layers }: Stack<M>): StackStep[] {
  const stateOf = (iid: number | null) =>
    layers.find(({ mergeRequest }) => mergeRequest.iid === iid)?.mergeRequest.state;
  return layers
    .filter(({ mergeRequest }) => mergeRequest.state !== "merged")
    .flatMap(({ mergeRequest: { iid, target_branch: target }, below }): StackStep[] => {
      const retarget = { kind: "retarget", iid, from: target, to: base } as const;
      const rebase = { kind: "rebase", iid, onto: base } as const;
      if (action === "rebase") return [{ ...rebase, onto: target }];
      if (action === "retarget") return stateOf(below) === "merged" && target !== base ? [retarget] : [];
      return [...(target === base ? [] : [retarget, rebase]), { kind: "merge", iid, into: base }];
    });
}
