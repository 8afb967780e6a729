import type { QueryClient } from "@tanstack/react-query";
import type { MenuPlace } from "../../../shared/host/shell.ts";
import type { Optional } from "../../../shared/optional.ts";
import type { Prefetch } from "../../api/use-operation.ts";
import type { FixedKey } from "../../state/keymap/fixed-keys.ts";
import type { KeyBinding, KeyBindings } from "../../state/keymap/keymap.ts";
import type { IconType } from "../../ui/marks/icon.tsx";
import type { ReadAddress } from "./hrefs.ts";
import type { ParamsOf } from "./match-path.ts";
import type { PlainSearch } from "./plain-search.ts";
import type { WebReaders } from "./web-pages.ts";

/** A page that is shown: the parameters of its address. */
interface Here<P extends string>
  extends Optional<{
    /** Name of the entry that the view shows, once it is known. */
    name: string;
  }> {
  readonly params: ParamsOf<P>;
  readonly search: PlainSearch;
}

/** Names of one address of a page, where they are not the page's own. */
interface PageNames
  extends Optional<{
    /** The name of its tab; a project's is added to it. */
    title: string;
  }> {
  /** The last crumb, and the title by default; null for none besides those of its project or group. */
  readonly own?: string | null;
  /** Text after the name of a project in the title. */
  readonly ending?: string;
  readonly icon?: IconType;
}

/** A command that opens a page. Its keys work wherever the page can be opened. */
interface PageCommand extends Partial<Pick<KeyBinding, "keys" | "whileTyping">> {
  /** The page is its default for the title and the icon. */
  readonly id: string;
  readonly title?: string;
  readonly icon?: IconType;
  /** Further words by which the palette finds it. */
  readonly keywords?: string;
  /** Parameters of the address that the current one does not give. */
  readonly params?: { readonly [name: string]: string };
  readonly search?: PlainSearch | ((here: { readonly branch: string | undefined }) => PlainSearch);
  /** Its place in the desktop's menu, where it is there too. */
  readonly menu?: MenuPlace;
}

/** Parts that a project may lack, by the fields of the project that say so. */
const projectFields = ["merge_requests", "jobs", "wiki", "snippets", "issues"] as const;
/** Parts that no field names. */
const furtherParts = [
  "environments",
  "releases",
  "runners",
  "labels",
  "milestones",
  "members",
  "settings",
] as const;
type ProjectPart = (typeof projectFields)[number] | (typeof furtherParts)[number];

/** Parts that a repository cannot have, whatever opens it in place. */
const partsOfServices: readonly ProjectPart[] = ["wiki", "snippets", "issues", ...furtherParts];

/** Returns the parts that a project lacks: those that are switched off in it, or all that only a service has. */
export function lackedParts(
  project: { readonly [field in `${(typeof projectFields)[number]}_enabled`]?: boolean | undefined },
  isOriginal: boolean,
): readonly ProjectPart[] {
  const off: readonly ProjectPart[] = projectFields.filter((part) => project[`${part}_enabled`] === false);
  // Both are of jobs.
  const ofJobs: readonly ProjectPart[] = off.includes("jobs") ? ["environments", "runners"] : [];
  return isOriginal ? [...new Set([...off, ...partsOfServices])] : [...off, ...ofJobs];
}

/** A group of a project's lines in the sidebar; a name for code. */
export type SidebarGroup = "pending" | "code" | "merge requests" | "build" | "plan" | "manage";

/** The line of a page in the rail or the sidebar; the lines of a group are in the order of the views. */
interface SidebarLine {
  /** Group of a project's page; those of other pages are in the rail, some at its foot. */
  readonly group: "rail" | "foot" | SidebarGroup;
  /** Part of a project without which it has no such page. */
  readonly part?: ProjectPart;
  /** The page's label by default. */
  readonly label?: string;
  /** Number at the end of the line. */
  readonly count?: "unsent" | "pending" | "queued" | "publishing";
  /** Whether it is shown only with a number, or on its own page. */
  readonly isOnlyCounted?: boolean;
}

interface LoaderContext<P extends string> extends Here<P> {
  readonly client: QueryClient;
  /** Whether the page is only likely to be opened. */
  readonly preload: boolean;
}

interface PageOptions<P extends string, N extends string, C extends string> {
  /** Name in code, once among the pages of a project and once among all others; pages of one name are one place. */
  readonly name: N;
  /** Name on the screen. */
  readonly label: string;
  readonly icon: IconType;
  /** Export of the view's `index.tsx`; none for an address that leads on, or that the page around it shows. */
  readonly component?: C;
  /** Pattern of the address that is opened instead. */
  readonly leadsTo?: string;
  /** Whether an address that leads on is a place of its own, such as Administration as a whole. */
  readonly isPlace?: boolean;
  /** Kind of the last parameter, where it names an entry. */
  readonly id?: "number" | "number or new";
  /** Address that is opened for an entry named `new`, which has no page of its own. */
  readonly newLeadsTo?: string;
  /**
   * Reads what the page shows first, by `of` an account, and does nothing else: the host runs it too, so that what it reads is
   * there before the page asks. Its code is imported on demand, from a `first-reads.ts`. A loader beside it makes the same reads.
   */
  firstReads?(here: Here<P>, of: (account: string) => Prefetch): Promise<unknown>;
  /** Begins what the page needs first, such as reads and an editor; imports its code on demand. */
  loader?(here: LoaderContext<P>): unknown;
  names?(here: Here<P>): PageNames;
  /** Parts of the address that are neither text nor number, for a location. */
  reads?(params: ParamsOf<P>): object;
  /** Name of the page before this one in the breadcrumbs, in the same scope. */
  readonly parent?: string;
  /** Name of the page whose line of the sidebar is marked; `parent` by default. */
  readonly marks?: string;
  /** Whether it is opened at the ref of the current page; `branches`: in the sidebar not at a tag. */
  readonly keepsRef?: boolean | "branches";
  /** The user who is led to it; an account's page has an account. */
  readonly needs?: "account" | "administrator";
  readonly sidebar?: SidebarLine;
  readonly commands?: readonly PageCommand[];
  /** Whether the search parameters of an account's page are a part of its name. */
  readonly isNamedBySearch?: boolean;
  /**
   * Returns the path of the page in a service's web interface, without a slash at its beginning: for a project's what
   * follows the project's path and `/-/`, empty for that path itself; null where the web interface has no such page.
   */
  web?(address: ReadAddress<P>): string | null;
}

/** A page of a view: an address, with all that leads to it. */
export interface Page<P extends string = string, N extends string = string, C extends string = string>
  extends PageOptions<string, N, C> {
  /** Pattern of its address. */
  readonly path: P;
}

/** Defines a page by the pattern of its address, whose parameters its functions get. */
export function page<const P extends string, const N extends string>(
  path: P,
  options: PageOptions<P, N, never>,
): Page<P, N, never>;
export function page<const P extends string, const N extends string, const C extends string>(
  path: P,
  options: PageOptions<P, N, C>,
): Page<P, N, C>;
export function page(path: string, options: PageOptions<string, string, string>): Page {
  return { path, ...options };
}

/** A folder of `renderer/views`: its code, loaded on demand, and the pages that it shows. */
export interface View {
  readonly load: () => Promise<object>;
  /** Loads the code of its loaders, or of what it shows at first: a start at its address needs that as early as the view's own. */
  readonly prefetch?: () => Promise<object>;
  readonly pages: readonly Page[];
  /** Readers of web addresses that lead to it. */
  readonly web?: WebReaders;
  /** Keys of commands that it registers while it is shown; they take precedence over the window's. */
  readonly keys?: KeyBindings;
  /** Keys of its parts that cannot be changed. */
  readonly fixedKeys?: readonly FixedKey[];
}

/** The door of a view: all that the app knows about it. Loaded with the app, so that it imports no component. */
export const defineView = <
  M extends object,
  const Pages extends readonly Page<string, string, Extract<keyof M, string>>[],
>(
  view: Omit<View, "load" | "pages"> & { readonly load: () => Promise<M>; readonly pages: Pages },
) => view;

/** Begins every address of a project. */
export const projectRoutePath = "/a/$account/p/$project";

/** Returns whether the address of a page is below that of a project. */
export const isOfProject = ({ path }: Pick<Page, "path">): boolean => path.startsWith(projectRoutePath);
