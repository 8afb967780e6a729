import type { ComponentType, ReactNode, RefObject } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { decodePercent } from "../../../shared/text/decode-percent.ts";
import { safeHref } from "../text/safe-href.ts";
import type { LoadedImage } from "./load-images.ts";

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
      readonly missing?: string;
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

/** Targets of the links, images, references and tasks of a document. */
export interface MarkdownLinks
  extends Optional<{
    /** Reads addresses by rules other than those of a repository, such as a wiki's. */
    resolve: (address: string) => Reference;
    /** Address of a heading: each gets a link to itself, and links within the document go there. */
    headingHref: (id: string) => string;
    /** Draws a reference such as `!3`; without it references are text. */
    Reference: ComponentType<ReferenceProps>;
    /** Names an address that is written as it is, such as `!3`, with its address within the app; null for any other. */
    nameAddress: (url: string) => NamedAddress | null;
    /** Fetches an image that was uploaded to the service. */
    fetchUpload: (url: string, signal: AbortSignal) => Promise<Blob>;
    /** Changes a task by the line of the text, from 1, that it is on; without it tasks cannot be changed. */
    onTask: (line: number, isDone: boolean) => void;
  }> {
  readonly folder: string;
  readonly linkTo: (path: string, hash: string) => string;
  readonly imageUrl: (path: string) => string;
  readonly onNavigate: (href: string) => void;
}

/** An address of the service as it writes it itself. */
interface NamedAddress {
  readonly label: string;
  readonly href: string;
  /** Object that the address names, where its title is wanted as well. */
  readonly reference?: Omit<ReferenceProps, "children">;
}

/** A reference as it is written. */
export interface ReferenceProps {
  /** Such as `merge_request`. */
  readonly type: string;
  /** Number, name, title or id. */
  readonly name: string;
  /** Path of another project as it is written; empty for the document's own. */
  readonly project: string;
  /** `+` for the title, `+s` for a summary. */
  readonly format: string;
  readonly children: ReactNode;
}

/** Returns the target of an address of the document. */
export const referenceOf = ({ resolve, folder }: MarkdownLinks, address: string): Reference =>
  resolve ? resolve(address) : resolveReference(folder, address);

/** Settings of a rendered document. */
export interface MarkdownContext {
  /** Whether images from elsewhere may be fetched. */
  readonly remote: boolean;
  readonly links: () => MarkdownLinks;
  readonly root: RefObject<HTMLElement | null>;
  /** Images of the repository that are loaded, by their address. */
  readonly images: ReadonlyMap<string, LoadedImage>;
}
