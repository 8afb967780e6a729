import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import type { PipelineJob } from "../../shared/ci/config/job-definition.ts";
import { readConfig } from "../../shared/ci/config/read-config.ts";
import type { PipelineContext } from "../../shared/ci/config/select-job.ts";
import { readerOf } from "../../shared/testing/ci-config-files.ts";
import { type Input, readInputs } from "./read-inputs.ts";

/** Context of a pipeline, where it is no push to `main`. */
const on = z.strictObject({
  source: z.string().optional(),
  variables: z.record(z.string(), z.string()).optional(),
  overriding: z.record(z.string(), z.string()).optional(),
  changedPaths: z.array(z.string()).nullable().optional(),
  /** Paths that changed since a ref. */
  changedSince: z.record(z.string(), z.array(z.string())).default({}),
});
/** Jobs in their order with some of what is planned of them, or the error. */
const right = z.union([
  z.literal("included"),
  z.strictObject({
    fact: z.string(),
    on: on.default({ changedSince: {} }),
    jobs: z.array(z.looseObject({ name: z.string() })).optional(),
    error: z.string().optional(),
  }),
]);
type CiFile = Input<z.output<typeof right>>;

const inputs = readInputs("./ci-files.txt", right);
const cases = inputs.flatMap(({ right: value, ...input }) =>
  value === "included" ? [] : [{ ...input, ...value }],
);

/** Files of the commit of a case, by path. */
function filesOf({ name, text }: Pick<CiFile, "name" | "text">): Record<string, string> {
  if (!name.includes("/")) return { ".gitlab-ci.yml": text };
  const folder = name.slice(0, name.indexOf("/") + 1);
  const files = inputs.filter((input) => input.name.startsWith(folder));
  return Object.fromEntries(files.map((input) => [input.name.slice(folder.length), input.text]));
}

const pushToMain: PipelineContext = {
  ref: "main",
  tag: false,
  source: "push",
  variables: {
    CI_COMMIT_BRANCH: "main",
    CI_COMMIT_REF_SLUG: "main",
    CI_DEFAULT_BRANCH: "main",
    CI_PIPELINE_SOURCE: "push",
  },
  overriding: {},
  changedPaths: ["src/lamp.ts"],
  paths: [],
};

const plan = ({ definition, ...job }: PipelineJob) => ({
  ...job,
  ...definition,
  needs: definition.needs?.map((need) => need.job) ?? null,
});

it.each(cases)(
  "$name: $fact",
  async ({ on: { variables, changedSince, ...other }, jobs, error, ...file }) => {
    const files = filesOf(file);
    const context = {
      ...pushToMain,
      ...other,
      variables: { ...pushToMain.variables, ...variables },
      changedPaths: other.changedPaths === undefined ? pushToMain.changedPaths : other.changedPaths,
      overriding: other.overriding ?? {},
      source: other.source ?? "push",
      paths: [...Object.keys(files), "Dockerfile", "README.md", "src/lamp.ts"],
    };
    const planned = readConfig(readerOf(files), context, async (ref) => changedSince[ref] ?? null);
    if (error !== undefined)
      return expect(await planned.then(() => "", String)).toBe(`ConfigError: ${error}`);
    const found = (await planned).jobs.map(plan);
    expect(found.map(({ name }) => name)).toEqual(jobs?.map(({ name }) => name));
    for (const [index, job] of jobs?.entries() ?? []) {
      const keys = Object.keys(job);
      expect(
        Object.fromEntries(Object.entries(found[index] ?? {}).filter(([key]) => keys.includes(key))),
      ).toEqual(job);
    }
  },
);

it("has each input in the table of the service's documents, and no other", () => {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const rows = cases.map(({ name, fact, error }) => {
    const outcome = error === undefined ? "supported" : `\`${cell(error)}\``;
    return `| ${cell(fact)} | ${outcome} | \`${name.split("/")[0]}\` |`;
  });
  const document = readFileSync(new URL("../../electron/service/ci/README.md", import.meta.url), "utf8");
  const [, section = ""] = document.split("## The language of the file\n");
  const written =
    section
      .split("\n## ")[0]
      ?.split("\n")
      .filter((line) => line.startsWith("| ")) ?? [];
  expect(written.slice(1).toSorted()).toEqual(rows.toSorted());
});

it("has each input and test that the list of gitlab-ci-local's cases names", () => {
  const service = new URL("../../electron/service/", import.meta.url);
  const rows = readFileSync(new URL("ci/gitlab-ci-local.md", service), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "));
  const shared = new URL("../../shared/ci/", import.meta.url);
  const files = [
    ...globSync("{ci,routes}/**/*.test.ts", { cwd: service }),
    ...globSync("**/*.test.ts", { cwd: shared }),
  ].map((path) => basename(path));
  const known = new Set([...files, ...cases.map(({ name }) => name.split("/")[0] ?? "")]);
  const named = rows.flatMap((row) => [...(row.split(" | ").at(-1) ?? "").matchAll(/`([^`]+)`/g)]);
  expect(named.length).toBeGreaterThan(80);
  expect(named.map(([, name]) => name).filter((name) => !known.has(name ?? ""))).toEqual([]);
});
