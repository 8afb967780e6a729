import { useParams } from "@tanstack/react-router";
import { UserRoundX } from "lucide-react";
import { getUser, getUserStatus, listUsers } from "../../../shared/api/resources/users.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { ProfileFields, StatusText } from "../../features/people/profile-fields.tsx";
import { ProjectsOfUser } from "../../features/people/projects-of-user.tsx";
import { Avatar } from "../../ui/marks/avatar.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { Section } from "../../ui/panes/section.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import layout from "../../ui/theme/layout.module.css";
import styles from "./users.module.css";

/** A user's public profile: who it is, status, contact, and the projects of their own. */
export function UserView() {
  const { account, username: name } = useParams({ from: "/a/$account/users/$username" });
  const found = useOperation(listUsers, { username: name });
  const id = found.data?.[0]?.id;
  const user = useOperation(getUser, id === undefined ? null : { id });
  const status = useOperation(getUserStatus, id === undefined ? null : { id_or_username: id }).data;
  const error = found.error ?? user.error;
  if (found.data && id === undefined) {
    return (
      <EmptyState
        page
        icon={UserRoundX}
        title="User not found"
        description={`No user of this service has the name ${name}. The user may have been renamed or deleted.`}
      />
    );
  }
  if (!user.data) {
    if (!error)
      return (
        <div className={layout.page}>
          <PageHeader title={<bdi>@{name}</bdi>} mark={<Avatar name={name} size={24} />} />
          <Skeleton page lines={8} height={28} label="Loading profile" />
        </div>
      );
    const retry = () => void (found.data ? user.refetch() : found.refetch());
    return <ErrorState {...describeProblem(error)} onRetry={retry} />;
  }
  const { data } = user;
  return (
    <div className={layout.page}>
      <PageHeader
        title={<bdi>{data.name}</bdi>}
        mark={<Avatar name={data.name} size={24} />}
        state={data.state === "active" ? null : <Badge tone="danger">{capitalize(data.state)}</Badge>}
        meta={[`@${data.username}`, data.organization, data.location].filter(Boolean).join(" · ")}
      />
      <div className={styles.content}>
        {status && (status.emoji || status.message) ? (
          <StatusText emoji={status.emoji || "speech_balloon"} message={status.message ?? ""} />
        ) : null}
        {data.bio ? <p className={styles.bio}>{data.bio}</p> : null}
        <Section title="Profile">
          <ProfileFields user={data} />
        </Section>
        <Section title="Projects" description="In their own namespace, as far as you have access">
          <ProjectsOfUser account={account} id={data.id} name={data.name} />
        </Section>
      </div>
    </div>
  );
}
