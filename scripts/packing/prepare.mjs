import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { downloadArtifact } from "@electron/get";
import { cacheRoot } from "../electron/cache.mjs";
import { electronPackage, electronVersion } from "../electron/installed.mjs";
import { root } from "../node.mjs";
import { writeNotices } from "./notices.mjs";

/** Languages whose spelling a packed app checks on Windows and Linux, as Chromium names their files. */
const languages =
  /^(en-US|en-GB|de-DE|fr-FR|es-ES|it-IT|nl-NL|pl-PL|pt-BR|pt-PT|ru-RU|uk-UA|sv|da|nb)-\d+-\d+\.bdic$/;

/**
 * Downloads the dictionaries of this release of Electron into a folder and checks their checksums. They are packed with
 * the app, since Chromium would download them from a server of Google's. Throws where they cannot be downloaded.
 */
async function fetchDictionaries(folder) {
  const load = createRequire(join(electronPackage, "install.js"));
  mkdirSync(cacheRoot(), { recursive: true });
  const archive = await downloadArtifact({
    isGeneric: true,
    version: electronVersion(),
    artifactName: "hunspell_dictionaries.zip",
    checksums: load(join(electronPackage, "checksums.json")),
    cacheRoot: cacheRoot(),
    tempDirectory: cacheRoot(),
    downloadOptions: { quiet: true },
  });
  // The extractor of Electron's own installer, for an archive of Electron's own.
  const { extract } = load("@electron-internal/extract-zip");
  const unpacked = mkdtempSync(join(tmpdir(), "helve-dictionaries-"));
  try {
    await extract(archive, { dir: unpacked });
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const files = readdirSync(unpacked, { recursive: true }).filter((path) =>
      languages.test(path.split(/[\\/]/).at(-1)),
    );
    for (const path of files) cpSync(join(unpacked, path), join(folder, path.split(/[\\/]/).at(-1)));
    if (!existsSync(join(folder, files[0]?.split(/[\\/]/).at(-1) ?? "none")))
      throw new Error("No dictionary was found");
    return files.length;
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
}

/** Makes what is packed beside the bundles: `dist/notices` and, unless `--no-dictionaries` is given, `dist/dictionaries`. */
const { components } = writeNotices(join(root, "dist", "notices"));
console.log(`Bill of materials: ${components.length} components.`);
const folder = join(root, "dist", "dictionaries");
if (process.argv.includes("--no-dictionaries")) rmSync(folder, { recursive: true, force: true });
else console.log(`Dictionaries: ${await fetchDictionaries(folder)}.`);
