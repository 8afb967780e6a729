import {
  createMergeRequestReaction,
  createNoteReaction,
  deleteMergeRequestReaction,
  deleteNoteReaction,
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

/** A merge request, or one of its comments. */
interface ReactionTarget {
  readonly account: string;
  readonly project: string;
  readonly iid: number;
  /** Id of the comment; null for the merge request itself. */
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
      const shown = { queryKey, show: (list: Reaction[]) => [...list, mine] };
      void (
        note === null
          ? write.add({ ...target, name }, shown)
          : write.addToNote({ ...target, note_id: note, name }, shown)
      ).catch(report("The reaction was not added"));
    },
    remove: (id) => {
      if (id < 0) return;
      const shown = { queryKey, show: (list: Reaction[]) => list.filter((each) => each.id !== id) };
      void (
        note === null
          ? write.remove({ ...target, award_id: id }, shown)
          : write.removeFromNote({ ...target, note_id: note, award_id: id }, shown)
      ).catch(report("The reaction was not removed"));
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
