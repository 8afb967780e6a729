import { useQuery } from "@tanstack/react-query";
import { readBaseText, textOf } from "../../features/pending-edits/edit-bases.ts";
import { readBytesAt, readEditHead, readOrigin } from "../../features/pending-edits/read-origin.ts";
import { type EditScope, editScopeKey, useEdits } from "../../state/edits.ts";
import { changeAt, type Origin } from "../../state/pending-changes.ts";

/** Commit and file that an edit starts from. */
export interface EditBase {
  /** Commit that the edit starts from. */
  readonly head: string;
  /** Null for a file that the branch does not have. */
  readonly origin: Origin | null;
  /** Content on the branch; null where it is not UTF-8 text. */
  readonly text: string | null;
}

/** Characters above which a file cannot be edited here. */
const maxEditedLength = 5 * 1024 * 1024;

/** Reads the file at a path of a branch, or the origin of its pending change. */
export function useEditBase(scope: EditScope | null, path: string) {
  return useQuery({
    queryKey: ["edit-base", scope ? editScopeKey(scope) : null, path],
    queryFn: ({ signal }) => readBase(scope as EditScope, path, signal),
    enabled: scope !== null && path !== "",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { reads: [] },
  });
}

async function readBase(scope: EditScope, path: string, signal: AbortSignal): Promise<EditBase> {
  const session = useEdits.getState().sessions[editScopeKey(scope)];
  const pending = changeAt(session?.changes ?? [], path);
  const head = session && pending ? session.head : await readEditHead(scope, signal);
  const origin = pending ? pending.origin : await readOrigin(scope, path, head, signal);
  if (!origin) return { head, origin, text: "" };
  const text = origin.blobId
    ? await readBaseText(scope, origin, signal)
    : textOf(await readBytesAt(scope, origin.path, origin.lastCommitId, signal));
  return { head, origin, text: text !== null && text.length > maxEditedLength ? null : text };
}
