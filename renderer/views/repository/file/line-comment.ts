import type { Optional } from "../../../../shared/optional.ts";
import { blobPageOfCommit } from "../../../features/addresses/service-urls.ts";
import type { LineRange } from "../../../ui/code/line-range.ts";

/** Lines that a comment is on. */
export interface CommentedLines {
  readonly path: string;
  readonly range: LineRange;
  /** Commit whose version of the file is commented. */
  readonly commit: { readonly id: string } & Optional<{ web_url: string | null }>;
}

/** Returns `Comment on line 3` or `Comment on lines 3–9`. */
export const commentTitle = ({ from, to }: LineRange): string =>
  from === to ? `Comment on line ${from}` : `Comment on lines ${from}–${to}`;

/**
 * Returns the input of a commit comment on lines. The note begins with a link to them: the interface knows one line
 * only, and services drop the position of a line that the commit did not change.
 */
export function lineComment({ path, range, commit }: CommentedLines, text: string) {
  const { from, to } = range;
  const label = `${path}:${from === to ? from : `${from}-${to}`}`.replace(/[\\`*_[\]<>&~]/g, "\\$&");
  const page = blobPageOfCommit(commit.web_url, commit.id);
  const lines = from === to ? `#L${from}` : `#L${from}-${to}`;
  const location = page ? `[${label}](${page}/${path.split("/").map(encodePart).join("/")}${lines})` : label;
  return { note: `${location}\n\n${text}`, path, line: to, line_type: "new" as const };
}

/** Parentheses would end the link. */
const encodePart = (part: string): string =>
  encodeURIComponent(part).replace(/[()]/g, (sign) => (sign === "(" ? "%28" : "%29"));
