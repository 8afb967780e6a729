/** Id of this window for as long as its page is loaded; sent with what it stores, so that it can tell its own writes. */
export const windowId: string = crypto.randomUUID();
