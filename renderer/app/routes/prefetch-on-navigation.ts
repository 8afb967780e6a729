import type { AnyRouter } from "@tanstack/react-router";
import { prefetchOf } from "../../api/use-operation.ts";
import type { Page } from "../../features/addresses/define-view.ts";
import type { PathParams } from "../../features/addresses/match-path.ts";
import type { PlainSearch } from "../../features/addresses/plain-search.ts";
import { prefetchJob } from "../../views/job/prefetch.ts";
import { queryClient } from "../app-query-client.ts";
import { parseAddress } from "../navigation/app-location.ts";
import { findPage } from "../views.ts";

/**
 * Requests the first data of a page as soon as the router has its address. The loader of its route runs later, once the
 * window around the views was rendered for it, and finds what is requested already.
 */
export function prefetchOnNavigation(router: AnyRouter): void {
  router.subscribe("onBeforeNavigate", ({ toLocation, pathChanged }) => {
    if (pathChanged) prefetchPage(toLocation.href);
  });
}

/** Begins to read what a page shows first. */
export function prefetchPage(href: string): void {
  const address = parseAddress(href);
  // Its code is a part of the app: the first lines of a log do not wait for a module.
  if (address?.kind === "project" && address.part === "job" && address.iid) {
    const { account, project, iid } = address;
    void prefetchJob(queryClient, { account, project, job: iid }, false);
    return;
  }
  const { page, params = {}, search = {} } = findPage(href) ?? {};
  if (page) readFirst(page, params, search);
  const begin = async () => page?.loader?.({ client: queryClient, params, search, preload: false });
  // The route's own loading reports errors.
  void begin().catch(() => undefined);
}

/**
 * Begins the reads that a page declares, where it has no loader, which makes them among what else it begins. The view itself
 * reports what fails.
 */
export function readFirst({ loader, firstReads }: Page, params: PathParams, search: PlainSearch): void {
  if (loader) return;
  firstReads?.({ params, search }, (account) => prefetchOf(queryClient, account)).catch(() => undefined);
}
