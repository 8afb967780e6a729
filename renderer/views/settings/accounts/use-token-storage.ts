import { useQuery } from "@tanstack/react-query";
import { shellQuery } from "../../../api/settings.ts";

/** Returns a sentence about where tokens are stored on this machine; empty while that is not known. */
export function useTokenStorage(): string {
  const { data } = useQuery(shellQuery);
  if (!data) return "";
  return data.keychain
    ? "Tokens are stored in the system keychain and never shown again."
    : "No system keychain available: tokens are kept in memory until you quit Helve, and never shown again.";
}
