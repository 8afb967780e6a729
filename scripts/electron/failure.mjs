/**
 * Failure to download Electron. Kinds: `refused` (the source said no), `remembered` (it did so within a day),
 * `stalled`, `network`, `checksum`, `busy` (another start downloads it), `unpack`.
 */
export class FetchFailure extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** Describes a failed connection; undici hides the reason in `cause`. */
export function describeNetworkError(error) {
  const cause = error?.cause ?? error;
  const host = cause?.hostname ?? cause?.address;
  const known = {
    ENOTFOUND: `The host name ${host ?? ""} could not be resolved.`,
    EAI_AGAIN: `The host name ${host ?? ""} could not be resolved.`,
    ECONNREFUSED: "The connection was refused.",
    ECONNRESET: "The connection was closed.",
    UND_ERR_SOCKET: "The connection was closed.",
    UND_ERR_CONNECT_TIMEOUT: "No connection could be made in time.",
  }[cause?.code];
  return known ?? String(cause?.message ?? cause);
}
