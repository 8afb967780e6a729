import { ProblemError } from "../../../shared/errors.ts";
import { addressKind, isLoopback } from "../../system/address.ts";
import { baseUrl } from "../accounts/account-file.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { type Confirmations, notConfirmed } from "../confirmation/confirmations.ts";

/** Hosts that the page makes this computer send something to: each is confirmed once, before its first byte. */
export class Destinations {
  readonly #confirmations: Confirmations;
  readonly #accounts: Accounts;

  constructor(confirmations: Confirmations, accounts: Accounts) {
    this.#confirmations = confirmations;
    this.#accounts = accounts;
  }

  /**
   * Resolves where the origin of an account's URL has an account or was confirmed. With `ask` false nobody is asked.
   * Throws ProblemError `unconfirmed`, and `refused` for addresses that are never reached.
   */
  requireService(url: string, code: string | null, ask = true): Promise<void> {
    return this.#requireOrigin(new URL(baseUrl(url)), "the token", code, ask);
  }

  /** The same for the receiver of a hook. */
  requireReceiver(url: string, code: string | null): Promise<void> {
    const target = URL.canParse(url) ? new URL(url) : null;
    if (!target || !/^https?:$/.test(target.protocol)) {
      const message = "Enter the URL of a receiver, with http or https.";
      throw new ProblemError({ code: "invalid_input", message, fields: { url: [message] } });
    }
    return this.#requireOrigin(target, "events of the local service", code, true);
  }

  /** The same for a repository that the local service copies. */
  requireImport(url: string, code: string | null): Promise<void> {
    const target = URL.canParse(url) ? new URL(url) : null;
    if (!target || !/^https?:$/.test(target.protocol)) {
      const message = "Enter the URL of a repository, with http or https.";
      throw new ProblemError({ code: "invalid_input", message, fields: { import_url: [message] } });
    }
    return this.#requireOrigin(target, "requests for a repository", code, true);
  }

  async #requireOrigin(target: URL, what: string, code: string | null, ask: boolean): Promise<void> {
    refuseLinkLocal(target);
    const { origin } = target;
    if (this.#hasAccount((account) => account.origin === origin)) return;
    const missing = this.#confirmations.missing([{ kind: "origins", value: origin }]);
    if (missing.length === 0) return;
    const question = { details: [`Connect to ${origin} (${placeOf(target)}) and send it ${what}`] };
    if (!ask) throw notConfirmed(question, "Helve connects to a new service once you have confirmed it.");
    await this.#confirmations.require(question, code, missing);
  }

  /** Resolves where images may be loaded from all hosts. Throws ProblemError `unconfirmed` and `invalid_input`. */
  async requireImages(hosts: readonly string[], code: string | null): Promise<void> {
    for (const host of hosts) {
      if (!isHost(host)) throw new ProblemError({ code: "invalid_input", message: `${host} is not a host.` });
    }
    const missing = this.#missingImages(hosts);
    if (missing.length === 0) return;
    const details = missing.map(({ value }) => `Load images from ${value}, which then sees your address`);
    await this.#confirmations.require({ details }, code, missing);
  }

  /** Throws ProblemError `unconfirmed` unless images may be loaded from a URL's host. Asks nobody. */
  checkImage(url: string): void {
    const { host, protocol } = URL.canParse(url) ? new URL(url) : { host: "", protocol: "" };
    // Anything else is refused where it would be loaded.
    if (!/^https?:$/.test(protocol)) return;
    if (this.#missingImages([host]).length === 0) return;
    throw notConfirmed({ details: [`Load images from ${host}`] }, "Images of this host are not loaded yet.");
  }

  #missingImages(hosts: readonly string[]) {
    const unknown = [...new Set(hosts)].filter(
      (host) => maySendImages(host) && !this.#hasAccount((url) => url.host === host),
    );
    return this.#confirmations.missing(unknown.map((value) => ({ kind: "images", value })));
  }

  /** The local service is no destination: its port is for other programs. */
  #hasAccount(matches: (url: URL) => boolean): boolean {
    return this.#accounts.list().some(({ kind, url }) => kind === "remote" && matches(new URL(url)));
  }
}

/** Returns where a host is, as far as its text says: nothing is asked of the network before the user has agreed. */
function placeOf(target: URL): string {
  if (isLoopback(target)) return "a program on this computer";
  const kind = addressKind(target.hostname);
  if (kind === "private") return "a device of this network";
  return kind === "public" ? "an address of the internet" : "on this network or the internet";
}

/** Clouds give credentials away at such addresses. */
function refuseLinkLocal(target: URL): void {
  if (addressKind(target.hostname) !== "link-local") return;
  throw new ProblemError({
    code: "refused",
    message: `${target.host} is a link-local address or a cloud's metadata service. Helve connects to none of them; nothing was sent.`,
  });
}

/** Returns whether a host may be public: images of any other are refused where they would be loaded. */
function maySendImages(host: string): boolean {
  const target = new URL(`http://${host}/`);
  const isAddress = /^[\d.]+$|^\[/.test(target.hostname);
  return !isLoopback(target) && (!isAddress || addressKind(target.hostname) === "public");
}

const isHost = (text: string): boolean =>
  ["http:", "https:"].some((scheme) => {
    const url = `${scheme}//${text}/`;
    return URL.canParse(url) && new URL(url).host === text;
  });
