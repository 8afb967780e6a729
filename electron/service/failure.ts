/** An answer of the service that is not a success, thrown by handlers; `body` goes out as JSON. */
export class Failure extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(JSON.stringify(body));
    this.name = "Failure";
    this.status = status;
    this.body = body;
  }
}

/** `{"message": …}` with a status: the shape of most refusals (compat.md, section 2). */
export const refuse = (status: number, message: unknown) => new Failure(status, { message });
/** `404 Project Not Found` and its like. */
export const notFound = (what: string) => refuse(404, `404 ${what} Not Found`);
/** A missing or wrong parameter: `{"error": "ref is missing"}`. */
export const badParameter = (text: string) => new Failure(400, { error: text });
export const unauthorized = () => refuse(401, "401 Unauthorized");
export const forbidden = () => refuse(403, "403 Forbidden");
