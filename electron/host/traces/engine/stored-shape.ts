import { z } from "zod";
import { finding, traceSection } from "../../../../shared/trace-types.ts";

/** Version of the findings; it changes with the patterns, so that findings of a previous version are not used. */
export const storedVersion = 2;

const style = z.object({ fg: z.number(), bg: z.number(), flags: z.number() });
/** Index of a complete trace, stored beside it, with which its lines are shown. */
export const storedIndex = z.object({
  version: z.literal(storedVersion),
  /** Characters of the {@link storedFindings} that follow. */
  findings: z.int(),
  lines: z.object({
    bytes: z.int(),
    starts: z.int(),
    lastStart: z.int(),
    stamp: z.enum(["runner", "iso", "none"]),
    /** Lines before each block, as little-endian 32-bit numbers in base64. */
    before: z.base64(),
  }),
  summary: z.object({
    line: z.int(),
    styles: z.array(z.tuple([z.int(), style])),
    counts: z.object({ sections: z.int(), error: z.int(), warning: z.int() }),
  }),
});
export type StoredIndex = z.output<typeof storedIndex>;
export type StoredLines = StoredIndex["lines"];
export type StoredSummary = StoredIndex["summary"];

/** Sections, errors and warnings of a complete trace. */
export const storedFindings = z.object({
  sections: z.array(traceSection),
  errors: z.array(finding),
  warnings: z.array(finding),
});
export type StoredFindings = z.output<typeof storedFindings>;
