import type { ProjectUploadResult } from "../../../shared/api/resources/uploads.ts";

/**
 * Returns the whole address of an uploaded file. `service` is the service's base URL; services of some versions name the
 * path with the project alone.
 */
export function uploadedAddress(
  service: string,
  project: string,
  { full_path: fullPath, url }: Pick<ProjectUploadResult, "full_path" | "url">,
): string {
  const base = service.replace(/\/+$/, "");
  if (URL.canParse(url)) return url;
  const path = fullPath ?? `/${project}${url}`;
  const prefix = URL.canParse(base) ? new URL(base).pathname.replace(/\/$/, "") : "";
  return prefix !== "" && path.startsWith(`${prefix}/`) ? base.slice(0, -prefix.length) + path : base + path;
}
