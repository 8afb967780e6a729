import { createSeed } from "../../domain/ci/runner-access.ts";
import type { ServiceStore } from "../../service-store.ts";
import { insertRunner, type RunnerType } from "../../store/ci/runners.ts";
import type { SampleDates } from "../seed/dates.ts";
import type { Random } from "../seed/seeded-random.ts";

const hourMs = 3_600_000;
const locations = ["pier", "shed", "mast", "quay"];
const tags = ["linux", "docker", "arm64", "gpu", "large", "windows", "deploy"];

/** Adds forty runners of every kind and state, and returns the ids of those that take the sample's jobs. */
export function addRunners(
  store: ServiceStore,
  random: Random,
  owners: { readonly groupId: number; readonly projectIds: readonly number[] },
  dates: SampleDates,
): number[] {
  const now = store.clock.now();
  const ids = Array.from({ length: 40 }, (_, index) => {
    const type: RunnerType = index < 12 ? "instance_type" : index < 24 ? "group_type" : "project_type";
    const lastSeenHours =
      index % 10 === 9 ? null : index % 7 === 6 ? 24 * random.int(8, 90) : random.next() * 4;
    const projects = random.chance(0.3) ? owners.projectIds : owners.projectIds.slice(0, 1);
    return insertRunner(store, {
      type,
      seed: createSeed(),
      groupId: type === "group_type" ? owners.groupId : undefined,
      projectIds: type === "project_type" ? projects : [],
      description: `${random.pick(locations)}-${index + 1}`,
      name: "gitlab-runner",
      version: random.pick(["17.11.0", "18.2.1", "18.5.0"]),
      revision: random.int(0x1000000, 0xfffffff).toString(16),
      platform: random.pick(["linux", "linux", "darwin", "windows"]),
      architecture: random.pick(["amd64", "arm64"]),
      ipAddress: `192.0.2.${index + 1}`,
      active: index % 8 !== 7,
      locked: type === "project_type" && random.chance(0.3),
      tags: tags.filter(() => random.chance(0.3)),
      accessLevel: random.chance(0.2) ? "ref_protected" : "not_protected",
      maximumTimeout: random.chance(0.3) ? 3600 : null,
      contactedAt: lastSeenHours === null ? undefined : new Date(now - lastSeenHours * hourMs).toISOString(),
      createdAt: dates("2026-03-02T08:00:00.000Z").toISOString(),
    }).id;
  });
  return ids.slice(0, 8);
}
