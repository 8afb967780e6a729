import type { JobDefinition } from "../../../../shared/ci/config/job-definition.ts";
import type { ServiceStore } from "../../service-store.ts";
import { predefinedOfTakenJob } from "../executor/predefined-of-job.ts";
import { pipelineVariables } from "../pipeline-variables.ts";
import type { prepareJob } from "../prepare-job.ts";

/** A variable as a runner gets it: the runner expands it, masks it, and writes its file. */
export interface RunnerVariable {
  readonly key: string;
  readonly value: string;
  /** Whether its name and value may be printed. */
  readonly public: boolean;
  readonly masked: boolean;
  readonly file: boolean;
  /** Its dollar signs are no variables. */
  readonly raw: boolean;
}

/** Returns the variables of a job for its runner, each name once: the strongest one counts. */
export function runnerVariables(
  store: ServiceStore,
  { pipeline, info, inherited, declared }: Awaited<ReturnType<typeof prepareJob>>,
  definition: JobDefinition,
  { token, repositoryUrl }: { readonly token: string; readonly repositoryUrl: string },
): RunnerVariable[] {
  const raw = new Set(definition.rawVariables);
  const { given, givenFiles } = pipelineVariables(store, pipeline.id, definition);
  const secret = { public: false, masked: true, raw: true };
  const all = [
    ...listed(predefinedOfTakenJob(info), { raw: true }),
    variable("CI_JOB_TOKEN", token, secret),
    variable("CI_REPOSITORY_URL", repositoryUrl, secret),
    ...Object.entries(definition.variables).map(([key, value]) =>
      variable(key, value, { raw: raw.has(key) }),
    ),
    ...listed(inherited, { public: false, raw: true }),
    ...declared.map(({ key, value, ...kind }) =>
      variable(key, value, { public: false, masked: kind.masked, file: kind.file, raw: kind.raw }),
    ),
    ...Object.entries(given).map(([key, value]) =>
      variable(key, value, { public: false, file: givenFiles.includes(key) }),
    ),
  ];
  return [...new Map(all.map((each) => [each.key, each])).values()];
}

type Kind = Partial<Omit<RunnerVariable, "key" | "value">>;

const variable = (key: string, value: string, kind: Kind): RunnerVariable => ({
  key,
  value,
  public: true,
  masked: false,
  file: false,
  raw: false,
  ...kind,
});

const listed = (values: Readonly<Record<string, string>>, kind: Kind): RunnerVariable[] =>
  Object.entries(values).map(([key, value]) => variable(key, value, kind));
