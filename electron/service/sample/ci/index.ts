import { environmentSlug } from "../../ci/environment-slug.ts";
import { insertEnvironment } from "../../store/ci/environments.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import type { User } from "../../store/users/users.ts";
import type { SampleDates } from "../seed/dates.ts";
import { createRandom } from "../seed/random.ts";
import { addPipelines } from "./pipelines.ts";
import { addRunners } from "./runners.ts";

const environmentNames = [
  "staging",
  "production",
  "pier/north",
  "pier/south",
  "review/fog-lamp",
  "review/dawn",
];

/** Adds runners, environments, pipelines with their jobs, and deployments. */
export async function addCi(
  store: Store,
  users: readonly User[],
  {
    project,
    groupId,
    others,
  }: { readonly project: Project; readonly groupId: number; readonly others: readonly Project[] },
  dates: SampleDates,
): Promise<void> {
  const random = createRandom(1757);
  const projectIds = [project, ...others].map(({ id }) => id);
  const runnerIds = addRunners(store, random, { groupId, projectIds }, dates);
  const environments = environmentNames.map((name) => {
    const slug = environmentSlug(name);
    const url = `https://${slug}.beacon.example`;
    const { id } = insertEnvironment(store, project.id, {
      name,
      slug,
      externalUrl: url,
      state: name.endsWith("dawn") ? "stopped" : "available",
      createdAt: dates("2026-05-11T08:00:00.000Z").toISOString(),
    });
    return { id, name, url };
  });
  await addPipelines(store, project, { users, runnerIds, environments, random });
}
