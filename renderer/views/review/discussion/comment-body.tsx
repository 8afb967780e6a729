import { useQuery } from "@tanstack/react-query";
import type { Position } from "../../../../shared/api/resources/discussions.ts";
import type { OnTask } from "../../../features/comments/comment.tsx";
import { CommentText } from "../../../features/comments/comment-text.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { splitInWorker } from "../../../workers/markdown/markdown-engine.ts";
import { mayHaveSuggestion } from "./suggestion.ts";
import { SuggestionCard } from "./suggestion-card.tsx";

interface CommentBodyProps {
  readonly text: string;
  /** Lines that its suggestions are for; absent for a comment on no line, whose blocks are drawn as text. */
  readonly position: Position | null | undefined;
  /** Whether it was sent, so that its suggestions can be applied. */
  readonly isSent?: boolean;
  /** Changes a task of a comment that is drawn as one text. */
  readonly onTask?: OnTask | undefined;
}

/** The text of a comment, with suggestions drawn as diffs. */
export function CommentBody({ text, position, isSent = true, onTask }: CommentBodyProps) {
  const isPlain = !position?.new_line || !position.new_path || !mayHaveSuggestion(text);
  const { data: parts, error } = useQuery({
    queryKey: ["comment-parts", text],
    queryFn: ({ signal }) => splitInWorker(text, signal),
    enabled: !isPlain,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { reads: [] },
  });
  if (isPlain || error) return <CommentText text={text} onTask={onTask} />;
  if (!parts) return <Skeleton lines={2} label="Loading the comment" />;
  return parts.map((part, index) =>
    part.kind === "text" ? (
      // A part has no identity but its position.
      <CommentText key={`text ${String(index)}`} text={part.text} />
    ) : (
      <SuggestionCard
        key={`suggestion ${String(index)}`}
        position={position}
        suggestion={part.suggestion}
        {...{ isSent }}
      />
    ),
  );
}
