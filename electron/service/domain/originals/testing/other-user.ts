import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { adminToken, killableService, serviceMainPath } from "./killable-service.ts";

/** A user that owns nothing of the test's originals. */
export const unprivilegedUser = { uid: 65_534, gid: 65_534 };

/** Reason why no service can run as another user here; null where it can. */
export const otherUserObstacle = whyNot();

function whyNot(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root can run it as another user";
  try {
    execFileSync(
      process.execPath,
      ["-e", `require("fs").readFileSync(${JSON.stringify(serviceMainPath)})`],
      unprivilegedUser,
    );
    return null;
  } catch {
    return "the other user cannot read the sources";
  }
}

/** Makes a folder for originals, and a service beside them that runs as another user. */
export function otherUsersService() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "helve-other-user-")));
  const service = killableService(join(root, "service"), unprivilegedUser);
  mkdirSync(join(root, "service"));
  if (otherUserObstacle === null) {
    chmodSync(root, 0o755);
    chownSync(join(root, "service"), unprivilegedUser.uid, unprivilegedUser.gid);
  }
  return {
    root,
    /** Helve's own git folders. */
    repositories: join(root, "service", "data", "repositories"),
    async start() {
      const { url, kill } = await service.start();
      const call = async (method: string, path: string, body?: object) => {
        const response = await fetch(`${url}/api/v4${path}`, {
          method,
          headers: { "private-token": adminToken, "content-type": "application/json" },
          body: body ? JSON.stringify(body) : null,
        });
        return { status: response.status, body: (await response.json()) as unknown };
      };
      return { call, kill };
    },
    end(): void {
      service.end();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
