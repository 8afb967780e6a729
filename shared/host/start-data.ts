import { z } from "zod";
import { appearanceDefaults } from "../documents/interface-defaults.ts";
import { accountList } from "./accounts.ts";
import { type Collection, documentList } from "./documents.ts";

/** Collections of documents that the first paint reads. */
export const startCollections = ["preferences", "layout", "recent", "pinned"] as const satisfies Collection[];

/** A response to a read of an operation, from the host's cache. */
const startResponse = z.object({
  /** As the host's routes have it, with the parameters for the host. */
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  /** JSON. */
  body: z.string(),
});
export type StartResponse = z.output<typeof startResponse>;

/** Header of the reads with which a page starts: the address it was opened at. */
export const startHeader = "helve-start";

/**
 * The data in the page's HTML, put there by the host so that the first paint waits for no further request: JSON in a script element
 * of the id {@link startDataId}, which is data and never run.
 */
export const startData = z.object({
  documents: z.partialRecord(z.enum(startCollections), documentList),
  /** As the host's events name them; missing where they could not be read. */
  accounts: accountList.optional(),
  /** Those that the page at the address began with when it was last opened there. */
  responses: z.array(startResponse).optional(),
});
export type StartData = z.output<typeof startData>;

/** The window before its view, as HTML. */
export interface Frame {
  readonly html: string;
  /** Address that it shows: that of the active tab, where the page was opened without one. */
  readonly href: string;
}

/** Draws the frame of a page that is opened at an address of the app. */
export type DrawFrame = (data: StartData, href: string) => Frame;

/** Returns the JSON at a path of the host's routes. */
export type ReadPath = (path: string) => Promise<unknown>;

/** Makes the reads that the page at an address of the app begins with. */
export type ReadFirst = (href: string, read: ReadPath) => Promise<unknown>;

export const startDataId = "start-data";

/** Files that a view needs besides those of every start; the build writes a list of them beside the page's HTML. */
export const viewFiles = z.object({
  /** Regular expression of the address. */
  path: z.string(),
  /** Scripts and styles, as paths from the root. */
  files: z.array(z.string()),
});
export type ViewFiles = z.output<typeof viewFiles>;

/** Key of the document of the preferences, in the collection of this name. */
export const preferencesKey = "interface";

/** The part of the preferences that the page's root element shows. */
export const appearance = z.object({
  theme: z.enum(["system", "light", "dark", "contrast"]).default(appearanceDefaults.theme),
  density: z.enum(["comfortable", "compact"]).default(appearanceDefaults.density),
  /** Face of the interface: the one that Helve ships, or the system's. */
  font: z.enum(["inter", "system"]).default(appearanceDefaults.font),
  /** Font size of the interface in pixels. */
  fontSize: z.int().min(11).max(20).default(appearanceDefaults.fontSize),
  /** Font size of code in pixels. */
  codeSize: z.int().min(10).max(24).default(appearanceDefaults.codeSize),
  motion: z.enum(["system", "reduced", "full"]).default(appearanceDefaults.motion),
});
export type Appearance = z.output<typeof appearance>;

/** Returns the stored appearance among the documents; undefined where it is not one, as another version may have stored. */
export const appearanceOf = ({ documents }: StartData): Appearance | undefined =>
  appearance.safeParse(documents.preferences?.find(({ key }) => key === preferencesKey)?.value ?? {}).data;
