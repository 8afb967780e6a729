import type { SeedContent } from "../seed/sample-history.ts";

/** A commit of a wiki: which of the people, the message, and files by their paths. */
export type WikiEdit = readonly [
  person: number,
  message: string,
  files: Readonly<Record<string, SeedContent>>,
];
