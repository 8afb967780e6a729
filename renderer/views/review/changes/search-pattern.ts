/** Returns the pattern of a search: null for none, "invalid" where it is no regular expression. */
export function searchPattern(
  text: string,
  { regex, matchCase }: { readonly regex: boolean; readonly matchCase: boolean },
): RegExp | "invalid" | null {
  if (text === "") return null;
  try {
    return new RegExp(regex ? text : text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), matchCase ? "gu" : "giu");
  } catch {
    return "invalid";
  }
}
