import { Link as RouterLink } from "@tanstack/react-router";
import { Link } from "../../ui/link.tsx";

interface PersonLinkProps {
  readonly account: string;
  readonly person: { readonly name: string; readonly username?: string | undefined };
}

/** A person's name, which leads to the profile where the user name is known. */
export const PersonLink = ({ account, person: { name, username } }: PersonLinkProps) =>
  username ? (
    <Link asChild quiet>
      <RouterLink to="/a/$account/users/$name" params={{ account, name: username }}>
        {name}
      </RouterLink>
    </Link>
  ) : (
    name
  );
