import { parseQuery, type Query } from "../../features/query-text/query-text.ts";

/** Names that a filter may carry before its colon. */
export const filterKeys = [
  "state",
  "author",
  "assignee",
  "reviewer",
  "label",
  "milestone",
  "source",
  "target",
  "draft",
  "reaction",
  "in",
  "created-after",
  "created-before",
  "updated-after",
  "updated-before",
  "sort",
  "scope",
] as const;
export type FilterKey = (typeof filterKeys)[number];

/** Filters of merge requests, and the words that titles and descriptions are searched for. */
export type Filter = Query<FilterKey>;

export const parseFilter = (text: string): Filter => parseQuery(text, filterKeys);
