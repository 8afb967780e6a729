interface WikiAddress {
  readonly account: string;
  readonly project: string;
}

/** Files that were attached in this run, the latest: a service shows those of a private wiki in a browser alone. */
const attached = new Map<string, File>();
const maxAttached = 20;
const attachedKey = ({ account, project }: WikiAddress, path: string): string =>
  JSON.stringify([account, project, path]);

/** Keeps a file that was attached to a wiki at a path. */
export function keepAttached(wiki: WikiAddress, path: string, file: File): void {
  attached.set(attachedKey(wiki, path), file);
  const [oldest] = attached.keys();
  if (attached.size > maxAttached && oldest !== undefined) attached.delete(oldest);
}

/** Returns the file that was attached to a wiki at a path in this run of the app; undefined for any other. */
export const attachedFile = (wiki: WikiAddress, path: string): File | undefined =>
  attached.get(attachedKey(wiki, path));
