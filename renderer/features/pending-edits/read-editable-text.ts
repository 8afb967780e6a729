import type { EditableText } from "./editable-text.ts";

/** Returns the text of a file, or why it cannot be edited. The tables of encodings are loaded with the first file. */
export const readEditableText = async (bytes: Uint8Array): Promise<EditableText> =>
  (await import("./editable-text.ts")).editableText(bytes);
