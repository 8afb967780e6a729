import { type Problem, ProblemError } from "../../../shared/errors.ts";
import type { Diagnostics } from "../diagnostics.ts";
import { toProblem } from "../problems.ts";
import type { Redactor } from "../redactor.ts";
import type { OperationResponse } from "./operation-response.ts";

export interface ReportParts {
  readonly diagnostics: Diagnostics;
  readonly redactor: Redactor;
}

/** Codes of problems that are recorded in Diagnostics: those with causes outside of the page. */
const recordedCodes: ReadonlySet<Problem["code"]> = new Set([
  "bad_response",
  "internal",
  "tls",
  "timeout",
  "unavailable",
  "uncertain_write",
]);

/**
 * Returns the response of `work` without any token that the service sent back; bytes of files stay as they are. Throws its
 * error as a ProblemError without tokens and with the operation's name, `received` until `work` has named it, and records
 * it in Diagnostics.
 */
export async function reportOperation(
  { diagnostics, redactor }: ReportParts,
  accountId: string,
  received: string,
  work: (name: (operation: string) => void) => Promise<OperationResponse>,
): Promise<OperationResponse> {
  let key = received;
  try {
    const response = await work((operation) => {
      key = operation;
    });
    const { body } = response;
    const isJson = body instanceof Uint8Array && /json/.test(response.headers.get("content-type") ?? "");
    return {
      ...response,
      headers: redactor.headers(response.headers),
      body: isJson ? redactor.json(body) : body,
    };
  } catch (error) {
    const found = toProblem(error);
    const problem = { ...redactor.problem(found), operation: found.operation ?? key };
    if (recordedCodes.has(problem.code)) {
      const message = `${problem.message} ${problem.detail}`.trim();
      diagnostics.add({ kind: "failure", accountId, operation: problem.operation, message });
    }
    throw new ProblemError(problem);
  }
}
