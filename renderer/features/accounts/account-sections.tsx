import type { ReactNode } from "react";
import type { Account } from "../../../shared/host/accounts.ts";
import { AccountContext } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useAccounts } from "../../state/host-state.ts";
import { useRowDensity } from "../../ui/lists/row-density.ts";
import { Section } from "../../ui/panes/section.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import layout from "../../ui/theme/layout.module.css";
import { AppLink } from "../addresses/app-link.tsx";
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
      <AccountContext key={account.id} value={account.id}>
        {children(account)}
      </AccountContext>
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
  readonly itemKey: (item: T) => number;
  /** Pixels of a row at the comfortable density. */
  readonly rowHeight: number;
  readonly renderItem: (item: T) => ReactNode;
  /** Address of the account's own list. */
  readonly href: string;
}

/** The first entries of an account's list, with a link to all of them. */
export function AccountSection<T>(props: AccountSectionProps<T>) {
  const { account, name, list, itemKey, renderItem, href } = props;
  const { data, error, isPending, response } = list;
  const height = useRowDensity()(props.rowHeight);
  const total = response?.paging.total;
  const more = (total ?? data?.length ?? 0) > maxSectionEntries || response?.paging.nextPage != null;
  return (
    <Section
      className={styles.section ?? ""}
      title={account.name}
      description={total == null ? undefined : `${total.toLocaleString()} ${name}`}
      actions={more ? <AppLink href={href}>All of {account.name}</AppLink> : null}
    >
      {isPending ? (
        <Skeleton lines={3} height={height} mark={16} label={`Loading ${name} of ${account.name}`} />
      ) : !data ? (
        <ErrorState compact {...describeProblem(error)} onRetry={() => void list.refetch()} />
      ) : data.length === 0 ? (
        <p className={layout.muted}>No {name}</p>
      ) : (
        <ul className={styles.rows} aria-label={`${name} of ${account.name}`}>
          {data.slice(0, maxSectionEntries).map((item) => (
            <li key={itemKey(item)} style={{ height }}>
              {renderItem(item)}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
