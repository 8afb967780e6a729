/** Completion, hovers and errors of a text, as language servers have them. */

/** A position as the language server has it: both count from 0. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

export interface TextRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

export type Documentation = string | { readonly kind: string; readonly value: string };

/** An error or warning of a text. */
export interface TextDiagnostic {
  readonly range: TextRange;
  readonly message: string;
  /** 1 is an error, 2 a warning. */
  readonly severity?: number;
}

/** An entry of a list of completions. */
export interface TextCompletion {
  readonly label: string;
  readonly kind?: number;
  readonly detail?: string;
  readonly documentation?: Documentation;
  readonly insertText?: string;
  /** 2 is a snippet. */
  readonly insertTextFormat?: number;
  readonly textEdit?: { readonly range?: TextRange; readonly newText: string };
  readonly sortText?: string;
  readonly filterText?: string;
}

/** Documentation of the keyword at a position. */
export interface TextHover {
  readonly contents: Documentation | readonly Documentation[];
  readonly range?: TextRange;
}

/** Assistance of an editor for its text. */
export interface TextAssist {
  diagnose(text: string, signal: AbortSignal): Promise<readonly TextDiagnostic[]>;
  complete(text: string, position: TextPosition): Promise<readonly TextCompletion[]>;
  hover(text: string, position: TextPosition): Promise<TextHover | null>;
}
