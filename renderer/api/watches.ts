import { addedWatch, type NewWatch } from "../../shared/host/watches.ts";
import { hostJson, hostSend } from "./host.ts";

/** Watches a job or pipeline; `watching` is false where it had ended already. */
export const addWatch = (added: NewWatch) => hostJson(addedWatch, "/watches", "POST", added);

export const removeWatch = (key: string) => hostSend(`/watches/${encodeURIComponent(key)}`, "DELETE");

/** Removes those that have ended from the list. */
export const removeEndedWatches = () => hostSend("/watches", "DELETE");
