const small: ReadonlySet<string> = new Set([
  "a",
  "an",
  "and",
  "for",
  "from",
  "in",
  "of",
  "or",
  "the",
  "to",
  "with",
]);

/** Returns a label in sentence case as the system writes it: in title case on macOS. */
export const menuLabel = (label: string, mac: boolean): string =>
  mac
    ? label
        .split(" ")
        .map((word, index) =>
          index > 0 && small.has(word) ? word : word.replace(/^[a-z]/, (first) => first.toUpperCase()),
        )
        .join(" ")
    : label;
