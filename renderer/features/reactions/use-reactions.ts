import type { QueryKey } from "@tanstack/react-query";
import {
  createIssueNoteReaction,
  createIssueReaction,
  createMergeRequestReaction,
  createNoteReaction,
  deleteIssueNoteReaction,
  deleteIssueReaction,
  deleteMergeRequestReaction,
  deleteNoteReaction,
  listIssueNoteReactions,
  listIssueReactions,
  listMergeRequestReactions,
  listNoteReactions,
  type Reaction,
} from "../../../shared/api/resources/reactions.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { operationQueryKey } from "../../api/query-client.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { useWrite } from "../../api/use-write.ts";
import { toast } from "../../ui/overlays/toast.tsx";
import type { GivenReaction } from "./group-reactions.ts";

/** A merge request or an issue, or one of its comments. */
interface ReactionTarget {
  readonly account: string;
  readonly project: string;
  readonly iid: number;
  /** Id of the comment; null for the whole. */
  readonly note: number | null;
}

/** User who reacts. */
type Reactor = { readonly id: number; readonly name: string; readonly username: string };

export interface Reactions {
  /** Whether the service lists them; without that none are shown or added. */
  readonly available: boolean;
  readonly list: readonly GivenReaction[];
  readonly add: (name: string) => void;
  readonly remove: (id: number) => void;
}

/** Others' reactions may be a minute old. */
const staleTime = 60_000;

/**
 * Reads the reactions to a merge request or comment from `wanted` on. The reader's own changes show at once, and are undone
 * with a notice where the service refuses.
 */
export function useReactions(
  { account, project, iid, note }: ReactionTarget,
  me: Reactor | undefined,
  wanted: boolean,
): Reactions {
  const target = { id: project, merge_request_iid: iid };
  const whole = { ...target, per_page: 100 };
  const ofNote = { ...whole, note_id: note ?? 0 };
  const given = useOperationAll(listMergeRequestReactions, wanted && note === null ? whole : null, {
    staleTime,
  });
  const givenToNote = useOperationAll(listNoteReactions, wanted && note !== null ? ofNote : null, {
    staleTime,
  });
  const { data } = note === null ? given : givenToNote;
  const queryKey =
    note === null
      ? operationQueryKey(account, listMergeRequestReactions, "all", whole)
      : operationQueryKey(account, listNoteReactions, "all", ofNote);

  // This list alone: a page of comments has one for each.
  const options = { account, affects: queryKey };
  const write = {
    add: useWrite(createMergeRequestReaction, options),
    addToNote: useWrite(createNoteReaction, options),
    remove: useWrite(deleteMergeRequestReaction, options),
    removeFromNote: useWrite(deleteNoteReaction, options),
  };
  return reactionsOf(data, me, queryKey, {
    add: (name, shown) =>
      note === null
        ? write.add({ ...target, name }, shown)
        : write.addToNote({ ...target, note_id: note, name }, shown),
    remove: (award_id, shown) =>
      note === null
        ? write.remove({ ...target, award_id }, shown)
        : write.removeFromNote({ ...target, note_id: note, award_id }, shown),
  });
}

/** The same of an issue or one of its comments. */
export function useIssueReactions(
  { account, project, iid, note }: ReactionTarget,
  me: Reactor | undefined,
  wanted: boolean,
): Reactions {
  const target = { id: project, issue_iid: iid };
  const whole = { ...target, per_page: 100 };
  const ofNote = { ...whole, note_id: note ?? 0 };
  const given = useOperationAll(listIssueReactions, wanted && note === null ? whole : null, { staleTime });
  const givenToNote = useOperationAll(listIssueNoteReactions, wanted && note !== null ? ofNote : null, {
    staleTime,
  });
  const { data } = note === null ? given : givenToNote;
  const queryKey =
    note === null
      ? operationQueryKey(account, listIssueReactions, "all", whole)
      : operationQueryKey(account, listIssueNoteReactions, "all", ofNote);
  const options = { account, affects: queryKey };
  const write = {
    add: useWrite(createIssueReaction, options),
    addToNote: useWrite(createIssueNoteReaction, options),
    remove: useWrite(deleteIssueReaction, options),
    removeFromNote: useWrite(deleteIssueNoteReaction, options),
  };
  return reactionsOf(data, me, queryKey, {
    add: (name, shown) =>
      note === null
        ? write.add({ ...target, name }, shown)
        : write.addToNote({ ...target, note_id: note, name }, shown),
    remove: (award_id, shown) =>
      note === null
        ? write.remove({ ...target, award_id }, shown)
        : write.removeFromNote({ ...target, note_id: note, award_id }, shown),
  });
}

/** A change of a list of reactions that is shown before its confirmation. */
interface ShownReactions {
  readonly queryKey: QueryKey;
  readonly show: (list: Reaction[]) => Reaction[];
}

interface ReactionWrites {
  readonly add: (name: string, shown: ShownReactions) => Promise<unknown>;
  readonly remove: (id: number, shown: ShownReactions) => Promise<unknown>;
}

/** Returns reactions with what adds and removes the reader's own; `queryKey` is that of their list. */
function reactionsOf(
  data: readonly Reaction[] | undefined,
  me: Reactor | undefined,
  queryKey: QueryKey,
  write: ReactionWrites,
): Reactions {
  const report = (failed: string) => (error: unknown) => toast.problem(failed, describeProblem(error));
  return {
    available: data !== undefined,
    list: (data ?? []).map(({ id, name, user }) => ({
      id,
      name,
      person: user?.name ?? "Deleted user",
      mine: me !== undefined && user?.id === me.id,
    })),
    add: (name) => {
      if (!me || data?.some((each) => each.name === name && each.user?.id === me.id)) return;
      // Without an id of the service it cannot be removed yet.
      const mine: Reaction = {
        id: -1,
        name,
        user: { ...me, state: "active", avatar_url: null, web_url: "" },
      };
      void write
        .add(name, { queryKey, show: (list) => [...list, mine] })
        .catch(report("The reaction was not added"));
    },
    remove: (id) => {
      if (id < 0) return;
      void write
        .remove(id, { queryKey, show: (list) => list.filter((each) => each.id !== id) })
        .catch(report("The reaction was not removed"));
    },
  };
}

/** Returns whether the service has reactions: it has listed those of the merge request. */
export const useReactable = (project: string, iid: number, enabled: boolean): boolean =>
  useOperationAll(
    listMergeRequestReactions,
    { id: project, merge_request_iid: iid, per_page: 100 },
    { staleTime, enabled },
  ).data !== undefined;
