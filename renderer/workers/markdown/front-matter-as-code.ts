/** Languages of a block of data by its fence. */
const languages: Readonly<Record<string, string>> = { "---": "yaml", "+++": "toml", ";;;": "json" };

/** An optional line with the encoding, blank lines, and the opening fence with an optional language. */
const opening = /^\ufeff?(?:[^\r\n]*coding:[^\r\n]*\r?\n)?\s*^(---|\+\+\+|;;;)[ \t]*([\w+#.-]*)[ \t]*\r?\n/m;

/** A document's leading block of data (YAML, TOML, JSON or a named language) becomes a block of code on the same lines. */
export function frontMatterAsCode(markdown: string): string {
  const open = opening.exec(markdown);
  const fence = open?.[1] ?? "";
  if (!open || open.index > 0) return markdown;
  const body = open[0].length;
  const closing = new RegExp(`^(?:${RegExp.escape(fence)}|\\.{3})[ \\t]*(?:\\r?\\n|$)`, "gm");
  closing.lastIndex = body;
  const close = closing.exec(markdown);
  if (!close) return markdown;
  const data = markdown.slice(body, close.index);
  // Between two rules is a text, unless it has fields.
  if (fence === "---" && !open[2] && !/^["']?[\w. -]+["']?[ \t]*:(?:\s|$)/m.test(data)) return markdown;
  // Tildes of the data end no fence that is longer than theirs.
  const longest = Math.max(
    3,
    ...Array.from(data.matchAll(/^\s*(~{3,})/gm), ([, tildes = ""]) => tildes.length),
  );
  const marks = "~".repeat(longest + 1);
  const before = "\n".repeat(open[0].split("\n").length - 2);
  const after = markdown.slice(close.index + close[0].length);
  return `${before}${marks}${open[2] || languages[fence]}\n${data}${marks}\n${after}`;
}
