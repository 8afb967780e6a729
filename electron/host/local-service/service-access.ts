import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LocalSocket } from "../network/local-socket.ts";

/** Access to one start of the local service; not valid after that process has ended. */
export interface ServiceAccess {
  readonly socket: LocalSocket;
  /** The administrator's token. */
  readonly token: string;
}

/** Bytes of the longest path that a socket may have on every system. */
const longestPath = 100;

/** Creates the access to each start of the local service. */
export interface AccessIssuer {
  issue(): ServiceAccess;
  /** Removes the folder of the sockets. */
  close(): void;
}

/** Sockets are in a folder of mode 0700, so that nobody else can reach or replace one. Pipes have random names. */
export function createAccessIssuer(platform: NodeJS.Platform = process.platform): AccessIssuer {
  const folder = platform === "win32" ? null : privateFolder();
  return {
    issue() {
      const name = randomBytes(16).toString("hex");
      const path = folder === null ? `\\\\.\\pipe\\helve-${name}` : join(folder, `${name.slice(0, 8)}.sock`);
      const secret = randomBytes(32).toString("hex");
      return { socket: { path, secret }, token: `hlv-${randomBytes(32).toString("base64url")}` };
    },
    close: () => folder !== null && rmSync(folder, { recursive: true, force: true }),
  };
}

function privateFolder(): string {
  const usual = join(tmpdir(), "helve-");
  return mkdtempSync(Buffer.byteLength(usual) + 20 > longestPath ? "/tmp/helve-" : usual);
}
