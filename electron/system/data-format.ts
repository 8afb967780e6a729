import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** Format of all files in the data folder beside the local service's: raised where an older Helve would misread them. */
const currentFormat = 1;
const formatName = "format.json";

/** Data of a newer version of Helve, which is `writer` where that is known. The message is for the user. */
export class NewerData extends Error {
  constructor(what: string, writer: string | null = null) {
    const by = writer === null ? "a newer version of Helve" : `Helve ${writer}`;
    super(
      `${what} was written by ${by}, and this older version cannot read it. Nothing was changed. Install that version or a newer one, or choose another folder with --data.`,
    );
    this.name = "NewerData";
  }
}

/** Data of a version of Helve before its first release. The message is for the user. */
export class OlderData extends Error {
  constructor(what: string) {
    super(
      `${what} was written by a version of Helve before its first release, which this one cannot read. Nothing was changed. Move it away, or choose another folder with --data.`,
    );
    this.name = "OlderData";
  }
}

const written = z.object({ format: z.int(), version: z.string() });
type Written = z.output<typeof written>;

/**
 * Records which version of Helve writes to a data folder. Throws NewerData, before anything is changed, where its format
 * is one that this version does not know.
 */
export function checkDataFormat(folder: string, version: string): void {
  const path = join(folder, formatName);
  const found = readFormat(path);
  if (found && found.format > currentFormat) throw new NewerData(`The data in ${folder}`, found.version);
  if (found?.format === currentFormat && found.version === version) return;
  const next: Written = { format: currentFormat, version };
  try {
    writeFileSync(`${path}.tmp`, JSON.stringify(next), { mode: 0o600 });
    renameSync(`${path}.tmp`, path);
  } catch {
    // A full or read-only disk: what is there can be read all the same.
  }
}

function readFormat(path: string): Written | null {
  try {
    return written.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}
