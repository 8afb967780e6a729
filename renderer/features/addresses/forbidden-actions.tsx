import { useParams } from "@tanstack/react-router";
import { Button } from "../../ui/button.tsx";
import { AppLink } from "./app-link.tsx";
import { hrefs } from "./hrefs.ts";

/** What to do where the account has no access: a retry alone would be refused again. */
export function ForbiddenActions() {
  const { account, project } = useParams({ strict: false });
  return (
    <>
      {account !== undefined && project !== undefined ? (
        <Button asChild>
          <AppLink href={hrefs.project(account, project)}>Back to project</AppLink>
        </Button>
      ) : null}
      <Button asChild>
        <AppLink href={hrefs.settings("accounts")}>Accounts</AppLink>
      </Button>
    </>
  );
}
