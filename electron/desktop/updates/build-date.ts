/** Set by the build (vite.desktop.config.ts). */
declare const __BUILT_AT__: string | undefined;

/** Time of this app's build, ISO 8601; null in a run that was not built. */
export const builtAt: string | null = typeof __BUILT_AT__ === "string" ? __BUILT_AT__ : null;

const dayMs = 24 * 60 * 60 * 1_000;
/** Days after which a version that cannot update itself shows its age. */
const oldDays = 90;

/** Returns the age in days of a build that should be replaced; null while it is recent or its date is unknown. */
export function ageToReport(built: string | null, now = Date.now()): number | null {
  const days = Math.floor((now - Date.parse(built ?? "")) / dayMs);
  return days > oldDays ? days : null;
}
