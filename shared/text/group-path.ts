/** Path prefixes that the service uses itself, so that no top-level group may have them. */
const reservedAtTop = new Set([
  "-",
  ".well-known",
  "admin",
  "api",
  "assets",
  "dashboard",
  "explore",
  "files",
  "groups",
  "health_check",
  "help",
  "import",
  "jwt",
  "login",
  "oauth",
  "profile",
  "projects",
  "public",
  "robots.txt",
  "s",
  "search",
  "sitemap.xml",
  "snippets",
  "unsubscribes",
  "uploads",
  "users",
  "v2",
]);

/** Names that mean something of their own behind the path of a group or project. */
const reservedBelow = new Set([
  "-",
  "badges",
  "blame",
  "blob",
  "builds",
  "commits",
  "create",
  "create_dir",
  "edit",
  "files",
  "find_file",
  "new",
  "preview",
  "raw",
  "refs",
  "tree",
  "update",
  "wikis",
]);

const maxNameLength = 255;

/** Returns why a text cannot be the path of a group at the top or below another one; null where it can. */
export function findPathProblem(path: string, level: "top" | "below"): string | null {
  if (path === "") return "can't be blank";
  if (path.length > maxNameLength) return `is too long (maximum is ${maxNameLength} characters)`;
  if (!/^[a-z0-9_.][a-z0-9_.-]*$/i.test(path) || /(?:\.|\.git|\.atom)$/i.test(path)) {
    return "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.";
  }
  const reserved = level === "top" ? reservedAtTop : reservedBelow;
  return reserved.has(path.toLowerCase()) ? `${path} is a reserved name` : null;
}

/** Returns why a text cannot be the name of a group; null where it can. */
export function findNameProblem(name: string): string | null {
  if (name.trim() === "") return "can't be blank";
  if (name.length > maxNameLength) return `is too long (maximum is ${maxNameLength} characters)`;
  return /^[\p{L}\p{N}\p{Extended_Pictographic}_](?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_.() -]|\u200d)*$/u.test(
    name,
  )
    ? null
    : "can contain only letters, digits, emojis, '_', '.', dash, space, parenthesis. It must start with letter, digit, emoji or '_'.";
}

/** Returns a path made of the letters and digits of a name: `Søren & Team` becomes `soren-team`. */
export const proposePath = (name: string): string =>
  name
    .replace(/[øØ]/g, "o")
    .replace(/[æÆ]/g, "ae")
    .replace(/ß/g, "ss")
    .replace(/[łŁ]/g, "l")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9_.]+/g, "-")
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, "")
    .replace(/\.(?:git|atom)$/, "")
    .slice(0, maxNameLength);
