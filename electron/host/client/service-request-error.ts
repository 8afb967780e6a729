import { type Problem, ProblemError } from "../../../shared/errors.ts";

/** A call that failed on the way or was refused, with what a retry depends on. */
export class ServiceRequestError extends ProblemError {
  /** Whether the same read may succeed a moment later. */
  readonly retryable: boolean;
  /** Whether the service provably never received the call. */
  readonly notSent: boolean;
  /** Whether no usable response arrived, so that a cached one may be used. */
  readonly unreachable: boolean;
  /** Whether the response was another's web page, such as the sign-in page of a network. */
  readonly webPage: boolean;
  /** Milliseconds to wait, as requested by the service. */
  readonly retryAfterMs: number | undefined;

  constructor(
    problem: Partial<Problem> & Pick<Problem, "code" | "message">,
    details: {
      retryable?: boolean;
      notSent?: boolean;
      unreachable?: boolean;
      webPage?: boolean;
      retryAfterMs?: number | undefined;
    } = {},
  ) {
    super(problem);
    this.name = "ServiceRequestError";
    this.retryable = details.retryable ?? false;
    this.notSent = details.notSent ?? false;
    this.unreachable = details.unreachable ?? false;
    this.webPage = details.webPage ?? false;
    this.retryAfterMs = details.retryAfterMs;
  }
}

export const canceled = () =>
  new ServiceRequestError({ code: "canceled", message: "Canceled.", retry: true, changed: "unknown" });
