const isoStamps = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d) /gm;

/** Takes the times out of whole lines; each of those ends. */
export function withoutTimes(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const rest = text.replace(isoStamps, "");
  return Buffer.from(bytes.length === 0 || bytes.at(-1) === 10 ? rest : `${rest}\n`, "latin1");
}
