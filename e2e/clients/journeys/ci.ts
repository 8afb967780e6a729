import { expect } from "vitest";
import type { RecordedClient } from "../recorded-client.ts";

const project = "fjord/beacon";

/** Jobs of a pipeline with their logs and artifacts. */
export async function watchJobs({ JobArtifacts, Jobs }: RecordedClient): Promise<void> {
  const jobs = await Jobs.all(project, { perPage: 100, maxPages: 1 });
  const done = jobs.find(({ status, artifacts }) => status === "success" && (artifacts?.length ?? 0) > 0);
  if (!done) throw new Error("the sample has no job with artifacts");
  const { id, name, ref, pipeline } = done;
  const ofPipeline = await Jobs.all(project, { pipelineId: pipeline.id });
  expect(ofPipeline.map((job) => job.id)).toContain(id);
  expect(await Jobs.show(project, id)).toMatchObject({ id, name, ref });
  expect(String(await Jobs.showLog(project, id)).length).toBeGreaterThan(20);
  const archive = (await JobArtifacts.downloadArchive(project, { jobId: id })) as Blob;
  expect(Buffer.from(await archive.slice(0, 2).arrayBuffer()).toString()).toBe("PK");
  const ofRef = (await JobArtifacts.downloadArchive(project, { ref, job: name })) as Blob;
  expect(ofRef.size).toBeGreaterThan(100);
  const artifactPath = await fileIn(archive);
  const ofJob = (await JobArtifacts.downloadArchive(project, { jobId: id, artifactPath })) as Blob;
  expect(ofJob.size).toBeGreaterThan(0);
  // The newest archive of the branch: a job that ran meanwhile may have written other files.
  const newestPath = await fileIn(ofRef);
  const file = (await JobArtifacts.downloadArchive(project, {
    ref,
    job: name,
    artifactPath: newestPath,
  })) as Blob;
  expect(file.size).toBeGreaterThan(0);
  const again = await Jobs.retry(project, id);
  expect(again.name).toBe(name);
  expect((await Jobs.cancel(project, again.id)).id).toBe(again.id);
  const failed = jobs.find(({ status }) => status === "failed");
  expect(await Jobs.erase(project, failed?.id ?? 0)).toMatchObject({ id: failed?.id });
}

/** Path of the first file of a zip archive, out of its header. */
async function fileIn(archive: Blob): Promise<string> {
  const head = Buffer.from(await archive.arrayBuffer());
  return head.toString("utf8", 30, 30 + head.readUInt16LE(26));
}

/** Runners of the service and of a project, from registration to removal. */
export async function manageRunners({ Projects, Runners }: RecordedClient): Promise<void> {
  const { runners_token: token } = await Projects.show(project);
  const made = await Runners.create(String(token), { description: "By a client", tagList: ["client"] });
  // Its types lack the token, which the service requires.
  const verified = { showExpanded: false, token: made.token } as const;
  expect(await Runners.verify(verified)).toBeDefined();
  expect((await Runners.show(made.id)).description).toBe("By a client");
  expect((await Runners.edit(made.id, { description: "Changed" })).description).toBe("Changed");
  expect((await Runners.all()).map(({ id }) => id)).toContain(made.id);
  expect(Array.isArray(await Runners.all({ owned: true }))).toBe(true);
  expect((await Runners.all({ projectId: project })).map(({ id }) => id)).toContain(made.id);
  expect(await Runners.allJobs(made.id)).toEqual([]);
  await Runners.enable("fjord/lantern", made.id);
  await Runners.disable("fjord/lantern", made.id);
  await Runners.remove({ runnerId: made.id });
  const second = await Runners.create(String(token), { description: "Another" });
  await Runners.remove({ token: second.token });
  await expect(Runners.show(second.id)).rejects.toThrow("404");
}

/** Environments and what was deployed to them. */
export async function deploy({ Deployments, Environments }: RecordedClient): Promise<void> {
  const [deployment] = await Deployments.all(project, { perPage: 1, maxPages: 1 });
  expect((await Deployments.show(project, deployment?.id ?? 0)).id).toBe(deployment?.id);
  const made = await Environments.create(project, "client/preview", {
    externalUrl: "https://preview.example",
  });
  expect((await Environments.show(project, made.id)).name).toBe("client/preview");
  const url = "https://other.example";
  expect(await Environments.edit(project, made.id, { externalUrl: url })).toMatchObject({
    external_url: url,
  });
  expect((await Environments.all(project)).map(({ name }) => name)).toContain("client/preview");
  await Environments.stop(project, made.id);
  await Environments.remove(project, made.id);
}
