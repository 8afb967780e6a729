import { hrefs } from "../../renderer/features/addresses/hrefs.ts";
import { beacon } from "../../renderer/testing/page/sample-jobs.ts";

/** The account of the local service. */
export const local = "local";
export const lantern = "fjord/lantern";
export const handbook = "fjord/handbook";
export const toolbox = "fjord/platform/toolbox";

/** Returns a function for the addresses of a project's parts. */
export const partsOf =
  (project: string) =>
  (part: Parameters<typeof hrefs.project>[2], search?: Record<string, string>): string =>
    hrefs.project(local, project, part, search);

export const inLantern = partsOf(lantern);
export const inBeacon = partsOf(beacon);
