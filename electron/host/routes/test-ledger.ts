import type { Hono } from "hono";
import { testLedgerRoutes } from "../../../shared/host/test-ledger.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { handle } from "../page/handle-route.ts";
import type { TestLedgerStore } from "../test-ledger/test-ledger.ts";

interface TestLedgerParts {
  readonly accounts: Accounts;
  readonly ledger: TestLedgerStore;
}

/** Serves the results of tests that are on disk, of accounts that there are. */
export function serveTestLedger(app: Hono, { accounts, ledger }: TestLedgerParts): void {
  const scopeOf = ({ id, project }: { readonly id: string; readonly project: string }) => ({
    account: accounts.get(id).id,
    project,
  });
  handle(app, testLedgerRoutes.get, (input) => ledger.get(scopeOf(input), input));
  handle(app, testLedgerRoutes.known, (input) => ledger.known(scopeOf(input)));
  handle(app, testLedgerRoutes.failure, (input) => ledger.failure(scopeOf(input), input.test));
  handle(app, testLedgerRoutes.put, ({ id, pipeline, body }) =>
    ledger.put(scopeOf({ id, project: body.project }), pipeline, body),
  );
}
