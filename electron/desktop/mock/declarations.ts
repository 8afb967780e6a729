import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** A member of a type in `electron.d.ts`. */
interface DeclaredMember {
  readonly doc: string;
}

/**
 * Reads the members of a class or interface of `electron.d.ts`, those that it inherits from Electron's own included.
 * Throws where there is no such type.
 */
export function membersOf(type: string): Map<string, DeclaredMember> {
  const block = new RegExp(
    `^  (?:class|interface) ${type}(?: extends ([\\w.]+))? \\{\\n([\\s\\S]*?)^  \\}`,
    "m",
  ).exec(text());
  if (!block) throw new Error(`electron.d.ts has no type ${type}`);
  const [, parent, body = ""] = block;
  const inherited =
    parent && !/EventEmitter/.test(parent) ? membersOf(parent) : new Map<string, DeclaredMember>();
  const own = body.matchAll(/(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?^ {4}(?:static |readonly )*(\w+)\??[(:<]/gm);
  return new Map([...inherited, ...[...own].map(([, doc = "", name = ""]) => [name, { doc }] as const)]);
}

let cached = "";
function text(): string {
  cached ||= readFileSync(
    createRequire(import.meta.url)
      .resolve("electron/package.json")
      .replace("package.json", "electron.d.ts"),
    "utf8",
  );
  return cached;
}
