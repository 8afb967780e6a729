/** The sixteen basic colours as backgrounds, in every theme. */
const basic = [
  "#1c1f26",
  "#b3261e",
  "#2c7a39",
  "#8f6400",
  "#2458c5",
  "#8a3ea8",
  "#0f7286",
  "#d4d7dd",
  "#5b616e",
  "#e0655c",
  "#56b567",
  "#dcae3c",
  "#6f9bf0",
  "#c583dd",
  "#4fb9cd",
  "#ffffff",
] as const;

const steps = [0, 95, 135, 175, 215, 255] as const;
const hex = (...parts: readonly number[]) =>
  `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

/** Returns a colour of the 256-colour palette as `#rrggbb`. */
export function paletteColour(index: number): string {
  const known = basic[index];
  if (known) return known;
  if (index >= 232) {
    const grey = 8 + (Math.min(index, 255) - 232) * 10;
    return hex(grey, grey, grey);
  }
  const cube = Math.max(0, index - 16);
  return hex(
    steps[Math.floor(cube / 36) % 6] ?? 0,
    steps[Math.floor(cube / 6) % 6] ?? 0,
    steps[cube % 6] ?? 0,
  );
}

/** Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, 1 to 21 (WCAG 2). */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Returns the wanted colour where it can be read on a background, else black or white. */
export function readableOn(background: string, wanted: string | null): string {
  if (wanted !== null && contrast(background, wanted) >= 4.5) return wanted;
  return contrast(background, "#000000") >= contrast(background, "#ffffff") ? "#000000" : "#ffffff";
}
