import { decodePercent } from "../../../shared/text/decode-percent.ts";

/** Parameters of a path by their names in its pattern; `_splat` is the rest of a path that ends with `$`, not decoded. */
export type PathParams = { readonly [name: string]: string };

/** Parameters of a pattern such as `/a/$account/users/$username`. */
export type ParamsOf<P extends string> = string extends P
  ? PathParams
  : { readonly [Name in NameIn<P>]: string };

type NameIn<P extends string> = P extends `${infer First}/${infer Rest}`
  ? NameIn<First> | NameIn<Rest>
  : P extends "$"
    ? "_splat"
    : P extends `$${infer Name}`
      ? Name
      : never;

const segmentsOf = (path: string): readonly string[] => path.split("/").filter(Boolean);

/** Returns the parameters of a path of the app that a pattern matches; null where it does not. */
export function matchPath<P extends string>(pattern: P, pathname: string): ParamsOf<P> | null;
export function matchPath(pattern: string, pathname: string): PathParams | null {
  const params: Record<string, string> = {};
  const parts = segmentsOf(pathname);
  const names = segmentsOf(pattern);
  for (const [index, name] of names.entries()) {
    const part = parts[index];
    if (part === undefined) return null;
    if (name === "$") return { ...params, _splat: parts.slice(index).join("/") };
    if (name.startsWith("$")) params[name.slice(1)] = decodePercent(part);
    else if (name !== part) return null;
  }
  return parts.length === names.length ? params : null;
}

/** Returns the path that {@link matchPath} reads by the pattern as these parameters. */
export const fillPath = (pattern: string, params: PathParams): string =>
  pattern.replaceAll(/\$(\w*)/g, (_, name: string) =>
    name === "" ? (params._splat ?? "") : encodeURIComponent(params[name] ?? ""),
  );

/** Returns whether a part of an address is the number of a merge request, job and the like. */
export const isNumber = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text);
