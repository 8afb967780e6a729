import type { Hono } from "hono";
import { accountRoutes, type PinnedResource } from "../../../shared/host/accounts.ts";
import { artifactRoutes } from "../../../shared/host/artifacts.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { ArtifactArchives } from "../artifacts/artifact-archives.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import type { Connections } from "../client/connections.ts";
import { typedCode } from "../confirmation/confirmations.ts";
import type { AccountPictures } from "../images/account-pictures.ts";
import { readUpload } from "../images/read-upload.ts";
import { handle } from "../page/handle-route.ts";
import { imageResponse } from "../page/responses.ts";
import type { Destinations } from "../questions/destinations.ts";

interface AccountParts {
  readonly accounts: Accounts;
  readonly connections: Connections;
  readonly destinations: Destinations;
  readonly cache: ResponseCache;
  readonly pictures: AccountPictures;
  readonly archives: ArtifactArchives;
  readonly closing: AbortSignal;
}

/** Serves accounts and what is read of one, but for the operations. */
export function serveAccounts(app: Hono, parts: AccountParts): void {
  const { accounts, connections, destinations, cache, pictures, archives, closing } = parts;
  handle(app, accountRoutes.list, () => accounts.list());
  handle(app, accountRoutes.check, async ({ body: { url, token, ask } }, request) => {
    await destinations.requireService(url, typedCode(request), ask);
    return accounts.check(url, token);
  });
  handle(app, accountRoutes.add, async ({ body }, request) => {
    await destinations.requireService(body.url, typedCode(request));
    return accounts.add(body);
  });
  handle(app, accountRoutes.order, ({ body }) => accounts.order(body.ids));
  handle(app, accountRoutes.change, ({ id, body }) => accounts.change(id, body));
  handle(app, accountRoutes.reconnect, ({ id }) => connections.get(id).reconnect());
  handle(app, accountRoutes.liftRateLimit, ({ id }) => connections.get(id).client.gate.lift());
  handle(app, accountRoutes.remove, ({ id }) => accounts.remove(id));
  handle(app, accountRoutes.picture, async ({ account, url }, { signal }) =>
    imageResponse(await pictures.fetch(account, url, signal)),
  );
  handle(app, accountRoutes.avatar, async ({ account, url }, { signal }) =>
    imageResponse(await pictures.fetchAvatar(account, url, signal)),
  );
  handle(app, accountRoutes.upload, async ({ account, ...upload }, { signal }) => {
    const { client, policy } = connections.get(account);
    return imageResponse(await readUpload({ account, client, cache, policy: () => policy }, upload, signal));
  });
  handle(app, accountRoutes.pinned, ({ id }) =>
    cache.listPinned(accounts.get(id).id).map(
      ({ pinnedAt, ...pinned }): PinnedResource => ({
        ...pinned,
        pinned_at: new Date(pinnedAt).toISOString(),
      }),
    ),
  );
  handle(app, accountRoutes.unpin, ({ id, name }) => cache.unpin(accounts.get(id).id, name));
  handle(app, artifactRoutes.list, ({ id, path }, { signal }) =>
    archives.list(id, path, AbortSignal.any([signal, closing])),
  );
}
