import type { Snippet } from "../../../../shared/api/resources/project-snippets.ts";
import type { TypedDocument } from "../../../../shared/documents/shapes.ts";
import { decodeFile } from "../../../../shared/text/encoding/file-codec.ts";
import { readEditableText } from "../../../features/pending-edits/read-editable-text.ts";
import { pathsOfSnippet, readSnippet, requestFile, type SnippetAddress } from "../model/snippet-address.ts";

/** A snippet that is being written, with what it was made from; `base` null for a new one. */
export type Draft = NonNullable<TypedDocument<"drafts", "snippet">["value"]>;
export type DraftFile = Draft["files"][number];
/** All that a snippet consists of, as it was read. */
export type SnippetContent = NonNullable<Draft["base"]>;
export type SnippetFileContent = SnippetContent["files"][number];

const visibilities = ["private", "internal", "public"] as const;

/** Reads the files of a snippet. Throws ProblemError. */
export async function readContent(address: SnippetAddress, snippet: Snippet): Promise<SnippetContent> {
  const files = await Promise.all(
    pathsOfSnippet(snippet).map(async (path) => ({
      path,
      ...(await textOf(new Uint8Array(await (await requestFile(address, snippet, path)).arrayBuffer()))),
    })),
  );
  return {
    title: snippet.title,
    description: snippet.description ?? "",
    visibility: visibilities.find((one) => one === snippet.visibility) ?? "private",
    expires: snippet.expires_at ?? "",
    files,
    updatedAt: snippet.updated_at ?? "",
  };
}

async function textOf(bytes: Uint8Array): Promise<Omit<SnippetFileContent, "path">> {
  const { text, encoding } = { encoding: "utf-8", ...(await readEditableText(bytes)) };
  if (text === null) return { content: decodeFile(bytes, "utf-8") ?? "" };
  return encoding === "utf-8" ? { content: text } : { content: text, encoding };
}

/** Reads a snippet with its files, as it is now. Throws ProblemError. */
export const readContentNow = async (address: SnippetAddress): Promise<SnippetContent> =>
  readContent(address, await readSnippet(address));

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
export const draftStart = ({ base }: Pick<Draft, "base">): Draft => (base ? draftOf(base) : blankDraft());

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
  return text(now) !== text(draftStart(now));
}

/** Returns a draft, null for one that does not differ from what it was made from. */
export const orNull = (draft: Draft): Draft | null => (isChanged(draft) ? draft : null);
