import { z } from "zod";
import { seal, unseal } from "../store/seal.ts";
import type { Store } from "../store/store.ts";
import type { JobDefinition } from "./config/job-definition.ts";

type Variables = Readonly<Record<string, string>>;

const stored = z.record(z.string(), z.string());
const ownerOf = (pipelineId: number): string => `given variables ${pipelineId}`;

/** Encrypts the variables that a pipeline was started with; null where there are none. */
export const sealPipelineVariables = (
  store: Store,
  pipelineId: number,
  given: Variables | undefined,
): string | null =>
  given === undefined || Object.keys(given).length === 0
    ? null
    : seal(store, ownerOf(pipelineId), JSON.stringify(given));

/** Returns the variables that the pipeline of a job was started with. */
export const pipelineVariables = (
  store: Store,
  pipelineId: number,
  { sealedGiven }: Pick<JobDefinition, "sealedGiven">,
): Variables =>
  sealedGiven === null ? {} : stored.parse(JSON.parse(unseal(store, ownerOf(pipelineId), sealedGiven)));
