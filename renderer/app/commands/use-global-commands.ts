import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { useAppLocation, useCurrentAccount } from "../navigation/use-app-location.ts";
import { meCommands } from "./me-commands.ts";
import { adminCommands, navigationCommands } from "./navigation-commands.ts";
import { windowCommands } from "./window-commands.ts";

/** Registers the global commands and those of the current route. */
export function useGlobalCommands(): void {
  const router = useRouter();
  const location = useAppLocation();
  const present = useCurrentAccount();
  const account = present?.id;
  const isAdmin = present?.check?.user.is_admin === true;
  useRegisterCommands(
    useMemo(() => windowCommands(router), [router]),
    "window",
  );
  useRegisterCommands(
    useMemo(() => navigationCommands(router, account, location), [router, account, location]),
    "window",
  );
  useRegisterCommands(
    useMemo(() => (account && isAdmin ? adminCommands(router, account) : []), [router, account, isAdmin]),
    "window",
  );
  useRegisterCommands(
    useMemo(() => meCommands(router, account), [router, account]),
    "window",
  );
}
