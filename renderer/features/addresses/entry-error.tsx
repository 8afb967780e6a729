import { describeProblem } from "../../api/describe-problem.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { AppLink } from "./app-link.tsx";

interface EntryErrorProps {
  readonly error: unknown;
  /** Subject of the page, such as "Merge request !7". */
  readonly entry: string;
  /** The page that lists those that exist. */
  readonly list: { readonly label: string; readonly href: string };
  readonly onRetry: () => void;
}

/** Explains why the page of an entry cannot be shown; for one that does not exist, with the way to those that do. */
export function EntryError({ error, entry, list, onRetry }: EntryErrorProps) {
  const described = describeProblem(error);
  if (described.kind !== "missing") return <ErrorState {...described} onRetry={onRetry} />;
  return (
    <ErrorState
      {...described}
      title={`${entry} was not found`}
      message="It was deleted, the address is wrong, or this account does not have access."
      onRetry={onRetry}
      actions={
        <Button asChild>
          <AppLink href={list.href}>{list.label}</AppLink>
        </Button>
      }
    />
  );
}
