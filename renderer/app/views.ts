import type { Page, View } from "../features/addresses/define-view.ts";
import { fillPath, isNumber, matchPath, type PathParams } from "../features/addresses/match-path.ts";
import { type PlainSearch, parsePlainSearch } from "../features/addresses/plain-search.ts";
import { admin } from "../views/admin/view.ts";
import { artifacts } from "../views/artifacts/view.ts";
import { branches } from "../views/branches/view.ts";
import { commits } from "../views/commits/view.ts";
import { compare } from "../views/compare/view.ts";
import { contributors } from "../views/contributors/view.ts";
import { edit } from "../views/edit/view.ts";
import { environments } from "../views/environments/view.ts";
import { groups } from "../views/groups/view.ts";
import { home } from "../views/home/view.ts";
import { issue } from "../views/issue/view.ts";
import { issues } from "../views/issues/view.ts";
import { job } from "../views/job/view.ts";
import { manage } from "../views/manage/view.ts";
import { me } from "../views/me/view.ts";
import { mergeQueue } from "../views/merge-queue/view.ts";
import { mergeRequests } from "../views/merge-requests/view.ts";
import { outbox } from "../views/outbox/view.ts";
import { pipelines } from "../views/pipelines/view.ts";
import { projects } from "../views/projects/view.ts";
import { publishes } from "../views/publishes/view.ts";
import { reference } from "../views/reference/view.ts";
import { releases } from "../views/releases/view.ts";
import { repository } from "../views/repository/view.ts";
import { review } from "../views/review/view.ts";
import { runners } from "../views/runners/view.ts";
import { search } from "../views/search/view.ts";
import { settings } from "../views/settings/view.ts";
import { snippets } from "../views/snippets/view.ts";
import { tags } from "../views/tags/view.ts";
import { users } from "../views/users/view.ts";
import { wiki } from "../views/wiki/view.ts";

/** Every view, in the order of the rail, the sidebar and the palette. Routes, names, lines and commands derive from it. */
export const views = [
  home,
  projects,
  groups,
  repository,
  search,
  commits,
  mergeRequests,
  review,
  issues,
  issue,
  pipelines,
  job,
  artifacts,
  branches,
  tags,
  environments,
  releases,
  compare,
  contributors,
  runners,
  manage,
  wiki,
  snippets,
  edit,
  outbox,
  mergeQueue,
  publishes,
  users,
  me,
  reference,
  admin,
  settings,
] as const satisfies readonly View[];

/** A page of the app, with the types of its pattern and name. */
export type AppPage = (typeof views)[number]["pages"][number];

/** Every page of every view. */
export const pages: readonly Page[] = views.flatMap((view): readonly Page[] => view.pages);

/** A page that an address leads to, and what the address gives it. */
export interface AddressedPage {
  readonly view: View;
  readonly page: Page;
  readonly params: PathParams;
  readonly search: PlainSearch;
}

/** Returns the page of an address of the app, null where there is none. */
export function findPage(href: string): AddressedPage | null {
  const [, pathname = "/", query = ""] = /^([^?#]*)(?:\?([^#]*))?/.exec(href) ?? [];
  for (const view of views as readonly View[]) {
    for (const page of view.pages) {
      const params = matchPath(page.path, pathname);
      if (!params) continue;
      const id = params[idNameOf(page) ?? ""];
      if (page.newLeadsTo !== undefined && id === "new") return findPage(fillPath(page.newLeadsTo, params));
      if (page.leadsTo !== undefined && !page.isPlace) return findPage(fillPath(page.leadsTo, params));
      return isId(page, id) ? { view, page, params, search: parsePlainSearch(query) } : null;
    }
  }
  return null;
}

/** Returns the name of the page whose line of the sidebar a page marks, among the pages of its scope. */
export function markedName(name: string, isOfScope: (page: Page) => boolean): string {
  const shown = pages.find((page) => page.name === name && isOfScope(page));
  const other = shown?.marks ?? shown?.parent;
  return shown?.sidebar || other === undefined || other === name ? name : markedName(other, isOfScope);
}

/** Returns the name of the parameter that is the number of an entry; undefined where the page has none. */
export const idNameOf = ({ id, path }: Page): string | undefined =>
  id &&
  path
    .split("/")
    .findLast((segment) => segment.startsWith("$"))
    ?.slice(1);

/** Returns whether a page has an entry of this id. */
export const isId = ({ id }: Page, text: string | undefined): boolean =>
  text === undefined || isNumber(text) || (id === "number or new" && text === "new");

/** Preloads the code of the view at an address. Errors are ignored: the router loads the same code and reports them. */
export function preloadView(href: string): void {
  const view = findPage(href)?.view;
  for (const load of [view?.load, view?.prefetch]) load?.().catch(() => undefined);
}
