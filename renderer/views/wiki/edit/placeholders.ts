/** The placeholder in a page's text for a file that is being uploaded. */
export interface Placeholder {
  readonly id: string;
  readonly name: string;
  /** As it is in the text. */
  readonly text: string;
}

export const placeholderOf = (id: string, name: string): string =>
  `[Uploading ${name.replace(/[[\]\n]/g, "_")}…](upload:${id})`;

/** The placeholders that a text has. */
export const placeholdersIn = (content: string): Placeholder[] =>
  [...content.matchAll(/\[Uploading ([^[\]\n]*)…\]\(upload:([\w-]+)\)/g)].map(
    ([text, name = "", id = ""]) => ({
      id,
      name,
      text,
    }),
  );
