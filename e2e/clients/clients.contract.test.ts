import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Listening } from "../../electron/service/http/listen.ts";
import { fillFolder } from "../../electron/service/sample/fill-folder.ts";
import { startService } from "../../electron/service/start-service.ts";
import { methods } from "./gitbeaker-methods.ts";
import { deploy, manageRunners, watchJobs } from "./journeys/ci.ts";
import { moveSubmodule, workOnCode } from "./journeys/code.ts";
import { cloneProject, cloneWiki } from "./journeys/git.ts";
import {
  arrangeGroups,
  manageHooks,
  manageKeys,
  managePeople,
  readAllGroups,
  removePerson,
  setNotifications,
} from "./journeys/people.ts";
import { comment, reviewChanges } from "./journeys/reviews.ts";
import { manageSnippets, writeWiki } from "./journeys/texts.ts";
import { recordedClient } from "./recorded-client.ts";

const token = "hlv-client-of-the-field";
let folder: string;
let service: Listening;
let recorded: ReturnType<typeof recordedClient>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "helve-clients-"));
  await fillFolder(folder, new Date(), { runsJobs: true });
  service = await startService({ folder, port: 0, adminToken: token });
  recorded = recordedClient(service.url, token);
});
afterAll(async () => {
  recorded.restore();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const named = <T extends { readonly name: string }>(journeys: readonly T[]) =>
  journeys.map((journey) => [journey.name, journey] as const);

it.each(
  named([
    workOnCode,
    moveSubmodule,
    reviewChanges,
    comment,
    watchJobs,
    manageRunners,
    deploy,
    manageSnippets,
    writeWiki,
    managePeople,
    manageKeys,
    setNotifications,
    manageHooks,
    readAllGroups,
    removePerson,
    arrangeGroups,
  ]),
)("@gitbeaker/rest can %s", (_, journey) => journey(recorded.client));

it.each(named([cloneProject, cloneWiki]))("git can %s", (_, journey) =>
  journey(recorded.client, { folder, serviceUrl: service.url, token }),
);

it("has a method, or a reason for none, for each of the 158 operations", () => {
  const listed = readFileSync(new URL("../../shared/api/endpoints.tsv", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"))
    .map(([, method, path]) => `${method} ${path}`);
  expect(listed).toHaveLength(158);
  expect(Object.keys(methods)).toEqual(listed);
});

it("met every operation by its method, with success", () => {
  const met = new Set(
    recorded.requests
      .filter(({ status }) => status < 300)
      .map(({ method, operation }) => `${method}: ${operation}`),
  );
  const expected = Object.entries(methods).flatMap(([operation, method]) =>
    typeof method === "string" ? [`${method}: ${operation}`] : [],
  );
  expect(expected.filter((call) => !met.has(call))).toEqual([]);
});
