import { lazy, Suspense } from "react";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import type { DrawnMarkdownProps } from "./drawn-markdown.tsx";

const DrawnMarkdown = lazy(async () => ({ default: (await import("./drawn-markdown.tsx")).DrawnMarkdown }));

/**
 * A text of a service as GitLab draws it: references and uploads are of its project, relative addresses too, unless it is a
 * document in a folder or a wiki. Every Markdown text of a service is drawn by this, whose code is loaded with the first.
 */
export const ServiceMarkdown = (props: DrawnMarkdownProps) => (
  <Suspense fallback={<Skeleton lines={6} label="Loading the document" />}>
    <DrawnMarkdown {...props} />
  </Suspense>
);
