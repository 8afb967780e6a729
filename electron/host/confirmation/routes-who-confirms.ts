import { byShell, nobody, type WhoConfirms } from "./who-confirms.ts";

const ownData = "Helve's own data of an account, on this computer";
const ownService = "requests the account's own service, without its token";
const traces = "reads a log of an account's own service";
const events = "reports to the page";

/**
 * Every route of the host with who confirms it. A route that is not in this table is not served, and a test compares it
 * with the routes that there are.
 */
export const routesWhoConfirms: Readonly<Record<string, WhoConfirms>> = {
  "GET /accounts": nobody("lists accounts without their tokens"),
  "POST /accounts/check": byShell("a token, which is any text, is sent to a new service"),
  "POST /accounts": byShell("a token, which is any text, is sent to a new service"),
  "PUT /accounts/order": nobody(ownData),
  "PATCH /accounts/:id": nobody("sends the token to the service that the account was confirmed with"),
  "DELETE /accounts/:id/rate-limit": nobody("requests go on before the service's own limit ends"),
  "DELETE /accounts/:id": nobody("deletes; what the user wrote is on the service"),
  "GET /accounts/:account/picture": nobody(ownService),
  "GET /accounts/:id/pinned": nobody(ownData),
  "DELETE /accounts/:id/pinned": nobody(ownData),
  "GET /accounts/:id/artifact-entries": nobody("reads an archive of the account's own service"),
  "ALL /accounts/:id/operations/*": nobody(
    "what the account's token may do on its own service; of the local account local-operations-who-confirms.ts says more",
  ),
  "GET /cache": nobody(ownData),
  "DELETE /cache": nobody("deletes what can be fetched again"),
  "GET /events": nobody(events),
  "GET /events/state": nobody(events),
  "GET /documents/:collection": nobody("drafts and layout of the page itself"),
  "GET /documents/:collection/:key": nobody("drafts and layout of the page itself"),
  "PUT /documents/:collection/:key": nobody("drafts and layout of the page itself"),
  "DELETE /documents/:collection/:key": nobody("drafts and layout of the page itself"),
  "GET /downloads": nobody(ownData),
  "POST /downloads": nobody(
    "a new file in the folder for downloads, by a name that no program reads by itself; the shell confirmed the folder",
  ),
  "POST /downloads/:id/cancel": nobody(ownData),
  "POST /downloads/:id/resume": nobody(ownData),
  "DELETE /downloads/:id": nobody("the file stays"),
  "GET /downloads/:id/content": nobody("a file that Helve downloaded for the page"),
  "POST /traces/prepare": nobody("starts a thread of Helve's own"),
  "POST /traces/prepare-search": nobody("starts threads of Helve's own"),
  "POST /traces/search": nobody(traces),
  ...Object.fromEntries(
    [
      ...[
        "follow",
        "text",
        "search",
        "compare",
        "lines",
        "end",
        "sections",
        "findings",
        "match-lines",
        "next-match",
      ],
      ...["match-rank", "match-ranges", "match-rows", "match-row", "compared-rows", "next-change", "unfold"],
    ].map((name) => [`GET /traces/:account/:project/:job/${name}`, nobody(traces)]),
  ),
  "POST /traces/:account/:project/:job/rest": nobody(traces),
  "GET /watches": nobody(ownData),
  "POST /watches": nobody("reads a job of an account's own service"),
  "DELETE /watches": nobody(ownData),
  "DELETE /watches/:key": nobody(ownData),
  "GET /settings": nobody("holds no secret"),
  "PATCH /settings": byShell("trust moves to a proxy or certificate, or downloads to another folder"),
  "GET /shell": nobody("what the shell can do"),
  "POST /shell/open-external": nobody(
    "the system's browser comes to the front with the address, as for any link; http and https alone",
  ),
  "POST /shell/choose-folder": nobody("the dialog of the system is the confirmation"),
  "PUT /shell/menu": nobody("keys beside entries of the menu"),
  "POST /shell/show-download": nobody("shows a file that Helve downloaded, without opening it"),
  "POST /remote-images/hosts": byShell("requests that any text can be part of are sent to new hosts"),
  "GET /remote-image": nobody("public hosts that were confirmed before, and no others"),
  "POST /ssh-keys": nobody("public keys, which are made to be shown"),
  "GET /diagnostics": nobody("holds no secret"),
  "POST /diagnostics": nobody("a line in Diagnostics"),
  "DELETE /diagnostics": nobody("lines of Diagnostics"),
};
