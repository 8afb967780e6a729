/** Returns the first line of a text that is not empty, without the marks of Markdown; code stays as it is. */
export function plainLine(text: string): string {
  const line = text.split("\n").find((each) => each.trim() !== "") ?? "";
  return line
    .replace(/^\s*(?:#{1,6}\s|>|[-*+]\s)\s*/, "")
    .replace(
      /`([^`]*)`|(?<![\p{L}\p{N}])[*_]+(?=\S)|(?<=\S)[*_]+(?![\p{L}\p{N}])/gu,
      (_, code?: string) => code ?? "",
    )
    .trim();
}
