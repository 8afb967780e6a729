import type { SentPosition } from "../../../shared/api/resources/discussions.ts";
import type { LineDraft } from "../../state/line-drafts.ts";

/** The place of a draft's lines as it is sent; undefined where the draft is on no lines of a version. */
export function positionOf({ version, oldPath, newPath, first, last }: LineDraft): SentPosition | undefined {
  if (!version) return undefined;
  const numbers = ({ oldLine, newLine }: LineDraft["last"]) => ({
    ...(oldLine === null ? {} : { old_line: oldLine }),
    ...(newLine === null ? {} : { new_line: newLine }),
  });
  const single = first.oldLine === last.oldLine && first.newLine === last.newLine;
  const sided = (line: LineDraft["last"]) => ({
    ...numbers(line),
    type: line.newLine === null ? ("old" as const) : ("new" as const),
  });
  return {
    base_sha: version.base,
    start_sha: version.start,
    head_sha: version.head,
    position_type: "text",
    old_path: oldPath,
    new_path: newPath,
    ...numbers(last),
    ...(single ? {} : { line_range: { start: sided(first), end: sided(last) } }),
  };
}
