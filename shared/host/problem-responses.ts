import { completeProblem, type GivenProblem, type Problem, ProblemError } from "../errors.ts";
import { parseJson } from "../text/parse-json.ts";
import { hostHeaders } from "./accounts.ts";

/** The parts of a `Response` that are read. */
interface FailedResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** Returns the error of a request to which the host does not respond. */
export const hostIsSilent = (): ProblemError =>
  new ProblemError({
    code: "unavailable",
    message: "Helve's background process does not respond. Restart Helve; nothing you typed is lost.",
    changed: "unknown",
    retry: true,
  });

/** Returns the error of the host's failed response. */
export const refusalOf = async (response: FailedResponse): Promise<ProblemError> =>
  new ProblemError(await readProblem(response));

/** Returns the problem of the host's failed response: of HEAD, which has no body, from a header. */
export async function readProblem(response: FailedResponse): Promise<Problem> {
  const header = response.headers.get(hostHeaders.problem);
  const text = header === null ? await response.text().catch(() => "") : decodeURIComponent(header);
  const found = parseJson(text);
  if (isProblem(found)) return completeProblem(found);
  return completeProblem({
    code: "bad_response",
    message: "Helve's background process sent an unexpected response.",
    detail: `HTTP ${response.status}`,
    status: response.status,
    changed: "unknown",
    retry: true,
  });
}

/** Returns whether a response's body is the host's own, and not that of something between. */
const isProblem = (body: unknown): body is GivenProblem =>
  typeof body === "object" &&
  body !== null &&
  "code" in body &&
  typeof body.code === "string" &&
  "message" in body &&
  typeof body.message === "string";
