import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { type Job, job } from "../../../shared/api/resources/job-shapes.ts";
import { getJob, listJobs, listPipelineJobs } from "../../../shared/api/resources/jobs.ts";
import { operationQueryKey } from "../../api/query-client.ts";
import { listedJob } from "./listed-job.ts";

const jobOf = (id: number, status: Job["status"]): Job => job.parse({ id, name: `job ${id}`, status });
const responseOf = (data: unknown) => ({ data, paging: {}, age: 0, source: "network" });

test("is taken from the latest list that has it, one page or many", () => {
  const client = new QueryClient();
  const put = (updatedAt: number, key: ReturnType<typeof operationQueryKey>, data: unknown) =>
    client.setQueryData(key, data, { updatedAt });
  const find = (id: number) => listedJob(client, "one", "fjord/beacon", id);
  expect(find(7)).toBeNull();

  const all = { id: "fjord/beacon" };
  put(2000, operationQueryKey("one", listJobs, "pages", all), {
    pages: [responseOf([jobOf(9, "running")]), responseOf([jobOf(8, "success"), jobOf(7, "running")])],
    pageParams: [1, 2],
  });
  expect(find(7)).toMatchObject({ response: { data: { id: 7, status: "running" } }, updatedAt: 2000 });

  const pipeline = { id: "fjord/beacon", pipeline_id: 3 };
  put(3000, operationQueryKey("one", listPipelineJobs, "all", pipeline), responseOf([jobOf(7, "failed")]));
  expect(find(7)).toMatchObject({ response: { data: { status: "failed" } }, updatedAt: 3000 });
  expect(find(8)?.response.data.status).toBe("success");
  expect(find(6)).toBeNull();
});

test("is not taken from another account, project or operation", () => {
  const client = new QueryClient();
  const put = (key: ReturnType<typeof operationQueryKey>, data: unknown) => client.setQueryData(key, data);
  put(operationQueryKey("two", listJobs, "one", { id: "fjord/beacon" }), responseOf([jobOf(7, "failed")]));
  put(operationQueryKey("one", listJobs, "one", { id: "fjord/buoy" }), responseOf([jobOf(7, "failed")]));
  put(operationQueryKey("one", getJob, "one", { id: "fjord/beacon" }), responseOf(jobOf(7, "failed")));
  expect(listedJob(client, "one", "fjord/beacon", 7)).toBeNull();
});
