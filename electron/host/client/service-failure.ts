import { type Problem, ProblemError } from "../../../shared/errors.ts";

/** A call that failed on the way or was refused, with what a retry has to know. */
export class ServiceFailure extends ProblemError {
  /** Whether the same read may succeed a moment later. */
  readonly passing: boolean;
  /** Whether the service provably never saw the call. */
  readonly unsent: boolean;
  /** Whether no usable answer came at all, so that an older one may stand in. */
  readonly unreachable: boolean;
  /** Whether a web page came from something in between, such as the sign-in page of a network. */
  readonly webPage: boolean;
  /** Milliseconds that the service asked to wait. */
  readonly wait: number | undefined;

  constructor(
    problem: Partial<Problem> & Pick<Problem, "code" | "message">,
    facts: {
      passing?: boolean;
      unsent?: boolean;
      unreachable?: boolean;
      webPage?: boolean;
      wait?: number | undefined;
    } = {},
  ) {
    super(problem);
    this.name = "ServiceFailure";
    this.passing = facts.passing ?? false;
    this.unsent = facts.unsent ?? false;
    this.unreachable = facts.unreachable ?? false;
    this.webPage = facts.webPage ?? false;
    this.wait = facts.wait;
  }
}

export const canceled = () =>
  new ServiceFailure({ code: "canceled", message: "Canceled.", retry: true, changed: "unknown" });
