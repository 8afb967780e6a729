import { decodePercent } from "../../../shared/text/decode-percent.ts";
import { safeHref } from "../text/safe-href.ts";

/** Target of a reference in a document. */
export type Reference =
  | { readonly kind: "fragment"; readonly id: string }
  | { readonly kind: "external"; readonly url: string }
  | {
      readonly kind: "file";
      /** Path in the repository, without a leading slash; empty for its root. */
      readonly path: string;
      /** After `#`, without it. */
      readonly hash: string;
      /** Reason why a link has no target yet. */
      readonly missing?: string | undefined;
    }
  /** A file that was uploaded to the service, outside of every repository. */
  | { readonly kind: "upload"; readonly url: string }
  /** A page of the service that the app has. */
  | { readonly kind: "view"; readonly href: string }
  | { readonly kind: "none" };

/**
 * Resolves a link or an image's address of a document in `folder` of a repository. A leading slash means the
 * repository's root; `..` never leads above it.
 */
export function resolveReference(folder: string, address: string): Reference {
  const text = address.trim();
  if (text.startsWith("#")) return { kind: "fragment", id: decodePercent(text.slice(1)) };
  if (text === "") return { kind: "none" };
  if (text.startsWith("//")) return { kind: "external", url: `https:${text}` };
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme) return safeHref(text) === undefined ? { kind: "none" } : { kind: "external", url: text };
  const [, raw = "", hash = ""] = /^([^#?]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(text) ?? [];
  const parts = raw.startsWith("/") ? [] : folder.split("/").filter(Boolean);
  for (const part of raw.split("/").map(decodePercent)) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return { kind: "file", path: parts.join("/"), hash };
}
