import type { ReactNode } from "react";
import type { Account } from "../../../shared/host/accounts.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useAccountIdentity, useAccounts } from "../../state/host-state.ts";
import { useRowDensity } from "../../ui/lists/row-density.ts";
import { Section } from "../../ui/panes/section.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import layout from "../../ui/theme/layout.module.css";
import { AppLink } from "../addresses/app-link.tsx";
import { AccountScope } from "./account-scope.tsx";
import styles from "./account-sections.module.css";

/** Entries of an account that are shown beside those of the others; its own list shows all. */
export const maxSectionEntries = 20;

interface AccountSectionsProps {
  /** Draws the section of an account, whose operations the tree below calls. */
  readonly children: (account: Account) => ReactNode;
}

/** The sections of all accounts, one below the other. */
export const AccountSections = ({ children }: AccountSectionsProps) => (
  <section className={layout.sections} aria-label="Accounts" {...focusable}>
    {useAccounts().map((account) => (
      <AccountScope key={account.id} account={account.id}>
        {children(account)}
      </AccountScope>
    ))}
  </section>
);

const focusable = { tabIndex: 0 };

interface AccountSectionProps<T> {
  readonly account: Account;
  /** Name of the entries in the plural, such as `projects`. */
  readonly name: string;
  readonly list: {
    readonly data: readonly T[] | undefined;
    readonly error: unknown;
    readonly isPending: boolean;
    readonly refetch: () => unknown;
    readonly response:
      | {
          readonly paging: {
            readonly total?: number | null | undefined;
            readonly nextPage?: number | null | undefined;
          };
        }
      | undefined;
  };
  /** Pixels of a row at the comfortable density. */
  readonly rowHeight: number;
  /** Returns how many there are in words; a number and the name unless given. */
  readonly countText?: (total: number) => string;
  /** Shown instead of no entries. */
  readonly empty?: string;
  /** Address of the account's own list. */
  readonly href: string;
  /** Draws the entries as a list of this name. */
  readonly children: (entries: readonly T[], label: string) => ReactNode;
}

/** The first entries of an account's list, with a link to all of them. */
export function AccountSection<T>(props: AccountSectionProps<T>) {
  const { account, name, list, href, empty = `No ${name}`, children } = props;
  const { countText = (total) => `${total.toLocaleString()} ${name}` } = props;
  const { data, error, isPending, response } = list;
  const height = useRowDensity()(props.rowHeight);
  const identity = useAccountIdentity()(account);
  const label = `${name} of ${identity}`;
  const total = response?.paging.total;
  const more = (total ?? data?.length ?? 0) > maxSectionEntries || response?.paging.nextPage != null;
  return (
    <Section
      className={styles.section ?? ""}
      title={identity}
      description={total == null ? undefined : countText(total)}
      actions={more ? <AppLink href={href}>All of {identity}</AppLink> : null}
    >
      {isPending ? (
        <Skeleton lines={3} height={height} mark={16} label={`Loading ${label}`} />
      ) : !data ? (
        <ErrorState compact {...describeProblem(error)} onRetry={() => void list.refetch()} />
      ) : data.length === 0 ? (
        <p className={layout.muted}>{empty}</p>
      ) : (
        children(data.slice(0, maxSectionEntries), label)
      )}
    </Section>
  );
}

interface SectionRowsProps<T> {
  readonly label: string;
  readonly entries: readonly T[];
  readonly itemKey: (entry: T) => number;
  /** Pixels of a row at the comfortable density. */
  readonly rowHeight: number;
  readonly renderItem: (entry: T) => ReactNode;
}

/** The entries of a section as rows. */
export function SectionRows<T>({ label, entries, itemKey, rowHeight, renderItem }: SectionRowsProps<T>) {
  const height = useRowDensity()(rowHeight);
  return (
    <ul className={styles.rows} aria-label={label}>
      {entries.map((entry) => (
        <li key={itemKey(entry)} style={{ height }}>
          {renderItem(entry)}
        </li>
      ))}
    </ul>
  );
}
