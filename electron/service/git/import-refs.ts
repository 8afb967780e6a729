import type { LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { checkReach, lookupWithin, type Reach, systemResolve } from "../../system/address.ts";
import type { GitFolder } from "./git-folder.ts";
import { git, gitText } from "./run.ts";

/** Repository elsewhere that is copied: a folder of Helve's own, or a URL with the addresses that it may have. */
export type ImportSource =
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "url"; readonly url: URL; readonly reach: Reach };

const refs = ["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"];

/**
 * Copies the branches and tags of another repository, with what they need. Returns the name of its default branch, null
 * where it has none. Rejects with ForbiddenAddress, and with what git says. `signal` ends git.
 */
export async function importRefs(
  repository: GitFolder,
  source: ImportSource,
  signal: AbortSignal,
): Promise<string | null> {
  const address = source.kind === "folder" ? source.folder : source.url.href;
  const settings = source.kind === "folder" ? ofFolder : await ofUrl(source.url, source.reach);
  const options = { signal };
  await git(
    repository,
    [...settings, "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", address, ...refs],
    options,
  );
  const heads = await gitText(repository, [...settings, "ls-remote", "--symref", address, "HEAD"], options);
  return /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(heads)?.[1] ?? null;
}

/** Settings by which git opens nothing but what a source is: no other transport, and no redirect to another address. */
const only = (protocol: string): readonly string[] => [
  ...["-c", "protocol.allow=never"],
  ...["-c", `protocol.${protocol}.allow=always`],
];

const ofFolder = only("file");

async function ofUrl(url: URL, reach: Reach): Promise<readonly string[]> {
  checkReach(url, reach);
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  const pinned = isIP(url.hostname.replace(/^\[|\]$/g, "")) === 0 ? await addressesOf(url, reach) : [];
  return [
    ...only(url.protocol.slice(0, -1)),
    ...["-c", "http.followRedirects=false"],
    // What strangers made is checked as a push of it would be.
    ...["-c", "fetch.fsckObjects=true"],
    // The addresses that were checked are those that are connected to.
    ...(pinned.length > 0
      ? [
          "-c",
          `http.curloptResolve=${url.hostname}:${port}:${pinned.map(({ address }) => address).join(",")}`,
        ]
      : []),
  ];
}

/** Returns the addresses of a name. Rejects with ForbiddenAddress where one of them may not be reached. */
const addressesOf = ({ hostname }: URL, reach: Reach): Promise<readonly LookupAddress[]> =>
  new Promise((resolve, reject) => {
    lookupWithin(reach, systemResolve)(hostname, { all: true }, (error, found) =>
      error ? reject(error) : resolve(Array.isArray(found) ? found : []),
    );
  });
