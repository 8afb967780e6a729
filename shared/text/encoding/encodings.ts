/**
 * Encodings that a text is read in, by their labels in the Encoding Standard; `utf-8-bom` is UTF-8 with a mark. In each, a
 * byte of 10 is the end of a line and nothing else, but for UTF-16.
 */
export const encodings = [
  "utf-8",
  "utf-8-bom",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "windows-1250",
  "iso-8859-2",
  "windows-1251",
  "koi8-r",
  "koi8-u",
  "iso-8859-5",
  "ibm866",
  "windows-1253",
  "iso-8859-7",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-874",
  "shift_jis",
  "euc-jp",
  "iso-2022-jp",
  "gb18030",
  "big5",
  "euc-kr",
] as const;
export type Encoding = (typeof encodings)[number];

/** Returns the encoding that a label such as `latin1` or `CP1251` names; null where Helve has none of that name. */
export function encodingOf(label: string): Encoding | null {
  try {
    const name = new TextDecoder(label.trim()).encoding;
    const known = name === "gbk" ? "gb18030" : name;
    return encodings.find((encoding) => encoding === known) ?? null;
  } catch {
    const page = /^(?:cp|ibm|windows)-?(125[0-7]|866|874|932|936|949|950)$/i.exec(label.trim())?.[1];
    return (page && codePages[page]) || null;
  }
}

/** Code pages of Windows by their numbers, under which git's own library knows them. */
const codePages: Readonly<Record<string, Encoding>> = {
  1250: "windows-1250",
  1251: "windows-1251",
  1252: "windows-1252",
  1253: "windows-1253",
  1254: "windows-1254",
  1255: "windows-1255",
  1256: "windows-1256",
  1257: "windows-1257",
  866: "ibm866",
  874: "windows-874",
  932: "shift_jis",
  936: "gb18030",
  949: "euc-kr",
  950: "big5",
};
