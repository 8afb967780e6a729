import { useMemo } from "react";
import { z } from "zod";
import { createStoredValues, useStoredValue } from "../../state/stored-value.ts";
import type { Region } from "./three-way.ts";

const mergeDraft = z.object({
  /** The merge's regions as JSON: choices and text apply to no other. */
  regions: z.string(),
  /** By the order of the conflicts; null for one without. */
  choices: z.array(z.enum(["mine", "theirs", "both", "base"]).nullable()),
  /** Result as it was edited by hand; null while nothing was. */
  text: z.string().nullable(),
  /** Whether the result is edited by hand instead of chosen. */
  isEditing: z.boolean(),
});
export type MergeDraft = z.output<typeof mergeDraft>;

const blank: MergeDraft = { regions: "", choices: [], text: null, isEditing: false };
const drafts = createStoredValues("drafts", "three-way-merge", mergeDraft, blank);

/** Returns the choices and the text of a merge, stored on disk until {@link clearMergeDraft}, and a function that changes some. */
export function useMergeDraft(key: string, regions: readonly Region[]) {
  const of = useMemo(() => JSON.stringify(regions), [regions]);
  const { value } = useStoredValue(drafts, storedKey(key));
  const current = (draft: MergeDraft) => (draft.regions === of ? draft : { ...blank, regions: of });
  const change = (patch: Partial<Omit<MergeDraft, "regions">>) =>
    drafts.change(storedKey(key), (now) => ({ ...current(now), ...patch }));
  return [current(value), change] as const;
}

/** Deletes the draft of a merge once its result is stored elsewhere, or discarded. */
export const clearMergeDraft = (key: string): void => drafts.change(storedKey(key), () => blank);

const storedKey = (key: string): string => `three-way-merge ${key}`;
