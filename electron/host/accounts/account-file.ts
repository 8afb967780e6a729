import { join } from "node:path";
import { z } from "zod";
import { ProblemError } from "../../../shared/errors.ts";
import { readAccountUrl } from "../../../shared/host/account-url.ts";
import { accountCheck } from "../../../shared/host/accounts.ts";
import { readJsonFile, writeJsonFile } from "../storage/private-file.ts";

/** The fields of an account that are stored on disk; never its token. */
const storedAccount = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  kind: z.enum(["local", "remote"]),
  keep: z.enum(["keychain", "memory"]),
  check: accountCheck.nullable(),
});
export type StoredAccount = z.output<typeof storedAccount>;

const file = z.object({ accounts: z.array(storedAccount) });

/** `accounts.json`, in the user's order. */
export class AccountFile {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, "accounts.json");
  }

  read(): StoredAccount[] {
    return readJsonFile(this.#path, file)?.accounts ?? [];
  }

  write(accounts: readonly StoredAccount[]): void {
    writeJsonFile(this.#path, { accounts });
  }
}

/** Returns the base URL in a typed or pasted text. Throws ProblemError `invalid_input`. */
export function baseUrl(text: string): string {
  const read = readAccountUrl(text);
  if (read.kind === "url") return read.url;
  const message = read.kind === "wrong" ? read.message : "Enter the URL of a service.";
  throw new ProblemError({ code: "invalid_input", message, fields: { url: [message] } });
}
