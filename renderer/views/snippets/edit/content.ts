import { z } from "zod";
import type { Snippet } from "../../../../shared/api/resources/snippet-shapes.ts";
import { decodeFile } from "../../../../shared/text/encoding/file-codec.ts";
import { editableText } from "../../../features/pending-edits/editable-text.ts";
import { pathsOf, readSnippet, requestFile, type SnippetAddress } from "../model/snippet-address.ts";

const visibility = z.enum(["private", "internal", "public"]);

const snippetFile = z.object({
  path: z.string(),
  /** Text as `decodeFile` has it. */
  content: z.string(),
  /** Encoding on the service; UTF-8 where left out. */
  encoding: z.string().optional(),
});
export type SnippetFile = z.output<typeof snippetFile>;

/** All that a snippet consists of, as it was read. */
export const snippetContent = z.object({
  title: z.string(),
  description: z.string(),
  visibility,
  /** ISO 8601, or empty for one that never expires. */
  expires: z.string(),
  files: z.array(snippetFile),
  /** Time of the last change; empty for a new snippet. */
  updatedAt: z.string(),
});
export type SnippetContent = z.output<typeof snippetContent>;

/** Reads the files of a snippet. Throws ProblemError. */
export async function readContent(address: SnippetAddress, snippet: Snippet): Promise<SnippetContent> {
  const files = await Promise.all(
    pathsOf(snippet).map(async (path) => ({
      path,
      ...textOf(new Uint8Array(await (await requestFile(address, snippet, path)).arrayBuffer())),
    })),
  );
  return {
    title: snippet.title,
    description: snippet.description ?? "",
    visibility: visibility.safeParse(snippet.visibility).data ?? "private",
    expires: snippet.expires_at ?? "",
    files,
    updatedAt: snippet.updated_at ?? "",
  };
}

function textOf(bytes: Uint8Array): Omit<SnippetFile, "path"> {
  const { text, encoding } = { encoding: "utf-8", ...editableText(bytes) };
  if (text === null) return { content: decodeFile(bytes, "utf-8") ?? "" };
  return encoding === "utf-8" ? { content: text } : { content: text, encoding };
}

/** Reads a snippet with its files, as it is now. Throws ProblemError. */
export const readContentNow = async (address: SnippetAddress): Promise<SnippetContent> =>
  readContent(address, await readSnippet(address));

const draftFile = snippetFile.extend({
  /** Names the file among those of the draft. */
  key: z.string(),
  /** Path on the service; null for a new file. */
  previous: z.string().nullable(),
});
export type DraftFile = z.output<typeof draftFile>;

/** A snippet that is being written, with what it was made from; `base` null for a new one. */
export const draft = z.object({
  title: z.string(),
  description: z.string(),
  visibility,
  expires: z.string(),
  files: z.array(draftFile),
  base: snippetContent.nullable(),
});
export type Draft = z.output<typeof draft>;

/** Returns a draft with the service's version. */
export const draftOf = (base: SnippetContent): Draft => ({
  title: base.title,
  description: base.description,
  visibility: base.visibility,
  expires: base.expires,
  files: base.files.map((file) => ({ ...file, key: file.path, previous: file.path })),
  base,
});

/** Returns what a draft starts from: the service's version, or a new snippet. */
export const startOf = ({ base }: Pick<Draft, "base">): Draft => (base ? draftOf(base) : blankDraft());

/** Returns a draft with a removed file at its former index, unless it is there. */
export const withFile = (now: Draft, file: DraftFile, index: number): Draft =>
  now.files.some(({ key }) => key === file.key)
    ? now
    : { ...now, files: now.files.toSpliced(index, 0, file) };

/** Returns the draft of a new snippet with one empty file. */
export const blankDraft = (): Draft => ({
  title: "",
  description: "",
  visibility: "private",
  expires: "",
  files: [{ key: "first", path: "", content: "", previous: null }],
  base: null,
});

/** Returns whether a draft differs from what it was made from. */
function isChanged(now: Draft): boolean {
  const text = ({ base: _, files, ...fields }: Draft) =>
    JSON.stringify([fields, files.map(({ key: _key, ...file }) => file)]);
  return text(now) !== text(startOf(now));
}

/** Returns a draft, null for one that does not differ from what it was made from. */
export const orNull = (draft: Draft): Draft | null => (isChanged(draft) ? draft : null);
