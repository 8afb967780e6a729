/** A response that is not a success, thrown; `body` is sent as JSON. */
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
    this.name = "HttpError";
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** `{"message": …}` with a status: the shape of most refusals (docs/compatibility.md, 21). */
export const httpError = (status: number, message: unknown) => new HttpError(status, { message });
/** A missing or wrong parameter: `{"error": "ref is missing"}`. */
export const badParameterError = (text: string) => new HttpError(400, { error: text });
export const unauthorizedError = () => httpError(401, "401 Unauthorized");
export const forbiddenError = () => httpError(403, "403 Forbidden");
