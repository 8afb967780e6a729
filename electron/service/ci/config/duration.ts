import { ConfigError } from "./config-error.ts";

const units: readonly (readonly [RegExp, number])[] = [
  [/^s(ec(ond)?s?)?$/, 1],
  [/^m(in(ute)?s?)?$/, 60],
  [/^h((ou)?rs?)?$/, 3600],
  [/^d(ays?)?$/, 86_400],
  [/^w(eeks?)?$/, 7 * 86_400],
  [/^mo(n|nths?|s)?$/, 30 * 86_400],
  [/^y(ears?|rs?)?$/, 365 * 86_400],
];

/** Characters and seconds of the longest duration that is read: a hundred years. */
const maxLength = 100;
const maxSeconds = 100 * 365 * 86_400;

/** Returns the seconds of `1 hour 30 minutes`, `1h 30m`, `3600` and the like. Throws {@link ConfigError}. */
export function parseCiDuration(value: string | number): number {
  if (typeof value === "number" && value >= 0 && value <= maxSeconds) return Math.round(value);
  const text = String(value)
    .slice(0, maxLength + 1)
    .toLowerCase();
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]*)/g)];
  const rest = text.replace(/\d+(?:\.\d+)?\s*[a-z]*|[\s,]|and/g, "");
  const seconds = parts.map(([, number, unit = ""]) => {
    const factor = unit === "" ? 1 : units.find(([pattern]) => pattern.test(unit))?.[1];
    return factor === undefined ? Number.NaN : Number(number) * factor;
  });
  const total = seconds.reduce((sum, part) => sum + part, 0);
  if (parts.length === 0 || rest !== "" || text.length > maxLength || !(total <= maxSeconds)) {
    throw new ConfigError(`"${text}" is not a duration.`);
  }
  return Math.round(total);
}
