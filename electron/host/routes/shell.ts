import type { Hono } from "hono";
import { downloadRoutes } from "../../../shared/host/downloads.ts";
import { imageRoutes } from "../../../shared/host/remote-images.ts";
import { type Shell, type ShellInfo, shellRoutes } from "../../../shared/host/shell.ts";
import { localKeyRoutes } from "../../../shared/host/ssh-keys.ts";
import type { Keychain } from "../accounts/keychain.ts";
import { localPublicKeyFiles } from "../accounts/local-public-keys.ts";
import { typedCode } from "../confirmation/confirmations.ts";
import type { Downloads } from "../downloads/downloads.ts";
import type { RemoteImageFetcher } from "../images/remote-images.ts";
import { disposition } from "../operations/response-headers.ts";
import { handle } from "../page/handle-route.ts";
import { fileResponse, imageResponse } from "../page/responses.ts";
import type { Destinations } from "../questions/destinations.ts";
import type { InboxCount } from "../watches/inbox-count.ts";

interface ShellParts {
  readonly shell: Shell;
  readonly inboxCount: InboxCount;
  readonly keychain: Keychain;
  readonly version: string;
  /** The user's home folder. */
  readonly home: string;
  readonly downloads: Downloads;
  readonly images: RemoteImageFetcher;
  readonly destinations: Destinations;
  /** Called with each folder that the user chose in a dialog of the system. */
  readonly onChosen: (folder: string) => void;
}

/** Serves what is outside of Helve and its services: the shell, downloaded files, keys of the user and public images. */
export function serveShell(app: Hono, parts: ShellParts): void {
  const { shell, inboxCount, keychain, version, home, downloads, images, destinations, onChosen } = parts;
  handle(app, shellRoutes.get, () => describeShell(shell, keychain, version));
  handle(app, shellRoutes.openExternal, ({ body: { url } }) => shell.openExternal(url));
  handle(app, shellRoutes.chooseFolder, async () => {
    const path = await shell.chooseFolder();
    if (path !== null) onChosen(path);
    return { path };
  });
  handle(app, shellRoutes.showKeys, ({ body }) => shell.showKeys(body));
  handle(app, shellRoutes.storeInbox, ({ body: { entries } }) => inboxCount.store(entries));
  handle(app, shellRoutes.showDownload, ({ body: { id } }) => shell.showInFolder(downloads.finishedPath(id)));

  handle(app, downloadRoutes.list, () => downloads.list());
  handle(app, downloadRoutes.start, ({ body }) => downloads.start(body));
  handle(app, downloadRoutes.cancel, ({ id }) => downloads.cancel(id));
  handle(app, downloadRoutes.resume, ({ id }) => downloads.resume(id));
  handle(app, downloadRoutes.forget, ({ id }) => downloads.forget(id));
  handle(app, downloadRoutes.content, async ({ id }) => {
    const { path, name, size } = await downloads.finishedFile(id);
    return fileResponse(path, size, { "content-disposition": disposition("attachment", name) });
  });

  handle(app, imageRoutes.allowHosts, ({ body: { hosts } }, request) =>
    destinations.requireImages(hosts, typedCode(request)),
  );
  handle(app, imageRoutes.fetch, async ({ url }, { signal }) => {
    destinations.checkImage(url);
    return imageResponse(await images.fetch(url, signal));
  });

  handle(app, localKeyRoutes.list, () => localPublicKeyFiles(home));
}

const platforms: Readonly<Record<string, ShellInfo["platform"]>> = {
  linux: "linux",
  darwin: "macos",
  win32: "windows",
};

/** Returns what the page has to know of its shell. */
const describeShell = async (
  { kind, can }: Shell,
  keychain: { available(): Promise<boolean> },
  version: string,
): Promise<ShellInfo> => ({
  kind,
  platform: platforms[process.platform] ?? "other",
  version,
  keychain: await keychain.available(),
  can,
});
