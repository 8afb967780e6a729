import type { ComponentType, ReactNode, RefObject } from "react";
import { type Reference, resolveReference } from "./resolve-reference.ts";

/** Targets of the links, images, references and tasks of a document. */
export interface MarkdownLinks {
  readonly folder: string;
  readonly linkTo: (path: string, hash: string) => string;
  readonly imageUrl: (path: string) => string;
  readonly onNavigate: (href: string) => void;
  /** Reads addresses by rules other than those of a repository, such as a wiki's. */
  readonly resolve?: ((address: string) => Reference) | undefined;
  /** Address of a heading: each gets a link to itself, and links within the document go there. */
  readonly headingHref?: ((id: string) => string) | undefined;
  /** Draws a reference such as `!3`; without it references are text. */
  readonly Reference?: ComponentType<ReferenceProps> | undefined;
  /** Names an address that is written as it is, such as `!3`, with its address within the app; null for any other. */
  readonly nameAddress?: ((url: string) => NamedAddress | null) | undefined;
  /** Fetches an image that was uploaded to the service. */
  readonly fetchUpload?: ((url: string, signal: AbortSignal) => Promise<Blob>) | undefined;
  /** Changes a task by the line of the text, from 1, that it is on; without it tasks cannot be changed. */
  readonly onTask?: ((line: number, isDone: boolean) => void) | undefined;
}

/** An address of the service as it writes it itself. */
interface NamedAddress {
  readonly label: string;
  readonly href: string;
  /** Object that the address names, where its title is wanted as well. */
  readonly reference?: Omit<ReferenceProps, "children"> | undefined;
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
  /** The text of the reference. */
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
}
