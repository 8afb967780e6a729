import { useMemo, useRef } from "react";
import type { Discussion } from "../../../../shared/api/resources/discussions.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import type { Mentionable } from "../../../features/references/reference-sources.ts";

/** Returns the participants of a merge request: the latest commenters first, then author and assignees. The same list until it changes. */
export function useParticipants(
  mergeRequest: MergeRequest | undefined,
  threads: readonly Discussion[],
): readonly Mentionable[] {
  const previous = useRef<readonly Mentionable[]>([]);
  return useMemo(() => {
    const notes = threads.flatMap((thread) => thread.notes);
    const speakers = notes
      .toSorted((a, b) => (b.created_at ?? "").localeCompare(a.created_at ?? ""))
      .map(({ author }) => author);
    const all = [...speakers, mergeRequest?.author, ...(mergeRequest?.assignees ?? [])];
    const known = new Map(
      all.flatMap((person) =>
        person ? [[person.username, { username: person.username, name: person.name }] as const] : [],
      ),
    );
    const next = [...known.values()];
    if (JSON.stringify(next) !== JSON.stringify(previous.current)) previous.current = next;
    return previous.current;
  }, [mergeRequest, threads]);
}
