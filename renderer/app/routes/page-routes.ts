import {
  type AnyRoute,
  createRoute,
  lazyRouteComponent,
  notFound,
  type RegisteredRouter,
  redirect,
} from "@tanstack/react-router";
import type { ComponentType } from "react";
import { isOfProject, type Page, projectRoutePath, type View } from "../../features/addresses/define-view.ts";
import { type PlainSearch, parsePlainSearch } from "../../features/addresses/plain-search.ts";
import { queryClient } from "../app-query-client.ts";
import { type AppPage, idNameOf, isId, views } from "../views.ts";
import { accountRoute, projectRoute, rootRoute } from "./parents.tsx";
import { readFirst } from "./prefetch-on-navigation.ts";

const accountPath = "/a/$account";

const ofRoot = <const P extends string>(path: P) => createRoute({ getParentRoute: () => rootRoute, path });
const ofAccount = <const P extends string>(path: P) =>
  createRoute({ getParentRoute: () => accountRoute, path });
const ofProject = <const P extends string>(path: P) =>
  createRoute({ getParentRoute: () => projectRoute, path });

/** A pattern below that of its parent. */
type Below<P extends string, Parent extends string> = P extends Parent
  ? "/"
  : P extends `${Parent}${infer Rest}`
    ? Rest
    : never;

type PathOfProject = Extract<AppPage["path"], `${typeof projectRoutePath}${string}`>;
type PathOfAccount = Exclude<Extract<AppPage["path"], `${typeof accountPath}/${string}`>, PathOfProject>;
type OtherPath = Exclude<AppPage["path"], PathOfProject | PathOfAccount>;

type RootRoute<P> = P extends OtherPath ? ReturnType<typeof ofRoot<P>> : never;
type AccountRoute<P> = P extends PathOfAccount
  ? ReturnType<typeof ofAccount<Below<P, typeof accountPath>>>
  : never;
type ProjectRoute<P> = P extends PathOfProject
  ? ReturnType<typeof ofProject<Below<P, typeof projectRoutePath>>>
  : never;

type Entered = { readonly params: Readonly<Record<string, string>>; readonly search: PlainSearch };

/** Opens the address that a page leads on to, and refuses what is not the number of an entry. */
function enter(page: Page, { params, search }: Entered): void {
  const id = params[idNameOf(page) ?? ""];
  const leadsTo = id === "new" ? (page.newLeadsTo ?? page.leadsTo) : page.leadsTo;
  if (leadsTo !== undefined) {
    const [to = "/", query = ""] = leadsTo.split("?");
    throw redirect<RegisteredRouter, string>({
      to,
      params: { ...params },
      search: { ...search, ...parsePlainSearch(query) },
      replace: true,
    });
  }
  if (!isId(page, id)) throw notFound();
}

/** Creates the route of a page. */
function routeOf(parent: AnyRoute, path: string, page: Page, { load }: View): AnyRoute {
  const { component } = page;
  return createRoute({
    getParentRoute: () => parent,
    path,
    ...(page.id || page.leadsTo ? { beforeLoad: (entered: Entered) => enter(page, entered) } : {}),
    ...(page.firstReads || page.loader
      ? {
          loader: (entered: {
            params: Entered["params"];
            location: { search: PlainSearch };
            preload: boolean;
          }) => {
            const { params, location, preload } = entered;
            readFirst(page, params, location.search);
            return page.loader?.({ client: queryClient, params, search: location.search, preload });
          },
        }
      : {}),
    // `defineView` has checked that the view exports it.
    ...(component === undefined
      ? {}
      : { component: lazyRouteComponent(load as () => Promise<Record<string, ComponentType>>, component) }),
  });
}

interface Created {
  readonly page: Page;
  readonly route: AnyRoute;
}

/** Creates the routes of the pages below a path; a page that another one shows is a route below that one's. */
function routesBelow(parent: AnyRoute, path: string, isOf: (page: Page) => boolean): readonly AnyRoute[] {
  const created: Created[] = [];
  for (const view of views as readonly View[]) {
    for (const page of view.pages.filter(isOf)) {
      const isShown = page.component !== undefined || page.leadsTo !== undefined;
      const around = isShown
        ? undefined
        : created.findLast((one) => page.path.startsWith(`${one.page.path}/`));
      const route = around
        ? routeOf(around.route, page.path.slice(around.page.path.length), page, view)
        : routeOf(parent, page.path.slice(path.length) || "/", page, view);
      if (around) around.route.addChildren([route]);
      else created.push({ page, route });
    }
  }
  return created.map(({ route }) => route);
}

const isOfAccount = (page: Page): boolean => page.path.startsWith(`${accountPath}/`) && !isOfProject(page);

// The patterns of the pages are known to the types one by one, and lost in a loop over all.
const ofPages = {
  root: routesBelow(
    rootRoute,
    "",
    (page) => !page.path.startsWith(`${accountPath}/`),
  ) as RootRoute<OtherPath>[],
  account: routesBelow(accountRoute, accountPath, isOfAccount) as AccountRoute<PathOfAccount>[],
  project: routesBelow(projectRoute, projectRoutePath, isOfProject) as ProjectRoute<PathOfProject>[],
};

/** The routes of all views; their addresses and parameters are typed. */
export const routeTree = rootRoute.addChildren([
  ...ofPages.root,
  accountRoute.addChildren([...ofPages.account, projectRoute.addChildren(ofPages.project)]),
]);
