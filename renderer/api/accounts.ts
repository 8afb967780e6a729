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

/** Tries a URL and token without keeping anything. */
export const checkAccount = (body: z.input<typeof checkAccountBody>, signal?: AbortSignal) =>
  hostJson(accountCheck, "/accounts/check", "POST", body, signal);

/** Keeps an account. Throws the problem `keychain` where none is on the machine. */
export const addAccount = (body: z.input<typeof addAccountBody>) =>
  hostJson(account, "/accounts", "POST", body);

/** Renames an account, or gives it a new token. */
export const changeAccount = (id: string, body: z.input<typeof changeAccountBody>) =>
  hostJson(account, `/accounts/${encodeURIComponent(id)}`, "PATCH", body);

/** Forgets an account, its token and what was cached of it. */
export const removeAccount = (id: string) => hostSend(`/accounts/${encodeURIComponent(id)}`, "DELETE");

/** Puts the accounts in a new order. */
export const orderAccounts = (ids: readonly string[]) =>
  hostJson(accountList, "/accounts/order", "PUT", { ids });
