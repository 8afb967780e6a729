import { parseDocument } from "yaml";
import { detectEncoding } from "../../../../shared/text/encoding/detect-encoding.ts";
import { isUtf8 } from "../../../../shared/text/encoding/detect-unicode.ts";
import { decodeText } from "../../git/decode-text.ts";
import { MissingObject } from "../../git/objects/missing-object.ts";
import type { Repository } from "../../git/repository.ts";
import { httpError, notFound } from "../../http/http-error.ts";
import type { WikiPageFile } from "./page-index.ts";

/** Bytes above which a page that was pushed is not read as a whole. */
const maxPageBytes = 50 * 1024 * 1024;

/** A page's text as the interface has it. */
export interface WikiPageText {
  readonly content: string;
  readonly encoding: string;
  readonly front_matter: Readonly<Record<string, unknown>>;
}

/** Reads the text of a page. Throws 413 where it is larger than a page may be. */
export async function readPage(
  { objects }: Repository,
  { blob }: Pick<WikiPageFile, "blob">,
  signal?: AbortSignal,
): Promise<WikiPageText> {
  const info = await objects.check(blob);
  if (!info) throw new MissingObject(blob);
  if (info.size > maxPageBytes) throw httpError(413, "The page is larger than 50 MB");
  const object = await objects.read(blob, signal);
  if (!object) throw notFound("Wiki Page");
  return toText(object.content);
}

/** Bytes of a page above which lists leave its content out. */
const maxListedBytes = 5 * 1024 * 1024;
/** Pages that are read at once. */
const batchSize = 100;

/** Reads the texts of pages in batches, in their order; null for pages above 5 MB, which are read one by one. */
export async function* readTexts(
  { objects }: Repository,
  pages: readonly WikiPageFile[],
): AsyncGenerator<readonly (readonly [WikiPageFile, WikiPageText | null])[]> {
  for (let at = 0; at < pages.length; at += batchSize) {
    yield await Promise.all(
      pages.slice(at, at + batchSize).map(async (page) => {
        const info = await objects.check(page.blob);
        const object = info && info.size <= maxListedBytes ? await objects.read(info.id) : null;
        return [page, object && toText(object.content)] as const;
      }),
    );
  }
}

/** Returns the text in the bytes of a page. */
export function toText(bytes: Buffer): WikiPageText {
  const content = decodeText(bytes);
  const encoding = isUtf8(bytes)
    ? "UTF-8"
    : (detectEncoding(bytes) ?? "windows-1252").replace(/^./, (first) => first.toUpperCase());
  return { content, encoding, front_matter: readFrontMatter(content) };
}

/** Characters of front matter beyond which it is not read. */
const maxFrontMatter = 8_000;

/** The YAML between lines of `---` at the top of a page; empty where there is none or it is broken. */
export function readFrontMatter(content: string): Readonly<Record<string, unknown>> {
  if (!/^\ufeff?---[ \t]*\r?\n/.test(content)) return {};
  const found = /^\ufeff?---[ \t]*\r?\n(.*?\r?\n)?---[ \t]*(?:\r?\n|$)/s.exec(
    content.slice(0, maxFrontMatter),
  )?.[1];
  if (!found) return {};
  const document = parseDocument(found, { schema: "core", logLevel: "silent" });
  if (document.errors.length > 0) return {};
  try {
    const value: unknown = document.toJS({ maxAliasCount: 50 });
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (JSON.parse(JSON.stringify(value)) as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
