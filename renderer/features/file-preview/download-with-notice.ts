import type { AnyOperation, InputOf } from "../../../shared/api/contract/operation.ts";
import { startDownload } from "../../api/downloads.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { toast } from "../../ui/overlays/toast.tsx";

/** Starts a download and notifies the user of its start or failure. */
export async function downloadWithNotice<O extends AnyOperation>(
  account: string,
  operation: O,
  input: InputOf<O>,
  name: string,
): Promise<void> {
  try {
    await startDownload(account, operation, input, name);
    toast.info(`Downloading ${name}`, { description: "See progress in the status bar." });
  } catch (error) {
    toast.problem(`${name} was not downloaded`, toProblem(error));
  }
}
