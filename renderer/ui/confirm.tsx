import { create } from "zustand";
import { AlertDialog, type AlertDialogProps } from "./alert-dialog.tsx";

export type ConfirmOptions = Omit<AlertDialogProps, "open" | "onClose">;

interface Asked {
  readonly options: ConfirmOptions | null;
  readonly open: boolean;
  readonly answer: (confirmed: boolean) => void;
}

const useAsked = create<Asked>(() => ({ options: null, open: false, answer: () => undefined }));

/** Opens a confirmation dialog and resolves with the decision. A second one cancels the first. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  useAsked.getState().answer(false);
  return new Promise((resolve) => useAsked.setState({ options, open: true, answer: resolve }));
}

/** Opens a confirmation: `if (await confirm({ title, description, confirmLabel })) …`. */
export const useConfirm = () => confirm;

/** The dialog of {@link confirm}; mounted once by the app. */
export function ConfirmHost() {
  const { options, open, answer } = useAsked();
  if (!options) return null;
  return (
    <AlertDialog
      {...options}
      open={open}
      onClose={(confirmed) => {
        answer(confirmed);
        useAsked.setState({ open: false });
      }}
    />
  );
}
