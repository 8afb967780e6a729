export type LineEnding = "LF" | "CRLF" | "CR" | "mixed" | "none";

/** Returns how the lines of an ASCII-compatible text end. */
export function detectLineEnding(bytes: Uint8Array): LineEnding {
  let lf = 0;
  let crlf = 0;
  let cr = 0;
  for (let i = bytes.indexOf(13); i >= 0; i = bytes.indexOf(13, i + 1)) {
    if (bytes[i + 1] === 10) crlf++;
    else cr++;
  }
  for (let i = bytes.indexOf(10); i >= 0; i = bytes.indexOf(10, i + 1)) lf++;
  lf -= crlf;
  const kinds = [lf > 0, crlf > 0, cr > 0].filter(Boolean).length;
  if (kinds === 0) return "none";
  if (kinds > 1) return "mixed";
  return lf > 0 ? "LF" : crlf > 0 ? "CRLF" : "CR";
}
