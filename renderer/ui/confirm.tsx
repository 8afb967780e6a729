import { create } from "zustand";
import { AlertDialog, type AlertDialogProps } from "./alert-dialog.tsx";
import type { FormSubmission } from "./form.tsx";

type Failure = FormSubmission["failure"];

export interface ConfirmOptions extends Omit<AlertDialogProps, "open" | "submission" | "onCancel"> {
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
const useRequest = create<ConfirmRequest>(() => ({
  ...idle,
  options: null,
  open: false,
  resolve: () => undefined,
}));

/** Opens a confirmation dialog and resolves with whether it was confirmed, and done. A second one cancels the first. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  useRequest.getState().resolve(false);
  return new Promise((resolve) => useRequest.setState({ ...idle, options, open: true, resolve }));
}

/** Opens a confirmation: `if (await confirm({ title, description, confirmLabel })) …`. */
export const useConfirm = () => confirm;

function close(confirmed: boolean): void {
  useRequest.getState().resolve(confirmed);
  useRequest.setState({ ...idle, open: false });
}

async function submit(): Promise<void> {
  const { options, isPending } = useRequest.getState();
  if (isPending) return;
  if (!options?.attempt) return close(true);
  useRequest.setState({ isPending: true, failure: null });
  const failure = await options.attempt();
  // Another dialog may have taken its place.
  if (useRequest.getState().options !== options) return;
  if (failure === null) close(true);
  else useRequest.setState({ isPending: false, failure });
}

/** The dialog of {@link confirm}; mounted once by the app. */
export function ConfirmHost() {
  const { options, open, isPending, failure } = useRequest();
  if (!options) return null;
  const { attempt, ...shown } = options;
  return (
    <AlertDialog
      {...shown}
      open={open}
      submission={{ submit: () => void submit(), isPending, failure }}
      onCancel={() => close(false)}
    />
  );
}
