import type { ExportNote } from "../../workers/export/export-types.ts";

interface WrittenNote {
  readonly body: string;
  readonly author?: { readonly name: string; readonly username: string } | null | undefined;
  readonly created_at?: string | null | undefined;
}

/** Returns a comment of the interface as an export shows it. */
export const exportNote = ({ body, author, created_at }: WrittenNote): ExportNote => ({
  author: author?.name ?? "Someone",
  username: author?.username ?? null,
  time: created_at ?? null,
  body,
});
