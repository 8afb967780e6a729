import type { ExportSubject } from "../export-types.ts";

/** A job of a pipeline, with the addresses of its log and artifacts on the host. */
export interface EvidenceJob {
  readonly id: number;
  readonly name: string;
  readonly stage: string;
  readonly status: string;
  readonly pipeline: number;
  /** Address of the log; null where it is not wanted. */
  readonly logUrl: string | null;
  /** Files that the service names, with their bytes where it says so. */
  readonly artifacts: readonly {
    readonly type: string;
    readonly filename: string;
    readonly size: number | null;
    /** Address of the bytes; null where they are not wanted or cannot be read. */
    readonly url: string | null;
  }[];
}

/** Use of the bytes of artifacts: put into the archive, or only hashed. */
type ArtifactUse = "include" | "hash";

/** A document of the evidence: JSON that was read from the service, field by field. */
export interface EvidenceDocument {
  /** Name of the file without its ending. */
  readonly name: string;
  readonly value: unknown;
}

/** A review, as its evidence has it. */
export interface EvidenceReview {
  /** The merged version's changes and the threads. */
  readonly subject: ExportSubject;
  readonly documents: readonly EvidenceDocument[];
  readonly jobs: readonly EvidenceJob[];
  /** Sentences about what could not be read. */
  readonly missing: readonly string[];
}

/** Subject of an export of evidence. */
export interface EvidenceSource {
  /** Name of the folder in the archive. */
  readonly name: string;
  /** Facts about what it is of, at the beginning of the manifest. */
  readonly facts: Readonly<Record<string, string | number | null>>;
  readonly artifacts: ArtifactUse;
  /** Lines at the end of a log. */
  readonly tailLines: number;
}

/** Progress of an export of evidence. */
export interface EvidenceProgress {
  /** Name of the part that is read or written at present. */
  readonly name: string;
  /** Bytes of the present artifact or log. */
  readonly bytes: number;
  readonly done: number;
  readonly total: number;
}
