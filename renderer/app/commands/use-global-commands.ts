import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { useRegisterCommands } from "../../state/commands.ts";
import { useAppLocation, usePresentAccount } from "../places/use-place.ts";
import { placeCommands } from "./place-commands.ts";
import { windowCommands } from "./window-commands.ts";

/** Registers what can be done anywhere, and what the present place adds. */
export function useGlobalCommands(): void {
  const router = useRouter();
  const location = useAppLocation();
  const account = usePresentAccount()?.id;
  useRegisterCommands(
    useMemo(() => windowCommands(router), [router]),
    "window",
  );
  useRegisterCommands(
    useMemo(() => placeCommands(router, account, location), [router, account, location]),
    "window",
  );
}
