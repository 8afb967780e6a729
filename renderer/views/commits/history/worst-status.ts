/** Returns the combined status of checks, without failures that are allowed; null where none ran. */
export function worstStatus(
  statuses: readonly { readonly status: string; readonly allow_failure?: boolean }[],
): "failed" | "running" | "success" | null {
  const counted = statuses.filter(
    ({ status, allow_failure }) => status !== "skipped" && !(status === "failed" && allow_failure),
  );
  if (counted.length === 0) return statuses.length > 0 ? "success" : null;
  if (counted.some(({ status }) => status === "failed" || status === "canceled")) return "failed";
  return counted.every(({ status }) => status === "success") ? "success" : "running";
}
