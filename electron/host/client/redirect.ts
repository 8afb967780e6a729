import { decodePercent } from "../../../shared/text/decode-percent.ts";
import { isLoopback, type Reach } from "../../system/address.ts";
import { ServiceRequestError } from "./network-error.ts";

/** Target of a call; the token is sent only where `trusted`. */
export interface RedirectTarget {
  readonly origin: string;
  /** Raw path with query. */
  readonly path: string;
  readonly trusted: boolean;
}

/**
 * Returns the next target of a redirected read. On the account's own origin it has to stay below the interface's path
 * (a login page is not a response of the interface); elsewhere only bytes are followed, without the token, and never
 * from a remote service to this machine. Throws ServiceRequestError.
 */
export function nextTarget(
  from: RedirectTarget,
  location: string | null,
  base: URL,
  allowElsewhere: boolean,
): RedirectTarget {
  const current = new URL(from.origin + from.path);
  if (!location || !URL.canParse(location, current.href)) throw redirectRefused("without a valid address");
  const target = new URL(location, current);
  const path = target.pathname + target.search;
  if (target.origin === base.origin) {
    const root = `${base.pathname.replace(/\/$/, "")}/api/v4/`;
    if (target.pathname.startsWith(root)) {
      if (isSameResource(current.pathname, target.pathname, root))
        return { origin: target.origin, path, trusted: from.trusted };
      throw new ServiceRequestError({
        code: "bad_response",
        message: `${base.host} sent Helve to something else than what was requested.`,
        detail: `redirected to ${target.origin}${target.pathname}`,
      });
    }
    throw new ServiceRequestError({
      code: "bad_response",
      message: `${base.host} sent Helve to a page of its web interface (${target.pathname}) instead of responding.`,
      detail: `redirected to ${target.origin}${target.pathname}`,
    });
  }
  if (!allowElsewhere) throw redirectRefused(`to ${target.origin}`, target);
  const safe = target.protocol === "https:" || (target.protocol === "http:" && base.protocol === "http:");
  if (!safe || (isLoopback(target) && !isLoopback(base)))
    throw redirectRefused(`to ${target.origin}`, target);
  return { origin: target.origin, path, trusted: false };
}

/** Returns whether two paths below the interface are of one thing: only a project or group that moved has another path. */
function isSameResource(from: string, to: string, root: string): boolean {
  const before = segmentsOf(from, root);
  const after = segmentsOf(to, root);
  const isMoved = (index: number) =>
    index === 1 && /^(projects|groups)$/.test(before[0] ?? "") && /\D/.test(before[1] ?? "");
  return (
    before.length === after.length &&
    before.every((segment, index) => segment === after[index] || isMoved(index))
  );
}

const segmentsOf = (path: string, root: string): string[] =>
  path.slice(root.length).replace(/\/$/, "").split("/").map(decodePercent);

/** Returns the permitted addresses of a target: only a service on this machine may redirect to this machine. */
export const reachOf = ({ trusted }: RedirectTarget, base: URL): Reach =>
  trusted ? "entered" : isLoopback(base) ? "local-elsewhere" : "elsewhere";

/** Returns the error of a service whose name leads to an address that is never connected to. */
export const addressRefused = (host: string, detail: string): ServiceRequestError =>
  new ServiceRequestError({
    code: "refused",
    message: `${host} leads to a link-local address or a cloud's metadata service. Helve connects to none of them; nothing was sent.`,
    detail,
  });

/** Returns the error of a redirect that is not followed. `notSent` as in ServiceRequestError. */
export function redirectRefused(where: string, target?: URL, notSent = false): ServiceRequestError {
  const hint = target ? ` If the service has moved, change the account's URL to ${target.origin}.` : "";
  const message = `The service redirects to another address, and Helve does not send your token there.${hint}`;
  return new ServiceRequestError({ code: "refused", message, detail: `redirected ${where}` }, { notSent });
}
