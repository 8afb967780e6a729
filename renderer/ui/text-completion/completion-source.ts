/** A suggestion that may replace the typed text. */
export interface CompletionItem {
  readonly id: string;
  /** Shown, and read by screen readers. */
  readonly label: string;
  readonly hint?: string | undefined;
  /** Text to write; a space follows. */
  readonly insert: string;
  /** A person's name: their avatar is shown before the label. */
  readonly person?: string | undefined;
  /** A sign before the label. */
  readonly sign?: string | undefined;
}

/** A source of suggestions for a trigger character. */
export interface CompletionSource {
  /** The sign that begins a word, such as `@`. */
  readonly trigger: string;
  /** Name of the suggestions, in the plural. */
  readonly label: string;
  /** Text that may follow the character; anything without a space where left out. */
  readonly pattern?: RegExp | undefined;
  /** Milliseconds to wait for the next key before it is searched. */
  readonly wait?: number | undefined;
  /** Returns the matches, best first. */
  readonly search: (query: string, signal: AbortSignal) => Promise<readonly CompletionItem[]>;
}
