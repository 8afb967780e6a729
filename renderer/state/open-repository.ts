import { create } from "zustand";
import type { Problem } from "../../shared/errors.ts";

/** What the dialog for opening a repository begins with. */
export interface OpenRequest {
  readonly path: string;
  /** Why the user meets the dialog where a folder was to be opened without it. */
  readonly problem: Problem | null;
  /** Name of a folder whose path the browser keeps to itself. */
  readonly dropped: string | null;
}

/** The dialog's request; null while it is closed. */
export const useOpenRequest = create<{ readonly request: OpenRequest | null }>(() => ({ request: null }));

/** Opens the dialog that asks for a repository of this computer's disk. */
export const askForRepository = (request: Partial<OpenRequest> = {}): void =>
  useOpenRequest.setState({ request: { path: "", problem: null, dropped: null, ...request } });

export const closeOpenRequest = (): void => useOpenRequest.setState({ request: null });
