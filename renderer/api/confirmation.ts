import { create } from "zustand";

/** Question that the user confirms with a code that the shell printed outside of the page. */
export interface CodeQuestion {
  /** One line for each part. */
  readonly details: readonly string[];
  /** Whether the code that was typed before was not the right one. */
  readonly isWrong: boolean;
}

interface AskedQuestion extends CodeQuestion {
  readonly respond: (code: string | null) => void;
}

/** The open question, for the dialog that shows it; null while there is none. */
export const useCodeQuestion = create<{ readonly asked: AskedQuestion | null }>(() => ({ asked: null }));

const queue: { last: Promise<unknown> } = { last: Promise.resolve() };

/** Opens the dialog for a code, after earlier ones. Returns null where the user, or `signal`, canceled it. */
export function askForCode(question: CodeQuestion, signal?: AbortSignal | null): Promise<string | null> {
  const code = queue.last.then(() => openQuestion(question, signal));
  queue.last = code;
  return code;
}

function openQuestion(question: CodeQuestion, signal?: AbortSignal | null): Promise<string | null> {
  return new Promise((resolve) => {
    const respond = (code: string | null) => {
      signal?.removeEventListener("abort", cancel);
      useCodeQuestion.setState({ asked: null });
      resolve(code);
    };
    const cancel = () => respond(null);
    if (signal?.aborted) return resolve(null);
    signal?.addEventListener("abort", cancel);
    useCodeQuestion.setState({ asked: { ...question, respond } });
  });
}
