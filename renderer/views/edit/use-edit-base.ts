import { useQuery } from "@tanstack/react-query";
import { readBaseText } from "../../features/pending-edits/edit-bases.ts";
import {
  type EditableText,
  editableContent,
  editableText,
} from "../../features/pending-edits/editable-text.ts";
import { readBytesAt, readEditHead, readOrigin } from "../../features/pending-edits/read-origin.ts";
import { type EditScope, editScopeKey, useEdits } from "../../state/edits.ts";
import { changeAt, type Origin, type PendingContent } from "../../state/pending-changes.ts";

/** Commit and file that an edit starts from. */
export interface FileBase {
  /** Commit that the edit starts from. */
  readonly head: string;
  /** Null for a file that the branch does not have. */
  readonly origin: Origin | null;
  /** A file of this computer that replaces it, or is a new one: the text is that file's. */
  readonly replaced: PendingContent | null;
}

/** {@link FileBase} with the content on the branch. */
export type EditBase = FileBase & EditableText;

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
  const content = pending?.content;
  if (content?.kind === "bytes") {
    return { head, origin, replaced: content, ...limited(editableContent(content)) };
  }
  if (!origin) return { head, origin, replaced: null, text: "", encoding: "utf-8" };
  const base = origin.blobId
    ? await readBaseText(scope, origin, signal)
    : editableText(await readBytesAt(scope, origin.path, origin.lastCommitId, signal));
  return { head, origin, replaced: null, ...limited(base) };
}

const limited = (base: EditableText): EditableText =>
  base.text !== null && base.text.length > maxEditedLength
    ? { text: null, reason: "It is larger than 5 MB." }
    : base;
