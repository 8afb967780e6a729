import { confirmationHeader } from "../../../shared/host/shell.ts";

/** Returns the code that the user typed in the page to confirm a request; null the first time. */
export const typedCode = ({ headers }: Request): string | null => headers.get(confirmationHeader);
