import { useMemo } from "react";
import { create } from "zustand";
import type { SuggestedChange } from "./suggestion.ts";

/** A suggestion of a comment that was sent. */
export interface BatchedSuggestion extends SuggestedChange {
  /** Identifies it among those of its merge request. */
  readonly key: string;
  /** The thread that it is in; null where the service has no threads. */
  readonly thread: string | null;
  /** Whether the thread is resolved with the commit. */
  readonly resolves: boolean;
}

type Batches = Readonly<Record<string, readonly BatchedSuggestion[]>>;

/** Suggestions that are committed together, by the key of their merge request's drafts; kept while the window is open. */
const useBatches = create<Batches>(() => ({}));

const none: readonly BatchedSuggestion[] = [];

/** Returns the batch of a merge request without suggestions for earlier versions than `head`. */
export function useSuggestionBatch(draftKey: string, head: string | null): readonly BatchedSuggestion[] {
  const batch = useBatches((batches) => batches[draftKey]) ?? none;
  return useMemo(() => batch.filter((suggestion) => suggestion.head === head), [batch, head]);
}

/** Adds a suggestion to the batch of its merge request, or removes it. */
export const toggleInBatch = (draftKey: string, suggestion: BatchedSuggestion): void =>
  useBatches.setState((batches) => {
    const batch = batches[draftKey] ?? none;
    const others = batch.filter(({ key }) => key !== suggestion.key);
    return { [draftKey]: others.length < batch.length ? others : [...batch, suggestion] };
  });

export const clearBatch = (draftKey: string): void => useBatches.setState({ [draftKey]: none });
