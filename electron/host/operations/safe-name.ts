/** Bytes of a file name in UTF-8; file systems allow 255. */
const maxNameBytes = 200;
/** Names of devices on Windows, and of files that a file manager or shell obeys where they lie. */
const reserved =
  /^((con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)|(desktop\.ini|autorun\.inf|thumbs\.db)$)/i;
/** Endings that a file manager acts on when it only shows the folder: shortcuts, searches, class ids. */
const obeyed =
  /\.(lnk|pif|scf|url|local|desktop|directory|library-ms|search-ms|searchconnector-ms|settingcontent-ms|\{[0-9a-f-]+\})$/i;
/** Control characters and marks that are not seen: they make `exe.txt` out of `txt.exe`. Joiners belong to letters. */
const unseen =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/**
 * Returns a file name that stays in its folder on every system and is read by no program unasked, from an untrusted one:
 * no dot at its beginning, no device, no shortcut.
 */
export function safeName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  const clean = last
    .normalize("NFC")
    .replace(unseen, "")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/[\s.]+$/u, "")
    .trimStart()
    .replace(/^[\s.]+/u, "_");
  const fileName = clean || "download";
  const plain = reserved.test(fileName) ? `_${fileName}` : fileName;
  return shorten(obeyed.test(plain) ? `${plain}.download` : plain);
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
