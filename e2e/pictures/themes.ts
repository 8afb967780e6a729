/** Media features by which a system selects colours. */
interface Theme {
  readonly colorScheme: "light" | "dark";
  readonly forcedColors: "active" | "none";
}

/** The themes that pictures are taken in. */
export const themes: Readonly<Record<string, Theme>> = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  "forced-light": { colorScheme: "light", forcedColors: "active" },
  "forced-dark": { colorScheme: "dark", forcedColors: "active" },
};
