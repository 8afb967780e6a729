import { z } from "zod";
import { finding, section } from "../../../../shared/trace/trace-types.ts";

/** Changes with what is found in a trace, so that what an earlier version stored is not used. */
export const storedVersion = 1;

const style = z.object({ fg: z.number(), bg: z.number(), flags: z.number() });
/** What is known of a complete trace, as it is stored beside it. */
export const storedIndex = z.object({
  version: z.literal(storedVersion),
  index: z.object({
    bytes: z.int(),
    starts: z.int(),
    lastStart: z.int(),
    stamp: z.enum(["runner", "iso", "none"]),
    /** Lines before each block, as little-endian 32-bit numbers in base64. */
    before: z.base64(),
  }),
  analysis: z.object({
    line: z.int(),
    styles: z.array(z.tuple([z.int(), style])),
    sections: z.array(section),
    counts: z.object({ error: z.int(), warning: z.int() }),
    errors: z.array(finding),
    warnings: z.array(finding),
  }),
});
export type StoredIndex = z.output<typeof storedIndex>;
export type StoredLines = StoredIndex["index"];
export type StoredAnalysis = StoredIndex["analysis"];
