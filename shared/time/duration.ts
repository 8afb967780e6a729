/** Seconds of each unit; a day has 8 hours, a week 5 days, a month 4 weeks (Merge requests › Time stats). */
const units = [
  ["mo", 4 * 5 * 8 * 3600],
  ["w", 5 * 8 * 3600],
  ["d", 8 * 3600],
  ["h", 3600],
  ["m", 60],
  ["s", 1],
] as const;

/** Spellings of each unit, the longest first so that none is parsed as a shorter one. */
const spellings: readonly (readonly [RegExp, (typeof units)[number][0]])[] = [
  [/^(?:months?|mos?)$/i, "mo"],
  [/^(?:weeks?|wks?|w)$/i, "w"],
  [/^(?:days?|d)$/i, "d"],
  [/^(?:hours?|hrs?|h)$/i, "h"],
  [/^(?:minutes?|mins?|m)$/i, "m"],
  [/^(?:seconds?|secs?|s)$/i, "s"],
];
const shape = /^\s*(-)?\s*(?:\d+(?:\.\d+)?\s*[a-z]+[\s,]*(?:and\s+(?=\d))?)+$/i;
const part = /(\d+(?:\.\d+)?)\s*([a-z]+)/gi;

/**
 * Returns the seconds of a duration such as `1w 2d 3h 30m`, `1hr` or `1 hour and 30 minutes`, negative after a leading
 * minus; null where the text is not a duration.
 */
export function parseDuration(text: string): number | null {
  if (!shape.test(text)) return null;
  let seconds = 0;
  for (const [, amount, name] of text.matchAll(part)) {
    const short = spellings.find(([spelling]) => spelling.test(name ?? ""))?.[1];
    const unit = units.find(([known]) => known === short);
    if (!unit) return null;
    seconds += Number(amount) * unit[1];
  }
  const whole = Math.round(seconds);
  return text.trimStart().startsWith("-") ? -whole : whole;
}

/** Returns a duration as text such as `1mo 2w 3d 4h 5m 6s`; `0m` for none. */
export function formatDuration(seconds: number): string {
  let rest = Math.abs(Math.round(seconds));
  const words: string[] = [];
  for (const [name, size] of units) {
    const count = Math.floor(rest / size);
    if (count > 0) words.push(`${count}${name}`);
    rest -= count * size;
  }
  if (words.length === 0) return "0m";
  return (seconds < 0 ? "-" : "") + words.join(" ");
}
