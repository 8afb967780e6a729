import { create } from "zustand";
import { AlertDialog, type AlertDialogProps } from "./alert-dialog.tsx";

export type ConfirmOptions = Omit<AlertDialogProps, "open" | "onClose">;

interface ConfirmRequest {
  readonly options: ConfirmOptions | null;
  readonly open: boolean;
  readonly resolve: (confirmed: boolean) => void;
}

const useRequest = create<ConfirmRequest>(() => ({ options: null, open: false, resolve: () => undefined }));

/** Opens a confirmation dialog and resolves with the decision. A second one cancels the first. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  useRequest.getState().resolve(false);
  return new Promise((resolve) => useRequest.setState({ options, open: true, resolve }));
}

/** Opens a confirmation: `if (await confirm({ title, description, confirmLabel })) …`. */
export const useConfirm = () => confirm;

/** The dialog of {@link confirm}; mounted once by the app. */
export function ConfirmHost() {
  const { options, open, resolve } = useRequest();
  if (!options) return null;
  return (
    <AlertDialog
      {...options}
      open={open}
      onClose={(confirmed) => {
        resolve(confirmed);
        useRequest.setState({ open: false });
      }}
    />
  );
}
