/**
 * Full path of a submodule's project where it is on the same service, else null. Relative addresses are resolved
 * against the parent project.
 */
export function submoduleProject(url: string, project: string, service: string): string | null {
  const path = /^\.\.?\//.test(url)
    ? resolve(project, url)
    : onService(url.replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, "https://$1/"), service);
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

function onService(url: string, service: string): string | null {
  if (!URL.canParse(url) || !URL.canParse(service)) return null;
  const [there, here] = [new URL(url), new URL(service)];
  const base = here.pathname.replace(/\/$/, "");
  return there.hostname === here.hostname && there.pathname.startsWith(`${base}/`)
    ? decodeURIComponent(there.pathname.slice(base.length))
    : null;
}
