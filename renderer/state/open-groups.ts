import { create } from "zustand";

const none: ReadonlySet<string> = new Set();

const useStore = create<Readonly<Record<string, ReadonlySet<string>>>>(() => ({}));

/** Returns the full paths of the groups that are open in the tree of an account; all views show the same tree. */
export const useOpenGroups = (account: string): ReadonlySet<string> =>
  useStore((state) => state[account] ?? none);

export const setOpenGroups = (account: string, open: ReadonlySet<string>): void =>
  useStore.setState({ [account]: open });

/** Opens further groups of an account's tree. */
export function openGroups(account: string, paths: readonly string[]): void {
  const open = useStore.getState()[account] ?? none;
  if (paths.some((path) => !open.has(path))) setOpenGroups(account, new Set([...open, ...paths]));
}
