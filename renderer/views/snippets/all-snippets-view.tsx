import { SquareCode } from "lucide-react";
import { listSnippets } from "../../../shared/api/resources/snippets.ts";
import type { Account } from "../../../shared/host/accounts.ts";
import { useOperation } from "../../api/use-operation.ts";
import {
  AccountSection,
  AccountSections,
  maxSectionEntries,
  SectionRows,
} from "../../features/accounts/account-sections.tsx";
import { AccountSwitch } from "../../features/accounts/account-switch.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import layout from "../../ui/theme/layout.module.css";
import { addressOf } from "./model/snippet-address.ts";
import { rowHeight, SnippetRow } from "./snippets-view.tsx";

/** The user's own snippets of every account. */
export const AllSnippetsView = () => (
  <section className={layout.page} aria-label="Snippets of all accounts">
    <PageHeader title="Snippets" icon={SquareCode} state={<AccountSwitch list="snippets" account={null} />} />
    <AccountSections>{(account) => <SnippetsOfAccount account={account} />}</AccountSections>
  </section>
);

function SnippetsOfAccount({ account }: { readonly account: Account }) {
  const list = useOperation(listSnippets, { per_page: maxSectionEntries });
  return (
    <AccountSection
      account={account}
      name="snippets"
      list={list}
      rowHeight={rowHeight}
      href={hrefs.snippets(account.id)}
    >
      {(entries, label) => (
        <SectionRows
          label={label}
          entries={entries}
          itemKey={({ id }) => id}
          rowHeight={rowHeight}
          renderItem={(snippet) => (
            <SnippetRow address={addressOf(account.id, null, snippet)} snippet={snippet} showAuthor={false} />
          )}
        />
      )}
    </AccountSection>
  );
}
