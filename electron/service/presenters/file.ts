import { posix } from "node:path";
import { writeFileHeaders } from "../../../shared/api/contract/file-headers.ts";
import type { FileDetails } from "../domain/repository/read-file.ts";
import type { StreamedContent } from "../domain/streamed-content.ts";

/** Returns the description of an object of git without its content. */
export const toBlob = ({ etag, size }: StreamedContent) => ({ size, encoding: "base64", sha: etag });

/** Returns the description of a file without its content. */
export const toFile = ({ file, contentSha256, lastCommit }: FileDetails) => ({
  file_name: posix.basename(file.entry.path),
  file_path: file.entry.path,
  size: file.size,
  encoding: "base64",
  content_sha256: contentSha256,
  ref: file.ref,
  blob_id: file.entry.id,
  commit_id: file.commit,
  last_commit_id: lastCommit,
  execute_filemode: file.entry.mode === "100755",
});

/** Returns the response headers that describe a file. */
export function toFileHeaders({ file, contentSha256, lastCommit }: FileDetails): Headers {
  const headers = new Headers();
  writeFileHeaders(headers, {
    blobId: file.entry.id,
    commitId: file.commit,
    lastCommitId: lastCommit,
    contentSha256,
    encoding: "base64",
    fileName: posix.basename(file.entry.path),
    filePath: file.entry.path,
    ref: file.ref,
    size: file.size,
    executable: file.entry.mode === "100755",
  });
  return headers;
}
