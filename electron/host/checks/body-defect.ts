/** Why a body is not what the service meant to send. The message completes "a response that …". */
export class BodyDefect extends Error {
  /** Whether it is a body of another content type, such as a login page, which asking again does not help. */
  readonly otherType: boolean;

  constructor(message: string, otherType = false) {
    super(message);
    this.name = "BodyDefect";
    this.otherType = otherType;
  }
}

/** Checks a body as its bytes go by. Both methods throw {@link BodyDefect}; keeps no more than it has to. */
export interface BodyCheck {
  chunk(bytes: Uint8Array): void;
  /** All bytes went by. */
  end(): void;
}
