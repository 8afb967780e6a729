/** Begins the name of every window but the main one; the desktop shell opens windows of such names. */
export const windowNamePrefix = "helve-window-";
