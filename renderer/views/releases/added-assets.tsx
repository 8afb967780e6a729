import { createReleaseLink, type ReleaseLink } from "../../../shared/api/resources/release-links.ts";
import { useWrite } from "../../api/use-write.ts";
import { UploadRows } from "../../features/uploads/upload-rows.tsx";
import { useBatches } from "../../features/uploads/use-batches.ts";
import { useFileUploads } from "../../features/uploads/use-file-uploads.ts";
import { freeName, typeOfFile } from "./link-types.ts";

interface AddedAssetsProps {
  readonly project: string;
  /** Tag of the release. */
  readonly tag: string;
  readonly links: readonly ReleaseLink[];
  readonly batches: readonly (readonly File[])[];
}

/** Uploads files and adds a link for each to a release. */
export function AddedAssets({ project, tag, links, batches }: AddedAssetsProps) {
  const add = useWrite(createReleaseLink);
  const uploads = useFileUploads(project, async ({ file, address }) => {
    const taken = links.map((link) => link.name);
    const name = freeName(file.name, taken);
    await add({ id: project, tag_name: tag, name, url: address, link_type: typeOfFile(file.name) });
  });
  useBatches(batches, uploads.add);
  return <UploadRows {...uploads} />;
}
