import { eventChannel } from "../store/event-channel.ts";

/** Calls a listener each time jobs of a store may have to be started or ended, and notifies of such a change. */
export const { on: onJobChanges, emit: notifyJobChanges } = eventChannel();
