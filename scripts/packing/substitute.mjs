import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { electronVersion } from "../electron/installed.mjs";

/** Bytes that `@electron/fuses` finds in an executable: a mark, the version of the wire, its length, and the fuses. */
const fuseMark = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";

/**
 * Writes a substitute for Electron's distribution on Linux, so that packing can be tried without it: the
 * files are there, and nothing of it runs.
 */
export function writeSubstitute(folder) {
  const put = (path, content) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const wire = Buffer.concat([Buffer.from([1, 9]), Buffer.from("011001011")]);
  put(
    "electron",
    Buffer.concat([Buffer.from("replaces Electron\n"), Buffer.from(fuseMark), wire, Buffer.alloc(64)]),
  );
  chmodSync(join(folder, "electron"), 0o755);
  put("chrome-sandbox", "");
  put("version", electronVersion());
  put("LICENSE", "");
  put("LICENSES.chromium.html", "");
  for (const language of ["en-US", "de"]) put(`locales/${language}.pak`, "");
}
