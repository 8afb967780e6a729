import type { ReactNode } from "react";
import { create } from "zustand";
import type { Optional } from "../../../shared/optional.ts";
import type { FormSubmission } from "../forms/form.tsx";

type Failure = FormSubmission["failure"];

/** The texts of a confirmation. */
export interface ConfirmTexts
  extends Optional<{
    /** Text that has to be typed before the action is allowed. */
    requireText: string;
  }> {
  readonly title: string;
  /** Consequences, and what is lost. */
  readonly description: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  /** Whether the confirmed action sends something to the account's service, as most do. */
  readonly sends?: boolean;
  /** Title of a failure that has none of its own. */
  readonly failureTitle?: string;
}

interface ConfirmOptions extends ConfirmTexts {
  /** Does what is confirmed, while the dialog stays open. Returns why it failed, which the dialog shows. */
  readonly attempt?: () => Promise<Failure>;
}

interface ConfirmRequest {
  readonly options: ConfirmOptions | null;
  readonly open: boolean;
  readonly isPending: boolean;
  readonly failure: Failure;
  readonly resolve: (confirmed: boolean) => void;
}

const idle = { isPending: false, failure: null };

/** The confirmation that is asked for; the dialog is in `confirm-host.tsx`. */
export const useConfirmRequest = create<ConfirmRequest>(() => ({
  ...idle,
  options: null,
  open: false,
  resolve: () => undefined,
}));

/** Opens a confirmation dialog and resolves with whether it was confirmed, and done. A second one cancels the first. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  useConfirmRequest.getState().resolve(false);
  return new Promise((resolve) => useConfirmRequest.setState({ ...idle, options, open: true, resolve }));
}

/** Opens a confirmation: `if (await confirm({ title, description, confirmLabel })) …`. */
export const useConfirm = () => confirm;

/** Ends the confirmation. */
export function closeConfirm(confirmed: boolean): void {
  useConfirmRequest.getState().resolve(confirmed);
  useConfirmRequest.setState({ ...idle, open: false });
}

/** Does what was confirmed, and closes the dialog unless it fails. */
export async function submitConfirm(): Promise<void> {
  const { options, isPending } = useConfirmRequest.getState();
  if (isPending) return;
  if (!options?.attempt) return closeConfirm(true);
  useConfirmRequest.setState({ isPending: true, failure: null });
  const failure = await options.attempt();
  // Another dialog may have taken its place.
  if (useConfirmRequest.getState().options !== options) return;
  if (failure === null) closeConfirm(true);
  else useConfirmRequest.setState({ isPending: false, failure });
}
