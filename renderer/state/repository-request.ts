import { create } from "zustand";
import type { Problem } from "../../shared/errors.ts";

/** Initial values of the dialog for opening a repository. */
export interface RepositoryRequest {
  readonly path: string;
  /** Reason why a folder could not be opened without the dialog. */
  readonly problem: Problem | null;
  /** Name of a dropped folder, whose path browsers do not expose. */
  readonly dropped: string | null;
}

/** The dialog's request; null while it is closed. */
export const useRepositoryRequest = create<{ readonly request: RepositoryRequest | null }>(() => ({
  request: null,
}));

/** Opens the dialog for opening a local repository. */
export const askForRepository = (request: Partial<RepositoryRequest> = {}): void =>
  useRepositoryRequest.setState({ request: { path: "", problem: null, dropped: null, ...request } });

export const closeRepositoryRequest = (): void => useRepositoryRequest.setState({ request: null });
