import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { useRegisterCommands } from "../../state/commands.ts";
import { useAppLocation, usePresentAccount } from "../places/use-place.ts";
import { meCommands } from "./me-commands.ts";
import { adminCommands, placeCommands } from "./place-commands.ts";
import { windowCommands } from "./window-commands.ts";

/** Registers what can be done anywhere, and what the present place adds. */
export function useGlobalCommands(): void {
  const router = useRouter();
  const location = useAppLocation();
  const present = usePresentAccount();
  const account = present?.id;
  const isAdmin = present?.check?.user.is_admin === true;
  useRegisterCommands(
    useMemo(() => windowCommands(router), [router]),
    "window",
  );
  useRegisterCommands(
    useMemo(() => placeCommands(router, account, location), [router, account, location]),
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
