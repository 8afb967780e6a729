import { useParams } from "@tanstack/react-router";
import { Button } from "../../ui/buttons/button.tsx";
import { AppLink } from "./app-link.tsx";
import { hrefs } from "./hrefs.ts";

/** Ways out of content that the account has no access to: a retry alone would be refused again. */
export function ForbiddenActions() {
  // Of the view's own route, also while it is left.
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
