import { createContext, use } from "react";
import type { IssueDetail } from "../../../shared/api/resources/issue-shapes.ts";
import type { ReferenceSource } from "../../features/markdown/reference-sources.ts";

/** The context of an issue's page. */
interface IssueScope {
  readonly account: string;
  /** Full path of the issue's project. */
  readonly project: string;
  readonly iid: number;
  readonly issue: IssueDetail;
  /** The account's user; undefined until known. */
  readonly me: { readonly id: number; readonly name: string; readonly username: string } | undefined;
  /** Key under which drafts of this issue are stored. */
  readonly draftKey: string;
  /** Whether the service has threads. */
  readonly threaded: boolean;
  /** Whether the service has reactions. */
  readonly reactable: boolean;
  /** Completions for comments. */
  readonly sources: readonly ReferenceSource[];
}

/** Returns the key under which drafts of an issue are stored. */
export const issueKey = (account: string, project: string, iid: number): string =>
  `issue ${JSON.stringify([account, project, iid])}`;

export const IssueContext = createContext<IssueScope | null>(null);

/** Returns the scope of the issue whose page is shown. */
export function useIssue(): IssueScope {
  const scope = use(IssueContext);
  if (!scope) throw new Error("No issue here");
  return scope;
}
