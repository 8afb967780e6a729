import { eventChannel } from "../store/event-channel.ts";

/** Emits when jobs of a store may have to be started or ended. */
export const jobChanges = eventChannel();
