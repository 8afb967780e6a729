import { shellRoutes } from "../../../shared/host/shell.ts";
import { callHost, toProblem } from "../../api/fetch-host.ts";
import { toast } from "../../ui/overlays/toast.tsx";

/** Opens a page of a service in the system's browser. */
export const openInBrowser = (url: string): void =>
  void callHost(shellRoutes.openExternal, { body: { url } }).catch((error: unknown) =>
    toast.problem("Could not open the link", toProblem(error)),
  );
