/** An empty table of Markdown. */
export const tableBlock = "\n| Column | Column |\n| --- | --- |\n|  |  |\n";

/** A sample diagram. */
export const diagramBlock = "\n```mermaid\nflowchart LR\n  A[Start] --> B[End]\n```\n";
