import type { LocalReason } from "../../../shared/api/resources/local-refusals.ts";
import type { OriginalError } from "../git/originals/original-error.ts";

/** An answer of the service that is not a success, thrown by handlers; `body` goes out as JSON. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: number,
    body: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(JSON.stringify(body));
    this.name = "Failure";
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** `{"message": …}` with a status: the shape of most refusals (docs/compatibility.md, 21). */
export const httpError = (status: number, message: unknown) => new HttpError(status, { message });
/** `404 Project Not Found` and its like. */
export const notFound = (what: string) => httpError(404, `404 ${what} Not Found`);
/** A missing or wrong parameter: `{"error": "ref is missing"}`. */
export const badParameter = (text: string) => new HttpError(400, { error: text });
/** What cannot be done with an opened repository: the sentence, its stable code and what it is about. */
export function refuseOriginal({ message, reason, details }: OriginalError): HttpError {
  return new HttpError(statuses[reason] ?? 424, { message, reason, details });
}

/** 424 (failed dependency) for what is the repository's own state, 423 for a lock, 400 for what was asked for. */
const statuses: Partial<Record<LocalReason, number>> = {
  alternates_outside: 400,
  checked_out: 400,
  dirty_worktree: 400,
  not_a_repository: 400,
  read_only: 403,
  locked: 423,
};

export const unauthorized = () => httpError(401, "401 Unauthorized");
export const forbidden = () => httpError(403, "403 Forbidden");
