import { Markdown, type MarkdownProps } from "../markdown/markdown.tsx";

/** The words of a comment, which stands in no folder: its relative links stay as they are. */
export function CommentText({ text, render }: Pick<MarkdownProps, "text" | "render">) {
  return <Markdown text={text} render={render} folder="" linkTo={same} imageUrl={same} onNavigate={ignore} />;
}

const same = (path: string): string => path;
const ignore = (): void => undefined;
