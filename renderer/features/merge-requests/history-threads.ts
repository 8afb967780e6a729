import type { Discussion } from "../../../shared/api/resources/discussions.ts";
import type { ReviewHistory } from "../../../shared/review/turn.ts";

/** Returns a time in UTC, by which times of services in several zones are compared. */
export const toInstant = (time: string | null | undefined): string =>
  time ? new Date(time).toISOString() : "";

/** Returns threads in the form in which the history of a merge request has them. */
export const historyThreads = (threads: readonly Discussion[]): ReviewHistory["threads"] =>
  threads.map(({ notes }) => ({
    notes: notes.map(({ author, body, created_at: at, system }) => ({
      author: author?.id ?? null,
      at: toInstant(at),
      body,
      system: system ?? false,
    })),
    resolvable: notes.some(({ resolvable }) => resolvable),
    resolved: notes.some(({ resolvable }) => resolvable) && notes.every(isResolved),
  }));

const isResolved = ({ resolvable, resolved }: Discussion["notes"][number]): boolean =>
  !resolvable || resolved === true;
