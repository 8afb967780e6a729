import type { Milestone } from "../../../shared/api/resources/milestones.ts";
import { hrefs } from "./hrefs.ts";

/** Returns the address of a milestone of a project or of one of its groups; null where the service does not say its number. */
export function milestoneHref(
  account: string,
  project: string,
  { iid, group_id, web_url = "" }: Milestone,
): string | null {
  if (iid === undefined) return null;
  if (!group_id) return hrefs.milestone(account, { project }, iid);
  const [, path = ""] = /\/groups\/(.+?)\/-\/milestones\//.exec(web_url) ?? [];
  // A service takes the id of a group in place of its path.
  return hrefs.milestone(account, { group: path ? decodeURI(path) : String(group_id) }, iid);
}
