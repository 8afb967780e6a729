/** Languages that a file name can be given, by its ending. */
const languages = [
  ["Plain text", "txt"],
  ["C", "c"],
  ["C++", "cpp"],
  ["C#", "cs"],
  ["CSS", "css"],
  ["Go", "go"],
  ["HTML", "html"],
  ["Java", "java"],
  ["JavaScript", "js"],
  ["JSON", "json"],
  ["Kotlin", "kt"],
  ["Markdown", "md"],
  ["PHP", "php"],
  ["Python", "py"],
  ["Ruby", "rb"],
  ["Rust", "rs"],
  ["Shell", "sh"],
  ["SQL", "sql"],
  ["Swift", "swift"],
  ["TypeScript", "ts"],
  ["XML", "xml"],
  ["YAML", "yml"],
] as const;

export const languageOptions = [
  { value: "", label: "From the file name" },
  ...languages.map(([label, ending]) => ({ value: ending as string, label })),
];

/** Returns the extension of the language of a file name; empty where it is not in the list. */
export function languageExtension(path: string): string {
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return languages.some(([, known]) => known === ending) ? ending : "";
}

/** Returns a file name with the ending of a language; an empty name becomes `snippet`. */
export function withLanguage(path: string, ending: string): string {
  if (ending === "") return path;
  const stem = path.replace(/\.[^./]*$/, "");
  return `${stem === "" || stem.endsWith("/") ? `${stem}snippet` : stem}.${ending}`;
}
