/**
 * Returns a Markdown text without the heading that it begins with, where that is `title` in other letters at most: the page
 * around it says the title already. A text that has nothing else keeps it.
 */
export function withoutTitle(markdown: string, title: string): string {
  const found = /^\s*(?:# +([^\n]*?)(?: +#+)?|([^\n]+)\n=+) *(?:\n|$)/.exec(markdown);
  const heading = found?.[1] ?? found?.[2];
  const rest = markdown.slice(found?.[0].length);
  return heading?.trim().toLowerCase() === title.trim().toLowerCase() && rest.trim() !== "" ? rest : markdown;
}
