import type { LinkType } from "../../../shared/api/resources/release-links.ts";

/** Names of the types of links. */
export const typeNames: Readonly<Record<LinkType, string>> = {
  other: "Other",
  package: "Package",
  image: "Image",
  runbook: "Runbook",
};

/** Returns the name of a type that a service sends; null for the usual one and for unknown ones. */
export const typeName = (type: string | undefined): string | null =>
  type === "package" || type === "image" || type === "runbook" ? typeNames[type] : null;

/** Returns the type of a file, by its name. */
export const typeOfFile = (name: string): LinkType =>
  /\.(?:zip|tar|t?gz|xz|bz2|zst|7z|deb|rpm|apk|dmg|pkg|msi|exe|jar|whl|gem|nupkg|AppImage|snap|flatpak)$/i.test(
    name,
  )
    ? "package"
    : "other";

/** Returns a name that no other link has: `drill.zip`, `drill (2).zip`. */
export function freeName(name: string, taken: readonly string[]): string {
  const [, stem = name, ending = ""] = /^(.+?)((?:\.tar)?\.[^.]+)?$/.exec(name) ?? [];
  let free = name;
  for (let n = 2; taken.includes(free); n++) free = `${stem} (${n})${ending}`;
  return free;
}
