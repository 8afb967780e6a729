import { useQuery } from "@tanstack/react-query";
import {
  readBytes,
  readHead,
  readOrigin,
  readOriginBytes,
} from "../../features/pending-edits/read-origin.ts";
import { type EditScope, scopeKey, useEdits } from "../../state/edits.ts";
import { changeAt, type Origin } from "../../state/pending-changes.ts";

/** What an edit starts from. */
export interface EditBase {
  /** Commit at the branch's tip when the edit began. */
  readonly head: string;
  /** Null for a file that the branch does not have. */
  readonly origin: Origin | null;
  /** Content on the branch; null where it is not UTF-8 text. */
  readonly text: string | null;
}

/** Bytes above which a file is not edited in the page. */
const largest = 5 * 1024 * 1024;

/** Reads what stands at a path of a branch, or where the pending change of that path came from. */
export function useEditBase(place: EditScope | null, path: string) {
  return useQuery({
    queryKey: ["edit-base", place ? scopeKey(place) : null, path],
    queryFn: ({ signal }) => readBase(place as EditScope, path, signal),
    enabled: place !== null && path !== "",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { reads: [] },
  });
}

async function readBase(place: EditScope, path: string, signal: AbortSignal): Promise<EditBase> {
  const session = useEdits.getState().sessions[scopeKey(place)];
  const pending = changeAt(session?.changes ?? [], path);
  const head = session?.head ?? (await readHead(place, signal));
  const origin = pending ? pending.origin : await readOrigin(place, path, head, signal);
  if (!origin) return { head, origin, text: "" };
  // By its own id, as the diff of the draft reads it: what was read once is there without the service.
  const bytes = origin.blobId
    ? await readOriginBytes(place, origin, signal)
    : await readBytes(place, origin.path, head, signal);
  return { head, origin, text: bytes.length > largest ? null : decode(bytes) };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
