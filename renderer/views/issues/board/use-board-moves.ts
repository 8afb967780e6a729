import { useRef, useState } from "react";
import type { Issue } from "../../../../shared/api/resources/issue-shapes.ts";
import { getIssue, updateIssue } from "../../../../shared/api/resources/issues.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { useWrite } from "../../../api/use-write.ts";
import { toast } from "../../../ui/overlays/toast.tsx";
import { type BoardColumn, columnName, movedTo, type Placed } from "./board-columns.ts";

/** Issues that were moved here, by id: shown in place of those of the lists until these are as new. */
type MovedIssues = ReadonlyMap<number, Issue>;

export interface BoardMoves {
  readonly moved: MovedIssues;
  /** Moves an issue from one column to another, which is shown at once; a toast undoes it. */
  readonly move: (issue: Issue, from: BoardColumn, to: BoardColumn) => void;
}

/** An issue before and after a change. */
interface Changed {
  readonly before: Issue;
  readonly written: Issue;
}

/** Returns the moves of a project's board whose columns have these labels. */
export function useBoardMoves(project: string, labels: readonly string[]): BoardMoves {
  const account = useAccountId();
  const update = useWrite(updateIssue);
  const [moved, setMoved] = useState<MovedIssues>(new Map());
  const show = (id: number, issue: Issue | null) =>
    setMoved((now) => {
      const next = new Map(now);
      if (issue) next.set(id, issue);
      else next.delete(id);
      return next;
    });
  /** The last change of each issue: the next one begins when it has ended. */
  const last = useRef(new Map<number, Promise<unknown>>());
  /** Changes an issue as it is now by `place`; what others changed meanwhile stays. Returns it as it was. */
  const change = (issue: Issue, place: (now: Placed) => Placed, failed: string): Promise<Changed | null> => {
    show(issue.id, { ...issue, ...place(issue), updated_at: new Date().toISOString() });
    const work: Promise<Changed | null> = (last.current.get(issue.id) ?? Promise.resolve()).then(() =>
      write(issue, place, failed, () => last.current.get(issue.id) === work),
    );
    last.current.set(issue.id, work);
    return work;
  };
  /** `isLast`: no later change of the issue is shown already. */
  const write = async (
    issue: Issue,
    place: (now: Placed) => Placed,
    failed: string,
    isLast: () => boolean,
  ): Promise<Changed | null> => {
    const target = { id: project, issue_iid: issue.iid };
    try {
      const before = await fetchOperation(account, getIssue, target);
      const after = place(before);
      const event = after.state === "closed" ? ("close" as const) : ("reopen" as const);
      const written = await update({
        ...target,
        labels: sameLabels(before, after) ? undefined : after.labels.join(","),
        state_event: before.state === after.state ? undefined : event,
      });
      if (isLast()) show(issue.id, written);
      return { before, written };
    } catch (error) {
      if (isLast()) show(issue.id, null);
      toast.problem(failed, describeProblem(error), {
        action: { label: "Retry", onSelect: () => void change(issue, place, failed) },
      });
      return null;
    }
  };
  const move = async (issue: Issue, from: BoardColumn, to: BoardColumn) => {
    const place = (now: Placed) => movedTo(now, from, to, labels);
    const changed = await change(issue, place, `#${issue.iid} was not moved`);
    if (!changed) return;
    const { before, written } = changed;
    const undo = () => void change(written, undoOf(before, written), `#${issue.iid} was not moved back`);
    toast.success(`Moved #${issue.iid} to ${columnName(to)}`, { action: { label: "Undo", onSelect: undo } });
  };
  return { moved, move: (...given) => void move(...given) };
}

const sameLabels = (a: Placed, b: Placed): boolean =>
  a.labels.length === b.labels.length && a.labels.every((label) => b.labels.includes(label));

/** Returns the change that takes an issue back to what it was before another one, and keeps what came since. */
const undoOf =
  (before: Placed, after: Placed) =>
  (now: Placed): Placed => ({
    state: before.state === after.state ? now.state : before.state,
    labels: [
      ...now.labels.filter((label) => before.labels.includes(label) || !after.labels.includes(label)),
      ...before.labels.filter((label) => !after.labels.includes(label) && !now.labels.includes(label)),
    ],
  });
