import { Button } from "../../ui/button.tsx";
import { AppLink } from "./app-link.tsx";
import { hrefs } from "./hrefs.ts";
import { parseAddress } from "./parse-address.ts";
import { useRoutePath } from "./use-route-path.ts";

/** Ways out of content that the account has no access to: a retry alone would be refused again. */
export function ForbiddenActions() {
  const location = parseAddress(useRoutePath());
  return (
    <>
      {location.kind === "project" ? (
        <Button asChild>
          <AppLink href={hrefs.project(location.account, location.project)}>Back to project</AppLink>
        </Button>
      ) : null}
      <Button asChild>
        <AppLink href={hrefs.settings("accounts")}>Accounts</AppLink>
      </Button>
    </>
  );
}
