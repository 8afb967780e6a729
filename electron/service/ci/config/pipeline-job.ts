import type { JobDefinition } from "./job-definition.ts";

/** A job that a pipeline begins with. */
export interface PipelineJob {
  readonly name: string;
  readonly stage: string;
  readonly stageIndex: number;
  readonly allowFailure: boolean;
  readonly tags: readonly string[];
  readonly definition: JobDefinition;
}
