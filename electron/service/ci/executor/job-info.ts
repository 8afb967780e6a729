import type { PipelineInfo } from "../../../../shared/ci/pipeline-info.ts";

/** The environment that a job is for. */
export interface EnvironmentInfo {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly url: string | null;
  readonly action: string;
}

/** Source of a job's predefined variables. */
export interface JobInfo extends PipelineInfo {
  readonly jobId: number;
  readonly name: string;
  readonly stage: string;
  /** Folder of the checkout. */
  readonly folder: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Seconds that it may take. */
  readonly timeout: number;
  readonly manual: boolean;
  readonly environment: EnvironmentInfo | null;
  readonly runner: { readonly id: number; readonly description: string; readonly tags: readonly string[] };
}
