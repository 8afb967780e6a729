import { Link } from "../../ui/buttons/button.tsx";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";

interface PersonLinkProps {
  readonly account: string;
  readonly person: { readonly name: string; readonly username?: string };
}

/** A person's name, which leads to the profile where the user name is known. */
export const PersonLink = ({ account, person: { name, username } }: PersonLinkProps) =>
  username ? (
    <Link asChild quiet>
      <AppLink href={hrefs.user(account, username)}>{name}</AppLink>
    </Link>
  ) : (
    name
  );
