import { useQueryClient } from "@tanstack/react-query";
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
import type { OperationResponse } from "../../api/fetch-operation.ts";
import { operationQueryKey } from "../../api/query-client.ts";
import { sendWrite } from "../../api/send-write.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { toast } from "../../ui/toast.tsx";
import type { GivenReaction } from "./group-reactions.ts";

/** A merge request, or one of its comments. */
export interface ReactionTarget {
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
  const client = useQueryClient();
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

  const act = async (
    failed: string,
    change: (list: readonly Reaction[]) => Reaction[],
    write: () => Promise<unknown>,
  ) => {
    await client.cancelQueries({ queryKey });
    const before = client.getQueryData<OperationResponse<Reaction[]>>(queryKey);
    if (before) client.setQueryData(queryKey, { ...before, data: change(before.data) });
    try {
      await write();
    } catch (error) {
      client.setQueryData(queryKey, before);
      toast.problem(failed, describeProblem(error));
    } finally {
      // This list alone: a page of comments has one for each.
      void client.invalidateQueries({ queryKey });
    }
  };
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
      void act(
        "The reaction was not added",
        (list) => [...list, mine],
        () =>
          note === null
            ? sendWrite(account, createMergeRequestReaction, { ...target, name })
            : sendWrite(account, createNoteReaction, { ...target, note_id: note, name }),
      );
    },
    remove: (id) => {
      if (id < 0) return;
      void act(
        "The reaction was not removed",
        (list) => list.filter((each) => each.id !== id),
        () =>
          note === null
            ? sendWrite(account, deleteMergeRequestReaction, { ...target, award_id: id })
            : sendWrite(account, deleteNoteReaction, { ...target, note_id: note, award_id: id }),
      );
    },
  };
}

/** Returns whether the service has reactions: it has listed those of the merge request. */
export const useReactable = (project: string, iid: number): boolean =>
  useOperationAll(
    listMergeRequestReactions,
    { id: project, merge_request_iid: iid, per_page: 100 },
    { staleTime },
  ).data !== undefined;
