import { readRefName } from "../../../shared/text/ref-name.ts";
import type { ReadAddress } from "./hrefs.ts";
import type { WebRest } from "./web-rest.ts";

/** A page of a service's web interface that belongs to a project or to nobody. */
export interface WebPage {
  readonly account: string;
  /** Full path of the project; empty for pages of the service itself. */
  readonly project: string;
  /** Decoded segments after the page's name. */
  readonly path: readonly string[];
  /** Query and fragment. */
  readonly rest: WebRest;
}

/** Returns the address within the app; null where the app has no such page. */
export type WebReader = (page: WebPage) => string | null;

type ReadersByName = Readonly<Record<string, WebReader>>;

/**
 * Readers of the web pages that lead to a view. Where several views read pages of one name, each returns null for the
 * others'. A view gives them as a constant of this type: the types of addresses derive from its definition.
 */
export interface WebReaders {
  /** Pages of a project, by the first segment after `/-/`. */
  readonly project?: ReadersByName;
  /** Likewise, of those whose address continues with a ref and a path. */
  readonly refs?: ReadersByName;
  /** Pages that belong to no project, by their first segment. */
  readonly service?: ReadersByName;
}

/** The part of a view, as `defineView` makes it, that web addresses need. */
interface WebView {
  readonly web?: WebReaders;
  readonly pages: readonly {
    readonly path: string;
    web?(address: ReadAddress<string>): string | null;
  }[];
}

/** The composed app's views, which `registerWebPages` sets once. */
const registered: { views: readonly WebView[] } = { views: [] };

/** Sets the views by which web addresses are read and written. */
export const registerWebPages = (views: readonly WebView[]): void => {
  registered.views = views;
};

/** Returns the views whose web pages are known. */
export const viewsOnWeb = (): readonly WebView[] => registered.views;

/** Returns the address within the app that the first view which knows a web page gives it; null where none does. */
export function readWebPage(kind: "project" | "service", name: string, page: WebPage): string | null {
  for (const { web } of registered.views) {
    const tables = kind === "service" ? [web?.service] : [web?.project, web?.refs];
    for (const readers of tables) {
      const href = readers && Object.hasOwn(readers, name) ? readers[name]?.(page) : null;
      if (href) return href;
    }
  }
  return null;
}

/** Returns whether the address of a project's page continues with a ref and a path. */
export const hasWebRef = (name: string): boolean =>
  registered.views.some(({ web }) => web?.refs && Object.hasOwn(web.refs, name));

/** Returns a reader that tries others in turn. */
export const firstOf =
  (...readers: readonly WebReader[]): WebReader =>
  (page) => {
    for (const read of readers) {
      const href = read(page);
      if (href !== null) return href;
    }
    return null;
  };

/** Returns the reader of a list, whose address ends with its name. */
export const listOf =
  (read: WebReader): WebReader =>
  (page) =>
    page.path.length === 0 ? read(page) : null;

/** Returns the reader of an entry of a list, which the next segment names by its number. */
export const entryOf =
  (read: (page: WebPage, id: string) => string | null): WebReader =>
  (page) => {
    const [, id, ending] = /^([1-9]\d*)(\.(?:diff|patch|json|atom))?$/.exec(page.path[0] ?? "") ?? [];
    if (id === undefined) return null;
    if (ending !== undefined) page.rest.leave(ending);
    return read(page, id);
  };

/** Records the segments of a page from one on as parts that Helve has no like for. */
export const leaveFrom = ({ path, rest }: WebPage, from: number): void => {
  if (path.length > from) rest.leave(`/${path.slice(from).join("/")}`);
};

/** Returns an encoded path of segments that may have slashes. */
export const encoded = (...segments: readonly string[]): string =>
  segments
    .filter(Boolean)
    .flatMap((segment) => segment.split("/"))
    .map(encodeURIComponent)
    .join("/");

/** Returns a ref with the parameter by which GitLab tells a tag from a branch of its name. */
export function webRef(ref = "HEAD"): { readonly name: string; readonly type: string | undefined } {
  const { kind, name } = readRefName(ref);
  return { name, type: kind === null ? undefined : kind === "tag" ? "tags" : "heads" };
}
