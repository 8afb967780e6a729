import { Download } from "lucide-react";
import { readPaging } from "../../../shared/api/contract/paging.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeView } from "../../ui/code/code-view.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import layout from "../../ui/layout.module.css";
import { saveBlob } from "../../ui/save-blob.ts";
import styles from "./reference.module.css";

/** A service's response, as it is shown. */
export interface ShownResponse {
  readonly status: number;
  /** Milliseconds. */
  readonly took: number;
  readonly paging: string | null;
  readonly body:
    | { readonly kind: "text"; readonly text: string; readonly json: boolean }
    | { readonly kind: "bytes"; readonly blob: Blob }
    | { readonly kind: "none" };
}

/** Bytes of a response above which it is offered as a file. */
const maxShownBytes = 2_000_000;

/** Returns what the panel shows of a response: JSON indented, text unchanged, everything else as a file. */
export async function readForPanel(response: Response, took: number): Promise<ShownResponse> {
  const paging = readPaging(response.headers);
  const total =
    paging.total === null
      ? null
      : `${paging.total.toLocaleString()} ${paging.total === 1 ? "result" : "results"}`;
  const head = { status: response.status, took, paging: total };
  const blob = await response.blob();
  if (blob.size === 0) return { ...head, body: { kind: "none" } };
  const type = response.headers.get("content-type") ?? "";
  if (blob.size > maxShownBytes || !/json|text/.test(type)) return { ...head, body: { kind: "bytes", blob } };
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

/** The response: status, time, pages and body. */
export function ResponsePanel({
  name,
  response,
}: {
  readonly name: string;
  readonly response: ShownResponse;
}) {
  const { status, took, paging, body } = response;
  return (
    <section className={styles.response} aria-label="Response">
      <div className={styles.responseHead}>
        <Badge tone={status < 300 ? "added" : "danger"}>{String(status)}</Badge>
        <span className={layout.secondary}>{Math.round(took)} ms</span>
        {paging ? <span className={layout.secondary}>{paging}</span> : null}
        {body.kind === "text" ? <CopyButton text={body.text} label="Copy the response" /> : null}
      </div>
      {body.kind === "none" ? <p className={styles.none}>The response has no body.</p> : null}
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
            path={body.json ? "response.json" : "response.txt"}
            text={body.text}
            label="Body of the response"
          />
        </div>
      ) : null}
    </section>
  );
}
