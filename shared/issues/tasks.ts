/** Fenced code, in which there are no tasks. */
const fenced = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm;
const task = /^(?:[ \t]*>)*[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)+\[([ \txX])\][ \t]+\S/gm;

/** Numbers of tasks (`- [ ]`) of a text, and of those that are done. */
export interface TaskCount {
  readonly count: number;
  readonly done: number;
}

/** Counts the tasks of a text of Markdown; those that do not apply (`- [~]`) are no tasks. */
export function countTasks(text: string): TaskCount {
  const total = { count: 0, done: 0 };
  for (const [, mark = ""] of text.replace(fenced, "").matchAll(task)) {
    total.count++;
    if (mark.trim() !== "") total.done++;
  }
  return total;
}
