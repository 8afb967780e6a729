import { z } from "zod";
import type { Collection } from "../host/documents.ts";
import { editBase, editChange, editSession, mergeDraft, wikiDraft } from "./edits.ts";
import {
  groupForm,
  hookForm,
  issueForm,
  mergeRequestForm,
  profileDraft,
  releaseForm,
  runnerDraft,
  runnerForm,
  snippetDraft,
  statusDraft,
  userDraft,
  variableNames,
} from "./forms.ts";
import {
  boardColumns,
  groupDeletions,
  layout,
  preferences,
  projectList,
  recentWork,
  tabList,
} from "./interface.ts";
import {
  inboxMarks,
  lineDrafts,
  outboxEntry,
  readChanges,
  savedSearches,
  seenMergeRequests,
} from "./reviews.ts";

/** A document that has a value and the type of that. */
const ofType = <const T extends string, S extends z.ZodType>(type: T, value: S) =>
  z.object({ type: z.literal(type), value });

/** Documents that name their type, by collection and type. */
const typed = {
  drafts: {
    "edit-session": editSession,
    "edit-change": editChange,
    "wiki-draft": wikiDraft,
    "three-way-merge": ofType("three-way-merge", mergeDraft),
    text: ofType("text", z.string()),
    form: ofType("form", z.record(z.string(), z.string())),
    "line-drafts": ofType("line-drafts", lineDrafts),
    "new-merge-request": ofType("new-merge-request", mergeRequestForm),
    "new-issue": ofType("new-issue", issueForm),
    "pipeline-variables": ofType("pipeline-variables", variableNames),
    release: ofType("release", releaseForm),
    runner: ofType("runner", runnerDraft.nullable()),
    "new-runner": ofType("new-runner", runnerForm),
    snippet: ofType("snippet", snippetDraft.nullable()),
    group: ofType("group", groupForm.nullable()),
    user: ofType("user", userDraft.nullable()),
    profile: ofType("profile", profileDraft),
    status: ofType("status", statusDraft.nullable()),
    "system-hook": ofType("system-hook", hookForm),
    "api-call": ofType("api-call", z.record(z.string(), z.string())),
  },
  "edit-bases": { "edit-base": editBase },
  layout: {
    "group-deletions": ofType("group-deletions", groupDeletions),
    "board-columns": ofType("board-columns", boardColumns),
  },
  reviews: {
    inbox: ofType("inbox", inboxMarks),
    seen: ofType("seen", seenMergeRequests),
    viewed: ofType("viewed", z.array(z.string())),
    "read-changes": ofType("read-changes", readChanges),
    "layers-below": ofType("layers-below", z.array(z.string())),
    "saved-searches": ofType("saved-searches", savedSearches),
  },
} satisfies Partial<Record<Collection, Readonly<Record<string, z.ZodType>>>>;

/** Documents of which there is one, by collection and key. */
const single = {
  preferences: { interface: preferences },
  layout: { window: layout, tabs: tabList },
  recent: { projects: projectList, palette: z.array(z.string()), work: recentWork },
  pinned: { projects: projectList },
} satisfies Partial<Record<Collection, Readonly<Record<string, z.ZodType>>>>;

/** Collections whose documents are all alike. */
const uniform = { outbox: outboxEntry } satisfies Partial<Record<Collection, z.ZodType>>;

/** Collections with documents that name their type. */
export type TypedCollection = keyof typeof typed;
/** Types of a collection's documents. */
export type DocumentType<C extends TypedCollection> = keyof (typeof typed)[C] & string;
/** A document of a type. */
export type TypedDocument<C extends TypedCollection, T extends DocumentType<C>> = z.output<
  Extract<(typeof typed)[C][T], z.ZodType>
>;
/** Collections with documents of which there is one. */
export type SingleCollection = keyof typeof single;
/** Keys of a collection's documents of which there is one. */
export type SingleKey<C extends SingleCollection> = keyof (typeof single)[C] & string;
/** The document of a key. */
export type SingleDocument<C extends SingleCollection, K extends SingleKey<C>> = z.output<
  Extract<(typeof single)[C][K], z.ZodType>
>;
/** Collections whose documents are all alike. */
export type UniformCollection = keyof typeof uniform;
/** A document of such a collection. */
export type UniformDocument<C extends UniformCollection> = z.output<(typeof uniform)[C]>;

type Shapes = Partial<Record<string, z.ZodType>>;

/**
 * Returns the shape that a document has to have; undefined for a document that no part of the page reads, as other versions
 * may have stored them.
 */
export function documentShape(collection: Collection, key: string, value: unknown): z.ZodType | undefined {
  const all: Partial<Record<string, z.ZodType>> = uniform;
  const keyed: Partial<Record<string, Shapes>> = single;
  const named: Partial<Record<string, Shapes>> = typed;
  const type = typeof value === "object" && value !== null && "type" in value ? String(value.type) : "";
  return own(all, collection) ?? own(own(keyed, collection), key) ?? own(own(named, collection), type);
}

const own = <T>(values: Partial<Record<string, T>> | undefined, name: string): T | undefined =>
  values && Object.hasOwn(values, name) ? values[name] : undefined;
