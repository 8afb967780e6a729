import type { ReactNode } from "react";
import type { UserSummary } from "../../../../shared/api/resources/user-shapes.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import flow from "../../../ui/flow.module.css";

/** A person of a field, with a note on them. */
export const Person = ({
  person,
  children,
}: {
  readonly person: UserSummary;
  readonly children?: ReactNode;
}) => (
  <p className={flow.inline}>
    <Avatar name={person.name} size={20} /> {person.name} {children}
  </p>
);
