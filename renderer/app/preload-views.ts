import type { View } from "../features/addresses/define-view.ts";
import { branches } from "../views/branches/view.ts";
import { commits } from "../views/commits/view.ts";
import { job } from "../views/job/view.ts";
import { mergeRequests } from "../views/merge-requests/view.ts";
import { pipelines } from "../views/pipelines/view.ts";
import { projects } from "../views/projects/view.ts";
import { repository } from "../views/repository/view.ts";
import { review } from "../views/review/view.ts";
import { queryClient } from "./app-query-client.ts";
import { untilQuiet } from "./until-quiet.tsx";

declare global {
  interface Navigator {
    /** Chromium's. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

/** The views that are opened most, in the order in which they are loaded. */
const common: readonly View[] = [
  projects,
  repository,
  mergeRequests,
  review,
  commits,
  pipelines,
  job,
  branches,
];

/**
 * Loads the code of the commonest views, one after the other, while the page has nothing else to do. Not where the user
 * pays for what is transferred.
 */
export async function preloadViews(): Promise<void> {
  if (navigator.connection?.saveData) return;
  for (const { load, prefetch } of common) {
    await untilQuiet(queryClient);
    // Opened, the view reports what failed.
    await Promise.allSettled([load(), prefetch?.()]);
  }
}
