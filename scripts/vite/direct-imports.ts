import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const { resolve } = createRequire(import.meta.url);

/**
 * Imports icons and primitives from their own files instead of from the list of all: so a chunk has those that it draws,
 * and none that another one does.
 */
export function directImports(): Plugin {
  const iconFile = iconFiles();
  return {
    name: "helve:direct-imports",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /[\\/]renderer[\\/].*\.tsx?$/, code: /from "(?:lucide-react|radix-ui)"/ },
      handler: (code, id) => {
        const direct = code.replace(
          /import (type )?\{([^}]*)\} from "(lucide-react|radix-ui)";/g,
          (statement, isType, names: string, library) =>
            isType
              ? statement
              : names
                  .split(",")
                  .map((name) => name.trim())
                  .filter((name) => name !== "" && !name.startsWith("type "))
                  .map((specifier) => {
                    const [name = "", local = name] = specifier.split(/\s+as\s+/);
                    if (library === "radix-ui") return `import * as ${local} from "${primitiveOf(name)}";`;
                    const file = iconFile.get(name);
                    if (file === undefined) throw new Error(`${id}: there is no icon ${name}`);
                    return `import ${local} from ${JSON.stringify(file)};`;
                  })
                  .join(" "),
        );
        return { code: direct, map: null };
      },
    },
  };
}

/** `AlertDialog` is in the package `@radix-ui/react-alert-dialog`. */
const primitiveOf = (name: string): string =>
  `@radix-ui/react${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Returns the file of each icon, by all its names. */
function iconFiles(): ReadonlyMap<string, string> {
  const folder = join(dirname(resolve("lucide-react/package.json")), "dist", "esm");
  const list = readFileSync(join(folder, "lucide-react.mjs"), "utf8");
  return new Map(
    [...list.matchAll(/export \{([^}]*)\} from '\.\/(icons\/[\w-]+\.mjs)'/g)].flatMap(
      ([, names = "", file = ""]) =>
        [...names.matchAll(/default as (\w+)/g)].map(([, name = ""]) => [name, join(folder, file)] as const),
    ),
  );
}
