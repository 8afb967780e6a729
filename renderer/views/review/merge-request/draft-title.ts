const mark = /^\s*(\[(wip|draft)\]|\((wip|draft)\)|(wip|draft):)\s*/i;

/** Returns a title without its draft prefix. */
export const readyTitle = (title: string): string => {
  let bare = title;
  while (mark.test(bare)) bare = bare.replace(mark, "");
  return bare;
};

/** Returns a title with the draft prefix. */
export const draftTitle = (title: string): string => (mark.test(title) ? title : `Draft: ${title}`);
