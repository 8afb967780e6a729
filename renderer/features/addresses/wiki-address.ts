import { decodePercent } from "../../../shared/text/decode-percent.ts";

/** Route of an address below `/a/<account>/p/<project>/wiki`. */
export type WikiRoute =
  | { readonly kind: "page" | "edit" | "history"; readonly slug: string }
  | { readonly kind: "new" }
  | { readonly kind: "search" };

/** Slug of the page that a wiki opens with. */
export const homeSlug = "home";

/** Views of a page besides reading it, as the last part of its address. */
const pageViews = ["edit", "history"] as const;
/** Slugs that are addresses of something else. */
const reserved: ReadonlySet<string> = new Set(["new", "-"]);

/** Reads the decoded parts of an address behind `/wiki`. Slugs may have their slashes escaped, as Helve writes them, or not. */
export function readWikiRoute(parts: readonly string[]): WikiRoute {
  const [first, second, ...rest] = parts;
  if (parts.length === 1 && first === "new") return { kind: "new" };
  if (first === "-" && second === "search") return { kind: "search" };
  const page = first === "-" && second === "page" ? rest : parts;
  const view = page.length > 1 ? pageViews.find((name) => name === page.at(-1)) : undefined;
  const slug = (view ? page.slice(0, -1) : page).filter(Boolean).join("/");
  return { kind: view ?? "page", slug: slug || homeSlug };
}

/** Reads the part of an address behind `/wiki/`, as the address has it. */
export const readWikiSplat = (splat: string): WikiRoute =>
  readWikiRoute(splat.split("/").filter(Boolean).map(decodePercent));

/** Writes the part of an address behind `/wiki`, beginning with a slash. */
export function wikiPath(route: WikiRoute): string {
  if (route.kind === "new") return "/new";
  if (route.kind === "search") return "/-/search";
  const page = `${reserved.has(route.slug) ? "/-/page" : ""}/${encodeURIComponent(route.slug)}`;
  return route.kind === "page" ? page : `${page}/${route.kind}`;
}

/** The name that a slug shows: its last part with dashes as spaces. */
export const titleOfSlug = (slug: string): string =>
  (slug.split("/").filter(Boolean).at(-1) ?? slug).replace(/-+/g, " ");
