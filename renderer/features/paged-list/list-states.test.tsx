import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ListStates, PagedList } from "./list-states.tsx";
import type { PagedItems } from "./load-more.tsx";

const list: PagedItems = {
  items: [],
  total: undefined,
  isPending: true,
  error: null,
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => undefined,
  refetch: () => undefined,
};
const draw = (props: { compact?: boolean; padded?: boolean }) =>
  renderToStaticMarkup(
    <ListStates label="Deployments" list={list} empty={null} {...props}>
      {null}
    </ListStates>,
  );

it("indents its placeholder as the rows that replace it, but not in a panel", () => {
  expect(draw({})).toMatch(/class="[^"]*_page_/);
  expect(draw({ compact: true })).not.toMatch(/class="[^"]*_page_/);
  // A list of a page below a heading of its own.
  expect(draw({ compact: true, padded: true })).toMatch(/class="[^"]*_page_/);
});

it("has rows as high as those of the list, each with its mark, a title and a second line", () => {
  const { length } = [...draw({}).matchAll(/height:36px/g)];
  expect(length).toBe(8);
  const html = renderToStaticMarkup(
    <PagedList
      label="Deployments"
      list={list}
      items={[]}
      itemKey={String}
      rowHeight={64}
      mark={24}
      lines={3}
      empty={null}
      renderItem={String}
    />,
  );
  expect([...html.matchAll(/style="height:64px"/g)]).toHaveLength(3);
  expect([...html.matchAll(/style="width:24px;height:24px"/g)]).toHaveLength(3);
  expect([...html.matchAll(/style="width:\d+%"/g)]).toHaveLength(6);
});
