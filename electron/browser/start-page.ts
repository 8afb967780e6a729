import { createHash, randomBytes } from "node:crypto";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFolder } from "../host/storage/private-file.ts";
import { isStorageError } from "../system/storage-error.ts";
import type { StartLinks } from "./server.ts";

/** A file that leads a browser to the shell. */
export interface StartPage {
  readonly path: string;
  /** Removes the file; calling it again does nothing. */
  remove(): void;
}

const name = /^start-[\w-]+\.html$/;

/**
 * Writes a page, readable by this user alone, that leads to the shell with the one-time key: the command line of a
 * browser is open to every user of the machine, so that only the path of this file may be in it. Files of earlier runs
 * are removed. Returns null on a disk that cannot be written to.
 */
export function writeStartPage(folder: string, links: StartLinks): StartPage | null {
  try {
    return write(folder, links);
  } catch (error) {
    if (!isStorageError(error)) throw error;
    return null;
  }
}

function write(folder: string, links: StartLinks): StartPage {
  makePrivateFolder(folder);
  for (const old of readdirSync(folder).filter((file) => name.test(file)))
    rmSync(join(folder, old), { force: true });
  const path = join(folder, `start-${randomBytes(12).toString("base64url")}.html`);
  writeFileSync(path, pageOf(links), { mode: 0o600, flag: "wx" });
  return { path, remove: () => rmSync(path, { force: true }) };
}

/** Opens the host name, or the IP address where the name cannot be reached. */
function pageOf({ link, fallback }: StartLinks): string {
  const origin = JSON.stringify(`${new URL(link).origin}/`);
  const script = `fetch(${origin},{mode:"no-cors",credentials:"omit"}).then(()=>location.replace(${JSON.stringify(link)}),()=>location.replace(${JSON.stringify(fallback)}))`;
  const hash = createHash("sha256").update(script).digest("base64");
  return `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; connect-src ${new URL(link).origin}; script-src 'sha256-${hash}'">
<meta name="referrer" content="no-referrer">
<title>Helve</title>
<p><a href="${link}">Open Helve</a>, or <a href="${fallback}">by its address</a></p>
<script>${script}</script>
`;
}
