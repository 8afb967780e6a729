import { describe, expect, it } from "vitest";
import { runner, runnerDetail } from "../../../../shared/api/resources/runners.ts";
import { type FleetRow, fleetRow, summariseJobs } from "../fleet/fleet-row.ts";
import { isMatchedHere, matchRunner, parseRunnerQuery, queryNeeds, runnerListInput } from "./runner-query.ts";

const entry = {
  id: 12,
  description: "Pier builder",
  paused: true,
  active: false,
  status: "paused",
  online: false,
  runner_type: "project_type",
  ip_address: "192.0.2.7",
};
const listed = fleetRow(runner.parse(entry));
const details = runnerDetail.parse({
  ...entry,
  version: "16.11.0",
  platform: "linux",
  architecture: "arm64",
  tag_list: ["docker", "GPU"],
  locked: true,
  run_untagged: false,
  access_level: "ref_protected",
  projects: [
    { id: 1, name: "p", name_with_namespace: "g / p", path: "p", path_with_namespace: "fjord/lantern" },
  ],
});
const read = fleetRow(runner.parse(entry), details, summariseJobs([]));
const match = (row: FleetRow, text: string) => matchRunner(row, parseRunnerQuery(text));

describe("a query of runners", () => {
  it("is parsed into names, values and text", () => {
    expect(parseRunnerQuery('status:online tag:docker project:"a b" owner:x pier')).toEqual({
      terms: [
        { key: "status", value: "online" },
        { key: "tag", value: "docker" },
        { key: "project", value: "a b" },
      ],
      words: "owner:x pier",
    });
  });

  it("uses the service's own filters where it has them", () => {
    expect(runnerListInput(parseRunnerQuery("status:stale type:group tag:a tag:b tag:c,d pier"))).toEqual({
      type: "group_type",
      status: "stale",
      tag_list: ["a", "b"],
    });
    expect(runnerListInput(parseRunnerQuery("paused:yes"))).toEqual({ status: "paused" });
    expect(runnerListInput(parseRunnerQuery("paused:no"))).toEqual({ status: "active" });
    expect(runnerListInput(parseRunnerQuery("paused:no status:online"))).toEqual({});
    expect(runnerListInput(parseRunnerQuery("status:online,stale status:x type:odd version:16"))).toEqual({});
  });

  it.each([
    ["status:online type:group tag:a scope:owned", false],
    ["paused:yes", false],
    ["paused:yes status:online", true],
    ["status:online,stale", true],
    ["type:inst", true],
    ["tag:a,b", true],
    ["version:16", true],
    ["pier", true],
  ])("knows whether the page has to match %j itself: %s", (text, expected) => {
    expect(isMatchedHere(parseRunnerQuery(text))).toBe(expected);
  });

  it("returns what it needs of each runner", () => {
    expect(queryNeeds(parseRunnerQuery("status:online tag:a pier"))).toEqual({ details: false, jobs: false });
    expect(queryNeeds(parseRunnerQuery("version:16 busy:yes"))).toEqual({ details: true, jobs: true });
    expect(queryNeeds(parseRunnerQuery("tag:a,b"))).toEqual({ details: true, jobs: false });
  });

  it.each([
    ["", "yes"],
    ["pier", "yes"],
    ["PIER build", "yes"],
    ["#12", "yes"],
    ["quay", "no"],
    ["status:offline", "yes"],
    ["status:off", "yes"],
    ["status:online,offline", "yes"],
    ["status:paused", "yes"],
    ["status:online", "no"],
    ["paused:no", "no"],
    ["type:project", "yes"],
    ["type:group", "no"],
    ["ip:192.0", "yes"],
    ["version:16", "unknown"],
    ["version:16 quay", "no"],
    ["busy:yes", "unknown"],
    ["tag:docker", "yes"],
    ["tag:docker,gpu", "unknown"],
  ])("before details are read, %j is %s", (text, expected) => {
    expect(match(listed, text)).toBe(expected);
  });

  it.each([
    ["version:16", "yes"],
    ["version:16.11", "yes"],
    ["version:16.1", "no"],
    ["version:1", "no"],
    ["version:15,16", "yes"],
    ["platform:linux arch:arm", "yes"],
    ["tag:docker tag:gpu", "yes"],
    ["tag:docker tag:large", "no"],
    ["tag:large,gpu", "yes"],
    ["gpu", "yes"],
    ["access:protected locked:yes untagged:no", "yes"],
    ["locked:false", "no"],
    ["busy:yes", "no"],
    ["project:lantern", "yes"],
    ["project:harbour", "no"],
  ])("with details, %j is %s", (text, expected) => {
    expect(match(read, text)).toBe(expected);
  });
});
