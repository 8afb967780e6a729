import { pathOnService } from "../../../../shared/host/account-url.ts";
import { decodePercent } from "../../../../shared/text/decode-percent.ts";

/**
 * Full path of a submodule's project where it is on the same service, else null. Relative addresses are resolved
 * against the parent project.
 */
export function submoduleProject(url: string, project: string, service: string): string | null {
  const path = /^\.\.?\//.test(url) ? resolve(project, url) : onService(url, service);
  return path?.replace(/\.git\/?$/, "").replace(/^\/+|\/+$/g, "") || null;
}

function resolve(project: string, url: string): string | null {
  const parts = project.split("/");
  for (const step of url.split("/")) {
    if (step === "..") {
      if (parts.pop() === undefined) return null;
    } else if (step !== "." && step !== "") parts.push(step);
  }
  return parts.join("/");
}

const sshUrl = /^(?:ssh:\/\/git@([^:/]+)(?::\d+)?\/|git@([^:/]+):\/?)/;

function onService(url: string, service: string): string | null {
  if (!URL.canParse(service)) return null;
  const { host, hostname } = new URL(service);
  // SSH has a port of its own.
  const link = url.replace(sshUrl, (_, one?: string, other?: string) => {
    const there = one ?? other ?? "";
    return `https://${there === hostname ? host : there}/`;
  });
  const found = pathOnService(link, service);
  return found && decodePercent(found.path);
}
