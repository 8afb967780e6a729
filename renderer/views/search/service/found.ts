import type { Commit } from "../../../../shared/api/resources/commit-shapes.ts";
import type { Issue } from "../../../../shared/api/resources/issue-shapes.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import type { Milestone } from "../../../../shared/api/resources/milestones.ts";
import type { Note } from "../../../../shared/api/resources/notes.ts";
import type { Project } from "../../../../shared/api/resources/projects.ts";
import type { BlobMatch } from "../../../../shared/api/resources/search.ts";
import type { UserSummary } from "../../../../shared/api/resources/user-shapes.ts";
import type { RecentWork } from "../../../state/recent-work.ts";
import { cutLine, type LineHit } from "../../../workers/search/search-text.ts";

/** One result of a search. Projects are named as addresses name them: by path, or by id where that is all that is known. */
export type Found =
  | { readonly kind: "project"; readonly project: Project }
  | { readonly kind: "issue"; readonly issue: Issue }
  | { readonly kind: "merge_request"; readonly mergeRequest: MergeRequest }
  | { readonly kind: "milestone"; readonly milestone: Milestone }
  | { readonly kind: "user"; readonly user: UserSummary }
  | { readonly kind: "commit"; readonly commit: Commit; readonly project: string }
  | { readonly kind: "note"; readonly note: Note; readonly project: string }
  | {
      readonly kind: "lines";
      readonly match: BlobMatch;
      readonly project: string;
      /** Whether it is a page of the wiki. */
      readonly isWiki: boolean;
    }
  /** Work that was opened before and is named so. */
  | { readonly kind: "opened"; readonly work: RecentWork };

/** A row of the results: a result, or a part of one that has several lines. */
export type FoundRow =
  | Exclude<Found, { kind: "lines" }>
  | {
      readonly kind: "file";
      readonly match: BlobMatch;
      readonly project: string;
      readonly isWiki: boolean;
    }
  | ({
      readonly kind: "line";
      readonly match: BlobMatch;
      readonly project: string;
      readonly isWiki: boolean;
    } & LineHit);

/** Returns the rows of results: a file's name once above the lines of it that follow each other. */
export function toRows(found: readonly Found[], text: string): FoundRow[] {
  const words = withoutFilters(text);
  let above = "";
  return found.flatMap((each): FoundRow[] => {
    if (each.kind !== "lines") return [each];
    const { match, project, isWiki } = each;
    const file = JSON.stringify([project, match.path, match.ref]);
    const heading: FoundRow[] = file === above ? [] : [{ kind: "file", match, project, isWiki }];
    above = file;
    const lines = match.data === "" ? [] : match.data.replace(/\r?\n$/, "").split(/\r?\n/);
    return [
      ...heading,
      ...lines.map(
        (line, at): FoundRow => ({
          kind: "line",
          match,
          project,
          isWiki,
          ...cutLine(match.startline + at, line, marksOf(line, words)),
        }),
      ),
    ];
  });
}

/** Returns a text without the filters that searches of code have, such as `path:src/`. */
const withoutFilters = (text: string): string =>
  text
    .replace(/(?:^|\s)-?(?:filename|path|extension):(?:"[^"]*"|\S+)/g, " ")
    .trim()
    .toLowerCase();

/** Returns where a line has the words, whatever their case. */
function marksOf(line: string, words: string): (readonly [number, number])[] {
  const marks: (readonly [number, number])[] = [];
  const folded = line.toLowerCase();
  // Folding may change the length: offsets would be wrong.
  if (words === "" || folded.length !== line.length) return marks;
  for (let at = folded.indexOf(words); at >= 0; at = folded.indexOf(words, at + words.length))
    marks.push([at, at + words.length]);
  return marks;
}

/** Returns what tells a row from the others of a list. */
export function rowKey(row: FoundRow): string {
  switch (row.kind) {
    case "project":
      return `project ${row.project.id}`;
    case "issue":
      return `issue ${row.issue.id}`;
    case "merge_request":
      return `merge request ${row.mergeRequest.id}`;
    case "milestone":
      return `milestone ${row.milestone.id}`;
    case "user":
      return `user ${row.user.id}`;
    case "commit":
      return `commit ${row.project} ${row.commit.id}`;
    case "note":
      return `note ${row.note.id}`;
    case "file":
      return `file ${row.project} ${row.match.ref} ${row.match.path} ${row.match.startline}`;
    case "line":
      return `line ${row.project} ${row.match.ref} ${row.match.path} ${row.line}`;
    case "opened":
      return `opened ${row.work.href}`;
  }
}
