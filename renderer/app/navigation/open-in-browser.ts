import { toProblem } from "../../api/host.ts";
import { openExternal } from "../../api/settings.ts";
import { toast } from "../../ui/toast.tsx";

/** Opens a page of a service in the system's browser. */
export const openInBrowser = (url: string): void =>
  void openExternal(url).catch((error: unknown) =>
    toast.problem("Could not open the link", toProblem(error)),
  );
