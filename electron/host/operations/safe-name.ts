/** Bytes of a file name in UTF-8; file systems allow 255. */
const maxNameBytes = 200;
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

/** Returns a file name that stays in its folder on every system, from an untrusted one. */
export function safeName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  const clean = last
    .normalize("NFC")
    // Control characters, and marks that make `exe.txt` out of `txt.exe`.
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/[. ]+$/, "")
    .trimStart();
  const fileName = clean || "download";
  return shorten(reserved.test(fileName) ? `_${fileName}` : fileName);
}

/** `report.tar.gz` → `report (2).tar.gz`. */
export function numberedName(name: string, number: number): string {
  const [stem, ending] = splitEnding(name);
  return number === 1 ? name : `${stem} (${number})${ending}`;
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= maxNameBytes) return name;
  const [stem, ending] = splitEnding(name);
  const room = maxNameBytes - Math.min(Buffer.byteLength(ending), 40);
  let short = stem;
  while (Buffer.byteLength(short) > room) short = [...short].slice(0, -1).join("");
  return short + (Buffer.byteLength(ending) <= 40 ? ending : "");
}

function splitEnding(name: string): [string, string] {
  const ending = /(\.tar)?\.[^.]+$/i.exec(name);
  return ending && ending.index > 0 ? [name.slice(0, ending.index), ending[0]] : [name, ""];
}
