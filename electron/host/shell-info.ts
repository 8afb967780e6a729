import type { Shell, ShellInfo } from "../../shared/host/shell.ts";

const platforms: Readonly<Record<string, ShellInfo["platform"]>> = {
  linux: "linux",
  darwin: "macos",
  win32: "windows",
};

/** Returns what the page has to know of its shell. */
export const describeShell = async (
  { kind, can }: Shell,
  keychain: { available(): Promise<boolean> },
  version: string,
): Promise<ShellInfo> => ({
  kind,
  platform: platforms[process.platform] ?? "other",
  version,
  keychain: await keychain.available(),
  can,
});
