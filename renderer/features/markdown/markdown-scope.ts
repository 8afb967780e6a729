import { createContext } from "react";

/** Account and project that the references and addresses of a text belong to. */
export interface MarkdownScope {
  /** Null outside of an account, where references are text. */
  readonly account: string | null;
  /** Full path of the project; null for a text of none, such as a personal snippet. */
  readonly project: string | null;
}

/** Scope of the document that a reference is in. */
export const MarkdownScopeContext = createContext<MarkdownScope>({ account: null, project: null });

/** Returns the full path of a project as a reference writes it: of the own project, beside it, or whole. */
export function projectOfReference(own: string, written: string): string {
  if (written === "") return own;
  return written.includes("/") ? written : own.slice(0, own.lastIndexOf("/") + 1) + written;
}

/** Returns what a reference to a project begins with in a text of the project `own`, as services write it. */
export function referencePrefix(own: string | null, project: string): string {
  if (own === project) return "";
  const name = project.lastIndexOf("/") + 1;
  return own !== null && own.slice(0, own.lastIndexOf("/") + 1) === project.slice(0, name)
    ? project.slice(name)
    : project;
}
