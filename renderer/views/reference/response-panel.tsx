import { Download } from "lucide-react";
import { readPaging } from "../../../shared/api/contract/paging.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeView } from "../../ui/code/code-view.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { saveBlob } from "../../ui/save-blob.ts";
import styles from "./reference.module.css";

/** What a service answered, as it is shown. */
export interface Answer {
  readonly status: number;
  /** Milliseconds. */
  readonly took: number;
  readonly paging: string | null;
  readonly body:
    | { readonly kind: "text"; readonly text: string; readonly json: boolean }
    | { readonly kind: "bytes"; readonly blob: Blob }
    | { readonly kind: "none" };
}

/** Characters of an answer beyond which it is shown as a file. */
const mostShown = 2_000_000;

/** Reads an answer for the panel: JSON indented, text as it is, everything else as a file. */
export async function readAnswer(response: Response, took: number): Promise<Answer> {
  const paging = readPaging(response.headers);
  const told = paging.total === null ? null : `${paging.total.toLocaleString()} in all`;
  const head = { status: response.status, took, paging: told };
  const blob = await response.blob();
  if (blob.size === 0) return { ...head, body: { kind: "none" } };
  const type = response.headers.get("content-type") ?? "";
  if (blob.size > mostShown || !/json|text/.test(type)) return { ...head, body: { kind: "bytes", blob } };
  const text = await blob.text();
  if (!/json/.test(type)) return { ...head, body: { kind: "text", text, json: false } };
  return { ...head, body: { kind: "text", text: pretty(text), json: true } };
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** What came back: status, time, pages, and the body. */
export function ResponsePanel({ name, answer }: { readonly name: string; readonly answer: Answer }) {
  const { status, took, paging, body } = answer;
  return (
    <section className={styles.answer} aria-label="Answer">
      <div className={styles.answerHead}>
        <Badge tone={status < 300 ? "added" : "danger"}>{String(status)}</Badge>
        <span className={styles.muted}>{Math.round(took)} ms</span>
        {paging ? <span className={styles.muted}>{paging}</span> : null}
        {body.kind === "text" ? <CopyButton text={body.text} label="Copy the answer" /> : null}
      </div>
      {body.kind === "none" ? <p className={styles.none}>The answer has no body.</p> : null}
      {body.kind === "bytes" ? (
        <p className={styles.none}>
          {body.blob.size.toLocaleString()} bytes.{" "}
          <Button size="s" icon={Download} onClick={() => saveBlob(body.blob, name)}>
            Save
          </Button>
        </p>
      ) : null}
      {body.kind === "text" ? (
        <div className={styles.body}>
          <CodeView
            path={body.json ? "answer.json" : "answer.txt"}
            text={body.text}
            label="Body of the answer"
          />
        </div>
      ) : null}
    </section>
  );
}
