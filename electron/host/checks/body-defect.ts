/** Defect of a body. The message completes "a response that …". */
export class BodyDefect extends Error {
  /** Whether it is a body of another content type, such as a login page, which a retry does not change. */
  readonly otherType: boolean;
  constructor(message: string, otherType = false) {
    super(message);
    this.name = "BodyDefect";
    this.otherType = otherType;
  }
}

/** A body beyond a limit of Helve (`body-limits.ts`), which a retry does not change either. */
export class OversizedBody extends BodyDefect {}

/** Checks a body as its bytes arrive, buffering no more than it has to. Both methods throw {@link BodyDefect}. */
export interface BodyCheck {
  chunk(bytes: Uint8Array): void;
  /** Checks the end of the body. */
  end(): void;
}
