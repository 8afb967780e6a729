import {
  createRelease,
  deleteRelease,
  getRelease,
  listReleases,
  updateRelease,
} from "../../../shared/api/resources/releases.ts";
import { requirePush, requireReadableProject } from "../domain/access/require-project.ts";
import {
  addRelease,
  changeRelease,
  describeRelease,
  releasesOf,
  removeRelease,
  requireRelease,
} from "../domain/tags/releases.ts";
import type { Context } from "../http/context.ts";
import { implement } from "../http/implement.ts";
import { Paged, pageOf } from "../http/paging.ts";
import { toRelease } from "../presenters/release.ts";

type InProject = Parameters<typeof describeRelease>;

const show = async (context: Context, project: InProject[1], release: InProject[2]) =>
  toRelease(context, project, await describeRelease(context.store, project, release));

export const releaseRoutes = [
  implement(listReleases, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const releases = releasesOf(context.store, project, input);
    const page = pageOf(context, releases).items.map((release) => show(context, project, release));
    return new Paged(await Promise.all(page), { total: releases.length });
  }),
  implement(getRelease, (input, context) => {
    const project = requireReadableProject(context, input.id);
    return show(context, project, requireRelease(context, project, input.tag_name));
  }),
  implement(createRelease, async (input, context) => {
    const writer = requirePush(context, input.id);
    return show(context, writer.project, await addRelease(writer, input));
  }),
  implement(updateRelease, (input, context) => {
    const writer = requirePush(context, input.id);
    const { name, description } = input;
    return show(context, writer.project, changeRelease(writer, input.tag_name, { name, description }));
  }),
  implement(deleteRelease, async (input, context) => {
    const writer = requirePush(context, input.id);
    return toRelease(context, writer.project, await removeRelease(writer, input.tag_name));
  }),
];
