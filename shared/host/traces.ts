import { z } from "zod";
import { errorCode } from "../errors.ts";

/**
 * What the host has of a job's trace on disk. `GET {@link tracePath}` returns it; where the host has nothing yet, the
 * response comes with the first bytes, or is the service's error. A job that has not printed anything has size 0.
 */
export const traceState = z.object({
  /** Names one content that only grows. Another one follows when the service erased, rewrote or shortened the trace. */
  generation: z.string(),
  /** Bytes on disk. */
  size: z.int(),
  /** Whether the job has ended and all that it printed is on disk. */
  complete: z.boolean(),
  /** Why the service could not be read the last time; what is on disk stays readable. */
  problem: z.object({ code: errorCode, message: z.string() }).nullable(),
});
export type TraceState = z.output<typeof traceState>;

/** Path of a job's trace. `project` is its id, or its full path. */
export const tracePath = (accountId: string, project: string | number, jobId: number): string =>
  `/traces/${encodeURIComponent(accountId)}/${encodeURIComponent(project)}/${jobId}`;

/**
 * Path of the stored bytes. A `Range` of one part is honoured with 206. The problem `conflict` (409) means that the
 * generation is no longer this one.
 */
export const traceBytesPath = (trace: string, generation: string): string =>
  `${trace}/bytes?generation=${encodeURIComponent(generation)}`;

/**
 * Path of the bytes from `from` on as they come. The host asks the service only while somebody follows. The body ends
 * when the trace is complete, when the generation is over, and when the service cannot be read; the state then says
 * which. Following again is always allowed: the host keeps its own pauses between two requests to the service.
 */
export const traceFollowPath = (trace: string, generation: string, from: number): string =>
  `${trace}/follow?generation=${encodeURIComponent(generation)}&from=${from}`;
