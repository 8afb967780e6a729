/** Under which name a review's answers are kept on disk; people read it in the settings. */
export const packName = (project: string, iid: number): string => `${project}!${iid}`;
