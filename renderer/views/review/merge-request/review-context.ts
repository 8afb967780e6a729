import { createContext } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import type { ReferenceSource } from "../../../features/markdown/reference-sources.ts";

/** Elements of the page's head in which the changes show their tools. */
export interface HeadSlot {
  /** The tools of the diff, while no list of files has them. */
  readonly tools: HTMLElement;
  /** Versions, progress and the review. */
  readonly end: HTMLElement;
}

/** The context of a merge request's page. */
interface Review {
  /** Full path of the merge request's target project. */
  readonly project: string;
  readonly iid: number;
  readonly mergeRequest: MergeRequest | null;
  /** The account's user; undefined until known. */
  readonly me: { readonly id: number; readonly name: string; readonly username: string } | undefined;
  /** Whether the service has threads. */
  readonly threaded: boolean;
  /** Key under which drafts and marks of this merge request are stored. */
  readonly draftKey: string;
  /** Whether the service has reactions. */
  readonly reactable: boolean;
  /** Completions for comments. */
  readonly sources: readonly ReferenceSource[];
  /** Opens the dialog that exports the changes. */
  readonly startExport: () => void;
}

/** Returns the key under which drafts and marks of a merge request are stored. */
export const reviewKey = (account: string, project: string, iid: number): string =>
  `merge-request ${JSON.stringify([account, project, iid])}`;

export const ReviewContext = createContext<Review>({
  project: "",
  iid: 0,
  mergeRequest: null,
  me: undefined,
  threaded: true,
  draftKey: "",
  reactable: false,
  sources: [],
  startExport: () => undefined,
});
