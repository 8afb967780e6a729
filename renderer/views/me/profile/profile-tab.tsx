import { ExternalLink, Pencil } from "lucide-react";
import { useRef, useState } from "react";
import type { User } from "../../../../shared/api/resources/user-shapes.ts";
import { getCurrentUser } from "../../../../shared/api/resources/users.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { serviceUrls } from "../../../features/addresses/service-urls.ts";
import { ProfileFields } from "../../../features/people/profile-fields.tsx";
import { useAccount } from "../../../state/host-state.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { Section } from "../../../ui/section.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useLostFocus } from "../../../ui/use-lost-focus.ts";
import styles from "../me.module.css";
import { EditProfile } from "./edit-profile.tsx";
import { StatusCard } from "./status-card.tsx";

/** The status and every documented field of the account's own user. */
export function ProfileTab() {
  const account = useAccountId();
  const { data: user, isPending, error, refetch } = useOperation(getCurrentUser, {});
  return (
    <div className={styles.content}>
      <StatusCard account={account} />
      {user ? (
        <Profile account={account} user={user} />
      ) : isPending ? (
        <Skeleton lines={10} label="Loading profile" />
      ) : (
        <ErrorState {...describeProblem(error)} onRetry={() => void refetch()} />
      )}
    </div>
  );
}

interface ProfileProps {
  readonly account: string;
  readonly user: User;
}

function Profile({ account, user }: ProfileProps) {
  const [editing, setEditing] = useState(false);
  const url = useAccount(account)?.url ?? "";
  const opener = useRef<HTMLButtonElement>(null);
  useLostFocus(editing, () => opener.current);
  const edit = (
    <Button ref={opener} icon={Pencil} onClick={() => setEditing(true)}>
      Edit profile
    </Button>
  );
  return (
    <Section
      title="Profile"
      className={styles.wide ?? ""}
      description={
        user.is_admin ? undefined : (
          <>
            Only administrators can change a profile through the service's interface. Change yours{" "}
            <Link href={serviceUrls.profile(url)} target="_blank" rel="noopener noreferrer">
              on the service <Icon of={ExternalLink} size={12} />
            </Link>
            .
          </>
        )
      }
      actions={user.is_admin && !editing ? edit : null}
    >
      {editing ? (
        <EditProfile account={account} user={user} onEnd={() => setEditing(false)} />
      ) : (
        <ProfileFields user={user} />
      )}
    </Section>
  );
}
