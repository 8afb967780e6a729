import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { ProblemError } from "../../../shared/errors.ts";
import type {
  Account,
  AccountCheck,
  addAccountBody,
  changeAccountBody,
} from "../../../shared/host/accounts.ts";
import { notFoundError } from "../diagnostics/problems.ts";
import type { LocalSocket } from "../network/local-socket.ts";
import { type AccountFile, baseUrl, type StoredAccount } from "./account-file.ts";
import type { TokenVault } from "./keychain.ts";

/** Id of the account of Helve's own service. */
export const localId = "local";

export interface LocalService {
  readonly url: string;
  /** In memory only; replaced when its process is started again. */
  readonly token: string;
  /** Socket of the current process, used instead of the URL's port. */
  readonly socket?: LocalSocket;
  /** Reason why the service does not run, in the user's words; null where it does. */
  readonly problem?: string | null;
}

/** Reads a token's user. Throws ProblemError. */
type Checker = (url: string, token: string) => Promise<AccountCheck>;

interface Watcher {
  changed(accounts: readonly Account[]): void;
  /** The account is gone, or belongs to another token now: nothing of it may stay. */
  dropped(id: string): void;
}

/** The accounts in the user's order, on disk without their tokens. */
export class Accounts {
  readonly #file: AccountFile;
  readonly #vault: TokenVault;
  readonly #check: Checker;
  readonly #watcher: Watcher;
  #stored: StoredAccount[];
  readonly #local: LocalService | undefined;

  constructor(
    file: AccountFile,
    vault: TokenVault,
    check: Checker,
    watcher: Watcher,
    local: LocalService | undefined,
  ) {
    this.#file = file;
    this.#vault = vault;
    this.#check = check;
    this.#watcher = watcher;
    this.#stored = file.read();
    this.#local = local;
    if (local) this.#placeLocal(local);
  }

  list(): Account[] {
    return this.#visible().map(({ id, name, url, kind, check, keep }) => ({
      id,
      name,
      url,
      kind,
      token: this.#vault.storage(id, keep),
      check,
    }));
  }

  /** Throws ProblemError `not_found`. */
  get(id: string): StoredAccount {
    const found = this.#visible().find((account) => account.id === id);
    if (!found) throw notFoundError("This account");
    return found;
  }

  /** The account's token. Throws ProblemError `unauthorized`, `keychain`, or `unavailable` for a local service that does not run. */
  async token(id: string): Promise<string> {
    if (id === localId && this.#local?.problem) {
      throw new ProblemError({ code: "unavailable", message: this.#local.problem });
    }
    if (id === localId && this.#local) this.#vault.setInMemory(localId, this.#local.token);
    const before = this.#vault.storage(id, this.get(id).keep);
    const token = await this.#vault.read(id, this.get(id).keep);
    if (token !== null) return token;
    if (before !== "missing") this.#watcher.changed(this.list());
    throw new ProblemError({
      code: "unauthorized",
      message: "This account's token is no longer on this computer. Enter it again under Settings, Accounts.",
    });
  }

  check(url: string, token: string): Promise<AccountCheck> {
    return this.#check(baseUrl(url), token);
  }

  async add({ url, token, name, keep }: z.output<typeof addAccountBody>): Promise<Account> {
    const base = baseUrl(url);
    const check = await this.#check(base, token);
    this.#refuseDuplicate(base, check);
    const id = randomUUID();
    await this.#vault.keep(id, token, keep);
    this.#refuseDuplicate(base, check);
    const account = {
      id,
      name: name ?? this.#nameFor(base, check),
      url: base,
      kind: "remote",
      keep,
      check,
    } as const;
    this.#save([...this.#stored, account]);
    return this.#shown(id);
  }

  async change(id: string, { name, token }: z.output<typeof changeAccountBody>): Promise<Account> {
    const account = this.get(id);
    const check = token === undefined ? account.check : await this.#newToken(account, token);
    this.#replace({ ...this.get(id), name: name ?? this.get(id).name, check });
    return this.#shown(id);
  }

  /** Reads the token's user and the service's version again. Throws ProblemError. */
  async recheck(id: string): Promise<void> {
    const check = await this.#check(this.get(id).url, await this.token(id));
    this.#replace({ ...this.get(id), check });
  }

  async remove(id: string): Promise<void> {
    if (this.get(id).kind === "local") {
      throw new ProblemError({
        code: "refused",
        message: "The local service is part of Helve and cannot be removed.",
      });
    }
    await this.#vault.forget(id, this.get(id).keep);
    this.#save(this.#stored.filter((account) => account.id !== id));
    this.#watcher.dropped(id);
  }

  /** Throws ProblemError `invalid_input` unless every account is named once. */
  order(ids: readonly string[]): Account[] {
    const known = this.#visible().map(({ id }) => id);
    if (ids.length !== known.length || !known.every((id) => ids.includes(id))) {
      const message = "The order must contain every account once.";
      throw new ProblemError({ code: "invalid_input", message, fields: { ids: [message] } });
    }
    const hidden = this.#stored.filter((account) => !known.includes(account.id));
    this.#save([...ids.map((id) => this.get(id)), ...hidden]);
    return this.list();
  }

  async #newToken(account: StoredAccount, token: string): Promise<AccountCheck> {
    if (account.kind === "local") {
      throw new ProblemError({
        code: "refused",
        message: "Helve creates the local service's token itself.",
      });
    }
    const check = await this.#check(account.url, token);
    if (account.check && account.check.user.id !== check.user.id) {
      const message = `This token belongs to ${check.user.username}, not to ${account.check.user.username}. Add it as an account of its own.`;
      throw new ProblemError({ code: "conflict", message, fields: { token: [message] } });
    }
    await this.#vault.keep(account.id, token, account.keep);
    return check;
  }

  #refuseDuplicate(url: string, check: AccountCheck): void {
    const twin = this.#visible().find((other) => other.url === url && other.check?.user.id === check.user.id);
    if (!twin) return;
    const message = `${check.user.username} on this service is already added, as “${twin.name}”.`;
    throw new ProblemError({ code: "conflict", message, fields: { url: [message] } });
  }

  #nameFor(url: string, { user }: AccountCheck): string {
    const { host, pathname } = new URL(url);
    const plain = host + pathname.replace(/\/$/, "");
    const names = new Set(this.#stored.map(({ name }) => name));
    if (!names.has(plain)) return plain;
    const named = `${user.username} at ${plain}`;
    const numbered = (number: number): string => (number === 1 ? named : `${named} (${number})`);
    let number = 1;
    while (names.has(numbered(number))) number++;
    return numbered(number);
  }

  #placeLocal({ url, token }: LocalService): void {
    this.#vault.setInMemory(localId, token);
    const known = this.#stored.find(({ id }) => id === localId);
    const fresh = { id: localId, name: "Local", kind: "local", keep: "memory", check: null } as const;
    const account: StoredAccount = { ...fresh, ...known, url: baseUrl(url) };
    this.#stored = known
      ? this.#stored.map((other) => (other.id === localId ? account : other))
      : [account, ...this.#stored];
    this.#file.write(this.#stored);
  }

  /** The local account is on disk also while its service does not run, for its name and position. */
  #visible(): StoredAccount[] {
    return this.#stored.filter(({ kind }) => kind === "remote" || this.#local !== undefined);
  }

  #shown(id: string): Account {
    const found = this.list().find((account) => account.id === id);
    if (!found) throw notFoundError("This account");
    return found;
  }

  #replace(account: StoredAccount): void {
    this.#save(this.#stored.map((other) => (other.id === account.id ? account : other)));
  }

  #save(accounts: StoredAccount[]): void {
    this.#file.write(accounts);
    this.#stored = accounts;
    this.#watcher.changed(this.list());
  }
}
