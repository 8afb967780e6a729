import { z } from "zod";
import { useDraft } from "../../../state/text-draft.ts";
import type { Conflicts } from "./read-conflicts.ts";

const resolutions = z.record(z.string(), z.object({ content: z.string().nullable() }));
type Resolutions = z.output<typeof resolutions>;

/** Returns the resolved files of a merge by path: stored on disk until they are committed. Null content deletes a file. */
export function useResolutions(draftKey: string, { sourceSha, targetSha }: Conflicts) {
  const draft = useDraft(`conflicts ${draftKey} ${sourceSha} ${targetSha}`);
  const value = read(draft.text);
  return {
    resolved: value,
    resolve: (path: string, content: string | null) =>
      draft.setText(JSON.stringify({ ...value, [path]: { content } })),
    reopen: (path: string) =>
      draft.setText(
        JSON.stringify(Object.fromEntries(Object.entries(value).filter(([name]) => name !== path))),
      ),
    clear: draft.clear,
  };
}

function read(text: string): Resolutions {
  try {
    return text === "" ? {} : resolutions.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
