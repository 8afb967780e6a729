import type { z } from "zod";
import {
  account,
  accountCheck,
  accountList,
  type addAccountBody,
  type changeAccountBody,
  type checkAccountBody,
} from "../../shared/host/accounts.ts";
import { hostJson, hostSend } from "./host.ts";

/** Checks a URL and token without storing anything. */
export const checkAccount = (body: z.input<typeof checkAccountBody>, signal?: AbortSignal) =>
  hostJson(accountCheck, "/accounts/check", "POST", body, signal);

/** Stores an account. Throws the problem `keychain` where the machine has none. */
export const addAccount = (body: z.input<typeof addAccountBody>) =>
  hostJson(account, "/accounts", "POST", body);

/** Renames an account, or gives it a new token. */
export const changeAccount = (id: string, body: z.input<typeof changeAccountBody>) =>
  hostJson(account, `/accounts/${encodeURIComponent(id)}`, "PATCH", body);

/** Deletes an account, its token and its cache. */
export const removeAccount = (id: string) => hostSend(`/accounts/${encodeURIComponent(id)}`, "DELETE");

/** Changes the order of the accounts. */
export const orderAccounts = (ids: readonly string[]) =>
  hostJson(accountList, "/accounts/order", "PUT", { ids });
