/** A package whose version a change replaces. */
export interface PackageUpdate {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** Files that package tools write. */
const lockFile =
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|composer\.lock|Gemfile\.lock|Cargo\.lock|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|go\.sum|mix\.lock|pubspec\.lock|Podfile\.lock|Package\.resolved|packages\.lock\.json|gradle\.lockfile|flake\.lock|conan\.lock)$/;
/** Files in which people say what they depend on. */
const manifestFile =
  /(^|\/)(package\.json|composer\.json|deno\.jsonc?|Gemfile|[^/]+\.gemspec|Cargo\.toml|pyproject\.toml|Pipfile|setup\.(cfg|py)|[^/]*requirements[^/]*\.(txt|in)|go\.mod|mix\.exs|pubspec\.yaml|Podfile|Package\.swift|pom\.xml|build\.gradle(\.kts)?|libs\.versions\.toml|[^/]+\.csproj|Directory\.Packages\.props|flake\.nix|conanfile\.(txt|py)|[^/]*Dockerfile[^/]*|(docker-)?compose\.ya?ml|\.gitlab-ci\.yml|Chart\.yaml|\.pre-commit-config\.yaml|[^/]+\.tf)$/;

/** Returns whether a path is that of a file with the exact versions of all packages. */
export const isLockFile = (path: string): boolean => lockFile.test(path);

/** Returns whether a path is that of a file about dependencies. */
export const isDependencyFile = (path: string): boolean => lockFile.test(path) || manifestFile.test(path);

/** A version in a line, with a letter or sign that versions begin with. */
const version = /(?<![\w.])v?\d+(?:\.\d+)+(?:[-+.]?[0-9A-Za-z]+)*(?![\w])/;
/** Names of fields that hold the version of a package named elsewhere. */
const plainNames = new Set(["version", "resolved", "rev", "tag", "image", "from", "integrity"]);
const name = /(@?[A-Za-z_][\w./@-]*[\w])/g;
/** Lines that name the package of the lines after them, in lock files and manifests. */
const heading = [
  /^\s*"(?:node_modules\/)?(?:[^"]*\/node_modules\/)?(@?[^"\s]+)":\s*\{/,
  /^\s*"?name"?\s*[:=]\s*"([^"]+)"/,
  /^"?(@?[^@\s"]+)@[^:]*:\s*$/,
  /^\s*<artifactId>([^<]+)<\/artifactId>/,
  /^\s*<PackageReference\s+Include="([^"]+)"/,
  /^\s*-\s+repo:\s*(\S+)/,
];

interface Removed {
  readonly key: string;
  readonly version: string;
  readonly name: string | null;
}

/** Returns the packages whose versions a unified diff replaces, each once. */
export function findPackageUpdates(diff: string): PackageUpdate[] {
  const found = new Map<string, PackageUpdate>();
  let owner: string | null = null;
  let removed: Removed[] = [];
  for (const line of diff.split("\n")) {
    const sign = line[0];
    const text = line.slice(1);
    if (sign === "@") {
      owner = null;
      removed = [];
      continue;
    }
    const named = headingOf(text);
    if (named !== null && sign !== "-") owner = named;
    const match = version.exec(text);
    if (sign === "-" && match) {
      removed.push({ key: keyOf(text, match), version: match[0], name: nameOf(text, match) ?? owner });
    } else if (sign === "+" && match) {
      const key = keyOf(text, match);
      const before = removed.find((each) => each.key === key);
      if (!before || before.version === match[0]) continue;
      removed = removed.filter((each) => each !== before);
      const update = {
        name: before.name ?? owner ?? "",
        from: plain(before.version),
        to: plain(match[0]),
      };
      if (update.name !== "") found.set(`${update.name} ${update.from} ${update.to}`, update);
    } else if (sign === " ") {
      removed = [];
    }
  }
  return [...found.values()];
}

const plain = (text: string): string => text.replace(/^v(?=\d)/, "");

/** Returns a line without its version, by which a removed and an added line belong together. */
const keyOf = (text: string, match: RegExpExecArray): string => `${text.slice(0, match.index).trim()}…`;

function headingOf(text: string): string | null {
  for (const pattern of heading) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined && !plainNames.has(found.toLowerCase())) return found;
  }
  return null;
}

/** Returns the name that stands before the version in its own line, null where it is only the name of a field. */
function nameOf(text: string, match: RegExpExecArray): string | null {
  const names = [...text.slice(0, match.index).matchAll(name)].map(([each]) => each);
  const own = names.filter((each) => !plainNames.has(each.toLowerCase()) && !/^https?$/.test(each));
  const image = /\b(?:FROM|image:)\s+["']?([^\s:"'@]+):/.exec(text)?.[1];
  if (image) return image;
  if (/["']?(?:version|resolved|rev)["']?\s*[:=]|<version>|\bversion\s+"/i.test(text.slice(0, match.index)))
    return inlineTable(text);
  const tag = /<([\w.-]+)>\s*$/.exec(text.slice(0, match.index))?.[1];
  if (tag) return tag.replace(/\.version$/, "");
  const group = /["']([\w.-]+:[\w.-]+):$/.exec(text.slice(0, match.index))?.[1];
  return group ?? own.at(-1) ?? null;
}

/** Returns the name of `serde = { version = "1.0" }` and of `<PackageReference Include="A" Version="1.0" />`. */
const inlineTable = (text: string): string | null =>
  /^\s*["']?([\w@./-]+)["']?\s*=\s*\{/.exec(text)?.[1] ?? /Include="([^"]+)"/.exec(text)?.[1] ?? null;
