const mark = /^\s*(\[(wip|draft)\]|\((wip|draft)\)|(wip|draft):)\s*/i;

/** A title without the mark that makes its merge request a draft. */
export const readyTitle = (title: string): string => {
  let bare = title;
  while (mark.test(bare)) bare = bare.replace(mark, "");
  return bare;
};

/** A title with the mark; services read it off the title. */
export const draftTitle = (title: string): string => (mark.test(title) ? title : `Draft: ${title}`);
