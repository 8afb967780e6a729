import { useMemo } from "react";
import type { TypedDocument } from "../../../shared/documents/shapes.ts";
import { createStoredValues, useStoredValue } from "../../state/stored-value.ts";
import type { Region } from "./three-way.ts";

/** Choices and text of a merge of three versions of a file. */
type MergeDraft = TypedDocument<"drafts", "three-way-merge">["value"];

const blank: MergeDraft = { regions: "", choices: [], text: null, isEditing: false };
const drafts = createStoredValues("drafts", "three-way-merge", blank);

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
