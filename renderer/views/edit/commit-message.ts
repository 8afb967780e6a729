/** Columns beyond which a subject is long, and beyond which lists cut it off; and of a line of the body. */
export const messageLimits = { subject: 50, cut: 72, line: 72 } as const;

export interface CommitMessage {
  /** The first line. */
  readonly subject: string;
  /** Text below the blank line that follows it. */
  readonly body: string;
}

/** Returns the subject and the body of a commit message. */
export function splitMessage(message: string): CommitMessage {
  const end = message.indexOf("\n");
  if (end < 0) return { subject: message, body: "" };
  return { subject: message.slice(0, end), body: message.slice(end + 1).replace(/^\n/, "") };
}

/** Returns the message with a blank line between subject and body. */
export const joinMessage = ({ subject, body }: CommitMessage): string =>
  body === "" ? subject : `${subject}\n\n${body}`;

/** Returns a hint about the subject's length. */
export function subjectHint(subject: string): string {
  const { length } = [...subject];
  const { subject: long, cut } = messageLimits;
  if (length > cut) return `${length} characters: most lists cut off after ${cut}`;
  return length > long ? `${length} characters: ${long} or fewer read best` : `${length}/${long}`;
}

/** Returns which lines of the body are longer than is usual; undefined where none is. Links cannot be wrapped. */
export function bodyHint(body: string): string | undefined {
  const { line: limit } = messageLimits;
  const long = body
    .split("\n")
    .flatMap((line, i) => ([...line].length > limit && !/^\S+$/.test(line.trim()) ? [i + 1] : []));
  if (long.length === 0) return undefined;
  const [first] = long;
  return long.length === 1
    ? `Line ${first} is longer than ${limit} characters`
    : `${long.length} lines are longer than ${limit} characters`;
}
