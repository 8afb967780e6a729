import { z } from "zod";
import { getGroup } from "../../../shared/api/resources/groups.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { getCurrentUser, listUsers } from "../../../shared/api/resources/users.ts";
import type { PublishDetail } from "../../../shared/host/publishes.ts";
import type { PublishRun } from "./publish-run.ts";
import { memberItem, person } from "./source-items.ts";

/** Result of a dry run about the target. */
interface CheckedTarget {
  readonly namespaceId: number | null;
  readonly obstacles: readonly string[];
}

const storedPerson = z.object({ person });
const roles: Readonly<Record<number, string>> = {
  10: "Guest",
  20: "Reporter",
  30: "Developer",
  40: "Maintainer",
  50: "Owner",
};

/** Looks for the place of the new project, and for the people of the source. Nothing is written. */
export async function checkTarget(run: PublishRun, namespace: string): Promise<CheckedTarget> {
  const { target } = run;
  run.report("Looking at the target");
  const obstacles: string[] = [];
  const me = await target.read(getCurrentUser, {});
  const isOwn = namespace === me.username;
  const group = isOwn ? null : await target.find(getGroup, { id: namespace, with_projects: false });
  if (!isOwn && !group)
    obstacles.push(`There is no group ${namespace} on the target, or this account cannot see it.`);
  if (await target.find(getProject, { id: run.targetProject }))
    obstacles.push(`${run.targetProject} exists on the target. Choose another path.`);
  return { namespaceId: group?.id ?? null, obstacles };
}

/**
 * Finds people of the source on the target: by their email address, or by their user name where the name is the same, since
 * somebody else may have the user name there.
 */
export async function matchPeople(run: PublishRun): Promise<PublishDetail["people"]> {
  const { store, id } = run;
  const matched: PublishDetail["people"][number][] = [];
  for (const { key, value } of store.items(id, "person", storedPerson)) {
    const found = await findPerson(run, value.person);
    store.putItem(id, "person", key, { ...value, target: found });
    const member = store.item(id, "member", key, memberItem);
    if (found && member)
      matched.push({
        source: key,
        target: found.username,
        role: roles[member.level] ?? String(member.level),
      });
    if (!found && member) run.lose("Members", `Nobody with this name and address is on the target.`, key);
  }
  return matched;
}

async function findPerson({ target }: PublishRun, { username, name, email }: z.output<typeof person>) {
  const queries = [{ username }, ...(email ? [{ search: email }] : [])];
  for (const query of queries) {
    const users = (await target.find(listUsers, query)) ?? [];
    const found = users.find((user) => {
      const hasEmail = email !== null && [user.email, user.public_email].includes(email);
      const hasName = user.username === username && user.name.toLowerCase() === name.toLowerCase();
      return hasEmail || hasName;
    });
    if (found) return { id: found.id, username: found.username, name: found.name };
  }
  return null;
}
