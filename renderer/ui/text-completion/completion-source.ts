/** A suggestion that may replace the typed text. */
export interface CompletionItem {
  readonly id: string;
  /** Shown, and what a screen reader says. */
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is written; a space follows. */
  readonly insert: string;
  /** A person's name: their mark stands before the label. */
  readonly person?: string | undefined;
  /** A sign before the label. */
  readonly sign?: string | undefined;
}

/** Where suggestions come from once a sign was typed. */
export interface CompletionSource {
  /** The sign that begins a word, such as `@`. */
  readonly trigger: string;
  /** What is suggested, in the plural. */
  readonly label: string;
  /** What may stand behind the sign; anything without a space where left out. */
  readonly pattern?: RegExp | undefined;
  /** Milliseconds to wait for the next key before it is searched. */
  readonly wait?: number | undefined;
  /** What matches, best first. */
  readonly search: (query: string, signal: AbortSignal) => Promise<readonly CompletionItem[]>;
}
