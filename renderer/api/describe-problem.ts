import type { LocalReason } from "../../shared/api/contract/local-refusals.ts";
import type { Optional } from "../../shared/optional.ts";
import { toProblem } from "./fetch-host.ts";

/** Props of an error state that shows a failure. */
export interface DescribedProblem
  extends Optional<{
    /** Title that is more specific than the one of the kind. */
    title: string;
    /** Whether the write may have happened, so that "was not changed" would be wrong; `title` says which it is. */
    isUncertain: boolean;
  }> {
  readonly kind: "error" | "offline" | "forbidden" | "missing";
  readonly message: string;
  readonly detail: string | undefined;
}

/** Refusals of Helve's own service about a repository on disk, or the disk itself. */
const titles: Readonly<Record<LocalReason, string>> = {
  alternates_outside: "This repository uses objects of another folder",
  checked_out: "The branch is checked out",
  disk_failing: "The disk reports an error",
  disk_full: "The disk is full",
  disk_read_only: "The disk cannot be written to",
  dirty_worktree: "The work tree has uncommitted changes",
  locked: "Another git process is at work",
  original_missing: "Folder not found",
  original_replaced: "The folder has another repository now",
  original_unreadable: "The repository cannot be read or written",
  not_a_repository: "Not a git repository",
  symbolic_ref: "The branch is a symbolic ref",
  read_only: "This repository is read-only",
  missing_object: "Not in this partial clone",
  missing_history: "The history ends here: this clone is shallow",
  not_responding: "The repository does not respond",
  too_large: "Too large to be read at once",
};

/** Returns the title of an uncertain write, by what Helve found on the service; undefined where it did not happen. */
const uncertainTitles = {
  yes: "Done, but the service did not confirm it",
  unknown: "Unknown whether this was done",
  no: undefined,
} as const;

/** Returns what happened, in one sentence, for a list that could not be read; undefined without an error. */
export const problemText = (error: unknown): string | undefined =>
  error ? describeProblem(error).message : undefined;

/** Returns the props of `<ErrorState>` for whatever was thrown. */
export function describeProblem(error: unknown): DescribedProblem {
  const { code, message, detail, reason, details, changed } = toProblem(error);
  const kind =
    code === "offline"
      ? "offline"
      : code === "forbidden" || code === "unauthorized"
        ? "forbidden"
        : code === "not_found"
          ? "missing"
          : "error";
  const uncertain = code === "uncertain_write" ? uncertainTitles[changed] : undefined;
  const title = uncertain ?? (code === "canceled" ? "Canceled" : reason && titles[reason]);
  return {
    kind,
    message,
    detail: detail || details?.files,
    title: title || undefined,
    isUncertain: uncertain !== undefined || undefined,
  };
}

/** Returns the props of `<ErrorState>` for content that could not be read, whose name is a plural such as "Tags". */
export function describeUnread(error: unknown, name: string): DescribedProblem {
  const described = describeProblem(error);
  if (described.title) return described;
  if (toProblem(error).code === "forbidden")
    return { ...described, title: `No access to ${name.toLowerCase()}` };
  return described.kind === "error" ? { ...described, title: `${name} could not be loaded` } : described;
}

/** Resolves to null once some work is done, else to why it failed, as an error state shows it. */
export async function failureOf(work: Promise<unknown>): Promise<DescribedProblem | null> {
  try {
    await work;
    return null;
  } catch (error) {
    return describeProblem(error);
  }
}
