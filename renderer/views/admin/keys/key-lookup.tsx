import { KeyRound, Search } from "lucide-react";
import { useState } from "react";
import { getKey } from "../../../../shared/api/resources/keys.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { anyText } from "../../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { PersonAvatar } from "../../../features/avatars/person-avatar.tsx";
import { KeyText } from "../../../features/people/fingerprint.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { Section } from "../../../ui/panes/section.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import flow from "../../../ui/theme/flow.module.css";
import styles from "./admin-keys.module.css";

const keySearch = { id: anyText };

/** Form that finds an SSH key by its number, with its fingerprint and its owner. */
export function KeyLookup({ account }: { readonly account: string }) {
  const [{ id = "" }, changeSearch] = useAddressSearch(keySearch);
  const shown = /^\d+$/.test(id) ? Number(id) : null;
  const [typed, setTyped] = useState(shown === null ? "" : String(shown));
  const isNumber = /^\d+$/.test(typed.trim());
  return (
    <Section
      className={styles.section}
      title="Key lookup"
      description="Find the owner of an SSH key by the number that service logs show."
    >
      <form
        className={styles.form}
        aria-label="Key lookup"
        onSubmit={(event) => {
          event.preventDefault();
          if (isNumber) changeSearch({ id: typed.trim() }, { push: true });
        }}
      >
        <TextField
          label="Key number"
          icon={KeyRound}
          inputMode="numeric"
          value={typed}
          onChange={setTyped}
          error={typed.trim() !== "" && !isNumber ? "Enter a number." : undefined}
        />
        <Button type="submit" icon={Search} variant="primary" disabled={!isNumber}>
          Look up
        </Button>
      </form>
      {shown === null ? null : <FoundKey account={account} id={shown} />}
    </Section>
  );
}

function FoundKey({ account, id }: { readonly account: string; readonly id: number }) {
  const { data: key, error, refetch } = useOperation(getKey, { id });
  if (!key) {
    return error ? (
      <ErrorState compact {...describeProblem(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton lines={4} label="Loading key" />
    );
  }
  const { user } = key;
  return (
    <section className={styles.found} aria-label={`Key ${id}`}>
      <KeyText of={key} />
      <div className={styles.line}>
        <code className={styles.text}>{key.key}</code>
        <CopyButton text={key.key} label="Copy public key" />
      </div>
      <div className={flow.clusterWide}>
        <PersonAvatar person={user} size={32} />
        <div className={styles.who}>
          <strong>{user.name}</strong>
          <span>
            @{user.username} · {user.email ?? "no email address shown"}
          </span>
        </div>
        <Button asChild>
          <AppLink href={hrefs.admin(account, "users", { user: String(user.id) })}>Open user</AppLink>
        </Button>
      </div>
    </section>
  );
}
