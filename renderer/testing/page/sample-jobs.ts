import type { OpenedApp } from "./opened-app.ts";

type Calls = Pick<OpenedApp, "callProject">;

/** The sample project whose jobs run. */
export const beacon = "fjord/beacon";

export interface SampleJob {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly artifacts_expire_at: string | null;
  readonly pipeline: { readonly id: number };
}

/** Returns the newest job of a list of the sample project, such as `jobs?scope[]=failed`, that is wanted. Throws where there is none. */
export async function findSampleJob(
  app: Calls,
  list: string,
  isWanted: (job: SampleJob) => boolean,
): Promise<SampleJob> {
  const query = `${list.includes("?") ? "&" : "?"}per_page=100`;
  for (let number = 1; ; number++) {
    const jobs = await app.callProject<SampleJob[]>(beacon, "GET", `/${list}${query}&page=${number}`);
    const found = jobs.find(isWanted);
    if (found) return found;
    if (jobs.length === 0) throw new Error(`no such job among ${list}`);
  }
}

export const isNamed =
  (wanted: string) =>
  ({ name }: SampleJob): boolean =>
    name === wanted;

export const findFailedUnit = (app: Calls) => findSampleJob(app, "jobs?scope[]=failed", isNamed("unit"));

/** Makes a branch of the sample project with a configuration of its own. */
export const commitConfig = (app: Calls, branch: string, content: string) =>
  app.callProject(beacon, "POST", "/repository/commits", {
    branch,
    start_branch: "main",
    commit_message: `Describe the jobs of ${branch}`,
    actions: [{ action: "update", file_path: ".gitlab-ci.yml", content }],
  });

/** Starts a pipeline of one manual job, which fails. Returns its id and name. */
export async function startFailingPipeline(app: Calls): Promise<{ id: number; name: string }> {
  const branch = `watch-${Date.now()}`;
  await commitConfig(
    app,
    branch,
    "fails: { script: [exit 1], rules: [{ if: $GO, when: manual, allow_failure: false }] }\n",
  );
  const variables = [{ key: "GO", value: "1" }];
  const { id } = await app.callProject(beacon, "POST", "/pipeline", { ref: branch, variables });
  return { id: Number(id), name: `Pipeline #${id}` };
}

/** Runs the one job of a pipeline, which then fails. */
export async function runJobOfPipeline(app: Calls, pipeline: number): Promise<void> {
  const [job] = await app.callProject<{ id: number }[]>(beacon, "GET", `/pipelines/${pipeline}/jobs`);
  await app.callProject(beacon, "POST", `/jobs/${job?.id}/play`);
}
