import {
  type CheckedOutBranch,
  getOriginal,
  type Original,
} from "../../../shared/api/resources/local-repositories.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useHostState } from "../../state/host-state.ts";

/** The repository on disk that a project was opened from; undefined for all other projects, and while it is read. */
export function useOriginal(account: string, project: string, wanted = true): Original | undefined {
  return useOriginalQuery(account, project, wanted).data ?? undefined;
}

/** Returns whether a project was opened from a repository on disk; undefined while that is read. */
export function useIsOriginal(account: string, project: string, wanted: boolean): boolean | undefined {
  const isLocal = useIsLocal(account);
  const { data, isError } = useOriginalQuery(account, project, wanted);
  if (!isLocal || isError) return false;
  return data === undefined ? undefined : data !== null;
}

/** Returns where a branch is checked out; undefined where it is not. */
export const checkedOut = (original: Original | undefined, branch: string) =>
  original?.checked_out.find((one) => one.branch === branch);

/** Returns where a branch is checked out, and how to read that again. */
export function useCheckedOut(
  account: string,
  project: string,
  branch: string,
): { readonly checkout: CheckedOutBranch | undefined; readonly recheck: () => void } {
  const { data, refetch } = useOriginalQuery(account, project, true);
  return { checkout: checkedOut(data ?? undefined, branch), recheck: () => void refetch() };
}

function useOriginalQuery(account: string, project: string, wanted: boolean) {
  const local = useIsLocal(account);
  return useOperation(getOriginal, local && wanted ? { id: project } : null, { account });
}

/** Id of the account whose service has the repositories of this computer; null where there is none. */
export const useLocalAccount = (): string | null =>
  useHostState((state) => state.accounts?.find(({ kind }) => kind === "local")?.id ?? null);

/** Returns whether an account is the one of this computer's own service. */
export const useIsLocal = (account: string): boolean => useLocalAccount() === account;
