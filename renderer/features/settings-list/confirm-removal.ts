import type { ReactNode } from "react";
import { failureOf } from "../../api/describe-problem.ts";
import { confirm } from "../../ui/overlays/confirm.tsx";
import { toast } from "../../ui/overlays/toast.tsx";

interface Removal {
  readonly verb: "Delete" | "Remove" | "Revoke" | "Unprotect";
  readonly name: string;
  /** Kind of it, in the label of the button that confirms. */
  readonly noun?: string;
  readonly description: ReactNode;
  readonly send: () => Promise<unknown>;
}

/** Asks whether something is to be removed, and removes it. Resolves to whether it is gone. */
export async function confirmRemoval({ verb, name, noun, description, send }: Removal): Promise<boolean> {
  const past = verb.endsWith("e") ? `${verb}d` : `${verb}ed`;
  const isDone = await confirm({
    title: `${verb} ${name}?`,
    description,
    confirmLabel: noun ? `${verb} ${noun}` : verb,
    danger: true,
    failureTitle: `${name} was not ${past.toLowerCase()}`,
    attempt: () => failureOf(send()),
  });
  if (isDone) toast.success(`${past} ${name}`);
  return isDone;
}
