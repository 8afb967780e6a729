/** A line of a list, of any quote, up to the state of its task. */
const task = /^((?:[\s>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)[ \t xX](?=\](?:\s|$))/;

/**
 * Returns a text with the task on a line, from 1, done or not, as `changeTask` does; null as well where that line is
 * another one than in the text that is shown.
 */
export function changeShownTask(text: string, shown: string, line: number, isDone: boolean): string | null {
  const lineOf = (one: string) => one.split("\n")[line - 1]?.replace(/^\ufeff|\r$/g, "");
  return lineOf(text) === lineOf(shown) ? changeTask(text, line, isDone) : null;
}

/** Returns a text with the task on a line, from 1, done or not; null where there is no task that can be changed. */
export function changeTask(text: string, line: number, isDone: boolean): string | null {
  const lines = text.split("\n");
  const before = lines[line - 1];
  if (before === undefined || !task.test(before)) return null;
  lines[line - 1] = before.replace(task, (_, start: string) => start + (isDone ? "x" : " "));
  return lines.join("\n");
}
