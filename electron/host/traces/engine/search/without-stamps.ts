import type { StampKind } from "../line-stamp.ts";

const runnerStamps = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z [\da-f]{2}[EO][ +]/gm;
const continuations = /\n.{4}-.{5}T.{15}Z .{3}\+/g;
const isoStamps = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d) /gm;

/** Takes the stamps out of whole lines, and joins those that one continues; each of those ends. */
export function withoutStamps(bytes: Uint8Array, stamp: StampKind): Uint8Array {
  if (stamp === "none") return bytes;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const rest =
    stamp === "runner"
      ? text.replace(continuations, "").replace(runnerStamps, "")
      : text.replace(isoStamps, "");
  return Buffer.from(bytes.length === 0 || bytes.at(-1) === 10 ? rest : `${rest}\n`, "latin1");
}
